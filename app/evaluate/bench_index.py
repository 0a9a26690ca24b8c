"""`margine bench index`: how fast documents are taken in, stage by stage.

Each stage is measured alone over all documents, so that its figures hold whatever the others do;
in the program, reading and embedding run beside each other.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.core.errors import DocumentError, UserError
from app.core.types import DocumentText, Passage, searchable_text
from app.evaluate.bench_clock import MemoryWatch
from app.evaluate.bench_library import SPLITTER, put_document
from app.evaluate.bench_sources import find_files
from app.evaluate.bench_texts import BenchDocument
from app.evaluate.report import Cell, Report, Table
from app.index.bm25 import InvertedBM25
from app.index.hnsw import DenseIndex
from app.index.language import guess_language
from app.index.library import Library
from app.index.records import EmbedderInfo, Vectors
from app.index.tokens import Tokenizer
from app.ingest.split import split
from app.models.contracts import Embedder

_log = logging.getLogger(__name__)

T = TypeVar("T")

Read = Callable[[Path], DocumentText]
Progress = Callable[[str], None]

_SAMPLE_CHARS = 2000  # of a document, that its language is guessed from
_ROUND = 64  # passages embedded at once, as the program does


@dataclass(frozen=True, slots=True)
class StageFigures:
    """What one stage did: `amount` of `unit` in `seconds`, with the peaks of resident memory of
    this process and of its children together, in MB."""

    stage: str
    amount: int
    unit: str
    seconds: float
    peak_mb: float
    children_mb: float


@dataclass(frozen=True, slots=True)
class _Split:
    """A document with its passages."""

    document: DocumentText
    passages: tuple[Passage, ...]

    @property
    def texts(self) -> list[str]:
        return [searchable_text(each.heading, each.text) for each in self.passages]

    @property
    def language(self) -> str:
        return guess_language("\n".join(each.text for each in self.passages)[:_SAMPLE_CHARS])


class IngestBench:
    """Measures the stages one after the other. One thread owns it."""

    def __init__(
        self, read: Read, readers: int, embedder: Embedder, work: Path, progress: Progress
    ) -> None:
        """`read` is called by `readers` threads at once; `work` is empty, and there."""
        self._read = read
        self._readers = readers
        self._embedder = embedder
        self._work = work
        self._progress = progress
        self._figures: list[StageFigures] = []

    def measure(self, folder: Path, most: int) -> list[StageFigures]:
        """Take in the documents of `folder`; of their passages, embed and index at most `most`.

        Raises UserError if there is nothing to read.
        """
        guess_language("Loads its tables now, not while a stage is measured.")
        files = self._stage("find", "files", lambda: find_files(folder), len)
        documents = self._stage("read", "pages", lambda: self._read_all(files), _count_pages)
        if not documents:
            raise UserError(
                f"There is no document in {folder} that can be read.",
                next_step="Give a folder with PDF, text or Markdown files.",
            )
        parted = self._stage(
            "split", "passages", lambda: self._split_all(documents), _count_passages
        )
        chosen = _first_passages(parted, most)
        if not chosen:
            raise UserError(f"The documents in {folder} hold no text.")
        vectors = self._stage(
            "embed", "passages", lambda: self._embed_all(chosen), lambda each: sum(map(len, each))
        )
        terms = self._stage("terms", "passages", lambda: _terms(chosen), len)
        self._stage("BM25 add", "passages", lambda: _add_terms(chosen, terms), len)
        self._stage("graph add", "passages", lambda: _add_vectors(vectors), len)
        self._stage("library", "passages", lambda: self._fill(chosen, vectors), int)
        return self._figures

    def _stage(self, name: str, unit: str, work: Callable[[], T], count: Callable[[T], int]) -> T:
        self._progress(f"Measuring: {name} …")
        with MemoryWatch() as memory:
            began = time.perf_counter()
            result = work()
            seconds = time.perf_counter() - began
        amount = count(result)
        self._figures.append(
            StageFigures(name, amount, unit, seconds, memory.peak_mb, memory.children_peak_mb)
        )
        return result

    def _read_all(self, files: Sequence[Path]) -> list[DocumentText]:
        with ThreadPoolExecutor(self._readers, "margine-bench-reading") as threads:
            return [each for each in threads.map(self._read_one, files) if each is not None]

    def _read_one(self, path: Path) -> DocumentText | None:
        try:
            return self._read(path)
        except DocumentError as error:
            _log.info("a document is left out: %s", error)
            return None

    def _split_all(self, documents: Sequence[DocumentText]) -> list[_Split]:
        measure = self._embedder.count_tokens
        return [_Split(document, split(document, measure)) for document in documents]

    def _embed_all(self, documents: Sequence[_Split]) -> list[Vectors]:
        """Vectors by document; neighbours in length share a batch, as in the program."""
        texts = [text for each in documents for text in each.texts]
        vectors = np.zeros((len(texts), self._embedder.dimension), np.float32)
        for start in range(0, len(texts), _ROUND):
            self._progress(f"Measuring: embed … {start} of {len(texts)} passages")
            places = range(start, min(start + _ROUND, len(texts)))
            longest_first = sorted(places, key=lambda at: -len(texts[at]))
            vectors[longest_first] = self._embedder.embed_passages(
                [texts[at] for at in longest_first]
            )
        ends = np.cumsum([len(each.passages) for each in documents])
        return np.split(vectors, ends[:-1])

    def _fill(self, documents: Sequence[_Split], vectors: Sequence[Vectors]) -> int:
        """Store all documents in a library, make them searchable one by one, and save."""
        embedder = EmbedderInfo(self._embedder.identity, self._embedder.dimension)
        library = Library.open(self._work / "library", embedder=embedder, splitter=SPLITTER)
        try:
            root = library.add_root("/bench", is_dir=True)
            for number, (each, rows) in enumerate(zip(documents, vectors, strict=True)):
                put_document(library, root, _bench_document(number, each, rows))
            library.save()
            return library.totals().passages
        finally:
            library.close()


def ingest_report(figures: Sequence[StageFigures], introduction: str) -> Report:
    """The figures as a report."""
    rows: list[tuple[Cell, ...]] = [
        (
            each.stage,
            each.amount,
            each.unit,
            each.seconds,
            each.amount / each.seconds if each.seconds > 0 else None,
            each.peak_mb,
            each.children_mb,
        )
        for each in figures
    ]
    columns = ("stage", "amount", "of", "s", "per s", "peak MB", "readers' peak MB")
    note = (
        "Memory is resident, the highest seen during the stage, in MB of 2²⁰ bytes. terms: words "
        "to BM25's terms; library: database, terms, both indexes and saving together."
    )
    table = Table("Stages of indexing", columns, tuple(rows), note=note, digits=1)
    return Report("How fast documents are taken in", introduction, (table,))


def _first_passages(documents: Sequence[_Split], most: int) -> list[_Split]:
    """Documents as long as there is room for their passages; the last one may be cut."""
    chosen: list[_Split] = []
    for each in documents:
        kept = each.passages[:most]
        if kept:
            chosen.append(_Split(each.document, kept))
        most -= len(kept)
    return chosen


def _terms(documents: Sequence[_Split]) -> list[list[str]]:
    tokenizer = Tokenizer()
    terms: list[list[str]] = []
    for each in documents:
        language = each.language
        terms += [tokenizer.passage_terms(text, language)[0] for text in each.texts]
    return terms


def _add_terms(documents: Sequence[_Split], terms: Sequence[list[str]]) -> InvertedBM25:
    """An index to which the documents were added one by one."""
    index = InvertedBM25()
    start = 0
    for each in documents:
        numbers = range(start, start + len(each.passages))
        index.add(numbers, terms[numbers.start : numbers.stop])
        start = numbers.stop
    return index


def _add_vectors(vectors: Sequence[Vectors]) -> DenseIndex:
    """A graph to which the documents were added one by one."""
    index = DenseIndex(vectors[0].shape[1])
    start = 0
    for rows in vectors:
        index.add(range(start, start + len(rows)), rows)
        start += len(rows)
    return index


def _bench_document(number: int, parted: _Split, vectors: Vectors) -> BenchDocument:
    name = f"{number:06d}"
    return BenchDocument(
        name=name,
        sha256=sha256(name.encode()).hexdigest(),
        document=parted.document,
        passages=parted.passages,
        vectors=vectors,
    )


def _count_pages(documents: Sequence[DocumentText]) -> int:
    return sum(len(each.pages) for each in documents)


def _count_passages(documents: Sequence[_Split]) -> int:
    return sum(len(each.passages) for each in documents)
