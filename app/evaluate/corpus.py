"""A dataset's corpus in a library of its own, searched as the program searches.

Each entry is a document with one passage, whose heading is the title, so that language guess,
terms, headings, vectors, graph and fusion are those that a person gets.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from app.core.settings import Settings
from app.core.types import (
    DocumentText,
    FileStat,
    FileState,
    FoundPassage,
    Page,
    Passage,
    Span,
    searchable_text,
)
from app.evaluate.datasets import DatasetPassage
from app.evaluate.vectors import VectorMemory
from app.index.library import Library
from app.index.records import EmbedderInfo, Fusion, SearchResult, Vectors

_LONGEST_NAME = 80  # characters
_ROUND = 1024  # vectors stored, or documents reported, at a time

Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True, slots=True)
class SearchSetup:
    """How to search; see `Library.search`."""

    fusion: Fusion
    dense_weight: float
    depth: int

    @classmethod
    def of(cls, retriever: str, settings: Settings) -> SearchSetup:
        """The program's own way to search ("hybrid"), or one half of it ("bm25", "dense")."""
        fusion = settings.text("search.fusion") if retriever == "hybrid" else retriever
        return cls(
            fusion=cast("Fusion", fusion),
            dense_weight=settings.number("search.dense_weight"),
            depth=settings.integer("search.depth"),
        )


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A found entry of the corpus by its id, with the text that rerankers read."""

    entry_id: str
    searchable: str


class Corpus:
    """The entries of one dataset, ready to be searched. The thread that made it uses it."""

    def __init__(self, library: Library, entries: Mapping[int, DatasetPassage]) -> None:
        """For `open_corpus`. `entries` are by the library's document ids."""
        self._library = library
        self._entries = entries
        self._kept = first_with_text(entries.values())
        self._by_id = by_id = {entry.passage_id: entry for entry in entries.values()}
        self._found = {
            kept: FoundEntry(kept, searchable_text(by_id[kept].title, by_id[kept].text))
            for kept in dict.fromkeys(self._kept.values())
        }

    @property
    def size(self) -> int:
        """Entries with different texts."""
        return len(self._found)

    def text(self, entry_id: str) -> str:
        """What is searched of an entry, to be read: title › text; "" where it has none."""
        entry = self._by_id.get(entry_id)
        if entry is None:
            return ""
        return f"{entry.title} › {entry.text}" if entry.title else entry.text

    def judged(self, relevant: Mapping[str, int]) -> dict[str, int]:
        """Judgements in which entries with the same text are one, with the best of their grades.

        The library shows such entries in one place, so that only one of them could be found.
        """
        merged: dict[str, int] = {}
        for entry_id, grade in relevant.items():
            kept = self._kept.get(entry_id, entry_id)
            merged[kept] = max(grade, merged.get(kept, 0))
        return merged

    def result(
        self, query: str, vector: Vectors | None, setup: SearchSetup, count: int
    ) -> SearchResult:
        """What the library gives for a query, `count` passages at most; see `Library.search`."""
        return self._library.search(
            query,
            vector,
            k=count,
            depth=setup.depth,
            fusion=setup.fusion,
            dense_weight=setup.dense_weight,
        )

    def search(
        self, query: str, vector: Vectors | None, setup: SearchSetup, count: int
    ) -> list[FoundEntry]:
        """At least `count` entries (if there are so many), best first, each once.

        Of entries with the same text the first stands for all, as in `judged`. Near-duplicates
        come right behind the passage that the library shows them with, as they would be read.
        """
        result = self.result(query, vector, setup, count)
        ids = dict.fromkeys(
            self._kept[self._entries[document_id].passage_id]
            for passage in result.passages
            for document_id in _documents(passage)
        )
        return [self._found[each] for each in ids]


def first_with_text(entries: Iterable[DatasetPassage]) -> dict[str, str]:
    """For each entry's id that of the first entry with the same text, which stands for all."""
    first: dict[str, str] = {}
    return {
        entry.passage_id: first.setdefault(entry.text.strip() or entry.title, entry.passage_id)
        for entry in entries
    }


def _documents(passage: FoundPassage) -> Iterator[int]:
    yield passage.document_id
    for each in passage.similar:
        yield each.document_id


