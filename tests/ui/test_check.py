"""“Check installation…”: lines as they come, a report without names, an end in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.findings import Level
from app.engine.children import child_command, child_environment
from app.engine.protocol import Checked, CheckProgressed
from app.ui.check_client import CheckClient, check_command
from app.ui.check_dialog import CheckDialog
from app.ui.child_process import ChildCommand
from app.ui.engine_texts import load_engine_texts
from app.ui.main_window import MainWindow

FINE = Checked("library", Level.OK, "The library’s database is sound.", "", "")
LATE = Checked("system", Level.WARNING, "It is <b>late</b>.", "The clock says so.", "Go to bed.")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def dialog(window: QWidget) -> CheckDialog:
    return CheckDialog(window)


def test_findings_are_shown_and_copied(dialog: CheckDialog) -> None:
    dialog.show_progress(CheckProgressed("vectors", 3, 9))
    assert (dialog.bar.value(), dialog.bar.maximum()) == (3, 9)
    assert "vectors" in dialog.state.text()
    dialog.add(FINE)
    dialog.add(LATE)
    dialog.show_end(0)
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == (
        "Everything works; some lines are worth a look.\n\n"
        "ok: The library’s database is sound.\n"
        "warning: It is <b>late</b>.\n    The clock says so.\n    Go to bed.\n"
    )


@pytest.mark.parametrize(
    ("found", "problems", "said"),
    [
        ([FINE], 0, "Everything is as it should be."),
        ([FINE, LATE], 0, "Everything works; some lines are worth a look."),
        ([LATE], 1, "1 problem found."),
        ([LATE], 2, "2 problems found."),
    ],
)
def test_the_end_is_told(
    dialog: CheckDialog, found: list[Checked], problems: int, said: str
) -> None:
    for each in found:
        dialog.add(each)
    dialog.show_end(problems)
    assert dialog.state.text().startswith(said)
    assert ("doctor --repair" in dialog.state.text()) == (problems > 0)


def test_the_menu_asks_for_a_check(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    with qtbot.waitSignal(window.check_requested):
        window.menus.check.emit()


@pytest.mark.timeout(300)
def test_a_whole_check_in_italian(qtbot: QtBot, window: QWidget, tmp_path: Path) -> None:
    client = CheckClient(
        lambda: check_command(
            ChildCommand(child_command("check"), child_environment()), tmp_path / "library"
        ),
        tmp_path / "check.log",
        load_engine_texts("it"),
    )
    client.show(window)
    dialog = client.dialog
    assert dialog is not None
    client.show(window)  # it runs already
    assert client.dialog is dialog
    qtbot.waitUntil(dialog.bar.isHidden, timeout=240_000)
    text = dialog.report.toPlainText()
    assert "Non c’è ancora una biblioteca." in text
    assert str(tmp_path) not in text
    dialog.close()
    qtbot.waitUntil(lambda: client.dialog is None)


@pytest.mark.timeout(120)
def test_a_check_that_dies_is_told(qtbot: QtBot, window: QWidget, tmp_path: Path) -> None:
    command = ChildCommand(child_command("check", "--no-such-option"), child_environment())
    client = CheckClient(lambda: command, tmp_path / "check.log", load_engine_texts("en"))
    client.show(window)
    dialog = client.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: "unexpectedly" in dialog.state.text(), timeout=60_000)
    dialog.close()
