"""What is handed to other programs, and what is said where there is nothing to hand over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.controls import Banner
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.outside import Outside


class System(QObject):
    """Takes the place of the programs of the system."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


@pytest.fixture
def system(qapp: QApplication) -> Iterator[System]:
    system = System(qapp)
    QDesktopServices.setUrlHandler("file", system, "take")
    yield system
    QDesktopServices.unsetUrlHandler("file")
    system.deleteLater()


@pytest.fixture
def banner(look: Look, qtbot: QtBot) -> Banner:
    banner = Banner(look)
    qtbot.addWidget(banner)
    return banner


class SlowDisk:
    """Lets questions for a path wait, as a network drive that does not answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, slow: Path) -> None:
        self._answers = threading.Event()
        self._asked = threading.Event()
        ask = Path.exists

        def exists(path: Path) -> bool:
            if path == slow:
                self._asked.set()
                assert self._answers.wait(60)
            return ask(path)

        monkeypatch.setattr(Path, "exists", exists)

    def wait_until_asked(self) -> None:
        """Somebody waits for it now."""
        assert self._asked.wait(60)

    def answer(self) -> None:
        """Let it answer; what is opened because of that is opened when this returns."""
        self._answers.set()
        for thread in threading.enumerate():
            if thread.name == "margine-question":
                thread.join(60)
        QCoreApplication.processEvents()


def test_what_is_there_is_opened(
    system: System, banner: Banner, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "Città 1.txt"
    file.write_text("x", encoding="utf-8")
    outside = Outside(banner)
    outside.open_file(str(file))
    qtbot.waitUntil(lambda: system.opened == [str(file)])
    for path in (file, tmp_path, tmp_path / "gone.txt"):  # whose folder is there
        system.opened.clear()
        outside.reveal(str(path))
        qtbot.waitUntil(lambda: system.opened == [str(tmp_path)])
    assert banner.isHidden()


def test_what_has_gone_is_said(
    system: System, banner: Banner, tmp_path: Path, qtbot: QtBot
) -> None:
    outside = Outside(banner)
    outside.open_file(str(tmp_path / "gone.txt"))
    qtbot.waitUntil(lambda: banner.message == "“gone.txt” is not here now.")
    assert str(tmp_path / "gone.txt") in banner.explanation
    outside.reveal(str(tmp_path / "away" / "file.txt"))
    qtbot.waitUntil(lambda: banner.message == "“file.txt” is not here now.")
    assert system.opened == []


def test_a_drive_that_cannot_be_asked_is_away(
    system: System, banner: Banner, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def fail(_path: Path) -> bool:
        raise OSError(112, "Host is down")

    monkeypatch.setattr(Path, "exists", fail)
    Outside(banner).open_file("/mnt/share/a.pdf")
    qtbot.waitUntil(lambda: banner.message == "“a.pdf” is not here now.")
    assert system.opened == []


def test_a_drive_that_does_not_answer_holds_up_nothing(
    system: System,
    banner: Banner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    slow, other = tmp_path / "slow.txt", tmp_path / "other.txt"
    slow.touch()
    other.touch()
    disk = SlowDisk(monkeypatch, slow=slow)
    outside = Outside(banner)
    outside.open_file(str(slow))  # returns, though nobody answers
    disk.wait_until_asked()
    outside.open_file(str(other))
    qtbot.waitUntil(lambda: system.opened == [str(other)])
    disk.answer()
    assert system.opened == [str(other)]  # the last wish counts


def test_nothing_is_opened_once_the_window_is_closed(
    system: System, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow.txt"
    slow.touch()
    disk = SlowDisk(monkeypatch, slow=slow)
    window.outside.open_file(str(slow))
    disk.wait_until_asked()
    window.close()
    disk.answer()
    assert system.opened == []


def test_a_window_that_has_gone_is_told_nothing(
    system: System, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow.txt"
    slow.touch()
    disk = SlowDisk(monkeypatch, slow=slow)
    banner = Banner(look)
    Outside(banner).open_file(str(slow))
    disk.wait_until_asked()
    shiboken6.delete(banner)
    disk.answer()
    assert system.opened == []
