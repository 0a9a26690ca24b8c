"""Messages as bytes: a 4-byte big-endian length and that many bytes of UTF-8 JSON.

The JSON object carries the message's class name under "type". Decoding checks every field
against its declared type, so that whatever arrives is either a message or a ProtocolError.
"""

from __future__ import annotations

import dataclasses
import json
import struct
import types
import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any, BinaryIO

from app.engine import protocol
from app.engine.protocol import Message

MAX_FRAME_BYTES = 256 * 1024 * 1024
_LENGTH = struct.Struct(">I")
_FIELD_TYPES: dict[type[object], dict[str, object]] = {}
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
    body = {"type": name, **dataclasses.asdict(typing.cast("Any", message))}
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
    return typing.cast("Message", _build_dataclass(_MESSAGES[name], body))


def _build(kind: object, value: object) -> object:
    """`value` as an instance of the type `kind`, checked field by field."""
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        options = typing.get_args(kind)
        if value is None and type(None) in options:
            return None
        return _build(next(each for each in options if each is not type(None)), value)
    if origin is tuple:
        if not isinstance(value, list):
            raise ProtocolError(f"expected a list, got {type(value).__name__}")
        item = typing.get_args(kind)[0]
        return tuple(_build(item, each) for each in value)
    if origin is dict:
        if not isinstance(value, dict):
            raise ProtocolError(f"expected an object, got {type(value).__name__}")
        item = typing.get_args(kind)[1]
        return {str(key): _build(item, each) for key, each in value.items()}
    if not isinstance(kind, type):
        raise ProtocolError(f"no message holds a {kind}")
    if dataclasses.is_dataclass(kind):
        return _build_dataclass(kind, value)
    if issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError as error:
            raise ProtocolError(str(error)) from error
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise ProtocolError(f"expected {kind.__name__}, got {type(value).__name__}")
    return value


def _field_types(kind: type[object]) -> dict[str, object]:
    """Declared types of the fields of `kind`; looked up once, since it is slow."""
    if kind not in _FIELD_TYPES:
        _FIELD_TYPES[kind] = typing.get_type_hints(kind)
    return _FIELD_TYPES[kind]


def _build_dataclass(kind: type[object], value: object) -> object:
    if not isinstance(value, dict):
        raise ProtocolError(f"expected an object for {kind.__name__}")
    hints = _field_types(kind)
    unknown = value.keys() - hints.keys()
    if unknown:
        raise ProtocolError(f"{kind.__name__} has no field {sorted(unknown)[0]!r}")
    try:
        return kind(**{key: _build(hints[key], each) for key, each in value.items()})
    except TypeError as error:
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
