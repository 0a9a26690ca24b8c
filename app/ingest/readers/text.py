"""Plain text files. The stored text is the whole file, decoded; it has no pages."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import NoTextError
from app.core.types import Page
from app.ingest.readers.base import FAILED_PAGE, read_whole_file
from app.ingest.readers.decode import decode_text

MAX_TEXT_BYTES = 64 * 1024 * 1024  # some 60 books; more is a log or data, not for reading


@dataclass(frozen=True, slots=True)
class WholeText:
    """A file whose text is its only page. `said` are its notes."""

    format: str
    title: str | None
    text: str
    reader: str
    said: tuple[str, ...] = ()

    @property
    def paged(self) -> bool:
        """Text files have no pages."""
        return False

    @property
    def page_count(self) -> int:
        """The whole file counts as page 0."""
        return 1

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the whole text as page 0."""
        if first == 0:
            failed = 0 in skip
            yield Page(0, None, "" if failed else self.text, FAILED_PAGE if failed else self.reader)

    def notes(self) -> tuple[str, ...]:
        """What is to be said of it; see `TellsNotes`."""
        return self.said

    def close(self) -> None:
        """Nothing is held open."""


def read_bytes(path: Path) -> bytes:
    """The file at `path`, where that is no larger than text may be.

    Raises DocumentError if it is too large or unreadable.
    """
    return read_whole_file(path, MAX_TEXT_BYTES)


def read_text(path: Path) -> str:
    """Clean text of the file at `path`.

    Raises NoTextError if it is empty, DocumentError if it is too large, not text, or unreadable.
    """
    data = read_bytes(path)
    text = decode_text(data)
    if not text.strip():
        raise NoTextError("The file is empty." if not data else "The file holds no text.")
    return text


def open_text(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a plain text file. Raises what `read_text` raises."""
    return WholeText("text", None, read_text(path), "text")
