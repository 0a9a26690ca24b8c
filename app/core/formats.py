"""Formats by what their stored text is: the splitter and the window both need to know."""

from __future__ import annotations

STRUCTURED_FORMATS = frozenset(
    (
        *("markdown", "docx", "odt", "rtf", "pptx", "odp", "xlsx", "ods", "xls", "csv"),
        *("html", "epub", "email", "mbox"),
    )
)
"""The formats whose stored text is Markdown, or looks like it: headings, lists and tables."""
