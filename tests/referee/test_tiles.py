"""Tiles, how they are written, and the sets they come in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import SIZES, DominoSet, Tile, TileError

halves = st.integers(0, 18)


@given(halves, halves)
def test_a_tile_is_the_same_however_it_is_turned(a: int, b: int) -> None:
    assert Tile(a, b) == Tile(b, a)
    assert hash(Tile(a, b)) == hash(Tile(b, a))
    assert Tile(a, b).high >= Tile(a, b).low
    assert Tile.parse(str(Tile(a, b))) == Tile.parse(f"{b}-{a}") == Tile(a, b)


@pytest.mark.parametrize(
    "text", ["", "5", "5-", "-5", "5--3", "a-b", "5-3-1", "100-1", "5.0-3", "٣-٤", "5–3"]
)
def test_what_is_no_tile_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(TileError, match="is no tile: write two numbers with a hyphen"):
        Tile.parse(text)


@pytest.mark.parametrize("halves", [(-1, 0), (0, -1), (2.0, 1), ("3", 1), (True, 1), (None, 1)])
def test_halves_are_whole_numbers_from_0_up(halves: tuple[int, int]) -> None:
    with pytest.raises(TileError, match="two whole numbers from 0 up"):
        Tile(*halves)


@pytest.mark.parametrize(
    ("max_pip", "tiles", "pips"),
    [(6, 28, 168), (9, 55, 495), (12, 91, 1092), (15, 136, 2040), (18, 190, 3420)],
)
def test_each_set_has_its_tiles_and_pips(max_pip: int, tiles: int, pips: int) -> None:
    domino_set = DominoSet(max_pip)
    every = list(domino_set)
    assert len(domino_set) == len(every) == len(set(every)) == tiles
    assert domino_set.pips == sum(tile.pips for tile in every) == pips
    assert all(tile in domino_set for tile in every)
    assert Tile(max_pip + 1, 0) not in domino_set
    assert domino_set.rounds == max_pip + 1


@pytest.mark.parametrize("max_pip", [-1, 0, 5, 7, 19])
def test_other_sizes_are_refused(max_pip: int) -> None:
    with pytest.raises(TileError, match="choose 6, 9, 12, 15 or 18"):
        DominoSet(max_pip)


@pytest.mark.parametrize("max_pip", SIZES)
def test_engines_go_down_from_the_highest_double_to_the_double_blank(max_pip: int) -> None:
    domino_set = DominoSet(max_pip)
    engines = [domino_set.engine(number) for number in range(1, domino_set.rounds + 1)]
    assert engines == [Tile(n, n) for n in range(max_pip, -1, -1)]
    for number in (0, domino_set.rounds + 1):
        with pytest.raises(TileError, match=f"rounds 1 to {max_pip + 1}"):
            domino_set.engine(number)
