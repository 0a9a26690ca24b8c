"""The library: what is stored, and the two indexes that find passages in it."""
