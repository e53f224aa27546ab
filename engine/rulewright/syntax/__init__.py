"""Text to surface tree and back: `parse`, `show`, and the tree itself in `ast`."""

from __future__ import annotations
