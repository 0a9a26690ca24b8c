"""kill -9 in the middle of indexing: the next start goes on where it was. Real embedder."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from app.engine.protocol import (
    AddPaths,
    FilesChanged,
    IndexDone,
    JobDone,
    ListFiles,
    Progress,
    Rescan,
    Search,
    SearchDone,
)
from app.index.library import Library
from app.ingest.split import SplitSettings
from tests import pdf_samples
from tests.engine.engine_process import EngineProcess, wait_until_gone

pytestmark = [
    pytest.mark.models,
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX's"),
]
PAGES = 60
SUBJECTS = ("harvest", "lighthouse", "tide", "orchard", "boiler", "lease", "vaccine", "glacier")
PATIENCE_S = 400.0


def book() -> bytes:
    """A PDF whose pages differ, each long enough for some passages."""
    return pdf_samples.text_pdf(
        [
            [
                f"Report {page} line {line} tells of the {SUBJECTS[(page + line) % 8]} and the "
                f"{SUBJECTS[(page * 3 + line) % 8]}."
                for line in range(16)
            ]
            for page in range(PAGES)
        ],
        compress=True,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The book, and a second file that is still to be read when the engine dies."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a-book.pdf").write_bytes(book())
    (folder / "z-note.txt").write_text("The last lighthouse is dark.\n", encoding="utf-8")
    return folder


@pytest.fixture
def engine(model_home: Path, tmp_path: Path) -> Iterator[EngineProcess]:
    assert model_home.is_dir()
    with EngineProcess(tmp_path / "stderr") as engine:
        yield engine


@dataclass(frozen=True)
class Left:
    """What was left to do when the engine died."""

    files: int  # to be read
    passages: int  # to be embedded; the note has one


def look_at_what_is_left(library: Path) -> Left:
    """The book was stored as a whole and embedded in part; the note may be stored as well."""
    opened = Library.open(library, embedder=None, splitter=SplitSettings().identity, read_only=True)
    try:
        unfinished = opened.unfinished_documents()
    finally:
        opened.close()
    (book,) = (each for each in unfinished if each.pages == PAGES)
    assert 0 < book.missing < book.passages
    unread = 2 - len(unfinished)
    return Left(unread, sum(each.missing for each in unfinished) + unread)


def index_until_half_done(engine: EngineProcess, library: Path, folder: Path) -> Progress:
    engine.hello(library)
    engine.start(lambda job: AddPaths(job, (str(folder),)))
    return engine.events.wait_for(
        Progress, lambda event: event.progress.passages_done >= 12, deadline_s=PATIENCE_S
    )


def finish(tmp_path: Path, library: Path, folder: Path) -> IndexDone:
    """Start again as the window does, and look for what is left to do."""
    with EngineProcess(tmp_path / "stderr") as engine:
        ready = engine.hello(library)
        assert ready.totals.files == 2
        job = engine.start(Rescan)
        done = engine.events.ending(job, deadline_s=PATIENCE_S)
        assert isinstance(done, IndexDone), done
        assert done.summary.states == {"indexed": 2}
        engine.run(ListFiles, JobDone)
        records = engine.events.of(FilesChanged)[-1].changed
        assert {record.path for record in records} == {str(path) for path in folder.iterdir()}
        for words, name in (("last lighthouse", "z-note.txt"), ("boiler glacier", "a-book.pdf")):
            found = engine.run(lambda job, words=words: Search(job, words, 3), SearchDone)
            assert found.passages[0].document == name
            assert found.passages[0].scores.dense is not None
        engine.close_stdin()
        assert engine.wait() == 0
    return done


def test_a_killed_engine_goes_on_where_it_was(
    engine: EngineProcess, library: Path, folder: Path, tmp_path: Path
) -> None:
    told = index_until_half_done(engine, library, folder)
    readers = engine.children()
    engine.kill()
    wait_until_gone(readers)
    left = look_at_what_is_left(library)
    done = finish(tmp_path, library, folder)
    assert done.summary.passages_embedded == left.passages
    assert done.summary.files_read == left.files
    total = told.progress.passages_total + left.files
    assert done.summary.passages_embedded <= total - told.progress.passages_done
    with EngineProcess(tmp_path / "stderr") as third:
        third.hello(library)
        idle = third.run(Rescan, IndexDone).summary
        assert (idle.files_read, idle.passages_embedded) == (0, 0)


def test_when_everything_is_killed_the_next_start_is_clean(
    engine: EngineProcess, library: Path, folder: Path, tmp_path: Path
) -> None:
    index_until_half_done(engine, library, folder)
    everything = [psutil.Process(engine.process.pid), *engine.children()]
    for process in everything:
        process.suspend()  # so that none of them notices that another dies
    for process in everything:
        process.send_signal(signal.SIGKILL)
    wait_until_gone(everything[1:])
    engine.kill()
    left = look_at_what_is_left(library)
    assert finish(tmp_path, library, folder).summary.passages_embedded == left.passages
    assert not list(library.glob("*.part"))
