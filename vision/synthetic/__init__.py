"""Pictures of dominoes that we make ourselves: one description of a scene, two ways to make a picture of it.

`scene` describes, `arrange` lays tiles out, `painter` (fast) and `blender` (true light) make the picture, and
`truth` says what is to be read in it, from the description alone.
"""
