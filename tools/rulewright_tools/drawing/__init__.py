"""Boards for others to read: as data, as rules text, as a picture. In: a play. Out: texts."""
