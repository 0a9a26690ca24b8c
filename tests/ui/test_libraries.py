"""Recent libraries, and going from one to another."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.ui.main_window import MainWindow
from app.ui.recent_libraries import MOST, RecentLibraries, window_command
from app.ui.switching import LibrarySwitch


def test_the_last_opened_comes_first_and_is_named_once(tmp_path: Path) -> None:
    recent = RecentLibraries(tmp_path / "libraries.json")
    folders = [tmp_path / name for name in "abc"]
    for folder in (*folders, folders[0]):
        folder.mkdir(exist_ok=True)
        recent.note(folder)
    assert recent.folders() == tuple(str(folders[at]) for at in (0, 2, 1))
    assert recent.others(folders[0]) == (str(folders[2]), str(folders[1]))
    folders[2].rmdir()
    assert recent.others(folders[0]) == (str(folders[1]),)
    assert len(recent.folders()) == 3  # its drive may come back


def test_a_library_that_cannot_be_looked_for_is_not_offered(tmp_path: Path) -> None:
    recent = RecentLibraries(tmp_path / "libraries.json")
    folders = (str(tmp_path / ("n" * 300)), str(tmp_path))
    (tmp_path / "libraries.json").write_text(json.dumps(folders), encoding="utf-8")
    assert recent.others(tmp_path / "own") == (str(tmp_path),)


def test_no_more_than_some_are_kept(tmp_path: Path) -> None:
    recent = RecentLibraries(tmp_path / "libraries.json")
    for number in range(MOST + 3):
        recent.note(tmp_path / str(number))
    assert len(recent.folders()) == MOST


@pytest.mark.parametrize("stored", ["", "{}", "[1, null]", '"a"', "\x00"])
def test_a_damaged_list_is_no_list(tmp_path: Path, stored: str) -> None:
    path = tmp_path / "libraries.json"
    path.write_text(stored, encoding="utf-8")
    assert RecentLibraries(path).folders() == ()


def test_the_list_is_private(tmp_path: Path) -> None:
    path = tmp_path / "libraries.json"
    RecentLibraries(path).note(tmp_path)
    assert path.stat().st_mode & 0o077 == 0


class Starts:
    def __init__(self, *, works: bool = True) -> None:
        self.works = works
        self.commands: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str]) -> bool:
        self.commands.append(command)
        return self.works


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


def library(folder: Path) -> Path:
    folder.mkdir()
    (folder / "library.db").touch()
    return folder


def test_another_library_opens_in_its_own_window(
    window: MainWindow, here: Path, tmp_path: Path
) -> None:
    starts = Starts()
    LibrarySwitch(window, here, starts)
    other = library(tmp_path / "other")
    window.menus.show_libraries((str(other),))
    (command,) = [each for each in window.menus.commands() if each.key.startswith("library:")]
    assert command.text == "Open the library other"
    command.action.trigger()
    assert starts.commands == [window_command(str(other))]
    assert not window.isVisible()


def test_an_empty_folder_becomes_a_library(window: MainWindow, here: Path, tmp_path: Path) -> None:
    starts = Starts()
    LibrarySwitch(window, here, starts)
    (tmp_path / "new").mkdir()
    window.library_chosen.emit(str(tmp_path / "new"))
    assert len(starts.commands) == 1


def test_a_folder_of_documents_is_no_library(
    window: MainWindow, here: Path, tmp_path: Path
) -> None:
    starts = Starts()
    LibrarySwitch(window, here, starts)
    (tmp_path / "contract.pdf").touch()
    window.library_chosen.emit(str(tmp_path))
    assert starts.commands == []
    assert window.banner.message == "There is no library in this folder."
    assert window.isVisible()


@pytest.mark.parametrize(
    ("name", "works", "said"),
    [
        ("here", True, "This library is open already."),
        ("gone", True, "The library “gone” is not here now."),
        ("other", False, "The other library’s window could not be started."),
    ],
)
def test_what_cannot_be_is_said_and_the_window_stays(
    window: MainWindow, here: Path, tmp_path: Path, name: str, works: bool, said: str
) -> None:
    LibrarySwitch(window, here, Starts(works=works))
    library(tmp_path / "other")
    window.library_chosen.emit(str(tmp_path / name))
    assert window.banner.message == said
    assert window.isVisible()
    if name == "gone":
        assert str(tmp_path / name) in window.banner.explanation


def test_the_menu_asks_for_a_folder(window: MainWindow) -> None:
    chosen: list[str] = []
    window.library_chosen.connect(chosen.append)
    window.menus.open_library.emit()
    (dialog,) = window.findChildren(QFileDialog)
    dialog.fileSelected.emit("/home/anna/libraries/work")
    assert chosen == ["/home/anna/libraries/work"]
    dialog.close()


def test_from_an_appimage_another_window_is_started_through_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bundle.json").touch()
    monkeypatch.setattr("sys.prefix", str(tmp_path / "runtime"))
    monkeypatch.setenv("APPIMAGE", "/x/Margine.AppImage")
    monkeypatch.setenv("APPDIR", "/another/program's")
    assert window_command("/l")[0] == sys.executable
    monkeypatch.setenv("APPDIR", str(tmp_path))
    assert window_command("/l") == ["/x/Margine.AppImage", "--library", "/l"]
