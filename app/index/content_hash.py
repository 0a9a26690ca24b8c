"""Hashes of what was read: of a document as a whole, and of what is embedded of a passage."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from app.core.types import searchable_text
from app.index.text import clean_text


def hash_document(
    pages: Iterable[tuple[int, str | None, str]], passages: Iterable[tuple[str, str, str]]
) -> str:
    """Of everything that was read and split: pages as index, label and text, passages as heading,
    text and spans (as they are stored). What is stored gives the same as what was read."""
    digest = hashlib.sha256()
    for index, label, text in pages:
        clean = clean_text(text)
        name = None if label is None else clean_text(label)
        digest.update(f"{index} {name} {len(clean)}\n".encode())
        digest.update(clean.encode())
    for heading, text, spans in passages:
        clean = clean_text(heading)
        digest.update(f"{len(clean)} {clean} {spans}\n".encode())
        digest.update(clean_text(text).encode())
    return digest.hexdigest()


def hash_embedded(heading: str, text: str) -> bytes:
    """Of what is embedded of a passage, 16 bytes: equal text, equal vector."""
    return hashlib.sha256(searchable_text(heading, text).encode()).digest()[:16]
