"""Mailboxes (MBOX): each message is a page, with what is attached to it below its text.

The messages are found once, by their places in the file, and read one at a time, so that a
mailbox of any size takes the memory of its largest message.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.core.errors import DocumentError, NoTextError
from app.core.types import Page
from app.ingest.readers.base import FAILED_PAGE, check_regular_file
from app.ingest.readers.eml import MailDocument, OpenAttachment
from app.ingest.readers.mail_message import parse_message
from app.ingest.readers.mail_text import NO_SUBJECT
from app.ingest.readers.notes import messages_cut
from app.ingest.structured import MAX_TITLE, StructuredText

MAX_MESSAGES = 20_000
MAX_MESSAGE_BYTES = 64 * 1024 * 1024
MAX_PAGE = 4_000_000  # characters of one message with all that is attached to it
_BLOCK = 4 * 1024 * 1024
_OVERLAP = 1024  # bytes; longer than a line that parts two messages and the one behind it
# The line that begins a message: behind a blank one, with a field of a head below it. Bodies
# that hold such a line have it quoted by ">" (RFC 4155, and the format "mboxrd").
_BEGINNING = re.compile(
    rb"From (?:(?<=\AFrom )|(?<=\n\nFrom )|(?<=\n\r\nFrom ))"  # a word first: quick to look for
    rb"[^\n]{0,400}\n(?:>From [^\n]{0,400}\n)?(?=[!-9;-~]{1,100}:)"
)
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a message is in the file; it begins behind its "From " line."""

    start: int
    end: int


class Mailbox:
    """An open mailbox. Used and closed by one thread."""

    format = "mbox"
    title = None
    paged = True

    def __init__(self, path: Path, open_by_kind: OpenAttachment) -> None:
        """Raises NoTextError if it holds no message, DocumentError if it is no mailbox."""
        size = check_regular_file(path)
        self._open_by_kind = open_by_kind
        try:
            self._stream = path.open("rb")
        except OSError as error:
            raise DocumentError("The file cannot be read.", why=f"{error.strerror}.") from error
        try:
            self._places, self._more = find_messages(self._stream, size)
        except OSError as error:
            self.close()
            raise DocumentError("The file cannot be read.", why=f"{error.strerror}.") from error
        if not self._places:
            self.close()
            if size == 0:
                raise NoTextError("The file is empty.")
            raise DocumentError("This is not a mailbox.", why="No message was found in it.")

    @property
    def page_count(self) -> int:
        """One for each message, and one that tells what was left out."""
        return len(self._places) + bool(self._more)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the messages; see `OpenDocument`."""
        for index in range(first, len(self._places)):
            if index in skip:
                yield Page(index, None, "", FAILED_PAGE)
            else:
                yield self._read(index)
        if self._more and first <= len(self._places):
            text = f"[{messages_cut(len(self._places))}]"
            yield Page(len(self._places), "…", text, self.format)

    def notes(self) -> tuple[str, ...]:
        """What is left out; see `TellsNotes`."""
        return (messages_cut(len(self._places)),) if self._more else ()

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()

    def _read(self, index: int) -> Page:
        place = self._places[index]
        if place.end - place.start > MAX_MESSAGE_BYTES:
            text = f"[This message is larger than {MAX_MESSAGE_BYTES // 2**20} MB.]"
            return Page(index, None, text, self.format)
        try:
            self._stream.seek(place.start)
            data = self._stream.read(place.end - place.start)
            message = parse_message(_QUOTED.sub(rb"\1", data))
            document = MailDocument(message, self._open_by_kind)
        except (DocumentError, OSError):
            return Page(index, None, "", FAILED_PAGE)
        try:
            text = _write(document)
        finally:
            document.close()
        label = " · ".join(filter(None, (message.subject or NO_SUBJECT, message.date)))
        return Page(index, label[:MAX_TITLE], text, self.format)


def find_messages(stream: BinaryIO, size: int) -> tuple[list[_Place], bool]:
    """Where the messages are, and whether there are more than are read. Raises OSError."""
    starts: list[tuple[int, int]] = []  # where a "From " line begins, and the message behind it
    for at, behind in _beginnings(stream, size):
        starts.append((at, behind))
        if len(starts) > MAX_MESSAGES:
            break
    ends = [*(at for at, _ in starts[1:]), size]
    places = [_Place(behind, end) for (_, behind), end in zip(starts, ends, strict=False)]
    return places[:MAX_MESSAGES], len(places) > MAX_MESSAGES


def _beginnings(stream: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Begin and end of each line that parts messages, block by block."""
    stream.seek(0)
    held = b""
    position = 0  # of `held` in the file
    done = -1  # what was found up to here
    while position + len(held) < size:
        block = stream.read(min(_BLOCK, size - position - len(held)))
        if not block:
            break
        held += block
        last = position + len(held) >= size
        for match in _BEGINNING.finditer(held):
            at = position + match.start()
            if (position and not match.start()) or at <= done:
                continue  # the block begins here, and not the file
            if not last and match.start() > len(held) - _OVERLAP:
                break  # its end may be in the next block
            done = at
            yield at, position + match.end()
        keep = held[-2 * _OVERLAP :]
        position += len(held) - len(keep)
        held = keep


def _write(document: MailDocument) -> str:
    """All pages of a message on one: its attachments below it, each under its name."""
    writer = StructuredText()
    named = ""
    for page in document.read_pages():
        if page.label is None:
            writer.append(page.text)
            continue
        name = page.label.partition(" · ")[0]
        if name != named and page.text.strip():
            writer.heading(2, name)
            named = name
        writer.append(page.text, deeper=2)
        if writer.length > MAX_PAGE:
            writer.paragraph("[The rest of what is attached was left out.]")
            break
    return writer.text
