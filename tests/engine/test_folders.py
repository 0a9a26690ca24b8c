"""Folders of a whole engine: watched by the system itself, left out, paused, away."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.folders import FolderRules, FolderState
from app.core.settings import Settings
from app.core.types import FileState
from app.engine.protocol import (
    AddPaths,
    ChangesSeen,
    CountLeftOut,
    FoldersTold,
    IndexDone,
    JobDone,
    JobFailed,
    LeftOutCounted,
    Rescan,
    RetryFiles,
    Search,
    SearchDone,
    SetFolderRules,
)
from tests.engine.service_stage import Stage


class Home:
    """An engine over one folder of documents."""

    def __init__(self, stage: Stage, folder: Path) -> None:
        self.stage = stage
        self.folder = folder

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def add(self) -> IndexDone:
        return self.stage.run(lambda job: AddPaths(job, (str(self.folder),)), IndexDone)

    def rescan(self, *paths: Path, folders: tuple[str, ...] = ()) -> IndexDone:
        names = tuple(map(str, paths))
        return self.stage.run(lambda job: Rescan(job, names, folders), IndexDone)

    def set_rules(self, rules: FolderRules) -> None:
        self.stage.run(lambda job: SetFolderRules(job, str(self.folder), rules), JobDone)

    def names(self) -> set[str]:
        return {
            Path(each.path).relative_to(self.folder).as_posix()
            for each in self.stage.engine.files()
        }

    def found(self, word: str) -> set[str]:
        done = self.stage.run(lambda job: Search(job, word, 20), SearchDone)
        return {
            Path(path).name
            for each in done.passages
            if word in each.text
            for path in (each.path, *each.other_paths)
        }

    def follow(self, until: Callable[[], bool]) -> None:
        """Do what the window does: look where changes are told of, until it is as wanted."""
        events = self.stage.events
        seen: list[ChangesSeen] = []
        while not until():
            events.wait_for(ChangesSeen, lambda _: len(events.of(ChangesSeen)) > len(seen))
            for change in events.of(ChangesSeen)[len(seen) :]:
                seen.append(change)
                self.look(change)

    def look(self, change: ChangesSeen) -> None:
        self.stage.run(lambda job: Rescan(job, change.paths, change.folders), IndexDone)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Home]:
    folder = tmp_path / "documents"
    folder.mkdir()
    with Stage(tmp_path / "library") as stage:
        yield Home(stage, folder)


def test_changes_in_a_watched_folder_reach_the_library(place: Home) -> None:
    """With the system's own news, whatever they are here."""
    place.write("a.txt", "The apple is red.")
    place.write("sub/b.txt", "The banana is yellow.")
    place.stage.engine.watch()
    place.add()
    place.stage.events.wait_for(
        FoldersTold,
        lambda told: [each.state for each in told.folders] == [FolderState.WATCHED],
    )
    place.write("c.txt", "The cherry is dark.")
    place.write("a.txt", "The apricot is soft.")
    (place.folder / "sub").rename(place.folder / "moved")
    place.follow(
        lambda: place.names() == {"a.txt", "moved/b.txt", "c.txt"} and bool(place.found("apricot"))
    )
    assert place.found("cherry") == {"c.txt"}
    assert place.found("apple") == set()
    (place.folder / "c.txt").unlink()
    place.follow(lambda: place.names() == {"a.txt", "moved/b.txt"})
    assert place.found("cherry") == set()


def test_a_look_at_a_part_leaves_the_rest_alone(place: Home) -> None:
    place.write("a.txt", "The apple is red.")
    place.write("in/b.txt", "The banana is yellow.")
    place.write("in/deep/c.txt", "The cherry is dark.")
    place.add()
    for name in ("a.txt", "in/b.txt", "in/deep/c.txt"):
        (place.folder / name).unlink()
    place.write("in/new.txt", "The date is sweet.")
    place.write("in/deep/new.txt", "The elder is black.")
    place.rescan(folders=(str(place.folder / "in"),))
    assert place.names() == {"a.txt", "in/deep/c.txt", "in/new.txt"}
    place.rescan(place.folder / "in")
    assert place.names() == {"a.txt", "in/new.txt", "in/deep/new.txt"}
    place.rescan()
    assert place.names() == {"in/new.txt", "in/deep/new.txt"}


