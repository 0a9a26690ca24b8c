"""Why a file named .pdf cannot be opened, in words for the person who has it."""

from __future__ import annotations

import re
from pathlib import Path

from app.core.errors import DocumentError, UnsupportedFileError

_HEAD_BYTES = 1024  # readers accept the header anywhere in the first 1024 bytes
_TAIL_BYTES = 2048
_STATED_LENGTH = re.compile(rb"/Linearized[^>]{0,200}?/L\s+(\d+)")
_OTHER_KINDS = (
    (b"PK\x03\x04", "It is a ZIP archive or an office document"),
    (b"\xd0\xcf\x11\xe0", "It is an old office document"),
    (b"\x89PNG", "It is a picture"),
    (b"\xff\xd8\xff", "It is a picture"),
    (b"GIF8", "It is a picture"),
    (b"{\\rtf", "It is a rich-text document"),
    (b"%!PS", "It is a PostScript file"),
)


def explain_unreadable(path: Path, unknown_protection: bool = False) -> DocumentError:
    """The error that tells what the unreadable file at `path` seems to be."""
    head, tail = _ends_of(path)
    start = head.lstrip().lower()
    if unknown_protection:
        return DocumentError(
            "The document is protected in a way that cannot be opened here.",
            why="It is bound to another program's rights management.",
            next_step="Save or print an unprotected copy, then add that.",
        )
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<?xml")) or b"<html" in start:
        return DocumentError(
            "This is not a PDF.",
            why="It is a web page saved under the name of a PDF, often a failed download.",
            next_step="Download the document again.",
        )
    for magic, kind in _OTHER_KINDS:
        if head.startswith(magic):
            return DocumentError(
                "This is not a PDF.",
                why=f"{kind}, whatever its name says.",
                next_step="Give it its right name, or save it as a PDF.",
            )
    if b"%PDF-" not in head:
        return DocumentError("This is not a PDF.", why="It does not begin like one.")
    if b"%%EOF" not in tail or _is_shorter_than_stated(path, head):
        return DocumentError(
            "The PDF is incomplete.",
            why="Its end is missing, as after a broken download or copy.",
            next_step="Get the file again.",
        )
    return DocumentError("The PDF is damaged.", why="None of its pages can be found.")


def dynamic_form() -> UnsupportedFileError:
    """The file is an XFA form, which shows nothing but a request to wait."""
    return UnsupportedFileError(
        "This form opens in Adobe Reader only.",
        why="It is an XFA form, whose pages are made as it is opened.",
        next_step="Print it to a PDF there, then add that.",
    )


def _is_shorter_than_stated(path: Path, head: bytes) -> bool:
    """A linearized PDF states its length in its first object (ISO 32000-1, annex F)."""
    stated = _STATED_LENGTH.search(head)
    return stated is not None and path.stat().st_size < int(stated[1])


def _ends_of(path: Path) -> tuple[bytes, bytes]:
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
            stream.seek(max(0, path.stat().st_size - _TAIL_BYTES))
            return head, stream.read()
    except OSError:
        return b"", b""
