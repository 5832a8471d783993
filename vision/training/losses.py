"""What training minimises."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from vision.crops import LENGTH, MARGIN, WIDTH
from vision.maps import STATES, STRIDE, VALUES
from vision.training.face_data import UNKNOWN

_ACROSS = slice(MARGIN // STRIDE, (MARGIN + WIDTH) // STRIDE)
_ALONG = slice(MARGIN // STRIDE, (MARGIN + LENGTH) // STRIDE)


def heat_loss(logits: Tensor, heats: Tensor, care: Tensor) -> Tensor:
    """Focal loss for heats whose middles are 1 and whose slopes count less (Law and Deng 2018).

    `logits` and `heats` N x C x H x W, `care` N x H x W.
    """
    chance = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    middle = (heats > 0.999).float()
    hit = middle * (1 - chance) ** 2 * torch.log(chance)
    miss = (1 - middle) * (1 - heats) ** 4 * chance**2 * torch.log(1 - chance)
    return -((hit + miss) * care[:, None]).sum() / middle.sum().clamp(min=1)


def finder_loss(maps: Tensor, heats: Tensor, shape: Tensor, inner: Tensor, care: Tensor) -> Tensor:
    """Heats of middles, and shapes (L1) where tiles are. Shapes as `FinderExample` has them."""
    difference = (maps[:, 2:] - shape).abs() * inner[:, None]
    return heat_loss(maps[:, :2], heats, care) + 2.0 * difference.sum() / (6 * inner.sum()).clamp(min=1)


def face_loss(
    vector: Tensor, pips: Tensor, values: Tensor, state: Tensor, shifts: Tensor, pip_heat: Tensor
) -> Tensor:
    """Values of both halves where they show, state, corners, pips. Shapes as `Cutout` has them, N first."""
    smooth = 0.02
    value_loss = sum(
        functional.cross_entropy(
            vector[:, half * VALUES : (half + 1) * VALUES],
            values[:, half],
            ignore_index=UNKNOWN,
            reduction="sum",
            label_smoothing=smooth,
        )
        for half in (0, 1)
    ) / (values != UNKNOWN).sum().clamp(min=1)
    states = vector[:, 2 * VALUES : 2 * VALUES + len(STATES)]
    state_loss = functional.cross_entropy(states, state, ignore_index=UNKNOWN, label_smoothing=smooth)
    there = (state != STATES.index("none")).float()
    off = (vector[:, 2 * VALUES + len(STATES) :] - shifts.flatten(1)).abs().mean(dim=1)
    corner_loss = (off * there).sum() / there.sum().clamp(min=1)
    # Around the tile neighbours' pips may show, of which the map says nothing.
    within = torch.zeros_like(pip_heat)
    within[:, _ACROSS, _ALONG] = 1
    known = within * (values != UNKNOWN).all(dim=1).float()[:, None, None] * (pip_heat >= 0).float()
    pip_loss = heat_loss(pips, pip_heat[:, None].clamp(min=0), known)
    return value_loss + state_loss + 12.0 * corner_loss + 0.25 * pip_loss