@pytest.mark.parametrize(
    "name", [".git", ".hidden/in", "node_modules/x", "in/__pycache__", "cache"]
)
def test_a_look_does_not_come_where_a_whole_one_would_not(place: Home, name: str) -> None:
    place.write(f"{name}/a.txt", "The apple is red.")
    place.write("cache/CACHEDIR.TAG", "")
    place.add()
    place.rescan(place.folder / name, folders=(str(place.folder / name),))
    assert place.names() == set()


def test_what_patterns_leave_out_goes_and_comes_back(place: Home) -> None:
    place.write("a.txt", "The apple is red.")
    place.write("drafts/b.txt", "The banana is yellow.")
    place.write("c.txt", "The cherry is dark." + " " * 1_100_000)
    place.add()
    place.set_rules(FolderRules(patterns=("drafts/",), max_mb=1))
    place.rescan(place.folder)
    assert place.names() == {"a.txt"}
    assert place.found("banana") == set()
    place.set_rules(FolderRules())
    place.rescan(place.folder)
    assert place.names() == {"a.txt", "drafts/b.txt", "c.txt"}
    assert place.found("banana") == {"b.txt"}


def test_what_rules_would_leave_out_is_counted_first(place: Home) -> None:
    for name in ("a.txt", "b.log", "in/c.log", "in/d.txt"):
        place.write(name, "text")
    place.add()

    def count(*patterns: str, max_mb: int = 0) -> tuple[int, int, tuple[str, ...]]:
        rules = FolderRules(patterns=patterns, max_mb=max_mb)
        done = place.stage.run(
            lambda job: CountLeftOut(job, str(place.folder), rules), LeftOutCounted
        )
        return done.files, done.left_out, done.examples

    assert count() == (4, 0, ())
    assert count("*.log") == (4, 2, ("b.log", "in/c.log"))
    assert count("in/") == (4, 2, ("in/c.log", "in/d.txt"))
    place.set_rules(FolderRules(patterns=("in/",)))
    place.rescan(place.folder)
    assert count("*.log") == (4, 2, ("b.log", "in/c.log"))  # counts what is out now too


def test_rules_of_what_the_library_does_not_hold(place: Home) -> None:
    failed = place.stage.run(
        lambda job: SetFolderRules(job, "/elsewhere", FolderRules()), JobFailed
    )
    assert failed.why == "/elsewhere"
    assert failed.next_step


def test_a_paused_folder_is_left_alone_until_it_goes_on(place: Home) -> None:
    place.write("a.txt", "The apple is red.")
    place.add()
    place.set_rules(FolderRules(paused=True))
    (place.folder / "a.txt").unlink()
    place.write("b.txt", "The banana is yellow.")
    place.rescan()
    place.rescan(place.folder)
    assert place.names() == {"a.txt"}
    assert place.found("apple") == {"a.txt"}
    place.set_rules(FolderRules())
    place.rescan(place.folder)
    assert place.names() == {"b.txt"}


def test_adding_a_paused_folder_again_goes_on_with_it(place: Home) -> None:
    place.write("a.txt", "The apple is red.")
    place.add()
    place.set_rules(FolderRules(True, ("*.log",)))
    place.write("b.txt", "The banana is yellow.")
    place.write("c.log", "The cherry is dark.")
    place.add()
    assert place.names() == {"a.txt", "b.txt"}


def test_files_of_a_folder_paused_meanwhile_are_not_read(place: Home) -> None:
    place.write("a.txt", "The apple is red.")
    place.add()
    place.set_rules(FolderRules(paused=True))
    (place.folder / "a.txt").write_text("The banana is yellow.", encoding="utf-8")
    (record,) = place.stage.engine.files()
    place.stage.run(lambda job: RetryFiles(job, (record.file_id,)), IndexDone)
    assert place.found("apple") == {"a.txt"}
    assert [each.state for each in place.stage.engine.files()] == [FileState.INDEXED]


def test_without_watching_folders_are_told_of_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    settings = Settings({"watch.enabled": False})
    with Stage(tmp_path / "library", settings=settings) as stage:
        place = Home(stage, folder)
        place.add()
        stage.engine.watch()
        told = stage.events.wait_for(FoldersTold)
        assert [each.state for each in told.folders] == [FolderState.UNWATCHED]
        shutil.rmtree(folder)
        assert place.rescan().summary.away == (str(folder),)
