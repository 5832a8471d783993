"""Trust is fitted to what was read right and wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_tiles import Seen, gathered, outlines_of

from vision.training.labels import Label
from vision.training.trust import (
    Sight,
    Trial,
    directed,
    fit,
    fitted,
    judged,
    report,
    sure_from,
    there,
    trial,
)
from vision.trust import READ, REAL, Evidence, Trust

SILENT = 0.004
PRESENT = Trust((1.0, 1.0, 1.0), (0.0,) * len(REAL), (0.0,) * len(READ), 0.0, 0.0)


def made_data(weights: np.ndarray, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random evidence, and what came of it by chances that `weights` give."""
    rng = np.random.default_rng(seed)
    table = rng.normal(0, 1, (count, len(weights))).astype(np.float32)
    table[:, 0] = 1
    right = rng.random(count) < 1 / (1 + np.exp(-(table @ weights)))
    return table, right.astype(np.float32)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_fit_finds_the_weights_that_made_the_data(seed: int) -> None:
    weights = np.array([1.5, 0.8, -0.6, 0.0, 1.2, -2.0], np.float32)
    found = fit(*made_data(weights, 20_000, seed))
    assert found == pytest.approx(weights, abs=0.12)


def test_a_fit_to_what_is_always_right_stays_finite() -> None:
    table, _ = made_data(np.array([1, 1, 0, 0], np.float32), 200, 3)
    found = fit(table, np.ones(200, np.float32))
    assert np.isfinite(found).all()
    assert found[0] > 3


def test_evidence_that_says_nothing_has_no_weight() -> None:
    table, right = made_data(np.array([1, 1], np.float32), 500, 3)
    found = fit(np.hstack([table, np.zeros((500, 1), np.float32)]), right)
    assert found[2] == pytest.approx(0, abs=1e-6)


def test_what_weighs_less_pulls_less() -> None:
    table, right = np.ones((400, 1), np.float32), np.arange(400) < 100
    counts = np.where(right, 3.0, 1.0)
    assert fit(table, right, counts)[0] == pytest.approx(0, abs=0.01)  # 300 against 300
    assert fit(table, right)[0] == pytest.approx(np.log(100 / 300), abs=0.01)


def test_evidence_never_weighs_against_its_direction() -> None:
    weights = np.array([1.0, 0.8, -0.6, 0.7], np.float32)
    table, right = made_data(weights, 5000, 6)
    free = directed(table, right, (0, 0, 0, 0))
    assert free == pytest.approx(weights, abs=0.15)
    assert directed(table, right, (0, 1, -1, 1)) == free
    held = directed(table, right, (0, 1, 1, -1))
    assert held[2:] == (0, 0)
    assert held[1] > 0.5


def test_a_covered_tile_that_is_taken_for_a_whole_one_is_not_real() -> None:
    covered = tried([Seen(60)], [label_of(Seen(60), (5, 2), shown=0.8)])
    assert (covered.real.tolist(), covered.right.tolist()) == ([0], [0])


def test_fitted_trust_is_calibrated() -> None:
    real_table, real = made_data(np.array([2, 1, -1, -0.5, 0.5, -1, -1, 0.5], np.float32), 10_000, 4)
    read_table, read = made_data(np.array([1.5, 1, 0.5, -1, -0.5, 0.5, -0.5], np.float32), 10_000, 5)
    right = real * read
    halves = [
        Trial(
            Evidence(real_table[part], read_table[part]),
            real[part],
            right[part],
            np.ones(5000, np.float32),
            0,
            0.0,
        )
        for part in (slice(5000), slice(5000, None))
    ]
    trust = judged(PRESENT, halves)
    chance = trust.confidence(Evidence(real_table, read_table))
    for low in np.arange(0, 1, 0.1):
        inside = (chance >= low) & (chance < low + 0.1)
        assert chance[inside].mean() == pytest.approx(right[inside].mean(), abs=0.06)
    text = "\n".join(report(trust, halves))
    assert f"{right.mean():.4f}" in text
    assert "10000" in text


@given(
    st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60),
    st.integers(0, 3000),
)
def test_few_tiles_are_wrong_and_not_asked_about(tiles: list[tuple[float, bool]], more: int) -> None:
    """Nobody is asked about tiles of at least the confidence that is sure (`vision.assess`)."""
    confidence = np.array([chance for chance, _ in tiles] + [0.99] * more, np.float32)
    right = np.array([good for _, good in tiles] + [True] * more, np.float32)
    sure = sure_from(confidence, right, np.ones_like(right))
    silent = (confidence.astype(float) >= sure) & (right == 0)
    assert silent.mean() <= SILENT + 1e-9


def test_all_are_sure_where_none_is_wrong() -> None:
    assert sure_from(np.array([0.7, 0.9], np.float32), *np.ones((2, 2), np.float32)) <= 0.7


