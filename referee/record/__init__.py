"""A game as text, in the order in which it happened: `.train` files (`docs/record.md`)."""

from referee.record.lines import read_line
from referee.record.reader import OpenRecord, open_record, read
from referee.record.values import Header, Record, RecordError, RecordLine
from referee.record.writer import compose, line_text, write

__all__ = [
    "Header",
    "OpenRecord",
    "Record",
    "RecordError",
    "RecordLine",
    "compose",
    "line_text",
    "open_record",
    "read",
    "read_line",
    "write",
]
