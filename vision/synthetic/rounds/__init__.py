"""Whole rounds of Mexican Train as sequences of frames, with their true record.

`choice` says what is played, `playing` plays it by the rules (with a few faults, on purpose), `record` writes
down what somebody can know who sees the table alone, `places` says where everything lies, `script` when it
gets there and whose hand brings it. `plan` puts these together, without a single pixel; `shooting` makes the
frames and `folder` writes them.
"""
