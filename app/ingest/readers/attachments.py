"""What is attached to a message, opened as documents of their own by the readers of their kinds.

A library opens files by their paths, so that each attachment lies in a private file for as long
as its document is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.errors import DocumentError, DocumentLockedError
from app.ingest.readers.base import OpenDocument
from app.ingest.readers.mail_message import MailPart
from app.ingest.readers.private_files import PrivateFiles

MAX_ATTACHMENTS = 100  # of one message, those of the messages in it included
MAX_BYTES = 256 * 1024 * 1024  # of all of them together
MAX_DEPTH = 3  # a message in a message in a message

OpenByKind = Callable[[Path], OpenDocument]
"""Opens a file with the reader of its kind, as the registry does. Raises DocumentError."""

_BY_KIND = {  # where a part has no name that tells
    "application/pdf": ".pdf",
    "application/rtf": ".rtf",
    "text/rtf": ".rtf",
    "text/html": ".html",
    "text/csv": ".csv",
    "text/calendar": ".ics",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/tiff": ".tif",
    "message/rfc822": ".eml",
}


@dataclass(slots=True)
class Allowance:
    """What a message and those in it may still open; shared by all of them."""

    files: int = MAX_ATTACHMENTS
    size_bytes: int = MAX_BYTES

    def take(self, size_bytes: int) -> bool:
        """Take one file off, if there is room for it; say whether."""
        if self.files < 1 or size_bytes > self.size_bytes:
            return False
        self.files -= 1
        self.size_bytes -= size_bytes
        return True


@dataclass(frozen=True, slots=True)
class Attachment:
    """One attachment: its document, or why there is none."""

    name: str
    document: OpenDocument | None
    problem: str = ""


@dataclass(slots=True)
class Attachments:
    """The open attachments of one message. Close it. One thread."""

    open_by_kind: OpenByKind
    allowance: Allowance
    opened: list[Attachment] = field(default_factory=list)
    _files: PrivateFiles = field(default_factory=PrivateFiles)

    def open(self, parts: Sequence[MailPart]) -> None:
        """Open what `parts` hold; those that cannot be opened stay with the reason."""
        for part in parts:
            name = _name_of(part)
            try:
                self.opened.append(Attachment(name, self._open(name, part.data)))
            except DocumentError as error:
                self.opened.append(Attachment(name, None, f"{error.what} {error.why}".strip()))

    def close(self) -> None:
        """Close the documents and remove their files."""
        for each in self.opened:
            if each.document is not None:
                each.document.close()
        self._files.remove()

    def _open(self, name: str, data: bytes) -> OpenDocument:
        if not self.allowance.take(len(data)):
            raise DocumentError("The message has too many attachments, or too large ones.")
        try:
            path = self._files.write(name, data)
        except OSError as error:
            raise DocumentError("The file cannot be read.", why=f"{error.strerror}.") from error
        try:
            return self.open_by_kind(path)
        except DocumentLockedError as error:  # its password would be asked of the message
            raise DocumentError(error.what, why=error.why) from error


def _name_of(part: MailPart) -> str:
    name = part.name or "attachment"
    if "." in name[-6:]:
        return name
    return name + _BY_KIND.get(part.kind, "")
