"""Folders in the library panel: how they are watched, their menu, what is left out of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QIcon
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.folders import FolderRules, FolderState, LibraryFolder, NotWatched
from app.core.types import FileState, IndexSummary
from app.engine.protocol import (
    ChangesSeen,
    CountLeftOut,
    FoldersTold,
    IndexDone,
    JobDone,
    JobFailed,
    LeftOutCounted,
    Rescan,
    SetFolderRules,
)
from app.ui.folder_dialog import FolderDialog
from app.ui.library_model import SUBTITLE_ROLE, LibraryModel
from app.ui.look import Look
from app.ui.main_window import MainWindow
from tests.ui.scripted import SOME, FakeEngine, file_record, files_changed

HOME = "/home/anna/Documents"
Fill = Callable[..., QModelIndex]


def folder(
    path: str = HOME,
    state: FolderState = FolderState.WATCHED,
    rules: FolderRules | None = None,
    away: tuple[str, ...] = (),
    why: NotWatched | None = None,
) -> LibraryFolder:
    return LibraryFolder(path, True, state, rules or FolderRules(), away, why)


@pytest.fixture
def fill(window: MainWindow, engine: FakeEngine) -> Fill:
    """A library of one folder; returns its row."""

    def show(told: LibraryFolder | None = None) -> QModelIndex:
        engine.become_ready(SOME)
        engine.say(
            files_changed(file_record(1, HOME + "/in/a.txt"), file_record(2, HOME + "/b.txt"))
        )
        engine.say(FoldersTold((told or folder(),)))
        return window.model.index(0, 0)

    return show


def entries(window: MainWindow, index: QModelIndex) -> dict[str, Callable[[], None]]:
    menu = window.library.make_menu(index)
    return {each.text(): each.trigger for each in menu.actions() if each.text()}


def subtitle(window: MainWindow, index: QModelIndex) -> str:
    return str(window.model.data(index, SUBTITLE_ROLE))


def test_a_watched_folder_says_nothing_in_its_row(window: MainWindow, fill: Fill) -> None:
    index = fill()
    assert subtitle(window, index) == "2 files"
    window.library.tree.setCurrentIndex(index)
    assert window.library.details == "Watched: changes are read by themselves."


@pytest.mark.parametrize(
    ("told", "row", "details"),
    [
        (folder(state=FolderState.PAUSED), "Paused · 2 files", "Paused: it is neither"),
        (folder(state=FolderState.AWAY, away=(HOME,)), "Away · 2 files", "not there now"),
        (folder(away=(HOME + "/in",)), "A drive is away · 2 files", "A drive in it"),
        (
            folder(state=FolderState.RESCANNED, why=NotWatched.REMOTE),
            "Looked at now and then · 2 files",
            "on this drive",
        ),
        (folder(state=FolderState.UNWATCHED), "2 files", "when the program starts"),
        (
            folder(rules=FolderRules(patterns=("*.log", "a/"), max_mb=20)),
            "2 files",
            "Left out: 2 patterns, files over 20 MB.",
        ),
    ],
)
def test_how_a_folder_is(
    window: MainWindow, fill: Fill, told: LibraryFolder, row: str, details: str
) -> None:
    index = fill(told)
    assert subtitle(window, index) == row
    window.library.tree.setCurrentIndex(index)
    assert details in window.library.details


def test_files_of_a_drive_that_is_away_are_marked_and_come_back(
    window: MainWindow, engine: FakeEngine, fill: Fill
) -> None:
    index = fill(folder(away=(HOME + "/in",)))
    inner = window.model.index(0, 0, window.model.index(0, 0, index))
    other = window.model.index(1, 0, index)
    assert subtitle(window, inner) == "Away"
    assert subtitle(window, other) != "Away"
    window.library.tree.setCurrentIndex(inner)
    assert "can still be found" in window.library.details
    engine.say(FoldersTold((folder(),)))
    assert subtitle(window, inner) != "Away"
    assert window.library.details == ""


def test_a_file_in_the_cloud_says_so(window: MainWindow, engine: FakeEngine) -> None:
    record = file_record(
        1, HOME + "/a.txt", FileState.UNSUPPORTED, reason="It is only…", only_in_cloud=True
    )
    engine.say(files_changed(record))
    index = window.model.index(0, 0, window.model.index(0, 0))
    assert subtitle(window, index) == "Only in the cloud"


def test_a_folder_without_files_is_shown_until_it_is_taken_out(qapp: QApplication) -> None:
    model = LibraryModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_folders(
        [folder("/a"), folder("/b/a"), LibraryFolder("/c.txt", False, FolderState.WATCHED)]
    )
    assert {each.path for each in model.root.children} == {"/a", "/b/a"}
    record = file_record(1, "/a/in/x.txt", root="/a")
    model.apply((record,), ())
    model.apply((), (1,))  # all of it is left out now
    assert {each.path for each in model.root.children} == {"/a", "/b/a"}
    assert all(each.children == [] for each in model.root.children)
    model.apply((record,), ())
    model.show_folders([folder("/a")])
    assert [each.path for each in model.root.children] == ["/a"]
    model.show_folders([])  # the files are told of by themselves
    assert [each.path for each in model.root.children] == ["/a"]
    model.apply((), (1,))
    assert model.root.children == []
    assert qapp is not None  # models need none, their tester does
    assert tester.model() is model


def test_changes_on_the_disk_are_looked_at(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready(SOME)
    engine.say(ChangesSeen((HOME + "/in",), (HOME,)))
    request = engine.last(Rescan)
    assert (request.paths, request.folders) == ((HOME + "/in",), (HOME,))
    assert window.library_control.is_indexing
    engine.say(IndexDone(request.job, IndexSummary(0, 0, 0, 0)))


def test_the_menu_looks_pauses_and_goes_on(
    window: MainWindow, engine: FakeEngine, fill: Fill
) -> None:
    index = fill()
    entries(window, index)["Look for changes now"]()
    assert engine.last(Rescan).paths == (HOME,)
    entries(window, index)["Pause"]()
    request = engine.last(SetFolderRules)
    assert (request.path, request.rules) == (HOME, FolderRules(paused=True))
    looks = len(engine.all(Rescan))
    engine.say(JobDone(request.job))
    assert len(engine.all(Rescan)) == looks  # a pause is no reason to look
    engine.say(FoldersTold((folder(state=FolderState.PAUSED, rules=FolderRules(True)),)))
    assert "Look for changes now" not in entries(window, index)
    entries(window, index)["Go on watching and reading"]()
    request = engine.last(SetFolderRules)
    assert request.rules == FolderRules()
    engine.say(JobDone(request.job))
    assert engine.last(Rescan).paths == (HOME,)


def test_a_folder_inside_can_only_be_looked_at(
    window: MainWindow, engine: FakeEngine, fill: Fill
) -> None:
    inner = window.model.index(0, 0, fill())
    texts = entries(window, inner)
    assert "Pause" not in texts
    texts["Look for changes now"]()
    assert engine.last(Rescan).paths == (HOME + "/in",)


def test_a_failure_to_set_rules_is_told(window: MainWindow, engine: FakeEngine, fill: Fill) -> None:
    entries(window, fill())["Pause"]()
    engine.say(JobFailed(engine.last(SetFolderRules).job, "No.", "Gone.", "Add it again."))
    assert window.banner.message == "No."


def test_what_would_be_left_out_is_counted_while_it_is_typed(
    window: MainWindow, engine: FakeEngine, fill: Fill, qtbot: QtBot
) -> None:
    index = fill(folder(rules=FolderRules(patterns=("*.log",))))
    entries(window, index)["Exclude and limits…"]()
    dialog = window.folder_control.dialog
    assert isinstance(dialog, FolderDialog)
    assert dialog.patterns.toPlainText() == "*.log"
    first = engine.last(CountLeftOut)
    assert (first.path, first.rules.patterns) == (HOME, ("*.log",))
    dialog.patterns.setPlainText("*.log\n\n in/ \n")
    dialog.limit.setValue(20)
    qtbot.waitUntil(lambda: len(engine.all(CountLeftOut)) == 2)  # once, when typing rests
    second = engine.last(CountLeftOut)
    assert second.rules == FolderRules(patterns=("*.log", "in/"), max_mb=20)
    engine.say(LeftOutCounted(first.job, 9, 9, ()))  # of an older wish
    assert dialog.count.text() == "Counting…"
    engine.say(LeftOutCounted(second.job, 1200, 3, ("a\u202e<b>.log", "in/c.txt")))
    assert dialog.count.text() == "3 files of 1,200 would be left out."
    assert "<b>.log" in dialog.examples.text()
    assert "\u202e" not in dialog.examples.text()
    dialog._save()
    request = engine.last(SetFolderRules)
    assert request.rules == second.rules
    engine.say(JobDone(request.job))
    assert engine.last(Rescan).paths == (HOME,)
    assert window.folder_control.dialog is None


def test_a_count_that_fails_does_not_keep_rules_from_being_set(
    window: MainWindow, engine: FakeEngine, fill: Fill
) -> None:
    entries(window, fill())["Exclude and limits…"]()
    dialog = window.folder_control.dialog
    assert dialog is not None
    engine.say(JobFailed(engine.last(CountLeftOut).job, "No.", "", ""))
    assert "cannot be counted" in dialog.count.text()
    dialog.reject()
    assert engine.all(SetFolderRules) == []


def test_used_up_watches_are_told_once(window: MainWindow, engine: FakeEngine, fill: Fill) -> None:
    limited = folder(state=FolderState.RESCANNED, why=NotWatched.LIMIT)
    fill(limited)
    assert "limit is reached" in window.banner.message
    window.banner.hide()
    engine.say(FoldersTold((limited, folder("/b"))))
    assert window.banner.message == ""


def test_a_folder_with_nothing_in_it_has_nothing_to_open(
    window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.become_ready()
    engine.say(FoldersTold((LibraryFolder("/home/anna/Empty", True, FolderState.WATCHED),)))
    window.show()
    drawn: list[str] = []
    icon = Look.icon

    def note(self: Look, name: str, *rest: str) -> QIcon:
        drawn.append(name)
        return icon(self, name, *rest)

    monkeypatch.setattr(Look, "icon", note)
    window.library.tree.grab()
    assert "folder" in drawn
    assert not {"down", "right"} & set(drawn)
    engine.say(files_changed(file_record(1, "/home/anna/Empty/a.pdf", root="/home/anna/Empty")))
    window.library.tree.grab()
    assert {"down", "right"} & set(drawn)
