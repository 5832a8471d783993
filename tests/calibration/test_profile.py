"""The kept profile: what is written is read back, and nothing else is taken for one."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import CalibrationError, ProfileError
from calibration.lens import Lens
from calibration.profile import VERSION, Profile, profile_text, read_profile
from calibration.table_fit import corners_by_hand

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
LENS = Lens((1280, 720), 1050.0, (651.0, 352.0), (-0.2, 0.04, 0.001, 0.0), 0.31, 2.5, 14)
CORNERS = [(215.9, 76.0), (1093.7, 55.6), (1093.7, 663.4), (215.9, 643.0)]
GREY = np.full((360, 640), 90, np.uint8)


def whole() -> Profile:
    profile = Profile((1280, 720)).with_lens(LENS, NOW)
    return profile.with_table(corners_by_hand(CORNERS, (1200.0, 800.0)), (1280, 720), GREY, LATER)


def same(first: Profile, second: Profile) -> bool:
    """Whether two profiles say the same (arrays in them have no `==`)."""
    return profile_text(first, "x") == profile_text(second, "x")


@pytest.mark.parametrize(
    "profile",
    [
        whole(),
        Profile((640, 480)),
        Profile((1280, 720)).with_lens(LENS, NOW),
        Profile((1280, 720)).with_table(corners_by_hand(CORNERS), (1280, 720), GREY, NOW),
    ],
    ids=["whole", "nothing", "lens", "table without size"],
)
def test_what_is_written_is_read_back(profile: Profile) -> None:
    read, reference = read_profile(profile_text(profile, "seen.jpg"))
    assert reference == "seen.jpg"
    assert read.lens == profile.lens
    assert (read.lens_made, read.table_made) == (profile.lens_made, profile.table_made)
    assert same(read, profile)
    if read.table is not None and profile.table is not None:
        assert np.array_equal(read.table.corners, profile.table.corners)
        assert read.table.lens == profile.table.lens


@given(
    numbers=st.lists(st.floats(-0.2, 0.2), min_size=4, max_size=4),
    focal=st.floats(0.3, 100),
    centre=st.tuples(st.floats(-0.5, 1.5), st.floats(-0.5, 1.5)),
    size=st.tuples(st.integers(1, 10**5), st.integers(1, 10**5)),
    error=st.floats(0, 1e6),
    hours=st.integers(-12, 12),
)
def test_any_lens_is_read_back_to_the_bit(
    numbers: list[float],
    focal: float,
    centre: tuple[float, float],
    size: tuple[int, int],
    error: float,
    hours: int,
) -> None:
    c, d, e, f = numbers
    a, b = centre[0] * size[0], centre[1] * size[1]
    lens = Lens(size, focal * max(size), (a, b), (c, d, e / 10, f / 10), error, 0.0, 10)
    made = NOW.astimezone(timezone(timedelta(hours=hours)))
    read, reference = read_profile(profile_text(Profile(size, lens, made), None))
    assert (read.lens, read.lens_made, reference) == (lens, NOW, None)


def test_a_person_can_read_it() -> None:
    text = profile_text(whole(), "seen.jpg")
    kept = json.loads(text)
    assert kept["version"] == VERSION
    assert kept["lens"]["made"] == "2026-11-30T18:00:00+00:00"
    assert kept["table"]["made"] == "2026-12-01T18:00:00+00:00"
    assert (kept["lens"]["error_px"], kept["lens"]["pictures"]) == (0.31, 14)
    assert kept["table"]["error_px"] >= 0
    assert kept["table"]["error_mm"] >= 0
    assert kept["table"]["size"] == [1200, 800]
    assert '\n    "error_mm": ' in text
    assert text.endswith("}\n")


def test_a_new_lens_sees_the_table_anew() -> None:
    before = Profile((1280, 720)).with_table(
        corners_by_hand(CORNERS, (1200.0, 800.0)), (1280, 720), GREY, NOW
    )
    after = before.with_lens(LENS, LATER)
    assert before.table is not None
    assert after.table is not None
    assert (before.table.lens, after.table.lens) == (None, LENS)
    assert after.table.corners == pytest.approx(np.array(CORNERS), abs=8)
    assert (after.lens_made, after.table_made) == (LATER, NOW)
    assert after.reference is GREY


def test_lens_and_table_may_be_measured_in_pictures_of_two_sizes() -> None:
    large = Lens((2560, 1440), 2100.0, (1302.5, 704.5), LENS.distortion, 0.62, 5.0, 14)
    profile = Profile(large.size).with_lens(large, NOW)
    profile = profile.with_table(corners_by_hand(CORNERS), (1280, 720), GREY, NOW)
    assert profile.size == (1280, 720)
    assert profile.lens is not None
    assert (profile.lens.size, profile.lens.focal, profile.lens.centre) == ((1280, 720), 1050, (651.0, 352.0))
    assert profile.with_lens(large, NOW).lens == profile.lens
    with pytest.raises(CalibrationError, match="same setting"):
        profile.with_table(corners_by_hand(CORNERS), (1440, 1080), GREY, NOW)


FOREIGN = [
    "",
    "dear aunt",
    "[1, 2]",
    "null",
    "{}",
    '{"stationmaster": "something else", "version": 1}',
    "[" * 100_000,
    '{"stationmaster": "camera profile", "version": 1',
]


@pytest.mark.parametrize("text", FOREIGN, ids=range(len(FOREIGN)))
def test_any_other_text_is_no_profile(text: str) -> None:
    with pytest.raises(ProfileError, match="no profile of a camera") as caught:
        read_profile(text)
    assert str(caught.value).endswith(".")


def test_a_later_version_is_told() -> None:
    text = profile_text(whole(), None).replace('"version": 1', '"version": 2')
    with pytest.raises(ProfileError, match="a later Stationmaster"):
        read_profile(text)


def put(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(kept: dict[str, Any]) -> None:
        inner: Any = kept
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value

    return change


def without(*path: str) -> Callable[[dict[str, Any]], None]:
    def change(kept: dict[str, Any]) -> None:
        inner: Any = kept
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]

    return change


DAMAGE = {
    "no version": without("version"),
    "version in words": put("version", value="one"),
    "version true": put("version", value=True),
    "version 0": put("version", value=0),
    "no picture": without("picture"),
    "no width": without("picture", "width"),
    "width of nothing": put("picture", "width", value=0),
    "a broken width": put("picture", "width", value=1280.5),
    "no lens entry": without("lens"),
    "lens a list": put("lens", value=[]),
    "focal negative": put("lens", "focal_px", value=-1),
    "focal in words": put("lens", "focal_px", value="long"),
    "focal endless": put("lens", "focal_px", value=float("inf")),
    "focal too long to write": put("lens", "focal_px", value=10**400),
    "focal of a whole world": put("lens", "focal_px", value=1e300),
    "focal next to nothing": put("lens", "focal_px", value=1e-300),
    "centre elsewhere": put("lens", "centre_px", value=[1e300, 0]),
    "distortion without measure": put("lens", "distortion", "k1", value=1e300),
    "error negative": put("lens", "error_px", value=-1),
    "pictures without number": put("lens", "pictures", value=10**400),
    "a picture without end": put("picture", "height", value=10**400),
    "a picture out of measure": put("picture", "width", value=10**9),
    "a day before all days": put("lens", "made", value="0001-01-01T00:00:00+14:00"),
    "a day after all days": put("table", "made", value="9999-12-31T23:59:59-14:00"),
    "seen far away": put("table", "seen_px", 0, 0, value=[1e300, 0]),
    "seen too far to write": put("table", "seen_px", 0, 0, value=[10**400, 0]),
    "homography without measure": put("table", "homography", 0, 0, value=1e300),
    "homography that shows nothing": put(
        "table", "homography", value=[[1, 0, 0], [0, 1, 0], [-1 / 1200, 0, 1]]
    ),
    "size next to nothing": put("table", "size", value=[1e-300, 800]),
    "size of a whole world": put("table", "told_size_mm", value=[1e300, 800]),
    "from an order to the terminal": put("table", "from", value="\x1b[2J"),
    "a unit that is an order": put("table", "unit", value="\x1b]0;x\x07"),
    "centre of three": put("lens", "centre_px", value=[1, 2, 3]),
    "no k2": without("lens", "distortion", "k2"),
    "lens of no day": put("lens", "made", value=None),
    "lens of an odd day": put("lens", "made", value="yesterday"),
    "a day without its zone": put("lens", "made", value="2026-11-30T18:00:00"),
    "half a picture": put("lens", "pictures", value=0.5),
    "table a number": put("table", value=3),
    "from nowhere": put("table", "from", value="hearsay"),
    "from a list": put("table", "from", value=[]),
    "seen too little": put("table", "seen_px", value=[[[1, 2], [3, 4]]]),
    "seen raggedly": put("table", "seen_px", value=[[[1, 2], [3]]]),
    "seen as markers": put("table", "from", value="markers"),
    "homography flat": put("table", "homography", value=[[1, 0, 0], [2, 0, 0], [0, 0, 1]]),
    "homography of words": put("table", "homography", value=[["a"] * 3] * 3),
    "homography not a number": put("table", "homography", 0, 0, value=float("nan")),
    "size of nothing": put("table", "size", value=[0, 800]),
    "told negative": put("table", "told_size_mm", value=[-1200, 800]),
    "feet": put("table", "unit", value="feet"),
    "error in words": put("table", "error_mm", value="small"),
    "reference a number": put("reference", value=7),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_told_in_a_sentence(damage: str) -> None:
    kept = json.loads(profile_text(whole(), "seen.jpg"))
    DAMAGE[damage](kept)
    with pytest.raises(ProfileError, match="is damaged") as caught:
        read_profile(json.dumps(kept))
    assert str(caught.value).isprintable()
    assert str(caught.value).endswith("calibrate again.")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300, -1.0])
def test_what_could_not_be_read_again_is_not_written(value: float) -> None:
    profile = whole()
    assert profile.table is not None
    for odd in (
        replace(profile, lens=replace(LENS, focal=value)),
        replace(profile, table=replace(profile.table, size=(value, 800.0))),
    ):
        with pytest.raises(ProfileError, match="can't be kept") as caught:
            profile_text(odd, None)
        assert str(caught.value).endswith("measure again.")


NUMBERS = [
    ("picture", "width"),
    ("lens", "focal_px"),
    ("lens", "centre_px", 0),
    ("lens", "distortion", "k1"),
    ("lens", "distortion", "k2"),
    ("lens", "distortion", "p1"),
    ("lens", "error_px"),
    ("table", "size", 1),
    ("table", "told_size_mm", 0),
    ("table", "homography", 2, 0),
    ("table", "homography", 0, 1),
    ("table", "seen_px", 0, 2, 1),
]


@given(
    changed=st.dictionaries(
        st.sampled_from(NUMBERS), st.one_of(st.floats(), st.integers(), st.floats(-100, 2000)), min_size=1
    )
)
def test_any_numbers_give_a_profile_that_can_be_kept_or_a_profile_error(
    changed: dict[tuple[str | int, ...], float],
) -> None:
    kept = json.loads(TEXT)
    for path, value in changed.items():
        put(*path, value=value)(kept)
    try:
        read, _ = read_profile(json.dumps(kept))
        again = read.with_lens(LENS, NOW).with_table(
            corners_by_hand(CORNERS, (1200.0, 800.0)), (1280, 720), GREY, NOW
        )
        with suppress(CalibrationError):
            assert read.lens is not None
            read = read.with_lens(read.lens.scaled((1280, 720)), NOW)
    except CalibrationError:
        return
    for profile in (read, again):
        assert same(profile, read_profile(profile_text(profile, None))[0])


TEXT = profile_text(whole(), "seen.jpg")


@given(place=st.integers(0, len(TEXT) - 1), letter=st.characters(codec="utf-8"))
def test_a_changed_letter_gives_a_profile_or_a_profile_error(place: int, letter: str) -> None:
    with suppress(ProfileError):
        read_profile(TEXT[:place] + letter + TEXT[place + 1 :])