def test_as_few_as_possible_are_asked_about() -> None:
    confidence, right = np.linspace(0.5, 1, 101, dtype=np.float32), np.ones(101, np.float32)
    right[40] = 0  # confidence 0.7
    assert sure_from(confidence, right, np.ones_like(right)) == pytest.approx(0.7, abs=0.005)
    right[60] = 0  # confidence 0.8, but it hardly counts
    counts = np.ones_like(right)
    counts[60] = 0.1
    assert sure_from(confidence, right, counts) == pytest.approx(0.7, abs=0.005)


def label_of(seen: Seen, values: tuple[int, int], face_up: bool = True, shown: float = 1.0) -> Label:
    return Label(outlines_of((seen,))[0] + 0.5, values, face_up, False, (shown, shown), None)


def sight(seen: list[Seen], tiles: list[Label]) -> Sight:
    return Sight(*gathered(*seen), tuple(tiles))


def tried(seen: list[Seen], tiles: list[Label]) -> Trial:
    return trial(sight(seen, tiles), PRESENT)


def test_a_trial_tells_right_from_wrong() -> None:
    seen = [Seen(60 + 100 * n) for n in range(5)]
    tiles = [
        label_of(seen[0], (5, 2)),
        label_of(seen[1], (5, 3)),
        label_of(Seen(260, degrees=270), (2, 5)),
        label_of(seen[3], (5, 2), face_up=False),
    ]
    found = tried(seen, tiles)
    assert found.right.tolist() == [1, 0, 1, 0, 0]  # the last one is no tile at all
    assert found.real.tolist() == [1, 1, 1, 0, 0]
    assert found.evidence.real.shape == (5, len(REAL))
    assert found.missed == 0


def test_a_printed_domino_is_not_real_and_counts_less() -> None:
    seen = Seen(60)
    found = tried([seen], [replace(label_of(seen, (5, 2)), printed=True)])
    assert (found.real.tolist(), found.right.tolist()) == ([0], [0])
    assert 0 < found.counts[0] < tried([seen], [label_of(seen, (5, 2))]).counts[0] == 1


def test_values_at_the_wrong_ends_are_wrong() -> None:
    assert tried([Seen(60)], [label_of(Seen(60), (2, 5))]).right.tolist() == [0]


def test_tiles_that_were_not_found_are_missed_if_they_show() -> None:
    far = Seen(600, 300)
    assert tried([Seen(60)], [label_of(Seen(60), (5, 2)), label_of(far, (1, 1))]).missed == 1
    assert tried([Seen(60)], [label_of(far, (1, 1), shown=0.9)]).missed == 0
    assert tried([Seen(60)], [label_of(far, (1, 1), face_up=False)]).missed == 0


@pytest.mark.parametrize("state", ["down", "part"])
def test_only_what_is_read_as_whole_tiles_is_tried(state: str) -> None:
    found = tried([Seen(60, state=state)], [label_of(Seen(60), (5, 2), shown=0.5)])
    assert found.evidence.read.shape == (0, len(READ))
    assert len(found.right) == 0


def test_whether_a_tile_is_there_is_learnt_from_outlines_of_tiles_and_of_nothing() -> None:
    """Most of what the finder is sure of is there, what it doubts mostly not; the face net knows nothing."""
    seen = []
    for number in range(60):
        real = number % 3 > 0
        where = Seen(60, score=0.8, state="up" if number % 2 else "none")
        doubtful = replace(where, x=300, score=0.2)
        tiles = [label_of(where if real else doubtful, (5, 2), shown=0.6)]
        seen.append(sight([where, doubtful], tiles))
    trust = replace(PRESENT, there=there(seen))
    found, faces = gathered(where, doubtful)
    assert trust.presence(found.scores, faces.states) == pytest.approx([2 / 3, 1 / 3], abs=0.05)


def test_backs_and_covered_tiles_are_there_and_printed_dominoes_are_not() -> None:
    where = Seen(60, score=0.5, state="part", state_sure=0.5)
    real = [label_of(where, (5, 2), face_up=False), label_of(where, (5, 2), shown=0.6)]
    printed = replace(label_of(where, (5, 2)), printed=True)
    hidden = label_of(where, (5, 2), shown=0.3)
    always = [there([sight([where], [one])] * 50)[0] for one in (*real, printed, hidden)]
    assert [weight > 0 for weight in always] == [True, True, False, False]


def test_everything_is_fitted_one_after_the_other() -> None:
    good, bad = Seen(60), Seen(60, values=(5, 2), sure=(0.6, 0.99), score=0.4)
    seen = [sight([good], [label_of(good, (5, 2))])] * 60 + [sight([bad], [label_of(good, (6, 2))])] * 20
    trust = fitted(seen)
    found = [trial(one, trust) for one in seen]
    sure = [float(trust.confidence(one.evidence)[0]) for one in (found[0], found[-1])]
    assert sure[0] > 0.9 > 0.2 > sure[1]
    assert sure[1] < trust.sure <= sure[0]
