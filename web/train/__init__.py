"""The scores of a game as a record (`.train`, see `docs/record.md`), written and read back."""
