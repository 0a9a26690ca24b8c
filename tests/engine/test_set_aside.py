"""A file that stops its reader twice is set aside: for good, under every name, until asked for."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.core.types import FileRecord, FileState
from app.engine.answering_gate import AnsweringGate
from app.engine.file_reading import ReaderLimits
from app.engine.index_jobs import LibraryCalls
from app.engine.index_work import IndexSettings
from app.engine.indexing import IndexingJob, remove_paths
from app.engine.reader_pool import ReaderPool
from app.engine.threads import OwnerThread
from app.index.library import Library
from tests.engine.indexing_fakes import measure_words

READER = [sys.executable, str(Path(__file__).with_name("scripted_reader.py"))]
SET_ASIDE = "Set aside: the file stopped the reader twice."


class Shelf:
    """A real library and real readers, whose files are scripts. Open it as often as wanted."""

    def __init__(self, library: Path, pool: ReaderPool) -> None:
        self._pool = pool
        self._folder = library
        self.open()

    def open(self) -> None:
        """As at the start of the program."""
        self._thread = OwnerThread("test-library")
        self._library = self._thread.call(
            lambda: Library.open(self._folder, embedder=None, splitter="test")
        )
        self.calls = LibraryCalls(self._thread, self._library)

    def close(self) -> None:
        self._thread.call(self._library.close)
        self._thread.close()

    def _job(self) -> IndexingJob:
        return IndexingJob(
            self.calls,
            self._pool,
            None,
            measure_words,
            gate=AnsweringGate(lambda _paused: None),
            cancel=CancelToken(),
            on_progress=lambda _progress, _paused: None,
            on_files_changed=lambda _changed, _removed: None,
            settings=IndexSettings(is_supported=lambda path: path.endswith(".script")),
        )

    def add(self, folder: Path) -> dict[str, FileRecord]:
        self._job().add([str(folder)])
        return self.files()

    def retry(self, name: str) -> dict[str, FileRecord]:
        self._job().retry([self.files()[name].file_id])
        return self.files()

    def files(self) -> dict[str, FileRecord]:
        records = self.calls.call(lambda library: library.files())
        return {Path(each.path).name: each for each in records}

    def remembered(self) -> int:
        with closing(sqlite3.connect(self._folder / "library.db")) as database:
            return int(database.execute("SELECT count(*) FROM reader_stops").fetchone()[0])


@pytest.fixture
def pool() -> Iterator[ReaderPool]:
    pool = ReaderPool(1, ReaderLimits(page_timeout_s=30.0), command=READER)
    yield pool
    pool.close()


@pytest.fixture
def shelf(library: Path, pool: ReaderPool) -> Iterator[Shelf]:
    shelf = Shelf(library, pool)
    yield shelf
    shelf.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    return folder


@pytest.fixture
def script(folder: Path) -> Callable[..., Path]:
    def write(name: str, *lines: str) -> Path:
        path = folder / f"{name}.script"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return write


def tries(path: Path) -> int:
    """How often a page of this script was begun."""
    marks = path.with_suffix(".seen")
    return len(marks.read_text(encoding="utf-8").split()) if marks.exists() else 0


def test_it_is_read_twice_and_never_again_by_itself(
    shelf: Shelf, folder: Path, script: Callable[..., Path]
) -> None:
    deadly, good = script("deadly", "crash"), script("good", "page Good text.")
    files = shelf.add(folder)
    assert files["deadly.script"].state is FileState.SET_ASIDE
    assert files["deadly.script"].reason.startswith(SET_ASIDE)
    assert "on page 1 of 1" in files["deadly.script"].reason
    assert files["good.script"].state is FileState.INDEXED
    assert tries(deadly) == 2
    shelf.close()
    shelf.open()
    shelf.add(folder)  # another start
    deadly.touch()  # another time of the same content
    copy = script("copy", *deadly.read_text(encoding="utf-8").splitlines())
    files = shelf.add(folder)
    assert (tries(deadly), tries(copy)) == (2, 0)
    for name in ("deadly.script", "copy.script"):
        assert files[name].state is FileState.SET_ASIDE
        assert files[name].reason.startswith(SET_ASIDE)
    assert tries(good) == 1


def test_it_can_be_tried_again_by_hand(
    shelf: Shelf, folder: Path, script: Callable[..., Path]
) -> None:
    deadly = script("deadly", "crash")
    shelf.add(folder)
    files = shelf.retry("deadly.script")
    assert tries(deadly) == 4  # twice more
    assert files["deadly.script"].reason.startswith(SET_ASIDE)


def test_another_content_counts_anew(
    shelf: Shelf, folder: Path, script: Callable[..., Path]
) -> None:
    script("deadly", "crash")
    shelf.add(folder)
    script("deadly", "page Mended.")
    assert shelf.add(folder)["deadly.script"].state is FileState.INDEXED


def test_a_stop_counts_even_if_the_engine_ends_before_the_second(
    shelf: Shelf, folder: Path, script: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each start of the program would lose a reader, if not the whole machine its memory."""
    deadly = script("deadly", "crash")
    for starts in (1, 2):
        with monkeypatch.context() as patch:
            patch.setattr("app.engine.reader_pool.plan_restart", _end_after_the_stop)
            with pytest.raises(CancelledJobError):
                shelf.add(folder)
        assert tries(deadly) == starts
        shelf.close()
        shelf.open()
    assert shelf.add(folder)["deadly.script"].reason.startswith(SET_ASIDE)
    assert tries(deadly) == 2


def _end_after_the_stop(reading: object, *_rest: object) -> None:
    """As if the engine were killed between the first reader's end and the second's start."""
    reading.on_stop()  # type: ignore[attr-defined]  # a FileReading
    raise CancelledJobError


def test_a_reader_that_was_killed_once_is_forgiven(
    shelf: Shelf, folder: Path, script: Callable[..., Path]
) -> None:
    script("unlucky", "page One.", "crash-once Two.")
    assert shelf.add(folder)["unlucky.script"].state is FileState.INDEXED
    assert shelf.remembered() == 0


def test_what_is_known_of_a_content_goes_with_its_last_file(
    shelf: Shelf, folder: Path, script: Callable[..., Path]
) -> None:
    deadly = script("deadly", "crash")
    shelf.add(folder)
    assert shelf.remembered() == 1
    remove_paths(shelf.calls, [str(deadly)], lambda _changed, _removed: None)
    assert shelf.remembered() == 0
