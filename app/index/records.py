"""Values that the library takes and gives, beside those of `app.core.types`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from app.core.types import (
    FileStat,
    FileState,
    FoundPassage,
    GateEvidence,
    Passage,
    Recognition,
)

Vectors = NDArray[np.float32]
Ids = NDArray[np.int64]

Fusion = Literal["weighted", "rrf", "bm25", "dense"]


def as_ids(passage_ids: Collection[int] | Ids) -> Ids:
    """`(n,)` int64: passage ids in whatever order they come."""
    if isinstance(passage_ids, np.ndarray):
        return passage_ids
    return np.fromiter(passage_ids, np.int64, len(passage_ids))


@dataclass(frozen=True, slots=True)
class EmbedderInfo:
    """Which embedder made the vectors: hash of its files, and components of a vector."""

    identity: str
    dimension: int


@dataclass(frozen=True, slots=True)
class Root:
    """A folder or single file that the person added."""

    root_id: int
    path: str
    is_dir: bool


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the library knows of one file. `sha256` is None until its content was hashed."""

    file_id: int
    path: str
    size: int
    mtime_ns: int
    inode: int
    sha256: str | None
    state: FileState
    reason: str
    document_id: int | None

    @property
    def stat(self) -> FileStat:
        """Size, time and inode at the last look."""
        return FileStat(self.size, self.mtime_ns, self.inode)


@dataclass(frozen=True, slots=True)
class UnfinishedDocument:
    """A document that is stored but not searchable yet; `missing` passages lack a vector."""

    document_id: int
    sha256: str
    pages: int
    passages: int
    missing: int


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One page as it was read.

    `text_sha256` is the hash of the text's UTF-8. `paths` are the files that show the document;
    `stat` is what the first of them was when it was read, so that a change can be told.
    """

    document_id: int
    page_index: int
    label: str | None
    text: str
    text_sha256: str
    page_count: int
    paged: bool
    format: str
    title: str | None
    paths: tuple[str, ...]
    stat: FileStat | None
    recognition: Recognition | None = None


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """One passage with its document. `language` is the document's ISO 639-1 code or ""."""

    passage_id: int
    document_id: int
    passage: Passage
    language: str
    live: bool


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Passages found, best first, and the words to mark in them (case-folded, whole words).

    `evidence` is what the search tells of whether the library is about the query at all; None
    where not both lists were made, as without an embedder.
    """

    passages: tuple[FoundPassage, ...]
    words: tuple[str, ...]
    evidence: GateEvidence | None = None


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """One searchable document from its first passage to its last.

    `text_sha256` is the hash of all that was read and how it was split: equal hashes, equal
    passages. `passages` are ranked in the document's order; `language` is its ISO 639-1 code
    or "".
    """

    document_id: int
    document: str
    text_sha256: str
    language: str
    passages: tuple[FoundPassage, ...]


@dataclass(frozen=True, slots=True)
class DigestKey:
    """What a digest's finished parts belong to: the same key, the same parts.

    `documents` are the `text_sha256` of the documents that the parts were made from.
    """

    documents: tuple[str, ...]
    task: str
    instruction: str
    language: str
    model_id: str
    prompt_version: str
