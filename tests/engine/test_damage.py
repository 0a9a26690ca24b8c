"""A library that turns out damaged: the job says so, the process ends, the next one repairs it."""

from __future__ import annotations

import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.engine import server
from app.engine.protocol import (
    AddPaths,
    IndexDone,
    JobFailed,
    LibraryRepaired,
    Ready,
    Rescan,
    Search,
    SearchDone,
)
from app.index.connection import DATABASE
from tests.engine.engine_process import EngineProcess
from tests.engine.service_stage import Stage

PAGE = 4096


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in range(4):
        text = " ".join(f"Paper {n} speaks of lighthouse {n}.{part}." for part in range(80))
        (folder / f"{n}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def damaged(library: Path, folder: Path) -> Path:
    """A library of which the page that the passages begin with is noise, and BM25's file gone."""
    with Stage(library) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    path = library / DATABASE
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'passages'"
        root = int(connection.execute(query).fetchone()[0])
    content = bytearray(path.read_bytes())
    content[(root - 1) * PAGE : root * PAGE] = random.Random(1).randbytes(PAGE)
    path.write_bytes(content)
    for each in library.glob("bm25-*"):
        each.unlink()
    return library


def test_damage_ends_the_job_and_is_repaired_at_the_next_start(damaged: Path) -> None:
    told: list[str] = []
    stage = Stage(damaged, on_damage=lambda: told.append("damage"))
    with stage:
        failed = stage.events.ending(stage.start(lambda job: Search(job, "lighthouse", 3)))
        assert isinstance(failed, JobFailed)
        assert failed.what == "The library is damaged."
        assert "Your documents are untouched" in failed.next_step
    assert told == ["damage"]
    with Stage(damaged) as again:
        (repaired,) = again.events.of(LibraryRepaired)
        assert repaired.why.startswith("4 documents with ")
        assert (damaged / repaired.next_step.split()[6].rstrip(";")).is_file()
        done = again.run(Rescan, IndexDone)
        assert done.summary.states == {"indexed": 4}
        assert (done.summary.files_read, done.summary.passages_embedded) == (0, 0)
        found = again.run(lambda job: Search(job, "lighthouse", 3), SearchDone)
        assert len(found.passages) == 3
    with Stage(damaged) as third:
        assert third.events.of(LibraryRepaired) == []


@pytest.mark.timeout(120)
def test_the_engine_process_ends_and_the_next_one_tells(damaged: Path, tmp_path: Path) -> None:
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.hello(damaged)
        job = engine.start(lambda job: Search(job, "lighthouse", 3))
        assert isinstance(engine.events.ending(job), JobFailed)
        assert engine.wait() == server.DAMAGED_EXIT_CODE
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.hello(damaged)
        kinds = [type(event) for event in engine.events.all]
        assert kinds.index(LibraryRepaired) < kinds.index(Ready)


def test_a_folder_that_is_moved_away_is_told(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        move_away_and_back(stage, library, folder)


def move_away_and_back(stage: Stage, library: Path, folder: Path) -> None:
    stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    moved = library.with_name("moved")
    library.rename(moved)
    (folder / "new.txt").write_text("A new lighthouse.", encoding="utf-8")
    failed = stage.events.ending(stage.start(Rescan))
    assert isinstance(failed, JobFailed)
    assert failed.what == "The library is no longer where it was."
    assert not library.exists()  # no second library came to be
    moved.rename(library)
    assert stage.run(Rescan, IndexDone).summary.states == {"indexed": 5}


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM is POSIX's")
@pytest.mark.timeout(120)
def test_sigterm_ends_the_engine_in_order(library: Path, folder: Path, tmp_path: Path) -> None:
    with Stage(library) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.hello(library)
        engine.process.terminate()
        assert engine.wait() == 0
    assert not (library / f"{DATABASE}-wal").exists()  # it was closed, and not cut off
    with Stage(library) as again:
        assert again.run(Rescan, IndexDone).summary.files_read == 0
