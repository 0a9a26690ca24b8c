"""The library's place in the window: what it shows, and backing up, restoring and moving by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from app.core.keeping import BackupSummary, KeepStep, LibraryUse
from app.engine.protocol import (
    BackUpLibrary,
    BackupMade,
    BackupRestored,
    Cancel,
    JobCancelled,
    JobFailed,
    KeepProgressed,
    LibraryMeasured,
    LibraryMoved,
    MeasureLibrary,
    MoveFailed,
    RestoreBackup,
)
from app.ui import keeping_files
from app.ui.engine_port import EngineState
from app.ui.keeping_dialog import KeepingDialog
from app.ui.main_window import MainWindow
from tests.ui.scripted import FakeEngine

MB = 1 << 20
USE = LibraryUse("/library", 180 * MB, 40 * MB, 300 * MB, 3 * MB, 11 * MB, 9 << 30)
DONE = BackupSummary("/backup/mine.zip", 90 * MB, 200 * MB, "2026-11-30T13:00:00Z", 12, 340)


@pytest.fixture
def ready(window: MainWindow, engine: FakeEngine, tmp_path: Path) -> MainWindow:
    engine.folder = tmp_path / "library"
    engine.become_ready()
    return window


def dialog_of(window: MainWindow) -> KeepingDialog:
    assert window.keeping.dialog is not None
    return window.keeping.dialog


def begin_backup(window: MainWindow, engine: FakeEngine) -> int:
    window.keeping.back_up_to("/backup/mine.zip")
    return engine.last(BackUpLibrary).job


def test_it_tells_where_the_library_is_and_what_it_takes(
    ready: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    ready.menus.library_place.emit()
    dialog = dialog_of(ready)
    assert dialog.place.text == str(tmp_path / "library")
    engine.say(LibraryMeasured(engine.last(MeasureLibrary).job, USE))
    assert dialog.total.text() == "534 MB in all; 9.0 GB are free on its drive"
    shown = {name.accessibleName() for name in dialog.use._names}
    assert {"Texts: 180 MB", "Conversations: 3.0 MB"} <= shown
    assert "unencrypted" in " ".join(
        label.text() for label in dialog.findChildren(type(dialog.why))
    )


def test_the_bar_shows_every_part_that_is_there(ready: MainWindow, engine: FakeEngine) -> None:
    ready.menus.library_place.emit()
    use = LibraryUse("/library", 0, 1, 10**9, 0, 10**6, 1)
    engine.say(LibraryMeasured(engine.last(MeasureLibrary).job, use))
    bar = dialog_of(ready).use._bar
    widths = bar._widths()
    assert [width > 0 for width in widths] == [False, True, True, False, True]
    assert min(widths[1], widths[4]) >= 2
    assert sum(widths) == pytest.approx(bar.width())


def test_without_an_engine_it_says_that_it_cannot_tell(
    ready: MainWindow, engine: FakeEngine
) -> None:
    ready.menus.library_place.emit()
    engine.say(JobFailed(engine.last(MeasureLibrary).job, "no", "", ""))
    assert "cannot be told" in dialog_of(ready).total.text()


def test_a_backup_from_the_menu_to_its_end(
    ready: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    ready.menus.back_up.emit()
    (chooser,) = ready.findChildren(QFileDialog)
    assert chooser.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    assert not chooser.testOption(QFileDialog.Option.DontConfirmOverwrite)
    chooser.fileSelected.emit("/backup/mine.zip")
    chooser.close()
    request = engine.last(BackUpLibrary)
    assert (request.file, request.replace) == ("/backup/mine.zip", True)
    dialog = dialog_of(ready)
    assert not dialog.backup.isEnabled()
    seen = [dialog.bar.value()]
    steps = ((KeepStep.COPY, 5), (KeepStep.PACK, 5), (KeepStep.CHECK, 5), (KeepStep.CHECK, 10))
    for step, done in steps:
        engine.say(KeepProgressed(request.job, step, done * MB, 10 * MB))
        seen.append(dialog.bar.value())
    assert seen == sorted(seen)
    assert seen[-1] == dialog.bar.maximum()
    assert "Checking: 10 MB of 10 MB" in dialog.state.text()
    engine.say(BackupMade(request.job, DONE))
    assert dialog.outcome.text() == "The backup was written and checked."
    assert "90 MB in /backup/mine.zip" in dialog.why.text()
    assert dialog.backup.isEnabled()
    opened: list[str] = []
    ready.keeping.reveal_requested.disconnect()
    ready.keeping.reveal_requested.connect(opened.append)
    qtbot.mouseClick(dialog.action, Qt.MouseButton.LeftButton)
    assert opened == ["/backup/mine.zip"]


def test_cancelled_by_its_button_nothing_was_changed(
    ready: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    job = begin_backup(ready, engine)
    dialog = dialog_of(ready)
    qtbot.keyClick(dialog.stop, Qt.Key.Key_Space)
    assert engine.last(Cancel).job == job
    engine.say(JobCancelled(job))
    assert dialog.outcome.text() == "Cancelled. Nothing was changed."
    assert not ready.keeping.busy


def test_what_goes_wrong_is_told_with_why_and_what_next(
    ready: MainWindow, engine: FakeEngine
) -> None:
    job = begin_backup(ready, engine)
    engine.say(JobFailed(job, "What.", "Why.", "Next."))
    assert dialog_of(ready).outcome.text() == "What."
    assert dialog_of(ready).why.text() == "Why. Next."


def test_closed_meanwhile_it_goes_on_and_the_window_says_how_it_ended(
    ready: MainWindow, engine: FakeEngine
) -> None:
    job = begin_backup(ready, engine)
    dialog_of(ready).close()
    assert engine.all(Cancel) == []
    ready.menus.library_place.emit()  # and back: it is still shown
    assert not dialog_of(ready).backup.isEnabled()
    dialog_of(ready).close()
    engine.say(BackupMade(job, DONE))
    assert ready.banner.message == "The backup was written and checked."


def test_one_thing_at_a_time(ready: MainWindow, engine: FakeEngine) -> None:
    begin_backup(ready, engine)
    begin_backup(ready, engine)
    ready.keeping.move_to(Path("/elsewhere"))
    ready.menus.restore_backup.emit()
    assert len(engine.all(BackUpLibrary)) == 1
    assert engine.moves == []
    assert ready.findChildren(QFileDialog) == []


def test_a_restored_library_can_be_opened(
    ready: MainWindow, engine: FakeEngine, tmp_path: Path, qtbot: QtBot
) -> None:
    target = tmp_path / "again"
    target.mkdir()
    ready.keeping.restore_into("/backup/mine.zip", str(target))
    request = engine.last(RestoreBackup)
    assert (request.file, request.folder) == ("/backup/mine.zip", str(target))
    engine.say(BackupRestored(request.job, DONE, str(target)))
    with qtbot.waitSignal(ready.library_chosen) as chosen:
        qtbot.mouseClick(dialog_of(ready).action, Qt.MouseButton.LeftButton)
    assert chosen.args == [str(target)]


def test_it_is_put_into_an_empty_folder_or_a_new_one_in_it(tmp_path: Path) -> None:
    assert keeping_files.place_in(str(tmp_path)) == tmp_path
    (tmp_path / "letter").touch()
    assert keeping_files.place_in(str(tmp_path)) == tmp_path / "Margine library"
    (tmp_path / "Margine library").mkdir()
    assert keeping_files.place_in(str(tmp_path)) == tmp_path / "Margine library 2"


def test_a_move_is_asked_about_first_and_then_shown(
    ready: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    ready.keeping._confirm_move(str(tmp_path))
    (box,) = ready.findChildren(QMessageBox)
    assert str(tmp_path) in box.informativeText()
    assert engine.moves == []
    accept = QMessageBox.ButtonRole.AcceptRole
    next(each for each in box.buttons() if box.buttonRole(each) is accept).click()
    assert engine.moves == [tmp_path]
    engine.say(KeepProgressed(0, KeepStep.COPY, 1, 2))
    dialog = dialog_of(ready)
    assert "being moved" in dialog.state.text()
    engine.become_ready()
    engine.say(LibraryMoved(str(tmp_path), ("letter.txt",)))
    assert dialog.place.text == str(tmp_path)
    assert "letter.txt" in dialog.why.text()
    assert not ready.keeping.busy


def test_a_move_that_fails_or_dies_or_is_cancelled_is_told(
    ready: MainWindow, engine: FakeEngine
) -> None:
    ready.keeping.move_to(Path("/elsewhere"))
    engine.say(MoveFailed("What.", "Why.", "Next."))
    assert dialog_of(ready).outcome.text() == "What."
    ready.keeping.move_to(Path("/elsewhere"))
    engine.die()
    assert "interrupted" in dialog_of(ready).outcome.text()
    assert engine.state is EngineState.RESTARTING
    ready.keeping.move_to(Path("/elsewhere"))
    ready.keeping.stop()
    assert engine.moves == []
    assert "Cancelled" in dialog_of(ready).outcome.text()
