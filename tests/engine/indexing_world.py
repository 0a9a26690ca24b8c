"""A folder of documents, a library, and the jobs that bring the one into the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.folders import FolderRules
from app.core.types import FileState, IndexProgress, IndexSummary
from app.engine.answering_gate import AnsweringGate
from app.engine.index_ports import IndexLibrary, LibraryAccess, T
from app.engine.index_work import IndexSettings
from app.engine.indexing import IndexingJob
from app.engine.threads import OwnerThread
from app.index.library import Library
from app.index.records import EmbedderInfo
from app.ingest.split import SplitSettings
from tests.engine.indexing_fakes import (
    FakeEmbedder,
    FakeLibrary,
    FakePool,
    measure_words,
)


def sentences(subject: str, count: int = 1) -> str:
    """A text about `subject`, one paragraph of some forty words a passage."""
    filler = "and this goes on with many more words that say nothing at all of any use to us"
    return "\n\n".join(
        f"The {subject} number {n} is here, {filler}, {filler}." for n in range(count)
    )


class RealAccess:
    """The real library, on an owner thread."""

    def __init__(self, folder: Path, embedder: EmbedderInfo | None) -> None:
        self._thread = OwnerThread("test-library")
        self._library = self._thread.call(
            lambda: Library.open(folder, embedder=embedder, splitter="test")
        )

    def call(self, work: Callable[[IndexLibrary], T]) -> T:
        return self._thread.call(lambda: work(self._library))

    def close(self) -> None:
        self._thread.call(self._library.close)
        self._thread.close()


@dataclass
class World:
    """A folder of documents, a library, and all that a job needs; jobs come and go."""

    folder: Path
    access: LibraryAccess
    pool: FakePool = field(default_factory=FakePool)
    embedder: FakeEmbedder = field(default_factory=FakeEmbedder)
    gate: AnsweringGate = field(default_factory=AnsweringGate)
    cancel: CancelToken = field(default_factory=CancelToken)
    progress: list[tuple[IndexProgress, bool]] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    split: SplitSettings = field(default_factory=lambda: SplitSettings(60, 80, 10))
    on_progress: Callable[[IndexProgress], None] | None = None

    def job(self, *, with_embedder: bool = True, max_bytes: int = 10**9) -> IndexingJob:
        def note(progress: IndexProgress, paused: bool) -> None:
            self.progress.append((progress, paused))
            if self.on_progress is not None:
                self.on_progress(progress)

        def files(changed: Sequence[int], removed: Sequence[int]) -> None:
            self.changed += changed
            self.removed += removed

        return IndexingJob(
            self.access,
            self.pool,
            self.embedder if with_embedder else None,
            measure_words,
            gate=self.gate,
            cancel=self.cancel,
            on_progress=note,
            on_files_changed=files,
            settings=IndexSettings(self.split, max_bytes),
        )

    def add(self, *paths: Path) -> IndexSummary:
        return self.job().add([str(path) for path in paths or (self.folder,)])

    def rescan(self) -> IndexSummary:
        return self.job().rescan()

    def look(self, *names: str, flat: Sequence[str] = ()) -> IndexSummary:
        """Compare these folders of the folder, and the files directly in those of `flat`."""
        paths = [str(self.folder / name) for name in names]
        return self.job().rescan(paths, [str(self.folder / name) for name in flat])

    def set_rules(self, rules: FolderRules) -> None:
        def set_all(library: IndexLibrary) -> None:
            for root in library.roots():
                library.set_folder_rules(root.root_id, rules)

        self.access.call(set_all)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def states(self) -> dict[str, FileState]:
        """State of each file, by its path in the folder."""
        records = self.access.call(lambda library: library.files())
        return {os.path.relpath(each.path, self.folder): each.state for each in records}

    def reason(self, name: str) -> str:
        records = self.access.call(lambda library: library.files())
        return next(each.reason for each in records if each.path == str(self.folder / name))

    def file_id(self, name: str) -> int:
        records = self.access.call(lambda library: library.files())
        return next(each.file_id for each in records if each.path == str(self.folder / name))

    def find(self, word: str) -> set[str]:
        """Names of the files whose live passages hold `word`."""

        def look(library: IndexLibrary) -> set[str]:
            if isinstance(library, FakeLibrary):
                return {Path(path).name for path in library.find(word)}
            assert isinstance(library, Library)
            found = library.search(word, None, k=100).passages
            return {
                Path(path).name
                for each in found
                if word in each.text
                for path in (each.path, *each.other_paths)
            }

        return self.access.call(look)

    def pending(self) -> int:
        return self.access.call(lambda library: library.count_pending())
