"""How well and how fast dominoes are read, measured. Not in the wheel."""
