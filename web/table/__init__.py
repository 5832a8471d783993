"""The page of a live table: what the camera sees, what the umpire says of it, and what people answer.

`watching` is the thread that looks, `camera` the one camera of a server, `view` what a page shows of a table
(`words` says its acts in words), `picture` the camera's picture, `pages` the routes.
"""
