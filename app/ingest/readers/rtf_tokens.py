"""The tokens of rich text (RTF 1.9.1): groups, control words, text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?"  # a control word, its number, the space that ends it
    rb"|\\'([0-9a-fA-F]{2})"  # a byte of text
    rb"|\\([^a-zA-Z])"  # a control symbol
    rb"|([{}])"
    rb"|([^\\{}\r\n\x00]+)",
    re.DOTALL,
)


class Kind(Enum):
    """What a token is."""

    OPEN = "{"
    CLOSE = "}"
    WORD = "word"
    SYMBOL = "symbol"
    BYTES = "bytes"  # of text, one of them where it was written in hexadecimal digits


@dataclass(frozen=True, slots=True)
class Token:
    """A token. `name` is that of a word or symbol, `number` its argument, `data` the bytes."""

    kind: Kind
    name: str = ""
    number: int | None = None
    data: bytes = b""


_OPEN, _CLOSE = Token(Kind.OPEN), Token(Kind.CLOSE)


def tokens(data: bytes) -> Iterator[Token]:
    """The tokens of `data`; binary pictures and what is no token are passed over. Linear time."""
    at = 0
    while at < len(data):
        match = _TOKEN.match(data, at)
        if match is None:  # a line end, a zero, a lone backslash at the end
            at += 1
            continue
        at = match.end()
        word, number, byte, symbol, brace, text = match.groups()
        if text is not None:
            yield Token(Kind.BYTES, data=text)
        elif word is not None:
            value = None if number is None else int(number)
            if word == b"bin":
                at += max(0, value or 0)
            else:
                yield Token(Kind.WORD, word.decode("ascii"), value)
        elif byte is not None:
            yield Token(Kind.BYTES, data=bytes.fromhex(byte.decode("ascii")))
        elif brace is not None:
            yield _OPEN if brace == b"{" else _CLOSE
        else:
            yield Token(Kind.SYMBOL, symbol.decode("latin-1"))
