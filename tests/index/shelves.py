"""A small library that tests fill by hand, with vectors made from the words of a text."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from app.core.types import DocumentText, FileStat, FileState, Page, Passage, Span
from app.index.library import Library
from app.index.records import EmbedderInfo, Vectors

DIMENSION = 16
EMBEDDER = EmbedderInfo("words-1", DIMENSION)


def embed(text: str, dimension: int = DIMENSION) -> Vectors:
    """A unit vector that texts with common words share directions of."""
    total = np.full(dimension, 1e-3)
    for word in text.casefold().split():
        seed = int.from_bytes(hashlib.sha256(word.encode("utf-8", "replace")).digest()[:8], "big")
        total += np.random.default_rng(seed).normal(size=dimension)
    return (total / np.linalg.norm(total)).astype(np.float32)


def document_of(*pages: str, paged: bool = True) -> DocumentText:
    """A document with one passage-sized text on each page, labelled i, ii, ..."""
    made = tuple(Page(n, "i" * (n + 1), text, "test") for n, text in enumerate(pages))
    return DocumentText("pdf" if paged else "text", "A title", paged, made)


def passages_of(*pages: str, heading: str = "") -> list[Passage]:
    """One passage for each page."""
    return [
        Passage(text, heading, (Span(n, 0, len(text)),)) for n, text in enumerate(pages) if text
    ]


@dataclass(frozen=True)
class Shelf:
    """Puts texts into a library the way the indexing job does."""

    library: Library
    root_id: int

    def note(self, path: str, *, mtime_ns: int = 1) -> int:
        """A file that waits."""
        return self.library.note_file(
            path, self.root_id, FileStat(10, mtime_ns, 1), FileState.WAITING
        )

    def begin(self, *pages: str, heading: str = "", paged: bool = True) -> int:
        """A pending document; its content hash is made of the pages."""
        return self.library.begin_document(
            content_hash(*pages),
            document_of(*pages, paged=paged),
            passages_of(*pages, heading=heading),
        )

    def fill(self, document_id: int | None = None) -> int:
        """Embed everything that lacks a vector; return how many passages that were."""
        count = 0
        while pending := self.library.pending_vectors(document_id, 7):
            vectors = np.stack([embed(text) for _id, text in pending])
            self.library.store_vectors([each for each, _text in pending], vectors)
            count += len(pending)
        return count

    def put(self, path: str, *pages: str, heading: str = "", paged: bool = True) -> int:
        """A file, read, embedded and published; returns the document's id."""
        file_id = self.note(path)
        document_id = self.begin(*pages, heading=heading, paged=paged)
        self.fill(document_id)
        self.library.publish_document(document_id, file_id)
        return document_id

    def abandon(self) -> None:
        """Let go of the files without saving, as a killed process does."""
        self.library._closed = True
        self.library._indexes.close(save=False)
        self.library._store.close()

    def texts(self, query: str, *, k: int = 5, dense: bool = True, **options: object) -> list[str]:
        """Texts found for a query, best first."""
        vector = embed(query) if dense else None
        found = self.library.search(query, vector, k=k, **options)  # type: ignore[arg-type]  # options of search
        return [each.text for each in found.passages]

    def file_id(self, path: str) -> int:
        """The id of a known file."""
        return self.library.known_files(self.root_id)[path].file_id


def content_hash(*pages: str) -> str:
    """A stand-in for a file's hash."""
    return hashlib.sha256("\f".join(pages).encode("utf-8", "replace")).hexdigest()


OpenLibrary = Callable[..., Library]
Reopen = Callable[..., Shelf]
