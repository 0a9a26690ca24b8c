"""Moving a library: it is in one place or in the other, whole, and both names lead to it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.core import moved_libraries
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, LibraryInUseError, UserError
from app.core.keeping import KeepStep
from app.core.moved_libraries import (
    LibraryMove,
    decide_move,
    find_library,
    stage_of,
    unended_moves,
)
from app.core.paths import config_dir, data_dir, log_dir, make_private_dir
from app.index import moving
from app.index.library import Library
from app.index.moving import finish_moves, move_library
from app.index.unfinished import clear_unfinished, noted
from tests.engine.canaries import files_below
from tests.index.shelves import EMBEDDER, Shelf


def open_shelf(folder: Path) -> Shelf:
    library = Library.open(folder, embedder=EMBEDDER, splitter="split-1")
    return Shelf(library, library.add_root("/docs", is_dir=True))


@pytest.fixture
def closed(folder: Path) -> Path:
    """A library with two documents, closed."""
    shelf = open_shelf(folder)
    shelf.put("/docs/a.pdf", "the tide of the north", "a second page")
    shelf.put("/docs/b.pdf", "words of b")
    shelf.library.save(wait=True)
    shelf.library.close()
    return folder


def texts(folder: Path) -> list[str]:
    shelf = open_shelf(folder)
    try:
        return sorted(shelf.texts("words", k=9))
    finally:
        shelf.library.close()


def test_it_is_in_the_new_place_with_its_indexes_and_nothing_stays(
    closed: Path, tmp_path: Path
) -> None:
    before, names = texts(closed), {path.name for path in closed.iterdir()}
    target = tmp_path / "drive" / "mine"
    target.parent.mkdir()
    assert move_library(closed, target) == target
    assert closed.exists()  # until the new one was opened
    moved = finish_moves(target)
    assert moved is not None
    assert moved.left == ()
    assert not closed.exists()
    assert {path.name for path in target.iterdir()} >= names - {"library.lock"}
    assert texts(target) == before
    assert find_library(closed) == target
    assert files_below(tmp_path) == files_below(target)
    assert finish_moves(target) is None


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
def test_it_stays_its_owners_alone(closed: Path, tmp_path: Path) -> None:
    move_library(closed, tmp_path / "mine")
    for path in (tmp_path / "mine").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)
    assert stat.S_IMODE((tmp_path / "mine").stat().st_mode) == 0o700


def test_there_and_on_and_back_every_name_leads_to_it(closed: Path, tmp_path: Path) -> None:
    before = texts(closed)
    places = [tmp_path / "b", tmp_path / "c", closed]
    at = closed
    for target in places:
        move_library(at, target)
        finish_moves(target)
        at = target
        for name in (closed, *places):
            assert find_library(name) == target or not (name / "library.db").exists()
        assert find_library(closed) == target
    assert texts(closed) == before
    assert [path.name for path in tmp_path.iterdir()] == ["library"]


def test_what_is_not_its_own_stays_and_is_named(closed: Path, tmp_path: Path) -> None:
    (closed / "letter.txt").write_text("mine", encoding="utf-8")
    logs = make_private_dir(log_dir())
    (logs / "engine.log").write_text("a line", encoding="utf-8")
    move_library(closed, tmp_path / "mine")
    moved = finish_moves(tmp_path / "mine")
    assert moved is not None
    assert moved.left == ("letter.txt",)
    assert [path.name for path in closed.iterdir()] == ["letter.txt"]
    assert (logs / "engine.log").read_text(encoding="utf-8") == "a line"


def test_a_library_that_another_uses_is_not_moved(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "_LOCK_PATIENCE_S", 0.2)
    shelf = open_shelf(closed)
    with pytest.raises(LibraryInUseError):
        move_library(closed, tmp_path / "mine")
    shelf.library.close()
    assert find_library(closed) == closed
    assert not (tmp_path / "mine").exists()


def test_nobody_can_open_it_while_it_is_moved(closed: Path, tmp_path: Path) -> None:
    tried = 0

    def try_it(step: KeepStep, _done: int, _total: int) -> None:
        nonlocal tried
        if step is KeepStep.COPY:
            tried += 1
            with pytest.raises(LibraryInUseError):
                Library.open(closed, embedder=None, splitter="split-1")

    move_library(closed, tmp_path / "mine", progress=try_it)
    assert tried


@pytest.mark.parametrize("step", [KeepStep.COPY, KeepStep.CHECK])
def test_cancelled_it_is_where_it_was(closed: Path, tmp_path: Path, step: KeepStep) -> None:
    before = texts(closed)
    cancel = CancelToken()

    def stop(at: KeepStep, _done: int, _total: int) -> None:
        if at is step:
            cancel.cancel()

    with pytest.raises(CancelledJobError):
        move_library(closed, tmp_path / "mine", progress=stop, cancel=cancel)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["library"]
    assert find_library(closed) == closed
    assert texts(closed) == before


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (".", "into itself"),
        ("inner", "into itself"),
        ("../full", "not empty"),
        ("../away/mine", "cannot be put there"),
    ],
)
def test_places_that_cannot_be(closed: Path, tmp_path: Path, place: str, told: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match=told) as error:
        move_library(closed, closed / place)
    assert error.value.next_step
    assert find_library(closed) == closed


def test_not_around_itself_either(closed: Path) -> None:
    with pytest.raises(UserError, match="into itself"):
        move_library(closed, closed.parent)


def test_without_room_nothing_begins(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(closed)._replace(free=1 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    with pytest.raises(UserError, match="not enough room"):
        move_library(closed, tmp_path / "mine")
    assert texts(closed)


def test_a_copy_that_differs_is_not_moved_to(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = moving.hash_stream
    monkeypatch.setattr(moving, "hash_stream", lambda *each: ("0" * 64, real(*each)[1]))
    with pytest.raises(UserError, match="not the same"):
        move_library(closed, tmp_path / "mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["library"]
    assert texts(closed)


def test_a_log_that_a_killed_process_left_comes_along(closed: Path, tmp_path: Path) -> None:
    shelf = open_shelf(closed)
    shelf.put("/docs/late.pdf", "late words")
    shutil.copytree(closed, tmp_path / "killed")
    shelf.abandon()
    assert (tmp_path / "killed" / "library.db-wal").stat().st_size > 0
    move_library(tmp_path / "killed", tmp_path / "mine")
    assert "late words" in texts(tmp_path / "mine")


# ---------------------------------------------------------------------- decided, interrupted


def decide_only(closed: Path, target: Path) -> None:
    """A process that died just after the decision: the copy bears its first name."""
    shutil.copytree(closed, stage_of(target))
    decide_move(closed, target)


def test_a_decided_move_is_carried_on_by_whoever_comes(closed: Path, tmp_path: Path) -> None:
    before = texts(closed)
    decide_only(closed, tmp_path / "mine")
    clear_unfinished()
    assert find_library(closed) == tmp_path / "mine"
    assert not stage_of(tmp_path / "mine").exists()
    assert texts(tmp_path / "mine") == before
    moved = finish_moves(tmp_path / "mine")
    assert moved is not None
    assert not closed.exists()


def test_what_has_become_the_library_is_not_cleared_away(closed: Path, tmp_path: Path) -> None:
    """The process died between the decision and the name, and its note is still there."""
    stage = stage_of(tmp_path / "mine")
    with noted(stage):
        decide_only(closed, tmp_path / "mine")
    clear_unfinished()
    assert (stage / "library.db").exists()
    assert find_library(closed) == tmp_path / "mine"


def test_another_library_in_the_old_place_is_left_alone(closed: Path, tmp_path: Path) -> None:
    move_library(closed, tmp_path / "mine")
    with closing(sqlite3.connect(closed / "library.db")) as connection, connection:
        connection.execute("UPDATE meta SET value = 'another' WHERE key = 'library_id'")
    finish_moves(tmp_path / "mine")
    assert (closed / "library.db").exists()
    assert unended_moves() == ()
    assert find_library(closed) == closed  # one that came there since


def test_a_drive_that_is_away_is_named_and_nothing_is_made_instead(
    closed: Path, tmp_path: Path
) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    move_library(closed, drive / "mine")
    finish_moves(drive / "mine")
    drive.rename(tmp_path / "unplugged")
    with pytest.raises(UserError, match="cannot be used") as error:
        texts(find_library(closed))
    assert "Plug in the drive" in error.value.next_step
    assert not closed.exists()


@pytest.mark.parametrize("content", ["", "{", "[1]", '[{"source": "/a"}]', "null"])
def test_a_broken_list_of_moves_moves_nothing(closed: Path, content: str) -> None:
    make_private_dir(config_dir())
    (config_dir() / "moved.json").write_text(content, encoding="utf-8")
    assert find_library(closed) == closed
    decide_move(closed, closed.with_name("mine"))
    assert unended_moves() == (
        LibraryMove(str(closed.resolve()), str(closed.with_name("mine").resolve()), old_left=True),
    )


def test_the_list_does_not_grow_for_ever(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moved_libraries, "_MOST", 3)
    for n in range(6):
        decide_move(closed / str(n), closed / "target")
    rows = json.loads((config_dir() / "moved.json").read_text(encoding="utf-8"))
    assert [Path(row["source"]).name for row in rows] == ["5", "4", "3"]


# -------------------------------------------------------------------------------- unfinished


def test_what_a_dead_process_left_is_deleted_by_the_next(tmp_path: Path) -> None:
    part, other = tmp_path / "a.zip.part", tmp_path / "letter"
    notes = make_private_dir(tmp_path / "notes-of-the-dead")
    with noted(part):
        part.write_text("private", encoding="utf-8")
        clear_unfinished()
        assert part.exists()  # whoever makes it lives
        (note,) = (data_dir() / "unfinished").glob("*.json")
        shutil.copy(note, notes)
    assert not part.exists()
    part.write_text("private", encoding="utf-8")
    other.write_text("mine", encoding="utf-8")
    shutil.copy(notes / note.name, note)
    clear_unfinished()
    assert not part.exists()
    assert other.exists()
    assert files_below(note.parent) == []


def test_a_note_never_leads_to_what_does_not_look_unfinished(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("mine", encoding="utf-8")
    notes = make_private_dir(data_dir() / "unfinished")
    (notes / "a.json").write_text(json.dumps([str(letter)]), encoding="utf-8")
    (notes / "b.json").write_text("{", encoding="utf-8")
    clear_unfinished()
    assert letter.exists()
