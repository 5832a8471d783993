"""The two nets, small enough for a Raspberry Pi: one finds tiles in a picture, one reads a cut-out tile."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.maps import FINDER_MAPS, LARGEST_VALUE, STATES


def _conv(before: int, after: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    """Two convolutions beside a short cut (He et al. 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )
        self.after = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.after(x + self.second(self.first(x)))  # type: ignore[no-any-return]


class FinderNet(nn.Module):
    """Picture (N x 3 x H x W, sides multiples of 32) to maps (N x FINDER_MAPS x H/4 x W/4).

    An encoder with strides 4 to 32 and a way back to stride 4 (Ronneberger et al. 2015). Heats are logits.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2), _Block(24))
        self.down8 = nn.Sequential(_conv(24, 48, 2), _Block(48), _Block(48))
        self.down16 = nn.Sequential(_conv(48, 64, 2), _Block(64), _Block(64))
        self.down32 = nn.Sequential(_conv(64, 96, 2), _Block(96))
        self.narrow32, self.at16 = _conv(96, 64, kernel=1), _conv(64, 64)
        self.narrow16, self.at8 = _conv(64, 48, kernel=1), _conv(48, 48)
        self.narrow8, self.widen4, self.at4 = (
            _conv(48, 32, kernel=1),
            _conv(24, 32, kernel=1),
            _conv(32, 32),
        )
        self.heats = nn.Conv2d(32, 2, 1)
        self.shape = nn.Sequential(_conv(32, 32), nn.Conv2d(32, FINDER_MAPS - 2, 1))
        self.bigger = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.heats.bias, -4.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        """Maps of pictures."""
        x4 = self.stem(x)
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        x16 = self.at16(x16 + self.bigger(self.narrow32(x32)))
        x8 = self.at8(x8 + self.bigger(self.narrow16(x16)))
        x4 = self.at4(self.widen4(x4) + self.bigger(self.narrow8(x8)))
        return torch.cat([self.heats(x4), self.shape(x4)], dim=1)


class FaceNet(nn.Module):
    """Cut-out tiles (N x 3 x 80 x 128) to a vector each  and a map of pips (N x 1 x 20 x 32).

    The vector holds, in this order: logits of the first half's value, of the second's, of the state, and the
    shifts of the four corners. See `vision.maps`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 28, 2), _Block(28))
        self.down8 = nn.Sequential(_conv(28, 56, 2), _Block(56))
        self.down16 = nn.Sequential(_conv(56, 96, 2), _Block(96))
        self.first, self.second = (nn.Linear(4 * 5 * 96, LARGEST_VALUE + 1) for _ in range(2))
        self.narrow = _conv(96, 24, kernel=1)
        self.rest = nn.Linear(8 * 5 * 24, len(STATES) + 8)
        self.narrow8, self.pips = _conv(56, 28, kernel=1), nn.Sequential(_conv(28, 16), nn.Conv2d(16, 1, 1))
        self.bigger = nn.Upsample(scale_factor=2, mode="nearest")
        self.drop = nn.Dropout(0.1)
        nn.init.constant_(self.pips[1].bias, -3.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors and maps of pips of cut-outs."""
        x4 = self.stem(x)
        x8 = self.down8(x4)
        x16 = self.drop(self.down16(x8))
        first, second = x16[..., :4].flatten(1), x16[..., 4:].flatten(1)
        rest = self.rest(self.narrow(x16).flatten(1))
        vector = torch.cat([self.first(first), self.second(second), rest], dim=1)
        return vector, self.pips(x4 + self.bigger(self.narrow8(x8)))
