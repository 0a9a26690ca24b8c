"""From a folder to passages: scan, read, split, store."""
