"""Text as it is stored."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean_text(text: str) -> str:
    """`text` with lone surrogates, which no database takes, as U+FFFD: one for one, so that
    spans stay right."""
    return _SURROGATE.sub("\ufffd", text)


def path_to_db(path: str) -> str | bytes:
    """`path` as stored: text, or bytes where the file's name is not valid Unicode."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return path.encode("utf-8", errors="surrogateescape")
    return path


def path_from_db(value: str | bytes) -> str:
    """The path that `path_to_db` was given."""
    return value if isinstance(value, str) else value.decode("utf-8", errors="surrogateescape")
