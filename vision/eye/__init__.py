"""The eye over a live table: frames in, what lies there out.

`look` takes a frame and gives a `Glance`; what has to be remembered from frame to frame is a `Memory`.
"""

from vision.eye.looking import Eye, Glance, Memory, look

__all__ = ["Eye", "Glance", "Memory", "look"]
