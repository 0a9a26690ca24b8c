"""One message of e-mail, taken apart: its head, its text, what is attached to it.

By the standard library's parser in its lenient mode, which raises for nothing it meets; whatever
it hands over may be nonsense, and is bounded here.
"""

from __future__ import annotations

import binascii
import email
import email.errors
import email.header
import email.policy
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message

from app.core.errors import DocumentError
from app.ingest.structured import one_line

MAX_PARTS = 500  # of one message
MAX_DEPTH = 30  # of parts within parts; real messages have four or five
MAX_HEADER = 2_000  # characters of one field
MAX_FIELD = 16_384  # of one field before it is taken apart, which takes the square of its length
_HTML = ("text/html", "application/xhtml+xml")
_LITTLE_TEXT = 200  # bytes of plain text that may only say that there is another form
_MUCH_MORE = 40  # times as long
_ENCODED = re.compile(r"=\?[^?]{1,60}\?[bBqQ]\?[^?]*\?=")


@dataclass(frozen=True, slots=True)
class MailPart:
    """A part of a message that holds something. `name` is "" where it was given none."""

    name: str
    kind: str  # the content type, as "text/html", in lower case
    charset: str | None
    data: bytes
    flowed: bool = False  # lines that end in a space go on in the next one (RFC 3676)
    inline: bool = False  # shown within the text, as a picture that a page of HTML names


@dataclass(frozen=True, slots=True)
class MailMessage:
    """A message. Fields that it lacks are ""; `bodies` are its text in order, each the best of
    the forms that it comes in; `left_out` is how many parts were too many or too deep."""

    subject: str
    sender: str
    recipients: str
    copies: str
    date: str
    bodies: tuple[MailPart, ...]
    attachments: tuple[MailPart, ...]
    left_out: int = 0

    @property
    def is_one(self) -> bool:
        """Whether this is a message at all, and not some other text."""
        return bool(self.subject or self.sender or self.date)


