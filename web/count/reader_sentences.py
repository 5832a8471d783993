"""What the reader has to say of a photo, a tile or a refused picture, in sentences that can be translated."""

from __future__ import annotations

from flask_babel import LazyString, lazy_gettext

from vision.reading import Notice, TileReading
from vision.refusal import Reason

NOTICES: dict[Notice, LazyString] = {
    Notice.NO_TILES: lazy_gettext(
        "No dominoes were found: lay them face up on a plain ground, camera above them."
    ),
    Notice.UNREAD: lazy_gettext(
        "Something here may be a domino that was not read: compare the outlines with the tiles."
    ),
    Notice.CUT_OFF: lazy_gettext(
        "A domino is cut off or covered and was not counted: take a photo that shows all of it."
    ),
    Notice.DUPLICATE: lazy_gettext(
        "The same domino was read twice, which one set does not have: check both."
    ),
    Notice.TOO_DARK: lazy_gettext("The picture is dark: more light makes the reading surer."),
    Notice.TOO_SMALL: lazy_gettext("The dominoes are small in the picture: hold the camera nearer."),
    Notice.BLURRED: lazy_gettext("The picture is blurred: hold the camera still."),
    Notice.GLARE: lazy_gettext(
        "Light shines off a domino and may hide its pips: move the lamp or the camera a little."
    ),
    Notice.SLANTED: lazy_gettext("The camera looks from the side: hold it more from above."),
}

_FACE_DOWN = lazy_gettext("Face down: not counted.")
_CUT_OFF = lazy_gettext("Cut off or covered: not counted.")
_UNREAD = lazy_gettext("Not read: choose both numbers.")
_CHECK = lazy_gettext("Please check.")


def doubt(reading: TileReading) -> LazyString | None:
    """What a person should know about one read tile; None where the reading is sure."""
    if reading.face == "down":
        return _FACE_DOWN
    if not reading.whole:
        return _CUT_OFF
    if reading.tile is None:
        return _UNREAD
    return _CHECK if reading.review else None


PICTURE_FAULTS: dict[Reason, tuple[int, LazyString]] = {
    Reason.EMPTY: (422, lazy_gettext("This file is empty: choose it again, or take a new photo.")),
    Reason.NOT_A_PICTURE: (415, lazy_gettext("This file is not a picture: choose a photo.")),
    Reason.UNSUPPORTED: (
        415,
        lazy_gettext("Pictures of this kind can't be read here: send it as JPEG, PNG or WebP."),
    ),
    Reason.TOO_MANY_BYTES: (
        413,
        lazy_gettext(
            "This photo is larger than 40 MB: save a smaller copy, or take it at a lower resolution."
        ),
    ),
    Reason.TOO_MANY_PIXELS: (
        413,
        lazy_gettext(
            "This picture has over 65 million pixels: save a smaller copy, or take it at a lower resolution."
        ),
    ),
    Reason.DAMAGED: (
        422,
        lazy_gettext("This picture is damaged or incomplete: copy or send it again, or take a new photo."),
    ),
    Reason.HEIC_MISSING: (
        415,
        lazy_gettext(
            "HEIC pictures can't be read on this computer: take the photo here, or send it as JPEG."
        ),
    ),
    Reason.UNREADABLE: (
        422,
        lazy_gettext("This picture can't be read: choose it again, or take a new photo."),
    ),
}
"""The status and the sentence for each reason why a picture is refused."""
