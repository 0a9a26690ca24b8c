"""Messages of e-mail (EML): the message is a page, and what is attached to it follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from app.core.errors import DocumentError, NoTextError
from app.core.formats import STRUCTURED_FORMATS
from app.core.types import Page
from app.ingest.readers.attachments import MAX_DEPTH, Allowance, Attachment, Attachments
from app.ingest.readers.base import FAILED_PAGE, OpenDocument, read_whole_file
from app.ingest.readers.mail_message import MailMessage, parse_message
from app.ingest.readers.mail_text import write_message
from app.ingest.readers.notes import attachments_unread
from app.ingest.structured import (
    ATTACHED,
    ATTACHED_CODE,
    ATTACHED_TEXT,
    StructuredText,
)

MAX_MESSAGE_BYTES = 128 * 1024 * 1024  # providers take up to 50 MB, a third more in base64
MESSAGE = "mail"  # `Page.reader` of a message's own page
_MOST_NAMED = 60  # attachments that are named on the message's page

OpenAttachment = Callable[[Path], OpenDocument]


class MailDocument:
    """An open message. Used and closed by one thread."""

    format = "email"

    def __init__(
        self,
        message: MailMessage,
        open_by_kind: OpenAttachment,
        allowance: Allowance | None = None,
        depth: int = 1,
    ) -> None:
        """`depth` counts the messages that this one is in, itself included."""
        self._message = message
        self._attachments = Attachments(
            lambda path: self._open(path, open_by_kind, depth), allowance or Allowance()
        )
        try:
            self._attachments.open(message.attachments)
            self._places = list(self._place_pages())
            self._text = self._write()
        except BaseException:
            self.close()
            raise

    @property
    def title(self) -> str | None:
        """The subject."""
        return self._message.subject or None

    @property
    def paged(self) -> bool:
        """Whether anything that could be read is attached."""
        return len(self._places) > 0

    @property
    def page_count(self) -> int:
        """The message's own page and those of what is attached."""
        return 1 + len(self._places)

    @property
    def holds_text(self) -> bool:
        """Whether there is more than the head."""
        return bool(self._message.bodies or self._places)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the message, then its attachments' pages; see `OpenDocument`."""
        if first == 0:
            failed = 0 in skip
            text, reader = ("", FAILED_PAGE) if failed else (self._text, MESSAGE)
            yield Page(0, None, text, reader)
        start = 1
        for each in self._attachments.opened:
            if each.document is None:
                continue
            behind = start + each.document.page_count
            if first < behind:
                inner = {index - start for index in skip if start <= index < behind}
                yield from self._read_attachment(each, start, max(0, first - start), inner)
            start = behind

    def notes(self) -> tuple[str, ...]:
        """What is attached and not read; see `TellsNotes`."""
        unread = sum(each.document is None for each in self._attachments.opened)
        return (attachments_unread(unread),) if unread else ()

    def close(self) -> None:
        """Close the attachments and remove their files."""
        self._attachments.close()

    def _read_attachment(
        self, attachment: Attachment, start: int, first: int, skip: Collection[int]
    ) -> Iterator[Page]:
        document = attachment.document
        if document is None:
            return
        expected = first
        try:
            for page in document.read_pages(first, skip):
                yield self._page_of(page, start + page.index, document.format)
                expected = page.index + 1
        except DocumentError:
            pass  # the other attachments go on
        for index in range(expected, document.page_count):
            yield Page(start + index, self._places[start + index - 1], "", FAILED_PAGE)

    def _page_of(self, page: Page, index: int, kind: str) -> Page:
        reader = page.reader
        if reader != FAILED_PAGE and not reader.startswith((MESSAGE, ATTACHED)):
            reader = ATTACHED_CODE if kind == "code" else ATTACHED_TEXT
            reader = ATTACHED if kind in STRUCTURED_FORMATS else reader
        label = self._places[index - 1]
        if kind == self.format and page.label:
            label = f"{label} › {page.label}"
        return Page(index, label, page.text, reader, page.recognition)

    def _place_pages(self) -> Iterator[str]:
        """The label of each attached page: the attachment's name, and where in it."""
        for each in self._attachments.opened:
            if each.document is None:
                continue
            count = each.document.page_count
            for number in range(1, count + 1):
                alone = count == 1 or each.document.format == self.format
                yield each.name if alone else f"{each.name} · {number}"

    def _write(self) -> str:
        writer = StructuredText()
        readable = write_message(self._message, writer)
        if not readable:
            writer.paragraph("[A part of this message is not text that can be read.]")
        opened = self._attachments.opened
        for each in opened[:_MOST_NAMED]:
            said = f"{each.name} ({each.problem.rstrip('.')})" if each.problem else each.name
            writer.item(f"Attachment: {said}")
        left_out = self._message.left_out + max(0, len(opened) - _MOST_NAMED)
        if left_out:
            writer.item(f"{left_out} more parts of this message were left out.")
        return writer.text

    def _open(self, path: Path, open_by_kind: OpenAttachment, depth: int) -> OpenDocument:
        if path.suffix != ".eml":
            return open_by_kind(path)
        if depth >= MAX_DEPTH:
            raise DocumentError("The messages in this message are nested too deeply.")
        message = parse_message(read_message_bytes(path))
        return MailDocument(message, open_by_kind, self._attachments.allowance, depth + 1)


def open_mail(path: Path, open_by_kind: OpenAttachment) -> MailDocument:
    """Open a message; `open_by_kind` opens what is attached.

    Raises NoTextError if it is empty, DocumentError if it is no message or cannot be read.
    """
    data = read_message_bytes(path)
    if not data.strip():
        raise NoTextError("The file is empty." if not data else "The file holds no text.")
    message = parse_message(data)
    if not message.is_one:
        raise DocumentError(
            "This is not a message.",
            why="It has neither a sender nor a subject nor a date.",
        )
    document = MailDocument(message, open_by_kind)
    if not document.holds_text and not message.subject:
        document.close()
        raise NoTextError("The message holds no text.")
    return document


def read_message_bytes(path: Path) -> bytes:
    """The file at `path`. Raises DocumentError if it is too large or cannot be read."""
    return read_whole_file(path, MAX_MESSAGE_BYTES, _too_large)


def _too_large(size_bytes: int, most_bytes: int) -> DocumentError:
    return DocumentError(
        "The message is too large.",
        why=f"It has {size_bytes // 2**20} MB; up to {most_bytes // 2**20} MB are read.",
        next_step="Save its attachments, then add those.",
    )