class BoundedFields(email.policy.Compat32):
    """The parser's lenient mode, for which every field ends after `MAX_FIELD` characters."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """Name and value of a field."""
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MAX_FIELD]


def parse_message(data: bytes) -> MailMessage:
    """The message in `data`. Raises DocumentError if its parts are nested without end."""
    try:
        message = email.message_from_bytes(data, policy=BoundedFields())
        parts = _Parts()
        parts.take(message)
    except RecursionError:
        raise DocumentError(
            "The message cannot be read.", why="Its parts are nested too deeply."
        ) from None
    return MailMessage(
        _field(message, "subject"),
        _field(message, "from"),
        _field(message, "to"),
        _field(message, "cc"),
        _field(message, "date"),
        tuple(parts.bodies),
        tuple(parts.attachments),
        parts.left_out,
    )


def html_part(message: MailMessage) -> MailPart | None:
    """The first page of HTML in a message, None if it holds none."""
    every = (*message.bodies, *message.attachments)
    return next((part for part in every if part.kind in _HTML), None)


class _Parts:
    """Sorts the parts of a message into its text and what is attached."""

    def __init__(self) -> None:
        self.bodies: list[MailPart] = []
        self.attachments: list[MailPart] = []
        self.left_out = 0
        self._count = 0

    def take(self, part: Message, depth: int = 0) -> None:
        """Take in one part with those in it."""
        if depth > MAX_DEPTH or self._count >= MAX_PARTS:
            self.left_out += 1
            return
        kind = part.get_content_type().lower()
        if kind == "message/rfc822" or (kind == "message/global" and part.is_multipart()):
            self._attach_message(part)
        elif not part.is_multipart():
            self._count += 1
            self._sort(_leaf(part, kind))
        elif kind == "multipart/alternative":
            self._take_best(part, depth)
        else:
            for each in _inner(part):
                self.take(each, depth + 1)

    def _sort(self, leaf: MailPart) -> None:
        is_text = leaf.kind in ("text/plain", *_HTML) and not leaf.name
        if is_text and leaf.data.strip():
            self.bodies.append(leaf)
        elif leaf.data and not (leaf.inline and leaf.kind.startswith("image/")):
            self.attachments.append(leaf)

    def _take_best(self, part: Message, depth: int) -> None:
        """The text of a part that comes in several forms: plain, unless that says next to nothing
        and the other much more; what is attached in any of them."""
        forms: list[_Parts] = []
        for each in _inner(part):
            form = _Parts()
            form._count = self._count
            form.take(each, depth + 1)
            self._count = form._count
            self.left_out += form.left_out
            self.attachments += form.attachments
            if form.bodies:
                forms.append(form)
        plain = [form for form in forms if form.bodies[0].kind == "text/plain"]
        others = [form for form in forms if form.bodies[0].kind != "text/plain"]
        chosen = (plain or others)[:1]
        if plain and others and _says_little(plain[0], others[0]):
            chosen = others[:1]  # "This message needs a program that shows HTML."
        for form in chosen:
            self.bodies += form.bodies

    def _attach_message(self, part: Message) -> None:
        self._count += 1
        inner = next(_inner(part), None)
        if inner is None:
            return
        name = _file_name(part) or f"{_field(inner, 'subject')[:80] or 'message'}.eml"
        if not name.lower().endswith(".eml"):
            name += ".eml"
        self.attachments.append(MailPart(name, "message/rfc822", None, _as_bytes(inner)))


def _says_little(plain: _Parts, other: _Parts) -> bool:
    size = _size(plain)
    return size < _LITTLE_TEXT and _size(other) > _MUCH_MORE * size


def _size(parts: _Parts) -> int:
    return sum(len(each.data) for each in parts.bodies)


def _inner(part: Message) -> Iterator[Message]:
    payload = part.get_payload()
    if isinstance(payload, list):
        yield from (each for each in payload if isinstance(each, Message))


def _leaf(part: Message, kind: str) -> MailPart:
    disposition = str(part.get("content-disposition", "")).strip().lower()
    attached = disposition.startswith("attachment")
    return MailPart(
        _file_name(part) or ("attachment" if attached else ""),
        kind,
        _parameter(part, "charset") or None,
        _content(part),
        flowed=_parameter(part, "format").lower() == "flowed",
        inline=not attached and "content-id" in part,
    )


def _content(part: Message) -> bytes:
    """The bytes of a part, decoded as far as they can be."""
    coding = str(part.get("content-transfer-encoding", "")).strip().lower()
    if coding in ("quoted-printable", "base64"):
        del part["content-transfer-encoding"]  # to get at the bytes as they came
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return b""
    if coding == "quoted-printable":
        return quopri.decodestring(data)
    return _from_base64(data) if coding == "base64" else data


def _from_base64(data: bytes) -> bytes:
    """What base64 holds, whatever else was mixed into it or cut off."""
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    kept = kept[: len(kept) - 1] if len(kept) % 4 == 1 else kept
    try:
        return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4))
    except binascii.Error:
        return b""


def _as_bytes(message: Message) -> bytes:
    try:
        return message.as_bytes(policy=email.policy.compat32)
    except (UnicodeError, LookupError, TypeError, ValueError, AttributeError, KeyError):
        return b""


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name)
    except (ValueError, TypeError, LookupError, UnicodeError):
        return ""
    if isinstance(value, tuple):
        value = value[2]
    return value if isinstance(value, str) else ""


def _file_name(part: Message) -> str:
    """The name that the part was given, without folders and controls; "" for none."""
    try:
        name = part.get_filename() or ""
    except (ValueError, TypeError, LookupError, UnicodeError):
        name = ""
    decoded = decode_field(name)
    return decoded.replace("\\", "/").rpartition("/")[2].strip(". ")[-120:]


def _field(message: Message, name: str) -> str:
    value = message.get(name)
    return decode_field(str(value)) if value is not None else ""


def decode_field(value: str) -> str:
    """A header field as clean text on one line, its encoded words decoded (RFC 2047).

    Bytes that no rule allows there are taken for UTF-8, or else for Western European.
    """
    raw = value[: 4 * MAX_HEADER]
    if any("\udc80" <= each <= "\udcff" for each in raw):
        data = raw.encode("utf-8", errors="surrogateescape")
        try:
            raw = data.decode("utf-8")
        except UnicodeDecodeError:
            raw = data.decode("cp1252", errors="replace")
    if _ENCODED.search(raw):
        raw = "".join(_decoded_words(raw))
    return one_line(raw)[:MAX_HEADER]


def _decoded_words(raw: str) -> Iterator[str]:
    try:
        pieces = email.header.decode_header(raw)
    except (email.errors.HeaderParseError, ValueError, binascii.Error):
        yield raw
        return
    for piece, charset in pieces:
        if isinstance(piece, str):
            yield piece
            continue
        try:
            yield piece.decode(charset or "latin-1", errors="replace")
        except (LookupError, ValueError):
            yield piece.decode("latin-1")
