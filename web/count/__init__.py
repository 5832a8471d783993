"""Counting a hand: its page, the draft that is being entered, what to check before it is saved."""
