"""Where the camera stands and what its tiles look like: lens, table plane, tile set. Nothing needs it yet.

It takes arrays (outlines of tiles, crops with their values, marker corners) and gives values; it imports no
`vision` and no `web`. A photo of leftover tiles is read without any calibration.
"""
