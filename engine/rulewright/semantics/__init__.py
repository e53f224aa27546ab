"""From the surface tree to the core tree: composing, what names mean, types, lowering, and every check."""
