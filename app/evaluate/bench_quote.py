"""`margine bench quote`: how long after a question its quote is there, by size of the library."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from app.answer.extract import QuoteFinder
from app.core.paths import make_private_dir
from app.evaluate.bench_clock import Latency, latency
from app.evaluate.bench_library import SPLITTER, fill_library
from app.evaluate.bench_texts import BaseTexts, DocumentMaker
from app.evaluate.corpus import SearchSetup
from app.evaluate.report import Cell, Report, Table
from app.index.language import guess_language
from app.index.library import Library
from app.index.records import EmbedderInfo, Vectors
from app.models.contracts import Embedder

GOAL_MS = 300.0
"""From the question to the quote on screen, at 50,000 passages."""

_WARMING = 3  # questions that are not counted
_PARTS = ("question embedded", "passages found", "quote chosen", "question to quote")


@dataclass(frozen=True, slots=True)
class QuoteTimes:
    """Times in ms at one size, by the names of the parts; the last is all of them together."""

    size: int
    parts: tuple[tuple[str, Latency], ...]


class QuoteBench:
    """Measures with the program's own library and embedder. One thread owns it.

    `folder` keeps the libraries, the same as `margine bench search` does: what one has filled
    the other finds.
    """

    def __init__(
        self,
        folder: Path,
        texts: BaseTexts,
        vectors: Vectors,
        embedder: Embedder,
        setup: SearchSetup,
        passages: int,
        progress: Callable[[str], None],
    ) -> None:
        """`vectors` `(n, PASSAGES, d)` are those of `texts`; `passages` are found a question."""
        name = f"{texts.identity[:8]}-{embedder.identity[:8]}"
        self._folder = make_private_dir(folder / name)
        self._questions = texts.queries
        self._maker = DocumentMaker(texts, vectors)
        self._embedder = embedder
        self._setup = setup
        self._passages = passages
        self._progress = progress

    def measure(self, size: int) -> QuoteTimes:
        """Fill the library of `size` passages if need be, and ask it. Raises MargineError."""
        info = EmbedderInfo(self._embedder.identity, self._embedder.dimension)
        path = self._folder / str(size) / "library"
        fill_library(
            path,
            self._maker,
            info,
            size,
            lambda done, total: self._progress(f"{size}: filling, {done} of {total} passages"),
        )
        library = Library.open(path, embedder=info, splitter=SPLITTER, read_only=True)
        try:
            self._progress(f"{size}: opening")
            library.warm_up()
            return self._ask(library, size)
        finally:
            library.close()

    def _ask(self, library: Library, size: int) -> QuoteTimes:
        finder = QuoteFinder()
        rows: list[tuple[float, ...]] = []
        questions = [*self._questions[:_WARMING], *self._questions]
        for number, question in enumerate(questions):
            self._progress(f"{size}: {number} of {len(questions)} questions")
            rows.append(self._time(library, finder, question))
        columns = zip(*rows[len(questions) - len(self._questions) :], strict=True)
        return QuoteTimes(
            size, tuple((name, latency(each)) for name, each in zip(_PARTS, columns, strict=True))
        )

    def _time(self, library: Library, finder: QuoteFinder, question: str) -> tuple[float, ...]:
        """Times in ms of the parts, for one question."""
        began = time.perf_counter()
        vector = self._embedder.embed_query(question)
        embedded = time.perf_counter()
        found = library.search(
            question,
            vector,
            k=self._passages,
            depth=self._setup.depth,
            fusion=self._setup.fusion,
            dense_weight=self._setup.dense_weight,
        )
        searched = time.perf_counter()
        language = guess_language(question, library.languages())
        finder.find(
            question,
            language,
            found.passages,
            _Known(self._embedder, vector),
            lambda document, page: library.page_text(document, page).text,
        )
        ended = time.perf_counter()
        marks = (began, embedded, searched, ended)
        parts = [1000 * (b - a) for a, b in pairwise(marks)]
        return (*parts, 1000 * (ended - began))


class _Known:
    """A `TextEmbedder` for one question, whose vector its search has made, as in the engine."""

    def __init__(self, embedder: Embedder, vector: Vectors) -> None:
        self._embedder = embedder
        self._vector = vector

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._embedder.embed_passages(texts)

    def embed_query(self, text: str) -> Vectors:  # noqa: ARG002 - it is the one that was embedded
        return self._vector


def quote_times_report(times: Sequence[QuoteTimes], introduction: str) -> Report:
    """All sizes in one report."""
    rows: list[tuple[Cell, ...]] = [
        (each.size, name, part.p50, part.p95, part.count)
        for each in times
        for name, part in each.parts
    ]
    table = Table(
        "From a question to its quote",
        ("passages", "part", "p50 ms", "p95 ms", "questions"),
        tuple(rows),
        note=f"The quote should be on screen within {GOAL_MS:.0f} ms at 50,000 passages; sending "
        "and drawing it are not in these times.",
        digits=1,
    )
    return Report("How fast a quote is there", introduction, (table,))
