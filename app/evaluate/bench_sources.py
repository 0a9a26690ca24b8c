"""Where a benchmark's real passages come from: datasets in BEIR's layout, folders of documents."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice, zip_longest
from pathlib import Path
from typing import TypeVar

from app.core.cancel import CancelToken
from app.core.errors import DocumentError, UserError
from app.core.types import DocumentText, Passage
from app.evaluate.bench_texts import PASSAGES, BaseDocument, BaseTexts
from app.evaluate.datasets import CORPUS, load_dataset
from app.ingest.leaves import Measure
from app.ingest.readers.registry import open_document, supported
from app.ingest.scan import FoundFile, scan
from app.ingest.sentences import sentence_ends
from app.ingest.split import split

_log = logging.getLogger(__name__)

T = TypeVar("T")

BASE_PASSAGES = 1000
QUERIES = 100
_QUERY_WORDS = range(4, 31)  # a sentence of the texts that is as long as a question may be


@dataclass(frozen=True, slots=True)
class _Source:
    name: str
    passages: list[tuple[str, str]]  # heading, text
    queries: list[str]


def gather(folders: Sequence[Path], measure: Measure) -> BaseTexts:
    """Up to `BASE_PASSAGES` passages and `QUERIES` queries, an equal share of each folder.

    A folder with a `corpus.jsonl` is a dataset, and asks its own queries; of another one, the
    documents are read and split, and its queries are sentences. Raises UserError.
    """
    sources = [
        _from_dataset(folder) if (folder / CORPUS).is_file() else _from_documents(folder, measure)
        for folder in folders
    ]
    documents = _take_turns([_chunks(source) for source in sources])
    queries = [_plain(text) for text in _take_turns([source.queries for source in sources])]
    if not documents or not queries:
        names = ", ".join(str(folder) for folder in folders)
        raise UserError(
            f"There is no text to measure with in {names}.",
            why="The folders hold no dataset, and no document that can be read.",
            next_step="Give folders with text by --texts.",
        )
    return BaseTexts(tuple(documents[: BASE_PASSAGES // PASSAGES]), tuple(queries[:QUERIES]))


def read_document(path: Path) -> DocumentText:
    """Read one file in this process. Raises DocumentError."""
    document = open_document(path)
    try:
        pages = tuple(document.read_pages())
        return DocumentText(document.format, document.title, document.paged, pages)
    finally:
        document.close()


def find_files(folder: Path) -> list[Path]:
    """The files in `folder` that there is a reader for, in order."""
    found = scan([str(folder)], lambda name: supported(Path(name)), CancelToken())
    return sorted(
        Path(each.path) for each in found if isinstance(each, FoundFile) and each.supported
    )


def _plain(query: str) -> str:
    """A query without what would be an operator: quotation marks, and a sign before a word."""
    words = (word.lstrip("-−") for word in re.sub(r'["“”„«»]', " ", query).split())
    return " ".join(word for word in words if word)


def _from_dataset(folder: Path) -> _Source:
    dataset = load_dataset(folder)
    share = dataset.passages[:BASE_PASSAGES]
    present = {passage.passage_id for passage in share}
    queries = [query.text for query in dataset.judged if not present.isdisjoint(query.relevant)]
    passages = [(passage.title, passage.text) for passage in share if passage.text.strip()]
    return _Source(dataset.name, passages, queries or [query.text for query in dataset.queries])


def _from_documents(folder: Path, measure: Measure) -> _Source:
    passages: list[Passage] = []
    for path in find_files(folder):
        try:
            passages += split(read_document(path), measure)
        except DocumentError as error:
            _log.info("a document is left out: %s", error)
    queries = [sentence for passage in passages if (sentence := _short_sentence(passage.text))]
    return _Source(folder.name, [(each.heading, each.text) for each in passages], queries)


def _short_sentence(text: str) -> str:
    """The first sentence of `text` that is about as long as a question; "" if there is none."""
    start = 0
    for end in sentence_ends(text):
        sentence, start = text[start:end].strip(), end
        if len(sentence.split()) in _QUERY_WORDS:
            return sentence
    return ""


def _chunks(source: _Source) -> list[BaseDocument]:
    """Whole documents of `PASSAGES` passages; one with repetitions if there are not so many."""
    passages = source.passages
    if 0 < len(passages) < PASSAGES:
        passages = list(islice(cycle(passages), PASSAGES))
    return [
        BaseDocument(source.name, *_columns(passages[start : start + PASSAGES]))
        for start in range(0, len(passages) - PASSAGES + 1, PASSAGES)
    ]


def _columns(passages: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(heading for heading, _ in passages), tuple(text for _, text in passages)


def _take_turns(lists: Sequence[Sequence[T]]) -> list[T]:
    """One of each list, then the next of each, until all are at their end."""
    rounds = zip_longest(*[[(each,) for each in values] for values in lists])
    return [each[0] for one_round in rounds for each in one_round if each is not None]
