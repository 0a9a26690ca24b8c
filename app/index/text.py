"""Text as it is stored."""

from __future__ import annotations

import hashlib
import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean_text(text: str) -> str:
    """`text` with lone surrogates, which no database takes, as U+FFFD: one for one, so that
    spans stay right."""
    return _SURROGATE.sub("\ufffd", text)


def hash_text(text: str) -> str:
    """SHA-256 of the text's UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
