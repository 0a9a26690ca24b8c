"""Ways to damage a file: cut, flip, insert, repeat, nest, swap; inside an archive, its parts.

A `Damage` says what is done and where as shares of the file, so that it fits files of any size
and can be drawn by hypothesis as well as by a generator of random numbers.
"""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.ingest.small_files import zipped

KINDS = ("cut", "drop", "flip", "zero", "insert", "repeat", "nest", "swap", "number")
MAX_BYTES = 4 * 1024 * 1024  # of a damaged file, so that most of the time goes to reading
_MAX_PART = 2 * 1024 * 1024

TOKENS: Sequence[bytes] = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r", b"\x1b[31m", b"\x85", b"\x1a"),
    *(b"<", b">", b"&", b"&#0;", b"&#xD800;", b"&#x10FFFF;", b"&nbsp;", b"&x;", b"<!--", b"-->"),
    *(b"<![CDATA[", b"]]>", b"<!DOCTYPE a [<!ENTITY x 'y'>]>", b"<?xml version='1.1'?>", b"<x:y>"),
    *(b"<table><tr><td rowspan=99999 colspan=99999>", b"</table>", b"<ul><li>", b"<pre>", b"<dl>"),
    *(b"<script>", b"<title>", b"<p hidden>", b"<svg>", b"<math>", b"<template>", b"<plaintext>"),
    *(b'"', b"'", b";", b",", b"\t", b"|", b"\n\n", b"sep=;\n", b'""', b"#", b"```\n", b"---\n"),
    *(
        b"{",
        b"}",
        b"\\",
        b"\\u-1?",
        b"\\u99999?",
        b"\\bin99999999 ",
        b"\\'zz",
        b"\\trowd",
        b"\\cell",
    ),
    *(b"From a b\nX: y\n", b"\nFrom ", b"Content-Type: multipart/mixed; boundary=B\n\n--B\n"),
    *(b"Content-Transfer-Encoding: base64\n", b"Content-Type: message/rfc822\n\n", b"\n--B--\n"),
    *(b"=?utf-8?B?====?=", b"=?x?q?=ZZ?=", b'; charset="nope"', b"; filename*=utf-8''%ff%00"),
    *(b" --> ", b"00:00:00,000 --> 99:99:99,999\n", b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"),
    *(b"%PDF-1.7", b"endobj", b"stream\n", b"endstream", b"/Kids [1 0 R]", b"/Length -1", b"<<"),
    *(b"1e999", b"NaN", b"-1", b"99999999999999999999", b"0x", b"\xf0\x9f\x91\xa9", b"../../x"),
    *(b' r="ZZZ99999999"', b' t="s"', b' s="-5"', b' xml:space="preserve"', b' href="#"'),
)


_NO_ARCHIVE = (
    *(zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError),
    *(NotImplementedError, EOFError),
)


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that is done: where (a share of the file), how far, how often, and with what."""

    kind: str
    at: float
    length: float
    times: int
    token: bytes
    part: float  # which part of an archive; beyond 0.9 the archive itself


def damages() -> st.SearchStrategy[list[Damage]]:
    """Some damages in a row."""
    share = st.floats(0, 1)
    token = st.one_of(st.sampled_from(TOKENS), st.binary(max_size=8))
    one = st.builds(Damage, st.sampled_from(KINDS), share, share, st.integers(1, 200), token, share)
    return st.lists(one, min_size=1, max_size=4)


def random_damages(generator: random.Random) -> list[Damage]:
    """The same by a generator; now and then very many times over."""
    return [
        Damage(
            generator.choice(KINDS),
            generator.random(),
            generator.random() ** 3,
            generator.choice((1, 2, 9, 200, 20_000)),
            generator.choice(TOKENS) if generator.random() < 0.8 else generator.randbytes(4),
            generator.random(),
        )
        for _ in range(generator.choice((1, 1, 2, 3, 6)))
    ]


def damaged(data: bytes, done: Sequence[Damage]) -> bytes:
    """`data` after all of this; archives are damaged inside, and stay archives."""
    for each in done:
        parts = _parts_of(data) if each.part <= 0.9 else None
        data = _apply(data, each) if parts is None else _apply_inside(parts, each)
    return data[:MAX_BYTES]


def _parts_of(data: bytes) -> dict[str, bytes] | None:
    if not data.startswith(b"PK\x03\x04"):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except _NO_ARCHIVE:
        return None


def _apply_inside(parts: dict[str, bytes], damage: Damage) -> bytes:
    names = sorted(parts)
    if not names:
        return b"PK\x05\x06" + bytes(18)
    name = names[min(len(names) - 1, int(damage.part / 0.9 * len(names)))]
    changed = _apply(parts[name], damage)[:_MAX_PART]
    return zipped({**parts, name: changed})


def _apply(data: bytes, damage: Damage) -> bytes:
    start = int(damage.at * len(data))
    end = min(len(data), start + max(1, int(damage.length * (len(data) - start))))
    before, piece, after = data[:start], data[start:end], data[end:]
    times = min(damage.times, MAX_BYTES // (len(piece) + len(damage.token) + 1) + 1)
    match damage.kind:
        case "cut":
            return before
        case "drop":
            return before + after
        case "flip":
            return before + bytes(each ^ (damage.times & 255 or 1) for each in piece) + after
        case "zero":
            return before + bytes(len(piece)) + after
        case "insert":
            return before + damage.token * times + piece + after
        case "repeat":
            return before + piece * times + after
        case "nest":  # what opens many times, what closes as often
            middle = len(piece) // 2
            return before + piece[:middle] * times + piece[middle:] * times + after
        case "swap":
            return before + after + piece
        case _:
            return _with_numbers(data, damage)


def _with_numbers(data: bytes, damage: Damage) -> bytes:
    """Another number where the next one from there on stands."""
    start = int(damage.at * len(data))
    while start < len(data) and not data[start : start + 1].isdigit():
        start += 1
    end = start
    while end < len(data) and data[end : end + 1].isdigit():
        end += 1
    other = (b"0", b"-1", b"65536", b"4294967296", b"99999999999999999999", b"1e9")
    return data[:start] + other[damage.times % len(other)] + data[end:]
