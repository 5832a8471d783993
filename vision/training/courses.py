"""What each net learns from, how long, and how its progress is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.maps import STATES, VALUES
from vision.training import face_data, finder_data
from vision.training.loop import Course
from vision.training.losses import face_loss, finder_loss
from vision.training.nets import FaceNet, FinderNet
from vision.training.streams import Batch, FaceStream, FinderStream, face_batch, finder_batch, proposer

SEED = 1
_CHECK_SEED = 2


def finder_course(steps: int) -> Course:
    """How the finder is trained."""

    def loss(net: nn.Module, batch: Batch) -> Tensor:
        picture, *rest = batch
        return finder_loss(net(picture.to(memory_format=torch.channels_last)), *rest)

    def check(net: nn.Module) -> str:
        net.eval()
        examples = [finder_data.finder_example(_CHECK_SEED, n) for n in range(64)]
        hits = misses = extras = 0
        with torch.no_grad():
            for one in examples:
                picture, heats, *_ = finder_batch([one])
                heat = torch.sigmoid(net(picture)[:, :1])
                top = torch.nn.functional.max_pool2d(heat, 3, 1, 1)
                peaks = (heat == top) & (heat > 0.3)
                near = torch.nn.functional.max_pool2d(peaks.float(), 3, 1, 1)
                true = heats[:, :1] > 0.999
                near_true = torch.nn.functional.max_pool2d(true.float(), 3, 1, 1)
                hits += int((true & (near > 0)).sum())
                misses += int((true & (near == 0)).sum())
                extras += int((peaks & (near_true == 0)).sum())
        return (
            f"found {hits / max(hits + misses, 1):.4f} of tiles, {extras / max(hits + misses, 1):.4f} extra"
        )

    return Course("finder", FinderNet, lambda step: FinderStream(SEED, step, steps), loss, check, steps, 2e-3)


def face_course(steps: int, weights: Path) -> Course:
    """How the face net is trained; the finder in the folder `weights` proposes what may be tiles."""
    propose = proposer(weights)

    def loss(net: nn.Module, batch: Batch) -> Tensor:
        pixels, values, state, shifts, pips = batch
        vector, heat = net(pixels.to(memory_format=torch.channels_last))
        return face_loss(vector, heat, values, state, shifts, pips)

    def check(net: nn.Module) -> str:
        net.eval()
        found = [one for n in range(60) for one in face_data.cutouts(_CHECK_SEED, n, propose)]
        pixels, values, state, shifts, _ = face_batch(found)
        with torch.no_grad():
            vector = net(pixels)[0]
        guess = torch.stack([vector[:, :VALUES].argmax(1), vector[:, VALUES : 2 * VALUES].argmax(1)], dim=1)
        up = state == 0
        right = guess == values
        high = up[:, None] & (values > 6)
        guessed = vector[:, 2 * VALUES : 2 * VALUES + len(STATES)].argmax(1)
        states = (guessed == state)[state != face_data.UNKNOWN]
        off = (vector[up][:, 2 * VALUES + len(STATES) :] - shifts[up].flatten(1)).abs().numpy()
        return (
            f"halves {float(right[up].float().mean()):.4f}, above 6 {float(right[high].float().mean()):.4f}, "
            f"tiles {float(right[up].all(1).float().mean()):.4f}, states {float(states.float().mean()):.4f}, "
            f"corners off {np.percentile(off, 50):.4f} {np.percentile(off, 95):.4f}"
        )

    def stream(step: int) -> FaceStream:
        return FaceStream(SEED, step, steps, weights)

    return Course("face", FaceNet, stream, loss, check, steps, 2e-3)
