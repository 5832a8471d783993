"""Evidence has a direction: what speaks against a tile never makes it more believable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_tiles import Seen, gathered

from vision.maps import STATES
from vision.training.trust import write
from vision.trust import READ, REAL, THERE, Trust, evidence, presence

SENSIBLE_REAL = {
    "always": -1.0,
    "whole": 0.4,
    "printed": -0.5,
    "printed around": -0.5,
    "found": 0.3,
    "rival": -2.0,
    "odd size": -2.0,
    "weaker half": 0.2,
}
SENSIBLE_READ = {
    "always": -0.5,
    "weaker half": 1.0,
    "stronger half": 0.1,
    "looks differ": -1.5,
    "pips differ": -0.4,
    "weakest look": 0.3,
    "small": -0.6,
}
TRUST = Trust(
    (-0.5, 1.0, 0.8),
    tuple(SENSIBLE_REAL[name] for name in REAL),
    tuple(SENSIBLE_READ[name] for name in READ),
    0.9,
    0.2,
)


def columns(*seen: Seen, rival: float = 0.0) -> dict[str, float]:
    """All evidence for the first of the tiles that are `seen` together."""
    found, faces = gathered(*seen)
    told = evidence(found.scores, faces, np.full(len(seen), rival, np.float32))
    both = {**dict(zip(REAL, told.real[0], strict=True)), **dict(zip(READ, told.read[0], strict=True))}
    return {name: float(value) for name, value in both.items()}


def confidence(*seen: Seen, rival: float = 0.0) -> float:
    found, faces = gathered(*seen)
    return float(TRUST.confidence(evidence(found.scores, faces, np.full(len(seen), rival, np.float32)))[0])


def test_each_column_says_what_its_name_says() -> None:
    one = columns(Seen(50, sure=(0.9, 0.99), state_sure=0.8, score=0.6, length=48), rival=0.25)
    other = 0.2 / (len(STATES) - 1)
    assert one == pytest.approx(
        {
            "always": 1,
            "whole": np.log(0.8 / (0.2 - other)),
            "printed": np.log(other / 0.8),
            "printed around": np.log(other / 0.8),
            "found": np.log(0.6 / 0.4),
            "rival": 0.25,
            "odd size": 0,
            "weaker half": np.log(0.9 / 0.1),
            "stronger half": np.log(0.99 / 0.01),
            "looks differ": 0,
            "pips differ": 0,
            "weakest look": np.log(0.9 / 0.1),
            "small": 1,
        },
        rel=2e-3,
    )


def test_what_the_other_tiles_are_is_evidence() -> None:
    one, other = Seen(50), Seen(200)
    among_prints = columns(one, *[replace(other, state="printed")] * 2)
    assert among_prints["printed"] == columns(one, other)["printed"]
    assert among_prints["printed around"] > columns(one, other)["printed around"]
    assert confidence(one, *[replace(other, state="printed")] * 2) < confidence(one, other)


def test_backs_say_nothing_of_prints_or_sizes() -> None:
    one, back = Seen(50), Seen(200, state="down", length=300)
    assert columns(one, *[back] * 3) == pytest.approx(columns(one))


def test_a_tile_of_another_size_than_the_others_is_odd() -> None:
    others = [Seen(200 + 100 * n, length=80) for n in range(3)]
    assert columns(Seen(50, length=40), *others)["odd size"] == pytest.approx(1, abs=1e-3)
    assert columns(Seen(50, length=160), *others)["odd size"] == pytest.approx(1, abs=1e-3)
    assert columns(Seen(50, length=4), *others)["odd size"] == 2


def test_a_tile_that_is_clearly_there_does_not_make_up_for_pips_that_cannot_be_told() -> None:
    clear = Seen(50, sure=(0.6, 0.99), state_sure=0.9999, score=0.9999)
    assert confidence(clear) < 0.75


def test_looks_and_pips_that_differ_are_told() -> None:
    both = columns(Seen(50, values=(5, 2), second=(5, 2), pips=(5, 2)))
    assert (both["looks differ"], both["pips differ"]) == (0, 0)
    other = columns(Seen(50, values=(5, 2), sure=(0.9, 0.99), second=(6, 2)))
    assert other["looks differ"] == 1
    assert other["weakest look"] < both["weakest look"]
    assert columns(Seen(50, values=(5, 2), pips=(5, 4)))["pips differ"] == 2
    assert columns(Seen(50, values=(12, 2), pips=(0, 2)))["pips differ"] == 3


def test_what_finder_and_face_net_say_of_a_tile_that_may_be_there() -> None:
    found, faces = gathered(Seen(50, state="none", state_sure=0.8, score=0.6))
    (row,) = presence(found.scores, faces.states)
    others = 0.2 / (len(STATES) - 1)
    assert dict(zip(THERE, map(float, row), strict=True)) == pytest.approx(
        {
            "always": 1,
            "found": np.log(0.6 / 0.4),
            "something": np.log((0.2 - others) / (0.8 + others)),  # a printed domino is nothing, too
        },
        rel=1e-3,
    )


@given(st.floats(0.01, 1), st.floats(0.2, 1), st.sampled_from(STATES), st.floats(0.3, 1))
def test_a_tile_hardly_found_or_hardly_seen_is_less_likely_there(
    score: float, sure: float, state: str, share: float
) -> None:
    def there(one: Seen) -> float:
        found, faces = gathered(one)
        return float(TRUST.presence(found.scores, faces.states)[0])

    one = Seen(50, score=score, state=state, state_sure=sure)
    assert there(replace(one, score=score * share)) <= there(one) + 1e-6
    fewer = there(replace(one, state_sure=sure * share))
    assert fewer >= there(one) - 1e-6 if state in ("none", "printed") else fewer <= there(one) + 1e-6


@pytest.mark.parametrize("length", [96, 300])
def test_large_tiles_are_not_small(length: float) -> None:
    assert columns(Seen(50, length=length))["small"] == pytest.approx(0, abs=1e-5)


@given(
    st.floats(0.05, 1),
    st.floats(0.3, 1),
    st.floats(0, 1),
    st.floats(10, 300),
    st.integers(0, 3),
    st.floats(0, 1),
    st.sampled_from(["score", "state_sure", "sure", "length", "pips", "second", "rival"]),
    st.floats(0.3, 1),
)
def test_worse_evidence_never_makes_a_tile_more_believable(
    score: float, sure: float, up: float, length: float, wrong: int, rival: float, what: str, share: float
) -> None:
    better = Seen(
        50, sure=(sure, sure), state_sure=up, score=score, length=length, values=(5, 2), pips=(5, 2 + wrong)
    )
    before = confidence(better, rival=rival)
    if what == "rival":
        assert confidence(better, rival=rival + (1 - rival) * share) <= before + 1e-6
        return
    worse = {
        "score": replace(better, score=score * share),
        "state_sure": replace(better, state_sure=up * share),
        "sure": replace(better, sure=(sure, max(sure * share, 0.2))),
        "length": replace(better, length=length * share),
        "pips": replace(better, pips=(5, 3 + wrong)),
        "second": replace(better, second=(9, 2)),
    }[what]
    assert confidence(worse, rival=rival) <= before + 1e-6


def test_the_programs_own_weights_have_the_direction_of_their_evidence() -> None:
    trust = Trust.load()
    for weights, signs in ((trust.real, REAL), (trust.read, READ)):
        for weight, (name, sign) in zip(weights, signs.items(), strict=True):
            assert weight * sign >= 0, name


def test_certain_and_impossible_things_give_finite_evidence() -> None:
    for chance in (0.0, 1.0):
        seen = columns(Seen(50, sure=(chance, chance), state_sure=chance, score=chance, length=0.1))
        assert np.isfinite(list(seen.values())).all()


def test_no_outlines_give_tables_without_rows() -> None:
    found, faces = gathered()
    told = evidence(found.scores, faces, np.zeros(0, np.float32))
    assert (told.real.shape, told.read.shape) == ((0, len(REAL)), (0, len(READ)))
    assert TRUST.confidence(told).shape == (0,)


def test_what_training_wrote_is_read_again(tmp_path: Path) -> None:
    write(TRUST, tmp_path / "trust.json")
    assert Trust.load(tmp_path) == TRUST


def test_weights_are_read_by_name_not_by_place(tmp_path: Path) -> None:
    write(TRUST, tmp_path / "trust.json")
    place = tmp_path / "trust.json"
    lines = place.read_text("utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if '"always"' in line)
    lines[start], lines[start + 1] = lines[start + 1], lines[start]
    place.write_text("\n".join(lines), "utf-8")
    assert Trust.load(tmp_path) == TRUST
