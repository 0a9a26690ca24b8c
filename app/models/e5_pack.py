"""Reads the 4-bit pack of multilingual-e5-small (`E5S1`): shape, vocabulary and weights.

The layout, little-endian, in order: magic, u32 version; seven i32 of the network's shape, f32
epsilon, i32 quantisation block; tokenizer (five i32, u64 blob length, u32 offsets, f32 scores,
UTF-8 blob); normaliser (i32 entries, u32 bytes: skipped, the libraries' own normalisers do the
same); tensor table (i32 count, then name, type, element count, offset, bytes of each).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.core.errors import EnvironmentProblem

MAGIC = b"E5S1"
VERSION = 1
F32, Q4_0 = 0, 1
BLOCK = 32  # weights per Q4_0 block: one f16 scale, then 16 bytes of two 4-bit weights each
BLOCK_BYTES = 2 + BLOCK // 2
ZERO_POINT = 8  # a 4-bit weight of 8 stands for 0

Tensor = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shape:
    """Dimensions of the BERT encoder."""

    hidden: int
    layers: int
    heads: int
    ffn: int
    vocab: int
    max_positions: int
    type_vocab: int
    layer_norm_eps: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Unigram pieces with their log-probabilities, in the order of their ids."""

    pieces: tuple[tuple[str, float], ...]
    bos: int
    eos: int
    pad: int
    unk: int


@dataclass(frozen=True, slots=True)
class E5Pack:
    """All that the pack holds. Tensors are flat float32, already dequantised."""

    shape: Shape
    vocabulary: Vocabulary
    tensors: dict[str, Tensor]


class _Cursor:
    """Reads packed values one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.position = 0

    def values(self, layout: str) -> tuple[int, ...]:
        found = struct.unpack_from("<" + layout, self._data, self.position)
        self.position += struct.calcsize("<" + layout)
        return found

    def real(self) -> float:
        value = np.frombuffer(self._data, "<f4", 1, self.position)[0]
        self.position += 4
        # The shortest decimal that reads back as the same float32: 1e-12, not 9.999999960e-13.
        return float(str(value))

    def array(self, kind: str, count: int) -> NDArray[np.generic]:
        found = np.frombuffer(self._data, kind, count, self.position)
        self.position += found.nbytes
        return found

    def blob(self, size: int) -> bytes:
        found = self._data[self.position : self.position + size]
        if len(found) != size:
            raise ValueError("the pack ends early")
        self.position += size
        return found


def read_pack(path: Path) -> E5Pack:
    """Read and dequantise the whole pack at `path`.

    Raises EnvironmentProblem if it is not such a pack, or is damaged.
    """
    try:
        return parse_pack(path.read_bytes())
    except (ValueError, struct.error) as error:
        raise EnvironmentProblem(
            f"{path.name} cannot be converted.",
            why=f"It is damaged: {error}.",
            next_step="Fetch the model again.",
        ) from error


def parse_pack(data: bytes) -> E5Pack:
    """The pack written in `data`. Raises ValueError or struct.error if it is not well formed."""
    cursor = _Cursor(data)
    if cursor.blob(len(MAGIC)) != MAGIC:
        raise ValueError("it does not begin with the pack's mark")
    (version,) = cursor.values("I")
    if version != VERSION:
        raise ValueError(f"version {version} of the format is not known")
    shape = _read_shape(cursor)
    vocabulary = _read_vocabulary(cursor)
    _entries, size = cursor.values("iI")
    cursor.blob(size)
    return E5Pack(shape, vocabulary, dict(_read_tensors(cursor, data)))


def _read_shape(cursor: _Cursor) -> Shape:
    hidden, layers, heads, ffn, vocab, positions, types = cursor.values("7i")
    eps = cursor.real()
    (block,) = cursor.values("i")
    if block != BLOCK:
        raise ValueError(f"blocks of {block} weights are not known")
    return Shape(hidden, layers, heads, ffn, vocab, positions, types, eps)


def _read_vocabulary(cursor: _Cursor) -> Vocabulary:
    count, bos, eos, pad, unk = cursor.values("5i")
    (size,) = cursor.values("Q")
    offsets = cursor.array("<u4", count + 1).tolist()
    scores = cursor.array("<f4", count).tolist()
    blob = cursor.blob(size)
    pieces = tuple(
        (blob[offsets[i] : offsets[i + 1]].decode("utf-8"), float(scores[i])) for i in range(count)
    )
    return Vocabulary(pieces, bos, eos, pad, unk)


def _read_tensors(cursor: _Cursor, data: bytes) -> Iterator[tuple[str, Tensor]]:
    (count,) = cursor.values("i")
    for _ in range(count):
        (name_length,) = cursor.values("H")
        name = cursor.blob(name_length).decode("utf-8")
        kind, elements, offset, size = cursor.values("BIQQ")
        raw = data[offset : offset + size]
        if kind == Q4_0:
            yield name, dequantise(raw, elements)
        elif kind == F32:
            yield name, np.frombuffer(raw, "<f4", elements).astype(np.float32)
        else:
            raise ValueError(f"tensor {name} is of the unknown type {kind}")


def dequantise(raw: bytes, elements: int) -> Tensor:
    """`(elements,)` float32 from Q4_0 blocks: (nibble − 8) · scale.

    Byte j of a block holds weight j in its low and weight j + 16 in its high half.
    Raises ValueError if `raw` is not exactly that long.
    """
    if elements % BLOCK or len(raw) != elements // BLOCK * BLOCK_BYTES:
        raise ValueError(f"{len(raw)} bytes do not make {elements} weights")
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, BLOCK_BYTES)
    scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
    packed = blocks[:, 2:]
    nibbles = np.concatenate((packed & 0x0F, packed >> 4), axis=1).astype(np.float32)
    weights: Tensor = (nibbles - np.float32(ZERO_POINT)) * scales
    return weights.reshape(-1)
