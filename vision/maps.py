"""What the nets' outputs mean: the one place that training and reading share."""

from __future__ import annotations

STRIDE = 4
"""Pixels of the picture a cell of a map, both nets."""

FINDER_MAPS = 8
"""Maps of the finder: heat of tile centres, heat of half centres, and the shape of the tile (6).

A tile is a parallelogram c +- u +- v, u along it and v across, both known up to their sign: so the shape is
cos and sin of twice the angle of u, log of its length, and the same of v (lengths in pixels)."""

LARGEST_VALUE = 18

STATES = ("up", "down", "part", "none", "printed")
"""What a cut-out shows: a whole tile face up, one face down, one cut or covered, none, a picture of one."""

VALUES = LARGEST_VALUE + 1
FACES = 2 * VALUES + len(STATES) + 8
"""Numbers that the face net gives for a cut-out: two halves' values, the state, shifts of four corners."""
