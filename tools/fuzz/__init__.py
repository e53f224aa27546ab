"""Damaged rules files: whatever stands in a file, reading and playing it ends soon, in a game or in messages."""
