"""Messages as bytes: a 4-byte big-endian length and that many bytes of UTF-8 JSON.

The JSON object carries the message's class name under "type". Decoding checks every field
against its declared type, so that whatever arrives is either a message or a ProtocolError.
"""

from __future__ import annotations

import json
import struct
import typing
from collections.abc import Iterator
from typing import BinaryIO

from app.core.plain import PlainError, from_plain, to_plain
from app.engine import protocol
from app.engine.protocol import Message

MAX_FRAME_BYTES = 256 * 1024 * 1024
_LENGTH = struct.Struct(">I")
_MESSAGES: dict[str, type[Message]] = {
    name: kind
    for name, kind in vars(protocol).items()
    if isinstance(kind, type) and issubclass(kind, Message) and kind is not Message
}


class ProtocolError(Exception):
    """The other side sent something that is not a message of this protocol version."""


def encode(message: Message) -> bytes:
    """UTF-8 JSON of `message`. Raises ProtocolError for anything that is not a message."""
    name = type(message).__name__
    if _MESSAGES.get(name) is not type(message):
        raise ProtocolError(f"not a message: {name}")
    body = {"type": name, **to_plain(message)}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", errors="surrogatepass"
    )


def decode(data: bytes) -> Message:
    """The message in `data`. Raises ProtocolError if it is none, or a field does not fit."""
    try:
        body = json.loads(data.decode("utf-8", errors="surrogatepass"))
    except ValueError as error:
        raise ProtocolError("not JSON") from error
    if not isinstance(body, dict) or body.get("type") not in _MESSAGES:
        raise ProtocolError("unknown message type")
    name = body.pop("type")
    try:
        return typing.cast("Message", from_plain(_MESSAGES[name], body))
    except PlainError as error:
        raise ProtocolError(str(error)) from error


# ------------------------------------------------------------------------------------ frames


def frame(message: Message) -> bytes:
    """The message as one frame, ready to be written."""
    data = encode(message)
    if len(data) > MAX_FRAME_BYTES:
        raise ProtocolError(f"message of {len(data)} bytes")
    return _LENGTH.pack(len(data)) + data


class FrameBuffer:
    """Cuts a byte stream into messages, whatever the pieces it arrives in."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Message]:
        """Take in `data` and yield every message that is now complete."""
        self._buffer += data
        while len(self._buffer) >= _LENGTH.size:
            (size,) = _LENGTH.unpack_from(self._buffer)
            if size > MAX_FRAME_BYTES:
                raise ProtocolError(f"frame of {size} bytes")
            if len(self._buffer) < _LENGTH.size + size:
                return
            data_part = bytes(self._buffer[_LENGTH.size : _LENGTH.size + size])
            del self._buffer[: _LENGTH.size + size]
            yield decode(data_part)


def read_message(stream: BinaryIO) -> Message | None:
    """The next message of a blocking stream, or None at its end."""
    head = _read_exactly(stream, _LENGTH.size)
    if head is None:
        return None
    (size,) = _LENGTH.unpack(head)
    if size > MAX_FRAME_BYTES:
        raise ProtocolError(f"frame of {size} bytes")
    data = _read_exactly(stream, size)
    return None if data is None else decode(data)


def _read_exactly(stream: BinaryIO, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = stream.read(size - len(parts))
        if not part:
            return None
        parts += part
    return bytes(parts)
