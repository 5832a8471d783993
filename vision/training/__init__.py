"""Training of the nets that find and read dominoes; needs torch, and is not part of the installed program."""
