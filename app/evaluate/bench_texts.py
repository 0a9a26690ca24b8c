"""Real passages, and as many more made of them with seeded noise as a benchmark wants.

A benchmark's document is a function of its number alone, so that a library can be filled in
parts, and a smaller one is the beginning of a larger one. The first documents are the real
passages as they are; every later one is a real one with noise. Texts: words are left out,
exchanged, replaced by others of the same document and by new words made of two halves, numbers
get other digits, so that the vocabulary grows with the library and copies are no near-duplicates.
Vectors: `v + σ·g/√d`, g standard normal, normalised again; its cosine to v is about 1/√(1 + σ²).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from app.core.paths import write_private_text
from app.core.types import DocumentText, Page, Passage, Span, searchable_text
from app.index.records import Vectors

PASSAGES = 20
"""Passages of each document."""

VECTOR_NOISE = 0.35  # σ: cosine about 0.94 to the real passage, 0.89 between two of its copies
_SEED = 3
_TEXTS, _VECTORS = "base.json", "base.npy"
_LEFT_OUT, _EXCHANGED, _REPLACED, _NEW = 0.05, 0.10, 0.15, 0.03  # shares of the words
_SPACED = 20  # characters a word, on average, above which a text has no spaces between words

RECIPE = f"1/{PASSAGES}/{VECTOR_NOISE}/{_SEED}/{_LEFT_OUT}/{_EXCHANGED}/{_REPLACED}/{_NEW}"
"""Changes with whatever makes other documents, so that stored ones are not taken for them."""


@dataclass(frozen=True, slots=True)
class BaseDocument:
    """`PASSAGES` real passages of one source: their headings and texts."""

    source: str
    headings: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BaseTexts:
    """What a benchmark grows from, and the queries that it asks."""

    documents: tuple[BaseDocument, ...]
    queries: tuple[str, ...]

    @property
    def searchable(self) -> list[str]:
        """Every passage as it is embedded and searched, in order."""
        return [
            searchable_text(heading, text)
            for document in self.documents
            for heading, text in zip(document.headings, document.texts, strict=True)
        ]

    @property
    def identity(self) -> str:
        """Hash of the texts and of what is made of them."""
        digest = hashlib.sha256(RECIPE.encode())
        for document in self.documents:
            for part in (*document.headings, *document.texts):
                digest.update(part.encode("utf-8", "replace") + b"\0")
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class BenchDocument:
    """One document, ready to be put into a library. `vectors` is `(PASSAGES, d)` float32."""

    name: str
    sha256: str
    document: DocumentText
    passages: tuple[Passage, ...]
    vectors: Vectors


class DocumentMaker:
    """Makes documents by number. Any thread."""

    def __init__(self, texts: BaseTexts, vectors: Vectors) -> None:
        """`vectors` are those of the passages of all base documents, `(n, PASSAGES, d)`."""
        self._documents = texts.documents
        self._vectors = vectors

    @property
    def dimension(self) -> int:
        """Components of a vector."""
        return int(self._vectors.shape[2])

    def make(self, number: int) -> BenchDocument:
        """The document of this number, from 0."""
        base = self._documents[number % len(self._documents)]
        texts = base.texts
        if number >= len(self._documents):
            random = np.random.default_rng([_SEED, number, 0])
            pool = [word for text in base.texts for word in _units(text)[0]]
            texts = tuple(vary_text(text, pool, random) for text in texts)
        name = f"{base.source}-{number:06d}.txt"
        return _document(name, base.headings, texts, self.vectors(number))

    def vectors(self, number: int) -> Vectors:
        """The vectors alone of the document of this number, `(PASSAGES, d)`."""
        vectors: Vectors = self._vectors[number % len(self._documents)]
        if number < len(self._documents):
            return vectors
        return vary_vectors(vectors, np.random.default_rng([_SEED, number, 1]))


def save_base(texts: BaseTexts, vectors: Vectors, folder: Path) -> None:
    """Keep what documents are made of in `folder`, for other processes. Raises OSError."""
    value = {"documents": [asdict(each) for each in texts.documents], "queries": texts.queries}
    write_private_text(folder / _TEXTS, json.dumps(value))
    handle = os.open(folder / _VECTORS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as stream:
        np.save(stream, vectors)


def load_base(folder: Path) -> tuple[BaseTexts, Vectors]:
    """What `save_base` kept: the texts, and `(n, PASSAGES, d)` vectors. Raises OSError."""
    value = json.loads((folder / _TEXTS).read_text(encoding="utf-8"))
    documents = tuple(
        BaseDocument(each["source"], tuple(each["headings"]), tuple(each["texts"]))
        for each in value["documents"]
    )
    vectors: Vectors = np.load(folder / _VECTORS, allow_pickle=False)
    return BaseTexts(documents, tuple(value["queries"])), vectors


def vary_text(text: str, pool: Sequence[str], random: np.random.Generator) -> str:
    """`text` with noise; `pool` are the words that take the place of others."""
    units, joint = _units(text)
    chances = random.random((len(units), 2))
    picks = random.integers(0, len(pool), (len(units), 2)).tolist()
    kept: list[str] = []
    for unit, (chance, number_chance), (first, second) in zip(
        units, chances.tolist(), picks, strict=True
    ):
        if number_chance < 0.5 and any(character.isdigit() for character in unit):
            kept.append(_other_number(unit, random))
        elif chance < _LEFT_OUT:
            continue
        elif chance < _LEFT_OUT + _REPLACED:
            kept.append(pool[first])
        elif chance < _LEFT_OUT + _REPLACED + _NEW and joint:
            kept.append(_new_word(pool[first], pool[second]))
        elif chance > 1 - _EXCHANGED and kept:
            kept.insert(len(kept) - 1, unit)
        else:
            kept.append(unit)
    return joint.join(kept) or text


def vary_vectors(vectors: Vectors, random: np.random.Generator) -> Vectors:
    """`(n, d)` unit vectors with noise, unit vectors again."""
    noise = random.standard_normal(vectors.shape, np.float32)
    moved = vectors + np.float32(VECTOR_NOISE / np.sqrt(vectors.shape[1])) * noise
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    result: Vectors = (moved / lengths).astype(np.float32)
    return result


def _units(text: str) -> tuple[list[str], str]:
    """The words of `text` and what joins them; its characters where it has no spaces."""
    words = text.split()
    if len(text) > _SPACED * max(1, len(words)):
        return list(text), ""
    return words, " "


def _new_word(first: str, second: str) -> str:
    return first[: (len(first) + 1) // 2] + second[len(second) // 2 :].lower()


def _other_number(unit: str, random: np.random.Generator) -> str:
    return "".join(
        str(random.integers(0, 10)) if character.isdigit() else character for character in unit
    )


def _document(
    name: str, headings: Sequence[str], texts: Sequence[str], vectors: Vectors
) -> BenchDocument:
    passages, start = [], 0
    for heading, text in zip(headings, texts, strict=True):
        passages.append(Passage(text, heading, (Span(0, start, start + len(text)),)))
        start += len(text) + 2
    page = "\n\n".join(texts)
    return BenchDocument(
        name=name,
        sha256=hashlib.sha256(f"{name}\n{page}".encode("utf-8", "replace")).hexdigest(),
        document=DocumentText("text", None, False, (Page(0, None, page, "bench"),)),
        passages=tuple(passages),
        vectors=vectors,
    )
