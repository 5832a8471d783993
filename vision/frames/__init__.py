"""Frames from a camera, an address, a video file or a folder of pictures, all by the same way.

`source` says what a person named, `opening` opens it, `link` keeps it open, `newest` reads it in a thread and
keeps the newest frame; `in_order` gives every frame of something stored. `cameras` lists what is there.
"""
