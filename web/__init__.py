"""The outermost room: command line, pages and the store of games."""
