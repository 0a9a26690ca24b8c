"""The engine keeps its library: backups while it reads, restores, moves at its start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.keeping import KeepStep
from app.core.moved_libraries import find_library, stage_of
from app.engine.keeping import PacedProgress
from app.engine.place import find_place, settle_in
from app.engine.protocol import (
    PROTOCOL_VERSION,
    AddPaths,
    BackUpLibrary,
    BackupMade,
    BackupRestored,
    Cancel,
    Hello,
    IndexDone,
    JobCancelled,
    JobFailed,
    KeepProgressed,
    LibraryErased,
    LibraryMeasured,
    LibraryMoved,
    MeasureLibrary,
    Message,
    MoveFailed,
    Ready,
    RestoreBackup,
)
from app.index.library import Library
from app.index.moving import move_library
from tests.engine.canaries import files_below
from tests.engine.engine_process import EngineProcess
from tests.engine.service_stage import ScriptedModels, Stage, WatchedEmbedder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in range(4):
        text = "\n\n".join(f"Tea of kind {n} is brewed for {n + k} minutes." for k in range(30))
        (folder / f"tea-{n}.txt").write_text(text, encoding="utf-8")
    return folder


def fill(library: Path, folder: Path, tmp_path: Path) -> None:
    """An engine of its own reads `folder` into `library`, and ends."""
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.hello(library)
        engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        engine.close_stdin()
        assert engine.wait() == 0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "drive").mkdir()
    return tmp_path / "drive" / "mine.zip"


@pytest.fixture
def open_stage(library: Path) -> Iterator[Callable[..., Stage]]:
    opened: list[Stage] = []

    def open_it(**models: object) -> Stage:
        stage = Stage(library, ScriptedModels(**models))  # type: ignore[arg-type]  # passed on
        opened.append(stage)
        return stage

    yield open_it
    for stage in opened:
        stage.engine.close()


def totals(folder: Path) -> int:
    library = Library.open(folder, embedder=None, splitter="any", read_only=True)
    try:
        return library.totals().documents
    finally:
        library.close()


def test_a_backup_while_files_are_read_is_whole_and_reading_goes_on(
    open_stage: Callable[..., Stage], folder: Path, file: Path, tmp_path: Path
) -> None:
    """The backup begins and ends between two batches of one indexing job."""
    made: list[Message] = []

    def back_up(batch: int) -> None:
        if batch == 1:
            made.append(stage.run(lambda job: BackUpLibrary(job, str(file)), BackupMade))

    stage = open_stage(embedder=WatchedEmbedder(on_batch=back_up))
    done = stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    assert done.summary.states == {"indexed": 4}
    (backup,) = made
    assert isinstance(backup, BackupMade)
    assert backup.backup.documents < 4
    told = stage.events.of(KeepProgressed, backup.job)
    assert [each.step for each in told][-1] is KeepStep.CHECK
    assert told[-1].done == told[-1].total
    target = tmp_path / "again"
    restored = stage.run(lambda job: RestoreBackup(job, str(file), str(target)), BackupRestored)
    assert restored.backup == backup.backup
    assert totals(target) == backup.backup.documents


def test_what_fails_is_told_and_what_is_cancelled_leaves_nothing(
    open_stage: Callable[..., Stage], file: Path
) -> None:
    stage = open_stage()
    failed = stage.run(lambda job: BackUpLibrary(job, "/nowhere/mine.zip"), JobFailed)
    assert failed.next_step
    job = stage.next_job()
    measuring = stage.next_job()
    stage.send(MeasureLibrary(measuring))  # the thread is busy for a moment
    stage.send(BackUpLibrary(job, str(file)))
    stage.send(Cancel(job))
    assert isinstance(stage.events.ending(job), JobCancelled | BackupMade)
    if stage.events.of(JobCancelled):
        assert files_below(file.parent) == []


def test_the_parts_of_its_disk_use_add_up(
    open_stage: Callable[..., Stage], folder: Path, library: Path
) -> None:
    stage = open_stage()
    empty = stage.run(MeasureLibrary, LibraryMeasured).use
    stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    stage.engine.close()
    stage = open_stage()
    use = stage.run(MeasureLibrary, LibraryMeasured).use
    assert use.folder == str(library)
    assert use.texts > 0 < use.words
    assert use.vectors > 0
    assert use.free > 0
    # The engine may have written since: its log and lock come and go.
    on_disk = sum(path.stat().st_size for path in files_below(library))
    assert abs(use.total - on_disk) < 200_000
    assert use.total > empty.total


def test_progress_comes_at_a_pace_that_can_be_followed() -> None:
    told: list[Message] = []
    times = iter([0.0, 0.01, 0.02, 0.5, 0.51, 0.52, 0.53])
    progress = PacedProgress(7, told.append, clock=lambda: next(times))
    for step, done in (
        (KeepStep.COPY, 1),  # the first
        (KeepStep.COPY, 2),
        (KeepStep.COPY, 3),
        (KeepStep.COPY, 4),  # later
        (KeepStep.PACK, 1),  # another step
        (KeepStep.PACK, 8),
        (KeepStep.PACK, 9),  # its end
    ):
        progress(step, done, 9)
    assert told == [
        KeepProgressed(7, KeepStep.COPY, 1, 9),
        KeepProgressed(7, KeepStep.COPY, 4, 9),
        KeepProgressed(7, KeepStep.PACK, 1, 9),
        KeepProgressed(7, KeepStep.PACK, 9, 9),
    ]


# ---------------------------------------------------------------------------------- its place


def test_an_engine_that_is_told_to_moves_the_library_and_opens_it_there(
    library: Path, folder: Path, tmp_path: Path
) -> None:
    fill(library, folder, tmp_path)
    target = tmp_path / "drive"
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.send(Hello(PROTOCOL_VERSION, str(library), move_to=str(target)))
        ready = engine.events.wait_for(Ready)
        moved = engine.events.wait_for(LibraryMoved)
        assert (ready.library, ready.totals.files) == (str(target), 4)
        assert moved == LibraryMoved(str(target), ())
        assert engine.events.of(KeepProgressed)[-1].job == 0
    assert not library.exists()
    with EngineProcess(tmp_path / "stderr") as engine:  # by the name that it had
        assert engine.hello(library).library == str(target)
        assert engine.events.of(LibraryMoved) == []
    assert (tmp_path / "stderr").read_bytes() == b""


def test_one_that_cannot_moves_nothing_says_so_and_opens_it_where_it_is(
    library: Path, tmp_path: Path
) -> None:
    Library.open(library, embedder=None, splitter="any").close()
    told: list[Message] = []
    hello = Hello(PROTOCOL_VERSION, str(library), move_to=str(tmp_path / "away" / "mine"))
    assert find_place(hello, told.append) == library
    (failed,) = told
    assert isinstance(failed, MoveFailed)
    assert failed.what
    assert failed.why
    assert failed.next_step
    assert find_library(library) == library
    settle_in(library, told.append)
    assert told == [failed]


def test_an_engine_killed_while_it_moves_loses_nothing(
    library: Path, folder: Path, tmp_path: Path
) -> None:
    fill(library, folder, tmp_path)
    target = tmp_path / "drive"
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.send(Hello(PROTOCOL_VERSION, str(library), move_to=str(target)))
        engine.events.wait_for(KeepProgressed)
        engine.kill()
    with EngineProcess(tmp_path / "stderr") as engine:
        ready = engine.hello(library)
        assert ready.totals.files == 4
        assert ready.library == str(find_library(library))
        if ready.library == str(target):
            engine.events.wait_for(LibraryMoved)
    assert not stage_of(target).exists()
    assert len([path for path in files_below(tmp_path) if path.name == "library.db"]) == 1


def test_erased_after_a_move_was_decided_nothing_stays_in_the_old_place(
    library: Path, folder: Path, tmp_path: Path
) -> None:
    """The process that moved it died between its decision and clearing the old place."""
    fill(library, folder, tmp_path)
    (library / "mine.txt").write_text("mine", encoding="utf-8")
    target = move_library(library, tmp_path / "drive")
    assert (library / "library.db").exists()
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.send(Hello(PROTOCOL_VERSION, str(library), erase=True))
        engine.events.wait_for(LibraryErased)
        ready = engine.events.wait_for(Ready)
        assert ready.totals.files == 0
    left = [path for place in (library, target) for path in files_below(place)]
    assert [path for path in left if b"Tea of kind" in path.read_bytes()] == []
    assert [path.name for path in files_below(library)] == ["mine.txt"]
