"""Readers: one module per file format, each turning a file into pages of clean text."""
