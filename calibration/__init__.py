"""Where the camera stands and what its tiles look like: the table's plane, its lens, later the tile set.

It takes arrays (outlines of tiles, crops with their values, marker corners) and gives values; it imports no
`vision` and no `web`, and opens no file. A photo of leftover tiles is read without anything saved beforehand.
"""
