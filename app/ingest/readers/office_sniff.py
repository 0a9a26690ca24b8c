"""What a file is that has the name of an office document or a book, and is no ZIP archive."""

from __future__ import annotations

from pathlib import Path

from app.core.errors import DocumentError

ZIP_MAGIC = frozenset((b"PK\x03\x04", b"PK\x05\x06"))
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # [MS-CFB] 2.2
LOCKED_STREAM = "EncryptedPackage"  # of an OLE file around a locked document
_HEAD_BYTES = 4096
_DIRECTORY_BYTES = 64 << 20  # where the names of an OLE file's streams are looked for
_CHUNK_BYTES = 1 << 20


def explain_no_zip(path: Path) -> DocumentError:
    """The error that tells what the file at `path` is, which begins like no ZIP archive."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    if head.startswith(OLE_MAGIC):
        return DocumentError(
            "This is a document of the old Office kind, whatever its name says.",
            why="It is from before 2007 (.doc, .xls, .ppt), or was saved so.",
            next_step="Open it in Office or LibreOffice, save it as .docx, .xlsx or .pptx, "
            "then add that.",
        )
    return explain_other(head)


def explain_other(head: bytes) -> DocumentError:
    """The error that tells what a file that begins with `head` is instead."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    name_it_right = "Give it its right name, or save it again in the format that its name says."
    if head.startswith(b"%PDF-"):
        why = "It is a PDF, whatever its name says."
    elif head.startswith(b"{\\rtf"):
        why = "It is a rich-text document (.rtf), whatever its name says."
    elif head[:4] in ZIP_MAGIC:
        why = "It is a ZIP archive or a newer office document, whatever its name says."
    elif head.startswith(OLE_MAGIC):
        why = "It is a document of the old Office kind, whatever its name says."
    elif head.startswith((b"\x89PNG", b"\xff\xd8\xff", b"GIF8")):
        why = "It is a picture, whatever its name says."
    elif start.startswith((b"<!doctype html", b"<html", b"<head", b"<meta")) or b"<html" in start:
        return DocumentError(
            "This is not what its name says.",
            why="It is a web page saved under this name, often a failed download or export.",
            next_step="Download the document again, or rename it to end in .html.",
        )
    elif start.startswith(b"<?xml"):
        why = "It is an XML file, whatever its name says."
    elif not any(head):
        return DocumentError(
            "The file holds nothing but zeros.",
            why="The copy or download of it never ended, or the disk is damaged.",
            next_step="Get the file again.",
        )
    elif b"\0" not in head:
        why = "It is a text file, whatever its name says."
    else:
        return DocumentError(
            "The file is damaged, or not what its name says.",
            why="It does not begin like a document of this kind.",
            next_step="Get the file again.",
        )
    return DocumentError("This is not what its name says.", why=why, next_step=name_it_right)


def has_ole_stream(path: Path, name: str) -> bool:
    """Whether an OLE file has a stream of this name: its directory holds names in UTF-16."""
    wanted = name.encode("utf-16-le")
    before = b""
    with path.open("rb") as stream:
        if stream.read(len(OLE_MAGIC)) != OLE_MAGIC:
            return False
        for _ in range(_DIRECTORY_BYTES // _CHUNK_BYTES):
            chunk = stream.read(_CHUNK_BYTES)
            if not chunk:
                return False
            if wanted in before + chunk:
                return True
            before = chunk[-len(wanted) :]
    return False
