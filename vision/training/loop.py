"""The training loop: saves every five minutes, goes on where it stopped, and writes a log."""

from __future__ import annotations

import copy
import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from vision.training.streams import Batch

_SAVE_EVERY = 300.0
"""Seconds."""

_DECAY = 0.999


@dataclass(frozen=True)
class Course:
    """How one net is trained: how it is made, its batches from a step on, its loss, and how good it is."""

    name: str
    net: Callable[[], nn.Module]
    stream: Callable[[int], Any]
    loss: Callable[[nn.Module, Batch], Tensor]
    check: Callable[[nn.Module], str]
    steps: int
    rate: float


def train(course: Course, folder: Path, tell: Callable[[str], None]) -> nn.Module:
    """Train from nothing, or from the state kept in `folder`; gives the averaged net, ready to be exported.

    AdamW with a short warm-up and a cosine end; the weights are averaged along the way (Polyak).
    """
    torch.manual_seed(0)
    torch.set_num_threads(max((os.cpu_count() or 2) - 1, 1))
    net = _channels_last(course.net())
    average: nn.Module = copy.deepcopy(net).eval().requires_grad_(False)
    optimiser = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=0.02)
    kept = folder / f"{course.name}.pt"
    step, spent = 0, 0.0
    if kept.is_file():
        state = torch.load(kept, weights_only=True)
        net.load_state_dict(state["net"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step, spent = state["step"], state["spent"]
    folder.mkdir(parents=True, exist_ok=True)
    begun = saved = time.monotonic()
    recent: list[float] = []

    def save() -> None:
        state = {
            "net": net.state_dict(),
            "average": average.state_dict(),
            "optimiser": optimiser.state_dict(),
            "step": step,
            "spent": spent + time.monotonic() - begun,
        }
        torch.save(state, kept.with_suffix(".part"))
        kept.with_suffix(".part").replace(kept)
        mean = sum(recent) / max(len(recent), 1)
        minutes = (spent + time.monotonic() - begun) / 60
        tell(f"{minutes:.0f} min, step {step} of {course.steps}, loss {mean:.3f}, {course.check(average)}")
        recent.clear()

    for batch in _batches(course, step):
        for group in optimiser.param_groups:
            group["lr"] = course.rate * _schedule(step / course.steps, step)
        net.train()
        loss = course.loss(net, batch)
        optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        recent.append(float(loss.detach()))
        _follow(average, net, min(_DECAY, (1 + step) / (20 + step)))
        if time.monotonic() - saved > _SAVE_EVERY:
            save()
            saved = time.monotonic()
    save()
    return average


def _channels_last(net: nn.Module) -> nn.Module:
    """`net` with the memory order in which convolutions on a processor are fastest."""
    for parameter in net.parameters():
        if parameter.dim() == 4:
            parameter.data = parameter.data.contiguous(memory_format=torch.channels_last)
    return net


def _batches(course: Course, step: int) -> Iterator[Batch]:
    # Spawned, as OpenCV's threads do not survive a fork.
    loader = DataLoader(
        course.stream(step),
        batch_size=None,
        num_workers=1,
        prefetch_factor=6,
        multiprocessing_context="spawn",
    )
    return iter(loader)


def _schedule(done: float, step: int) -> float:
    return min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(done, 1.0))))


def _follow(average: nn.Module, net: nn.Module, decay: float) -> None:
    with torch.no_grad():
        for mean, now in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(now, 1 - decay)
            else:
                mean.copy_(now)
