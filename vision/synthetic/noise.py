"""Random textures that continue at their edges, made by shaping white noise in the frequency domain."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Field = npt.NDArray[np.float32]


def smooth_noise(
    shape: tuple[int, int],
    rng: np.random.Generator,
    size: float,
    stretch: float = 1.0,
    roughness: float = 0.0,
) -> Field:
    """Noise of mean 0 and deviation 1 whose blobs are about `size` pixels high and `stretch` times as wide.

    With `roughness` (0 to 1) smaller blobs come in too. The field repeats without a seam.
    """
    rows = np.fft.fftfreq(shape[0])[:, None] * size
    columns = np.fft.rfftfreq(shape[1])[None, :] * size * stretch
    radius = np.sqrt(rows**2 + columns**2)
    weight = np.exp(-((radius * 2) ** 2)) + roughness / (1 + (radius * 4) ** 2)
    weight[0, 0] = 0
    spectrum = np.fft.rfft2(rng.standard_normal(shape).astype(np.float32)) * weight
    field = np.fft.irfft2(spectrum, s=shape).astype(np.float32)
    return np.asarray(field / max(float(field.std()), 1e-6), dtype=np.float32)


_BANK = 512


@lru_cache(maxsize=160)
def _bank(size: float, stretch: float, roughness: float) -> Field:
    rng = np.random.default_rng([int(size * 100), int(stretch * 100), int(roughness * 100)])
    return smooth_noise((_BANK, _BANK), rng, size, stretch, roughness)


def swatch(
    shape: tuple[int, int],
    rng: np.random.Generator,
    size: float,
    stretch: float = 1.0,
    roughness: float = 0.0,
) -> Field:
    """A random piece of a field such as `smooth_noise` makes, cut from a stored one: much faster.

    `size` is kept to steps of half an octave; a piece larger than the stored field repeats it.
    """
    step = float(2 ** (round(np.log2(max(size, 0.5)) * 2) / 2))
    rows, columns = (np.arange(length) + int(rng.integers(_BANK)) for length in shape)
    return _bank(step, stretch, roughness)[np.ix_(rows % _BANK, columns % _BANK)]
