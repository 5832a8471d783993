"""Joining: a code or a QR opens a game to a phone, which takes a seat or watches; a key makes a host."""
