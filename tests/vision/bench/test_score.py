from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import Tile
from vision.bench.score import Truth, score, summary
from vision.bench.share import Share, at_share
from vision.bench.trust import calibration_error, reliability
from vision.reading import Corners, Reading, TileReading

BOX: Corners = ((0.0, 50.0), (0.0, 0.0), (100.0, 0.0), (100.0, 50.0))


def moved(by: float) -> Corners:
    a, b, c, d = ((x + by, y) for x, y in BOX)
    return a, b, c, d


def around(corners: Corners) -> Corners:
    a, b, c, d = corners
    return c, d, a, b


def tile(
    *values: int | None,
    corners: Corners = BOX,
    face: str = "up",
    whole: bool = True,
    review: bool = False,
    confidence: float = 0.9,
) -> TileReading:
    pair = (values[0], values[1]) if values else None
    return TileReading(corners, pair, confidence, "down" if face == "down" else "up", whole, review)


def reading(*tiles: TileReading, review: bool = False) -> Reading:
    return Reading(200, 100, tiles, review, (), "by hand")


def truth(*values: tuple[int, int], partial: Sequence[Tile] = (), **other: object) -> Truth:
    return Truth("a.jpg", values, tuple(partial), **other)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("true", "read", "missed", "extra", "total_right"),
    [
        (truth(), reading(), "", "", True),
        (truth((6, 3)), reading(tile(6, 3)), "", "", True),
        (truth((6, 3)), reading(tile(3, 6)), "", "", True),
        (truth((6, 3), (5, 0)), reading(tile(0, 5), tile(6, 3)), "", "", True),
        (truth((6, 3)), reading(), "6-3", "", False),
        (truth((0, 0)), reading(), "0-0", "", True),
        (truth((6, 3)), reading(tile(5, 4)), "6-3", "5-4", True),
        (truth((6, 3)), reading(tile(6, 3), tile(6, 3)), "", "6-3", False),
        (truth((6, 3), (6, 3)), reading(tile(6, 3)), "6-3", "", False),
        (truth((6, 3)), reading(tile(6, 3), tile()), "", "", True),
        (truth((6, 3)), reading(tile(6, 3), tile(5, 5, face="down")), "", "", True),
        (truth((6, 3)), reading(tile(6, 3), tile(5, 5, whole=False)), "", "", True),
        (truth((6, 3)), reading(tile(6, 3), tile(5, None)), "", "", True),
        (truth((6, 3), partial=[Tile(5, 5)]), reading(tile(6, 3), tile(5, 5)), "", "", True),
        (truth((6, 3), partial=[Tile(5, 5)]), reading(tile(6, 3)), "", "", True),
        (truth((6, 3), partial=[Tile(5, 5)]), reading(*[tile(5, 5)] * 2, tile(6, 3)), "", "5-5", False),
        (truth((6, 3)), None, "6-3", "", False),
    ],
)
def test_tiles_are_compared_as_a_bag(
    true: Truth, read: Reading | None, missed: str, extra: str, total_right: bool
) -> None:
    found = score(true, read)
    assert " ".join(map(str, found.missed)) == missed
    assert " ".join(map(str, found.extra)) == extra
    assert found.exact == (not missed and not extra)
    assert found.total_right == total_right


@pytest.mark.parametrize(
    ("read", "flagged", "silent"),
    [
        (reading(tile(6, 3)), False, False),
        (reading(tile(6, 3), review=True), True, False),
        (reading(tile(6, 2)), False, True),
        (reading(tile(6, 2), review=True), True, False),
        (None, True, False),
    ],
)
def test_a_wrong_reading_is_silent_unless_it_asks_for_a_look(
    read: Reading | None, flagged: bool, silent: bool
) -> None:
    found = score(truth((6, 3)), read)
    assert (found.flagged, found.silent) == (flagged, silent)


@pytest.mark.parametrize(
    ("values", "read", "off", "end_for_end"),
    [
        ((6, 3), tile(6, 3), (0.0,), (False,)),
        ((6, 3), tile(3, 6, corners=around(BOX)), (0.0,), (False,)),
        ((6, 3), tile(3, 6), (0.0,), (True,)),
        ((6, 3), tile(6, 3, corners=around(BOX)), (0.0,), (True,)),
        ((6, 3), tile(6, 3, corners=moved(10)), (0.1,), (False,)),
        ((6, 3), tile(6, 2), (0.0,), ()),
        ((6, 6), tile(6, 6, corners=around(BOX)), (0.0,), ()),
        ((6, 3), tile(), (0.0,), ()),
        ((6, 3), tile(6, 3, corners=moved(39)), (0.39,), (False,)),
        ((6, 3), tile(6, 3, corners=moved(41)), (), ()),
    ],
)
def test_corners_are_compared_in_tile_lengths_and_whichever_end_comes_first(
    values: tuple[int, int], read: TileReading, off: tuple[float, ...], end_for_end: tuple[bool, ...]
) -> None:
    found = score(truth(values, corners=(BOX,)), reading(read))
    assert found.off == pytest.approx(off)
    assert found.end_for_end == end_for_end


