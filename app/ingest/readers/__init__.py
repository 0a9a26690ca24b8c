"""One module per document format, each turning a file into pages of text."""
