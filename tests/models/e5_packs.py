"""Writes small packs in the E5S1 format, and computes their vectors slowly and plainly."""

from __future__ import annotations

import math
import struct

import numpy as np
from numpy.typing import NDArray

HIDDEN, LAYERS, HEADS, FFN, POSITIONS = 32, 2, 4, 64, 64
EPS = 1e-12
PIECES = (
    ("<s>", 0.0),
    ("<pad>", 0.0),
    ("</s>", 0.0),
    ("<unk>", 0.0),
    ("▁", -4.0),
    ("▁casa", -5.0),
    ("▁e", -5.0),
    ("▁gatto", -5.0),
    ("1", -6.0),
    ("中", -7.0),
    (":", -6.0),
    ("▁query", -5.0),
    ("▁passage", -5.0),
    ("<mask>", 0.0),
)
VOCAB = 64  # the table is larger than the vocabulary, as in the real pack

Array = NDArray[np.float32]


def quantise(weights: Array) -> bytes:
    """Q4_0 blocks of `weights`, one at a time."""
    out = b""
    for block in weights.reshape(-1, 32):
        scale = np.float16(np.abs(block).max() / 7 or 1.0)
        levels = [int(np.clip(round(float(w / np.float32(scale))) + 8, 0, 15)) for w in block]
        out += scale.tobytes()
        out += bytes(levels[j] | levels[j + 16] << 4 for j in range(16))
    return out


def dequantise_slowly(raw: bytes) -> Array:
    """The weights of Q4_0 blocks, one at a time."""
    weights: list[float] = []
    for start in range(0, len(raw), 18):
        (scale,) = struct.unpack_from("<e", raw, start)
        data = raw[start + 2 : start + 18]
        weights += [((byte & 15) - 8) * scale for byte in data]
        weights += [((byte >> 4) - 8) * scale for byte in data]
    return np.array(weights, dtype=np.float32)


def random_tensors(seed: int = 1) -> dict[str, tuple[int, bytes, Array]]:
    """Type, bytes and exact values of every tensor of a small random encoder."""
    random = np.random.default_rng(seed)
    sizes = {"q": HIDDEN * HIDDEN, "k": HIDDEN * HIDDEN, "v": HIDDEN * HIDDEN}
    sizes |= {"ao": HIDDEN * HIDDEN, "fi": HIDDEN * FFN, "fo": HIDDEN * FFN}
    tables = {"emb.word": VOCAB * HIDDEN, "emb.pos": POSITIONS * HIDDEN, "emb.type": 2 * HIDDEN}
    for layer in range(LAYERS):
        tables |= {f"l{layer}.{part}.w": size for part, size in sizes.items()}
    found: dict[str, tuple[int, bytes, Array]] = {}
    for name, size in tables.items():
        raw = quantise((random.standard_normal(size) * 0.3).astype(np.float32))
        found[name] = (1, raw, dequantise_slowly(raw))
    plain = {"emb.ln.w": HIDDEN, "emb.ln.b": HIDDEN}
    for layer in range(LAYERS):
        plain |= {f"l{layer}.{part}.b": HIDDEN for part in ("q", "k", "v", "ao", "fo")}
        plain[f"l{layer}.fi.b"] = FFN
        for norm in ("aln", "oln"):
            plain |= {f"l{layer}.{norm}.w": HIDDEN, f"l{layer}.{norm}.b": HIDDEN}
    for name, size in plain.items():
        values = (random.standard_normal(size) * 0.2 + name.endswith("ln.w")).astype(np.float32)
        found[name] = (0, values.tobytes(), values)
    return found


def write_pack(tensors: dict[str, tuple[int, bytes, Array]]) -> bytes:
    """The whole pack as bytes."""
    blob = [piece.encode() for piece, _ in PIECES]
    offsets = np.cumsum([0, *map(len, blob)]).astype("<u4")
    scores = np.array([score for _, score in PIECES], dtype="<f4")
    shape = (HIDDEN, LAYERS, HEADS, FFN, VOCAB, POSITIONS, 2)
    head = b"E5S1" + struct.pack("<I7ifi", 1, *shape, EPS, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, int(offsets[-1]))
    head += offsets.tobytes() + scores.tobytes() + b"".join(blob)
    head += struct.pack("<iI", 1, 9) + b"\x09\0\0\0\x01\x20\0\0\0"
    head += struct.pack("<i", len(tensors))
    rows = sum(2 + len(name) + 21 for name in tensors)
    offset = len(head) + rows
    table, data = b"", b""
    for name, (kind, raw, values) in tensors.items():
        table += struct.pack("<H", len(name)) + name.encode()
        table += struct.pack("<BIQQ", kind, values.size, offset + len(data), len(raw))
        data += raw
    return head + table + data


def slow_vector(tensors: dict[str, tuple[int, bytes, Array]], ids: list[int]) -> Array:
    """Mean-pooled, L2-normalised output of the BERT encoder for the tokens `ids`, in float64."""
    weights = {name: values.astype(np.float64) for name, (_, _, values) in tensors.items()}

    def norm(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPS)
        return scaled * weights[name + ".w"] + weights[name + ".b"]

    def dense(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        bias = weights[name + ".b"]
        return x @ weights[name + ".w"].reshape(bias.size, -1).T + bias

    def split(x: NDArray[np.float64]) -> NDArray[np.float64]:
        return x.reshape(len(ids), HEADS, -1).transpose(1, 0, 2)

    x = weights["emb.word"].reshape(-1, HIDDEN)[ids]
    x = x + weights["emb.pos"].reshape(-1, HIDDEN)[: len(ids)] + weights["emb.type"][:HIDDEN]
    x = norm(x, "emb.ln")
    gelu = np.vectorize(lambda v: 0.5 * v * (1 + math.erf(v / math.sqrt(2))))
    for layer in range(LAYERS):
        q, k, v = (split(dense(x, f"l{layer}.{part}")) for part in "qkv")
        scores = np.exp(q @ k.transpose(0, 2, 1) / math.sqrt(HIDDEN // HEADS))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ v
        mixed = mixed.transpose(1, 0, 2).reshape(len(ids), HIDDEN)
        x = norm(x + dense(mixed, f"l{layer}.ao"), f"l{layer}.aln")
        x = norm(x + dense(gelu(dense(x, f"l{layer}.fi")), f"l{layer}.fo"), f"l{layer}.oln")
    pooled = x.mean(axis=0)
    return (pooled / np.linalg.norm(pooled)).astype(np.float32)
