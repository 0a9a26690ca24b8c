"""Looks at a GGUF file's head before a library does: what it is, and whether it is all there.

Layout of the format, version 2 and 3 (ggml's docs/gguf.md): magic, u32 version, u64 tensors,
u64 pairs; each pair: key, u32 type, value; each tensor: name, u32 dimensions, u64 sizes, u32
type, u64 offset; then the tensors' data, aligned.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.core.errors import EnvironmentProblem

MAGIC = b"GGUF"
VERSIONS = (2, 3)
DEFAULT_ALIGNMENT = 32
STRING, ARRAY = 8, 9
# struct code of each scalar type of the format, by its number
SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
SUPPORTED_SPLITS = 1  # files that a model lies in
ENCODERS = ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "modern-bert", "t5encoder")
PACKED_STARTS = {  # of formats that are handed around under the same names
    b"PK\x03\x04": "a ZIP archive, or a PyTorch file",
    b"\x1f\x8b": "a gzip archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"lmgg": "a model of the older ggml format",
    b"tjgg": "a model of the older ggml format",
    b"fmgg": "a model of the older ggml format",
}
LONGEST_STRING = 1 << 24  # bytes; a chat template or a token is far shorter
MOST_ITEMS = 1 << 24  # of one array; the largest vocabularies have a few hundred thousand


@dataclass(frozen=True, slots=True)
class GgufHead:
    """Facts of a GGUF file. `least_bytes`: the file is cut short if it is not longer.

    `cache_bytes_per_token` is what keys and values of one token take in 16 bits, over all layers;
    0 where the head does not tell. `part` of `parts` tells a file that holds a piece of a model
    only; `kind` is the head's own word for what it is ("model", "adapter", "mmproj"), "" if none.
    """

    architecture: str
    name: str
    context_length: int | None
    least_bytes: int
    cache_bytes_per_token: int = 0
    part: int = 1
    parts: int = 1
    kind: str = ""


class UnsupportedFormatError(ValueError):
    """The head is of a version that is not read; the text says which, `advice` what to do."""

    def __init__(self, why: str, advice: str) -> None:
        super().__init__(why)
        self.advice = advice


def check_gguf(path: Path, expected_bytes: int | None = None) -> None:
    """Raise EnvironmentProblem if the file at `path` is no usable model, saying what it is instead.

    A web page, a pointer to a large file, something else, a piece of a model, one that does not
    write, or a model that is cut short: against `expected_bytes` where they are known (fast), else
    against what its head announces.
    """
    with path.open("rb") as stream:
        start = stream.read(64)
    if start[:4] != MAGIC:
        raise _problem(path, _what_it_is(start))
    size = path.stat().st_size
    if expected_bytes is None:
        head = read_gguf_head(path)
        if head.parts > SUPPORTED_SPLITS:
            raise _problem(
                path,
                f"it is part {head.part} of {head.parts} of one model",
                "choose a model in one file, or join the parts with llama-gguf-split --merge",
            )
        _check_purpose(path, head)
        if size <= head.least_bytes:
            raise _problem(path, "it is cut short: the last weights are missing")
    elif size != expected_bytes:
        raise _problem(path, f"it has {size} bytes instead of {expected_bytes}")


def read_gguf_head(path: Path) -> GgufHead:
    """Facts from the head of the GGUF file at `path` (0.2 s: the vocabulary is passed over).

    Raises EnvironmentProblem if it cannot be read.
    """
    with path.open("rb") as stream:
        try:
            return _read_head(stream)
        except UnsupportedFormatError as error:
            raise _problem(path, str(error), error.advice) from error
        except struct.error as error:
            raise _problem(path, "its head cannot be read: the file ends in its head") from error
        except ValueError as error:
            raise _problem(path, f"its head cannot be read: {error}") from error


def _check_purpose(path: Path, head: GgufHead) -> None:
    """Raise EnvironmentProblem for what is GGUF but writes no text."""
    if head.kind == "mmproj" or head.architecture == "clip":
        raise _problem(
            path,
            "it is the part of a model that looks at pictures",
            "choose the file of the language model that it belongs to",
        )
    if head.kind == "adapter":
        raise _problem(
            path,
            "it is an adapter (LoRA), which only changes another model",
            "choose the file of a whole model",
        )
    if head.architecture in ENCODERS:
        raise _problem(
            path,
            "it turns text into vectors and writes none",
            "to find passages with such a model, add its sentence-transformers folder",
        )


def _problem(path: Path, why: str, next_step: str = "") -> EnvironmentProblem:
    return EnvironmentProblem(
        f"{path.name} is not a usable model file.",
        why=_sentence(why),
        next_step=_sentence(next_step) if next_step else "Fetch it again, or choose another file.",
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _what_it_is(start: bytes) -> str:
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not start:
        return "the file is empty"
    if text.startswith((b"<!doctype", b"<html", b"<?xml")):
        return "it is a web page, saved where the model should be"
    if text.startswith(b"version https://git-lfs"):
        return "it is only a pointer to a large file (Git LFS)"
    for magic, name in PACKED_STARTS.items():
        if start.startswith(magic):
            return f"it is not in the GGUF format, but {name}"
    if start[8:9] == b"{" and start[3:8] == b"\0" * 5:  # u64 length of a JSON head
        return "it is not in the GGUF format, but in that of safetensors"
    if text.startswith(b"{"):
        return "it is a message of a website, saved where the model should be"
    if not start.strip(b"\0"):
        return "it holds nothing but zeros, as a download that was cut off leaves behind"
    return "it is not in the GGUF format"


def _check_version(version: int) -> None:
    if version in VERSIONS:
        return
    if version >= 1 << 16:  # the bytes of a small number, the other way round
        raise UnsupportedFormatError(
            "it is made for machines of another byte order",
            "choose the file for little-endian machines",
        )
    if version > max(VERSIONS):
        raise UnsupportedFormatError(
            f"it is of version {version} of the format, which is newer than this program",
            "update Margine, or choose a file of an earlier version of the format",
        )
    raise UnsupportedFormatError(
        f"it is of version {version} of the format, which is no longer read", ""
    )


def _read_head(stream: BinaryIO) -> GgufHead:
    if stream.read(len(MAGIC)) != MAGIC:
        raise ValueError("it is not in the GGUF format")
    (version,) = _take(stream, "I")
    _check_version(version)
    tensors, pairs = _take(stream, "QQ")
    values: dict[str, object] = {}
    for _ in range(pairs):
        key = _string(stream)
        (kind,) = _take(stream, "I")
        values[key] = _value(stream, kind)
    last = max((_tensor_offset(stream) for _ in range(tensors)), default=0)
    alignment = values.get("general.alignment", DEFAULT_ALIGNMENT)
    if not isinstance(alignment, int) or alignment < 1:
        raise ValueError("the alignment is not a positive number")
    data_start = -(-stream.tell() // alignment) * alignment
    architecture = str(values.get("general.architecture", ""))
    context = values.get(f"{architecture}.context_length")
    part, parts = values.get("split.no"), values.get("split.count")
    return GgufHead(
        architecture=architecture,
        name=str(values.get("general.name", "")),
        context_length=context if isinstance(context, int) else None,
        least_bytes=data_start + last,
        cache_bytes_per_token=_cache_bytes(values, architecture),
        part=part + 1 if isinstance(part, int) else 1,
        parts=parts if isinstance(parts, int) else 1,
        kind=str(values.get("general.type", "")),
    )


def _cache_bytes(values: dict[str, object], architecture: str) -> int:
    """Bytes of keys and values a token: 2 for each number, of each layer and head."""

    def number(name: str, default: int = 0) -> int:
        value = values.get(f"{architecture}.{name}")
        return value if isinstance(value, int) else default

    heads = max(1, number("attention.head_count", 1))
    width = number("embedding_length") // heads
    sizes = number("attention.key_length", width) + number("attention.value_length", width)
    return 2 * number("block_count") * number("attention.head_count_kv", heads) * sizes


def _take(stream: BinaryIO, layout: str) -> tuple[int, ...]:
    layout = "<" + layout
    return struct.unpack(layout, stream.read(struct.calcsize(layout)))


def _string(stream: BinaryIO) -> str:
    (length,) = _take(stream, "Q")
    if length > LONGEST_STRING:
        raise ValueError("a text in it is too long")
    raw = stream.read(length)
    if len(raw) != length:
        raise ValueError("the file ends in its head")
    return raw.decode("utf-8", "replace")


def _value(stream: BinaryIO, kind: int) -> object:
    if kind == STRING:
        return _string(stream)
    if kind == ARRAY:
        _skip_array(stream)
        return None
    if kind not in SCALARS:
        raise ValueError(f"unknown type {kind} of a value")
    return _take(stream, SCALARS[kind])[0]


def _skip_array(stream: BinaryIO) -> None:
    kind, count = _take(stream, "IQ")
    if count > MOST_ITEMS:
        raise ValueError("a list in it is too long")
    if kind == STRING:
        for _ in range(count):
            _string(stream)
    elif kind == ARRAY:
        for _ in range(count):
            _skip_array(stream)
    elif kind in SCALARS:
        stream.seek(count * struct.calcsize("<" + SCALARS[kind]), 1)
    else:
        raise ValueError(f"unknown type {kind} of a list")


def _tensor_offset(stream: BinaryIO) -> int:
    _string(stream)
    (dimensions,) = _take(stream, "I")
    if dimensions > 8:
        raise ValueError("a tensor has too many dimensions")
    _take(stream, f"{dimensions}Q")
    _kind, offset = _take(stream, "IQ")
    return offset
