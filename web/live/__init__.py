"""A table that is watched: one round as a fold of what comes in, from a camera and from people.

`events` are what comes in, `fold` makes the umpire's state of them, `table` lets things happen and keeps
them through a `sink`. `eye` is what looks at frames.
"""
