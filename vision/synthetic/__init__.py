"""Pictures of dominoes that we make ourselves, with their truth. Not in the wheel."""
