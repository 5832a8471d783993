"""Training can be stopped at any time; needs torch, which `make test` does not install."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs pip install '.[training]'", exc_type=ImportError)

from random_batches import STEPS, RandomBatches  # noqa: E402

from vision.training import loop  # noqa: E402
from vision.training.loop import Course, train  # noqa: E402


class Stopped(Exception):
    """Stands for a person who stops the training."""


def net() -> Any:
    return torch.nn.Sequential(torch.nn.Conv2d(2, 3, 3), torch.nn.BatchNorm2d(3), torch.nn.Conv2d(3, 1, 1))


class Loss:
    """Counts its calls, and raises `Stopped` at one of them."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.calls, self.stop_at = 0, stop_at

    def __call__(self, net: Any, batch: Any) -> Any:
        if self.calls == self.stop_at:
            raise Stopped
        self.calls += 1
        return ((net(batch[0]) - 1) ** 2).mean()


def course(loss: Loss) -> Course:
    return Course("tiny", net, RandomBatches, loss, lambda net: "checked", STEPS, 2e-2)


@pytest.fixture(autouse=True)
def _saves_at_every_step(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(loop, "_SAVE_EVERY", -1.0)
    threads = torch.get_num_threads()
    yield
    torch.set_num_threads(threads)


def test_training_goes_on_where_it_was_stopped_and_comes_to_the_same_end(tmp_path: Path) -> None:
    lines: list[str] = []
    whole = train(course(Loss()), tmp_path / "whole", lines.append)
    assert lines[-1].startswith(f"0 min, step {STEPS} of {STEPS}, loss ")
    assert lines[-1].endswith(", checked")

    with pytest.raises(Stopped):
        train(course(Loss(stop_at=3)), tmp_path / "parts", lines.append)
    assert torch.load(tmp_path / "parts" / "tiny.pt", weights_only=True)["step"] == 3
    rest = Loss()
    parts = train(course(rest), tmp_path / "parts", lines.append)
    assert rest.calls == STEPS - 3
    assert torch.load(tmp_path / "parts" / "tiny.pt", weights_only=True)["step"] == STEPS
    for name, value in whole.state_dict().items():
        assert torch.allclose(value, parts.state_dict()[name], atol=1e-6), name


def test_a_finished_training_has_nothing_left_to_do(tmp_path: Path) -> None:
    done = train(course(Loss()), tmp_path, print)
    again = Loss()
    same = train(course(again), tmp_path, print)
    assert again.calls == 0
    for name, value in done.state_dict().items():
        assert torch.equal(value, same.state_dict()[name])


def test_what_was_saved_stays_whole_when_saving_is_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(course(Loss()), tmp_path, print)
    kept = (tmp_path / "tiny.pt").read_bytes()

    def half_written(state: Any, place: Path) -> None:
        place.write_bytes(b"half")
        raise Stopped

    monkeypatch.setattr(torch, "save", half_written)
    with pytest.raises(Stopped):
        train(course(Loss()), tmp_path, print)
    assert (tmp_path / "tiny.pt").read_bytes() == kept


def test_training_makes_the_loss_smaller(tmp_path: Path) -> None:
    values: list[float] = []

    def tell(line: str) -> None:
        values.append(float(line.split("loss ")[1].split(",")[0]))

    train(replace(course(Loss()), rate=0.5), tmp_path, tell)
    assert len(values) == STEPS + 1
    assert values[STEPS - 1] < values[0]
