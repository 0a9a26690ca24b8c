"""Real texts for `eval ann`: datasets and folders of documents, as windows of 20 words."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.core.cancel import CancelToken
from app.core.errors import DocumentError, UserError
from app.evaluate.ann import Progress
from app.evaluate.bench_sources import read_document
from app.evaluate.datasets import CORPUS, load_dataset
from app.evaluate.synthetic import VectorSet
from app.evaluate.vectors import VectorMemory
from app.evaluate.windows import word_windows
from app.ingest.readers.registry import supported
from app.ingest.scan import FoundFile, scan
from app.models.contracts import Vectors

_log = logging.getLogger(__name__)

WINDOW_WORDS, WINDOW_OVERLAP = 20, 10
_SEED = 20251103
_FEWEST = 50  # vectors that queries are held out of
_SAVED_EVERY = 2_000  # texts embedded between two savings, which take a second


@dataclass(frozen=True, slots=True)
class TextSet:
    """Windows to be found, and queries; no text stands twice."""

    name: str
    windows: tuple[str, ...]
    queries: tuple[str, ...]


def collect_texts(
    folders: Sequence[Path], limit: int, queries: int, progress: Progress = lambda _text: None
) -> TextSet:
    """At most `limit` windows of the texts below `folders`, and at most `queries` queries.

    Folders may hold datasets, documents or both, at any depth. Queries are the datasets'
    questions; where there are none, windows held out. What is too much is left out by lot, the
    same one every time. Raises UserError if a folder is missing or nothing is left.
    """
    missing = next((each for each in folders if not each.is_dir()), None)
    if missing is not None:
        raise UserError(f"There is no folder {missing}.", next_step="Check the path.")
    datasets = sorted({path.parent for each in folders for path in each.rglob(CORPUS)})
    windows: dict[str, None] = {}  # each once, in order
    questions: dict[str, None] = {}
    for folder in datasets:
        progress(f"Reading {folder.name} …")
        dataset = load_dataset(folder)
        questions.update(dict.fromkeys(each.text for each in dataset.queries))
        for passage in dataset.passages:
            windows.update(dict.fromkeys(_windows(passage.text)))
    for text in read_documents(folders, datasets, progress):
        windows.update(dict.fromkeys(_windows(text)))
    name = "windows of 20 words of " + ", ".join(each.resolve().name for each in folders)
    drawn = _draw(list(windows), limit if questions else limit + queries)
    asked, found = _draw(list(questions), queries), drawn
    if not questions:
        asked, found = drawn[:queries], drawn[queries:]
    if limit == len(found) < len(asked):
        raise UserError(
            f"--limit {limit} leaves fewer windows than there are queries: {len(asked)}.",
            why="Queries want at least as many windows to search.",
            next_step="Give a higher --limit, or fewer --queries.",
        )
    if len(found) < len(asked):
        raise UserError(
            f"There is too little text: {len(windows)} windows.",
            why=f"{len(asked)} queries want at least as many windows to search.",
            next_step="Give more folders, or fewer --queries.",
        )
    return TextSet(name, tuple(found), tuple(asked))


def read_documents(
    folders: Iterable[Path], without: Sequence[Path], progress: Progress
) -> Iterator[str]:
    """The text of each document below `folders` that can be read, but of none in `without`."""
    roots = [str(each) for each in folders]
    for item in scan(roots, lambda path: supported(Path(path)), CancelToken()):
        if not isinstance(item, FoundFile) or not item.supported:
            continue
        path = Path(item.path)
        if any(path.is_relative_to(each.absolute()) for each in without):
            continue
        progress(f"Reading {path.name} …")
        try:
            yield "\n".join(page.text for page in read_document(path).pages)
        except DocumentError as error:
            _log.info("a document is left out: %s", error.what)


def embed_texts(texts: TextSet, memory: VectorMemory, progress: Progress) -> VectorSet:
    """Embed windows and queries, saving every 2,000: what was done before is not done again.

    Raises OSError if the vectors cannot be saved.
    """
    parts: list[Vectors] = []
    for start in range(0, len(texts.windows), _SAVED_EVERY):

        def tell(done: int, _total: int, start: int = start) -> None:
            progress(f"Embedding: {start + done:,} of {len(texts.windows):,} windows …")

        parts.append(memory.passages(texts.windows[start : start + _SAVED_EVERY], tell))
        memory.save()
    progress(f"Embedding {len(texts.queries)} queries …")
    queries = memory.queries(texts.queries)
    memory.save()
    return VectorSet(texts.name, np.concatenate(parts), queries)


def hold_out(name: str, vectors: Vectors, limit: int, queries: int) -> VectorSet:
    """Take some of the vectors as queries, by lot, and at most `limit` others to search.

    Queries are `queries`, or a fifth of the vectors where that is less. Raises UserError if
    there are fewer than 50 vectors.
    """
    if len(vectors) < _FEWEST:
        raise UserError(
            f"There are only {len(vectors)} vectors: too few to measure anything.",
            next_step="Give a larger library, --texts FOLDER or --synthetic.",
        )
    asked = min(queries, len(vectors) // 5)
    drawn = np.random.default_rng(_SEED).permutation(len(vectors))[: limit + asked]
    return VectorSet(name, vectors[drawn[asked:]], vectors[drawn[:asked]])


def _windows(text: str) -> list[str]:
    return word_windows(text, WINDOW_WORDS, WINDOW_OVERLAP)


def _draw(texts: list[str], count: int) -> list[str]:
    order = np.random.default_rng(_SEED).permutation(len(texts))[:count]
    return [texts[at] for at in order.tolist()]
