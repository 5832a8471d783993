"""Which trains have a marker: a coin, a figure, a counter or a printed token at a train's end or head.

`step` takes what `vision.things` found in a reading and gives what is believed after it; `learn` makes a
`MarkerLook` of one picture of the marker, `look_of` of one that was seen on the table; by that `with_alike`
finds those that nothing else tells. `tokens_in` finds printed ones, which are sure.
"""

from vision.markers.alike import with_alike
from vision.markers.look import MarkerError, MarkerLook, learn, look_of
from vision.markers.over_time import Marker, Markers, step
from vision.markers.tokens import Token, tokens_in
from vision.markers.whose import Found, found_by

__all__ = [
    "Found",
    "Marker",
    "MarkerError",
    "MarkerLook",
    "Markers",
    "Token",
    "found_by",
    "learn",
    "look_of",
    "step",
    "tokens_in",
    "with_alike",
]
