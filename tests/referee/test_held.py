"""Ways of saying which draw brought which tile: the matching against a list of all ways."""

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.held import Ways, has_way
from referee.histories import Shown, Stretch, Unseen


@st.composite
def stretches(draw: st.DrawFn) -> Stretch:
    """Up to four draws and five tiles, at places from 0 to 9, some of the tiles with a known origin."""
    draws = sorted(draw(st.sets(st.integers(0, 9), max_size=4)))
    unseen = tuple(Unseen(place, draw(st.booleans())) for place in draws)
    shown = tuple(
        Shown(
            1 << number if draw(st.integers(0, 5)) else 0,
            draw(st.integers(0, 10)),
            10,
            draw(st.sampled_from((None, None, None, 0))),
        )
        for number in range(draw(st.integers(0, 5)))
    )
    complete = draw(st.booleans())
    assumed = sum(one.assumed for one in unseen)
    took_place = draw(st.none() | st.integers(0, assumed)) if complete else None
    return Stretch((), shown, unseen, draw(st.booleans()), complete, took_place)


def ways(stretch: Stretch) -> Iterator[dict[int, int]]:
    """Every way, as the draws that brought a tile, by the tile's number in the row."""
    tiles = [number for number, tile in enumerate(stretch.shown) if tile.came is None]
    for brought in product((None, *tiles), repeat=len(stretch.draws)):
        pairs = [(draw, tile) for draw, tile in zip(stretch.draws, brought, strict=True) if tile is not None]
        way = {tile: draw.place for draw, tile in pairs}
        took_place = sum(draw.assumed for draw, _ in pairs)
        if len(way) < len(pairs) or any(stretch.shown[tile].first <= way[tile] for tile in way):
            continue
        if stretch.complete and len(pairs) - took_place < sum(not draw.assumed for draw in stretch.draws):
            continue
        if stretch.took_place not in (None, took_place):
            continue
        if not stretch.dealt and any(stretch.shown[tile].tile and tile not in way for tile in tiles):
            continue
        yield way


def keeps(way: Mapping[int, int], late: Mapping[int, int], early: Mapping[int, int]) -> bool:
    """Whether a way brings the tiles of `late` at their places or after them, those of `early` before."""
    return all(way.get(tile, -1) >= place for tile, place in late.items()) and all(
        way.get(tile, -1) < place for tile, place in early.items()
    )


@settings(max_examples=400, deadline=None)
@given(stretches(), st.data())
def test_there_is_a_way_where_one_can_be_listed(stretch: Stretch, data: st.DataObject) -> None:
    limits: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for number, tile in enumerate(stretch.shown):
        kind = data.draw(st.sampled_from((None, 0, 1)))
        if tile.tile and tile.came is None and kind is not None:
            limits[kind][number] = data.draw(st.integers(0, tile.first))
    late, early = ({stretch.shown[number]: place for number, place in row.items()} for row in limits)
    assert has_way(stretch, late, early) == any(keeps(way, *limits) for way in ways(stretch))
    ways_of = Ways(stretch)
    for tile in stretch.shown:
        if tile.tile and has_way(stretch):
            for place in range(tile.first + 1):
                late = tile.came is None and has_way(stretch, late={tile: place})
                assert ways_of.may_come_late(tile, place) == late
                assert ways_of.may_come_early(tile, place) == has_way(stretch, early={tile: place})
