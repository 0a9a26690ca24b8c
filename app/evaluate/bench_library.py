"""Fills a library with documents made for a benchmark, through the calls that indexing makes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from app.core.paths import make_private_dir, write_private_text
from app.core.types import FileStat, FileState, searchable_text
from app.evaluate.bench_texts import PASSAGES, BenchDocument, DocumentMaker
from app.index.library import Library
from app.index.records import EmbedderInfo

SPLITTER = "bench"
FILLED = "filled.json"
"""Lies in a library's folder when it is filled, and tells how long that took."""

_ROOT = "/bench"  # a folder that is not there: the library asks nothing of it
_LOOK_S = 0.5  # between two reports of progress

Progress = Callable[[int, int], None]  # passages done, passages in all


@dataclass(frozen=True, slots=True)
class FillTimes:
    """How long filling took, in s, over `passages` that were put in by this run.

    `store` writes documents and passages, `vectors` their vectors, `publish` makes them
    searchable (BM25 and graph included), `save` writes the derived files.
    """

    passages: int
    store: float
    vectors: float
    publish: float
    save: float

    @property
    def total(self) -> float:
        """All stages together, in s."""
        return self.store + self.vectors + self.publish + self.save


def fill_library(
    folder: Path, maker: DocumentMaker, embedder: EmbedderInfo, size: int, progress: Progress
) -> FillTimes:
    """Make the library in `folder` hold `size` passages, going on where an earlier run stopped.

    A library that is complete is left as it is; the times of its filling are remembered.
    """
    done = folder / FILLED
    if done.is_file():
        return FillTimes(**json.loads(done.read_text(encoding="utf-8")))
    make_private_dir(folder)
    library = Library.open(folder, embedder=embedder, splitter=SPLITTER)
    clock = _Clock()
    try:
        root = library.add_root(_ROOT, is_dir=True)
        first, shown = library.totals().documents, 0.0
        for number in range(first, size // PASSAGES):
            put_document(library, root, maker.make(number), clock)
            if time.monotonic() - shown > _LOOK_S:
                shown = time.monotonic()
                progress((number + 1) * PASSAGES, size)
        with clock.measure("save"):
            library.save()
    finally:
        library.close()
    added = size - first * PASSAGES
    times = FillTimes(passages=added, **{name: clock.spent(name) for name in _STAGES})
    write_private_text(done, json.dumps(asdict(times)))
    return times


_STAGES = ("store", "vectors", "publish", "save")


class _Clock:
    """Adds up the seconds that the stages take."""

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}

    def spent(self, stage: str) -> float:
        """Seconds of all measurements of a stage."""
        return self._spent.get(stage, 0.0)

    @contextmanager
    def measure(self, stage: str) -> Iterator[None]:
        """Count the time of a `with` block for a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._spent[stage] = self.spent(stage) + time.perf_counter() - began


def put_document(
    library: Library, root: int, document: BenchDocument, clock: _Clock | None = None
) -> int:
    """Put one document with its vectors into an open library; return its file's id."""
    clock = clock or _Clock()
    with clock.measure("store"):
        stat = FileStat(len(document.document.pages[0].text), 0, 0)
        path = f"{_ROOT}/{document.name}"
        file_id = library.note_file(path, root, stat, FileState.READING)
        document_id = library.begin_document(document.sha256, document.document, document.passages)
    with clock.measure("vectors"):
        vectors = {
            searchable_text(passage.heading, passage.text): vector
            for passage, vector in zip(document.passages, document.vectors, strict=True)
        }
        pending = library.pending_vectors(document_id, len(document.passages))
        if pending:
            rows = np.stack([vectors[text] for _, text in pending])
            library.store_vectors([passage_id for passage_id, _ in pending], rows)
    with clock.measure("publish"):
        library.publish_document(document_id, file_id)
    return file_id
