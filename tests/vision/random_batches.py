"""Batches of random numbers, in a module of their own so that another process can import it. Needs torch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs pip install '.[training]'", exc_type=ImportError)

STEPS = 8


class RandomBatches(torch.utils.data.IterableDataset[Any]):  # type: ignore[misc]
    """A batch for each step, always the same one."""

    def __init__(self, step: int) -> None:
        self.step = step

    def __iter__(self) -> Iterator[Any]:
        for step in range(self.step, STEPS):
            generator = torch.Generator().manual_seed(step)
            yield (torch.randn(4, 2, 6, 6, generator=generator),)