def test_the_nearest_tile_is_the_one_that_is_compared() -> None:
    found = score(truth((6, 3), corners=(BOX,)), reading(tile(1, 2, corners=moved(30)), tile(6, 3)))
    assert found.off == (0.0,)
    assert found.end_for_end == (False,)


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.278), (10, 10, 0.722, 1), (81, 263, 0.255, 0.366)],
)
def test_shares_have_the_wilson_interval(part: int, whole: int, low: float, high: float) -> None:
    assert Share(part, whole).interval == pytest.approx((low, high), abs=0.0006)


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_share_lies_in_its_interval(a: int, b: int) -> None:
    one = Share(min(a, b), max(a, b))
    low, high = one.interval
    assert -1e-9 <= low <= one.value + 1e-9
    assert one.value - 1e-9 <= high <= 1 + 1e-9


def test_the_summary_adds_up() -> None:
    right = score(truth((6, 3), (4, 4), groups={"set": "double-6"}), reading(tile(6, 3), tile(4, 4)), 10)
    wrong = score(truth((6, 1), groups={"set": "double-6"}), reading(tile(6, 2), tile(1, 1), review=True), 30)
    refused = score(truth((5, 5), groups={"set": "double-9"}), None)
    silent = score(truth((2, 0), groups={"set": "double-9"}), reading(), 20)
    found = summary([right, wrong, refused, silent])
    assert found.hand == Share(1, 4)
    assert found.tile == Share(2, 5)
    assert found.extra == 2
    assert found.total == Share(1, 4)
    assert found.silent == Share(1, 4)
    assert found.flagged == Share(2, 4)
    assert found.refused == 1
    assert found.milliseconds == (10, 20, 30)
    assert found.source_mean is None
    assert found.groups == {("set", "double-6"): Share(1, 2), ("set", "double-9"): Share(0, 2)}
    assert found.halves[6] == Share(1, 2)
    assert found.halves[4] == Share(2, 2)
    assert found.halves[5] == Share(0, 2)


@pytest.mark.parametrize(
    ("true", "read", "judged"),
    [
        (truth((6, 3)), reading(), ()),
        (truth((6, 3)), reading(tile(3, 6)), ((0.9, True),)),
        (truth((6, 3)), reading(tile(6, 2)), ((0.9, False),)),
        (truth(partial=[Tile(6, 3)]), reading(tile(6, 3)), ((0.9, True),)),
        (
            truth((6, 3)),
            reading(tile(6, 3, confidence=0.4), tile(6, 3, confidence=0.8)),
            ((0.8, True), (0.4, False)),
        ),
        (truth((6, 3)), reading(tile(), tile(6, None), tile(6, 3, whole=False), tile(face="down")), ()),
    ],
)
def test_each_tile_that_was_read_is_right_or_wrong(
    true: Truth, read: Reading, judged: tuple[tuple[float, bool], ...]
) -> None:
    assert score(true, read).read == judged


def test_bins_hold_each_tile_once_and_one_belongs_to_the_last() -> None:
    bins = reliability([(0.0, False), (0.1, True), (0.95, True), (1.0, False)])
    assert [bin.right.whole for bin in bins] == [1, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    assert bins[9].right == Share(1, 2)
    assert bins[9].confidence == pytest.approx(0.975)
    assert calibration_error(bins) == pytest.approx((0 + 0.9 + 2 * 0.475) / 4)
    assert calibration_error(reliability([])) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60))
def test_the_calibration_error_lies_between_the_mean_gap_and_one(read: list[tuple[float, bool]]) -> None:
    bins = reliability(read)
    assert sum(bin.right.whole for bin in bins) == len(read)
    error = calibration_error(bins)
    assert error is not None
    mean = abs(sum(confidence - right for confidence, right in read)) / len(read)
    assert mean - 1e-9 <= error <= 1


def test_empty_pictures_count_against_us_where_a_tile_asks_for_no_look() -> None:
    found = summary(
        [
            score(truth(), reading()),
            score(truth(), reading(tile(6, 3), review=True)),
            score(truth(), reading(tile(6, 3, review=True), review=True)),
            score(truth(), None),
            score(truth(cut=1), reading(tile(6, 3))),
            score(truth((6, 3)), reading(tile(6, 3))),
        ]
    )
    assert found.empty == Share(1, 4)


def test_backs_are_counted_against_those_that_lie_there() -> None:
    back = tile(face="down")
    found = summary(
        [
            score(truth(face_down=3), reading(back, back)),
            score(truth(face_down=1), reading(back, back, back)),
            score(truth((6, 3), face_down=1), reading(tile(6, 3))),
            score(truth(face_down=2), None),
        ]
    )
    assert found.face_down == Share(3, 7)
    assert found.extra_backs == 2


def test_small_sources_count_as_one_in_the_mean_over_sources() -> None:
    def shots(source: str, right: int, wrong: int) -> list[Truth]:
        return [truth(*[(6, 3)] * (k >= right), source=source) for k in range(right + wrong)]

    truths = shots("ann", 4, 0) + shots("bob", 0, 4) + shots("cat", 1, 1) + shots("dan", 0, 2)
    found = summary([score(one, reading()) for one in truths])
    assert found.source_mean == pytest.approx((1 + 0 + 1 / 4) / 3)


def test_nothing_scored_is_no_figure() -> None:
    found = summary([])
    assert str(found.hand) == "none"
    assert found.hand.value == 0


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=50).map(sorted))
def test_percentiles_are_values_that_occurred(ordered: list[float]) -> None:
    assert at_share(ordered, 0) == ordered[0]
    assert at_share(ordered, 1) == ordered[-1]
    assert at_share(ordered, 0.5) <= at_share(ordered, 0.95)
