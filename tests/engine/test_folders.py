"""Folders of a whole engine: watched by the system itself, left out, paused, away."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.folders import FolderRules, FolderState
from app.core.settings import Settings
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


def test_what_rules_would_leave_out_is_counted_first(place: Home) -> None:
    for name in ("a.txt", "b.log", "in/c.log", "in/d.txt"):
        place.write(name, "text")

    def count(*patterns: str, max_mb: int = 0) -> tuple[int, int, tuple[str, ...]]:
        rules = FolderRules(patterns=patterns, max_mb=max_mb)
        done = place.stage.run(
            lambda job: CountLeftOut(job, str(place.folder), rules), LeftOutCounted
        )
        return done.files, done.left_out, done.examples

    assert count() == (4, 0, ())
    assert count("*.log") == (4, 2, ("b.log", "in/c.log"))
    assert count("in/") == (4, 2, ("in/c.log", "in/d.txt"))


def test_rules_of_what_the_library_does_not_hold(place: Home) -> None:
    failed = place.stage.run(
        lambda job: SetFolderRules(job, "/elsewhere", FolderRules()), JobFailed
    )
    assert failed.why == "/elsewhere"
    assert failed.next_step


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
