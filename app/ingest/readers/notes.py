"""What is said of a document that was read, but not all of it: one or more sentences each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from app.core.types import Page
from app.ingest.readers.base import FAILED_PAGE, GIBBERISH_PAGE


@runtime_checkable
class TellsNotes(Protocol):
    """An open document that has something to say about itself."""

    def notes(self) -> tuple[str, ...]:
        """Whole sentences, once the pages have been read."""


def gibberish(count: int, pages: int) -> str:
    """Pages whose text is none."""
    return (
        f"{count} of {pages} pages hold no readable text: their fonts do not say which letters "
        "they draw."
    )


def unread(count: int, pages: int) -> str:
    """Pages that stopped every reader."""
    return f"{count} of {pages} pages could not be read."


def attached(count: int) -> str:
    """Files inside the document."""
    return f"Files attached to the document, which are not read: {count}. Save them beside it."


def attachments_unread(count: int) -> str:
    """Attachments of a message."""
    return f"Attachments of the message that are not read: {count}. It names them, and why."


def messages_cut(count: int) -> str:
    """A mailbox of more messages than are read."""
    return f"Only the first {count} messages of this mailbox were read."


def rows_cut(count: int) -> str:
    """A table of more rows than are read."""
    return f"Only the first {count} rows of this table were read."


def notes_on_pages(pages: Sequence[Page]) -> tuple[str, ...]:
    """What is to be said of pages that came out without their text."""
    found = []
    for reader, say in ((GIBBERISH_PAGE, gibberish), (FAILED_PAGE, unread)):
        count = sum(page.reader == reader for page in pages)
        if count:
            found.append(say(count, len(pages)))
    return tuple(found)
