"""What goes wrong while the camera, the table or the tiles are measured."""

from __future__ import annotations


class CalibrationError(ValueError):
    """Something can't be measured from what is seen; the message is a sentence that says what to do."""


class ProfileError(CalibrationError):
    """A kept profile that can't be read; the message is a sentence that says what to do."""
