"""The sheet, to take along: on paper, as a picture, as a table, as a record."""
