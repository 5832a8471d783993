"""The sheet of a game, and the history of each count on it."""