@contextmanager
def open_corpus(
    entries: Sequence[DatasetPassage],
    memory: VectorMemory | None,
    progress: Progress,
    *,
    with_titles: bool = True,
) -> Iterator[Corpus]:
    """Index `entries` in a temporary folder, removed at the end; without `memory` by words alone.

    Entries without a text have their title as text; those without either are left out.
    """
    info = None
    if memory is not None:
        info = EmbedderInfo(memory.embedder.identity, memory.embedder.dimension)
    with tempfile.TemporaryDirectory(prefix="margine-corpus-") as folder:
        library = Library.open(Path(folder) / "library", embedder=info, splitter="corpus")
        try:
            yield Corpus(library, _fill(library, entries, memory, progress, with_titles))
        finally:
            library.close()


@dataclass(frozen=True, slots=True)
class CorpusFolder:
    """A library's folder that holds a corpus, for whoever opens libraries; `entry_ids` are by
    document id, of entries with the same text that of the first."""

    folder: Path
    entry_ids: Mapping[int, str]


@contextmanager
def write_corpus(
    entries: Sequence[DatasetPassage], memory: VectorMemory, progress: Progress
) -> Iterator[CorpusFolder]:
    """Index `entries` in a temporary folder, removed at the end, as documents named by title."""
    info = EmbedderInfo(memory.embedder.identity, memory.embedder.dimension)
    with tempfile.TemporaryDirectory(prefix="margine-corpus-") as outer:
        folder = Path(outer) / "library"
        library = Library.open(folder, embedder=info, splitter="corpus")
        try:
            documents = _fill(library, entries, memory, progress, with_titles=True, named=True)
        finally:
            library.close()
        kept = first_with_text(documents.values())
        yield CorpusFolder(
            folder, {number: kept[each.passage_id] for number, each in documents.items()}
        )


def _fill(
    library: Library,
    entries: Sequence[DatasetPassage],
    memory: VectorMemory | None,
    progress: Progress,
    with_titles: bool,
    named: bool = False,
) -> dict[int, DatasetPassage]:
    """Put the entries in; return them as they were put in, by document id."""
    documents = {
        _begin(library, number, entry): entry
        for number, entry in enumerate(_usable(entries, with_titles))
    }
    if memory is not None:
        embed_pending(library, memory, partial(progress, "entries embedded"))
    root = library.add_root("/corpus", is_dir=True)
    for number, (document_id, entry) in enumerate(documents.items()):
        path = f"/corpus/{number:07d}"
        if named and entry.title:
            path += f"/{_file_name(entry.title)}"
        stat = FileStat(len(entry.text), 0, 0)
        file_id = library.note_file(path, root, stat, FileState.WAITING)
        library.publish_document(document_id, file_id)
        if number % _ROUND == 0:
            progress("entries indexed", number, len(documents))
    library.warm_up()
    return documents


def _file_name(title: str) -> str:
    """A file's name that reads as the title: it stands before the passage in a prompt."""
    return title.replace("/", "-").replace("\\", "-")[:_LONGEST_NAME].strip(". ") + ".txt"


def _usable(entries: Sequence[DatasetPassage], with_titles: bool) -> Iterator[DatasetPassage]:
    for entry in entries:
        title = " ".join(entry.title.split()) if with_titles else ""
        text = entry.text.strip()
        if text:
            yield DatasetPassage(entry.passage_id, title, text)
        elif title:
            yield DatasetPassage(entry.passage_id, "", title)


def _begin(library: Library, number: int, entry: DatasetPassage) -> int:
    text = entry.text
    document = DocumentText("text", None, False, (Page(0, None, text, "corpus"),))
    passage = Passage(text, entry.title, (Span(0, 0, len(text)),))
    # By number and not by content: entries that read the same stay different documents.
    sha256 = hashlib.sha256(f"entry {number}".encode()).hexdigest()
    return library.begin_document(sha256, document, [passage])


def embed_pending(
    library: Library, memory: VectorMemory, progress: Callable[[int, int], None] | None
) -> None:
    """Give every passage of `library` its vector; what was embedded before is remembered.

    `progress` takes how many passages are done, and how many there are.
    """
    pending = library.pending_vectors(None, library.count_pending())
    vectors = memory.passages([text for _id, text in pending], progress)
    for start in range(0, len(pending), _ROUND):
        part = pending[start : start + _ROUND]
        library.store_vectors([each for each, _text in part], vectors[start : start + _ROUND])
