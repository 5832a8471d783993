"""The games: one append-only stream of typed events each, folded to its state, kept in a database."""
