"""What is handed to other programs, and what is said where there is nothing to hand over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.controls import Banner
from app.ui.look import Look
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


def test_what_is_there_is_opened(system: System, banner: Banner, tmp_path: Path) -> None:
    file = tmp_path / "Città 1.txt"
    file.write_text("x", encoding="utf-8")
    outside = Outside(banner)
    outside.open_file(str(file))
    outside.reveal(str(file))
    outside.reveal(str(tmp_path))
    outside.reveal(str(tmp_path / "gone.txt"))  # its folder is there
    assert system.opened == [str(file), str(tmp_path), str(tmp_path), str(tmp_path)]
    assert banner.isHidden()


def test_what_has_gone_is_said(system: System, banner: Banner, tmp_path: Path) -> None:
    outside = Outside(banner)
    outside.open_file(str(tmp_path / "gone.txt"))
    assert banner.message == "“gone.txt” is not here now."
    assert str(tmp_path / "gone.txt") in banner.explanation
    outside.reveal(str(tmp_path / "away" / "file.txt"))
    assert banner.message == "“file.txt” is not here now."
    assert system.opened == []
