"""Splits documents with one setting, indexes the passages, and searches them as the program does.

Through a library of its own in a temporary folder: what is measured is what a person gets.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.types import (
    DocumentText,
    FileStat,
    FileState,
    FoundPassage,
    SimilarPassage,
    searchable_text,
)
from app.evaluate.corpus import SearchSetup, embed_pending
from app.evaluate.splitter_cases import Place
from app.evaluate.vectors import Progress, VectorMemory
from app.index.library import Library
from app.index.query import parse_query
from app.index.records import EmbedderInfo
from app.ingest.split import SplitSettings, split


@dataclass(frozen=True, slots=True)
class PlacedPassage:
    """A passage: where it is, its text, and its tokens as it would stand in a prompt.

    `same` are all the places of this text, where they are known: the library shows such passages
    in one of them, which stands for all.
    """

    place: Place
    text: str
    tokens: int
    same: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Everywhere this text stands."""
        return self.same or (self.place,)


class SplitSearch:
    """Passages of one splitter setting, ready to be searched. The thread that made it uses it."""

    def __init__(
        self,
        library: Library,
        memory: VectorMemory,
        setup: SearchSetup,
        passages: Sequence[PlacedPassage],
        documents: Sequence[int],
        embedded_tokens: int,
    ) -> None:
        """For `open_split_search`. `documents` are the library's ids, in the order of the list."""
        same: dict[str, list[Place]] = {}
        for each in passages:
            same.setdefault(each.text, []).append(each.place)
        places = {text: tuple(found) for text, found in same.items()}
        self.passages = tuple(replace(each, same=places[each.text]) for each in passages)
        self.embedded_tokens = embedded_tokens
        self._library = library
        self._memory = memory
        self._setup = setup
        self._index_of = {each: index for index, each in enumerate(documents)}
        self._by_place = {each.place: each for each in self.passages}

    def search(self, questions: Sequence[str], k: int) -> Iterator[list[PlacedPassage]]:
        """At least the `k` best passages for each question, best first, each text once.

        Near-duplicates come right behind the passage that the library shows them with, as they
        would be read.
        """
        setup = self._setup
        vectors = None
        if setup.fusion != "bm25":
            vectors = self._memory.queries([parse_query(each).text for each in questions])
        for number, question in enumerate(questions):
            found = self._library.search(
                question,
                None if vectors is None else vectors[number],
                k=k,
                depth=setup.depth,
                fusion=setup.fusion,
                dense_weight=setup.dense_weight,
            )
            result: dict[str, PlacedPassage] = {}
            for passage in found.passages:
                shown: list[FoundPassage | SimilarPassage] = [passage, *passage.similar]
                for each in shown:
                    placed = self._by_place[self._place(each)]
                    result.setdefault(placed.text, placed)
            yield list(result.values())

    def _place(self, passage: FoundPassage | SimilarPassage) -> Place:
        document = self._index_of[passage.document_id]
        return Place(document, passage.spans[0].start, passage.spans[-1].end)


@contextmanager
def open_split_search(
    documents: Sequence[DocumentText],
    settings: SplitSettings,
    memory: VectorMemory,
    setup: SearchSetup,
    progress: Progress | None = None,
) -> Iterator[SplitSearch]:
    """Split, embed and index `documents`, each of one page; everything is removed at the end.

    `progress` counts the passages that are embedded.
    """
    embedder = memory.embedder
    overhead = embedder.count_tokens([""])[0]
    passages: list[PlacedPassage] = []
    ids: list[int] = []
    embedded_tokens = 0
    with tempfile.TemporaryDirectory(prefix="margine-splitter-") as folder:
        library = Library.open(
            Path(folder),
            embedder=EmbedderInfo(embedder.identity, embedder.dimension),
            splitter=settings.identity,
        )
        try:
            root = library.add_root(str(Path(folder).absolute()), is_dir=True)
            files: list[int] = []
            for number, document in enumerate(documents):
                cut = split(document, embedder.count_tokens, settings)
                counts = embedder.count_tokens([each.text for each in cut])
                embedded_tokens += sum(
                    embedder.count_tokens(
                        [searchable_text(each.heading, each.text) for each in cut]
                    )
                )
                for passage, tokens in zip(cut, counts, strict=True):
                    place = Place(number, passage.spans[0].start, passage.spans[-1].end)
                    passages.append(PlacedPassage(place, passage.text, tokens - overhead))
                stat = FileStat(1, 1, number + 1)
                name = f"{folder}/{number:06d}.txt"
                files.append(library.note_file(name, root, stat, FileState.WAITING))
                sha256 = hashlib.sha256(name.encode()).hexdigest()
                ids.append(library.begin_document(sha256, document, cut))
            if setup.fusion != "bm25":
                embed_pending(library, memory, progress)
            for document_id, file_id in zip(ids, files, strict=True):
                library.publish_document(document_id, file_id)
            yield SplitSearch(library, memory, setup, passages, ids, embedded_tokens)
        finally:
            library.close()
