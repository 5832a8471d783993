"""Which of the umpire's questions are still open."""

from __future__ import annotations

from referee.umpire import Watch


def open_questions(watch: Watch) -> tuple[int, ...]:
    """The numbers (from 0, in `watch.questions`) of those that nobody has answered and that still matter."""
    causes = {item.cause for batch in watch.batches for item in batch.items}
    named = {row for row, _ in watch.beliefs[0][0].owners}
    found = []
    for number, question in enumerate(watch.questions):
        if question.cause is not None:
            row = None if question.place is None else question.place[0]
            if question.cause in causes - watch.pins.keys() and row not in named:
                found.append(number)
        elif question.place in watch.held:
            found.append(number)
    return tuple(found)
