"""The hash by which the window, the page child and the library tell whether a page's text is one
and the same."""

from __future__ import annotations

import hashlib


def hash_text(text: str) -> str:
    """SHA-256 of the text's UTF-8, in hexadecimal; a lone surrogate, of which stored texts hold
    none, counts as if it could be encoded."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
