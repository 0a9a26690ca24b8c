"""Locked documents in the window: the password asked for, tried, used for pages, and forgotten."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.core.types import FileRecord, FileState
from app.engine.protocol import (
    Cancel,
    DocumentPageText,
    FilesUnlocked,
    JobFailed,
    ReadDocumentText,
    Rescan,
    RetryFiles,
    UnlockFiles,
)
from app.ui.keyring import Keyring
from app.ui.main_window import MainWindow
from app.ui.page_client import PageRequest
from tests.ui.scripted import FakeEngine, FakePages, file_record, files_changed, found

ROOT = "/home/anna/Documents"
PASSWORD = "geheim"


def locked(number: int, path: str, *, asks: bool = True) -> FileRecord:
    reason = "The document is locked. It opens with a password only."
    return file_record(number, path, FileState.LOCKED, reason=reason, asks_password=asks)


@pytest.fixture
def window_with_locked(window: MainWindow, engine: FakeEngine) -> MainWindow:
    """Three locked files side by side, one elsewhere, one whose format takes no password."""
    engine.become_ready()
    engine.say(
        files_changed(
            locked(1, f"{ROOT}/a.pdf"),
            locked(2, f"{ROOT}/b.pdf"),
            locked(3, f"{ROOT}/c.pdf"),
            locked(4, f"{ROOT}/elsewhere/d.pdf"),
            locked(5, f"{ROOT}/e.odt", asks=False),
            file_record(6, f"{ROOT}/f.pdf"),
        )
    )
    return window


def select(window: MainWindow, name: str) -> None:
    (folder,) = window.model.root.children
    node = next(each for each in folder.children if each.name == name)
    window.library.tree.setCurrentIndex(window.model.index_of(node))


def open_dialog(window: MainWindow, name: str = "a.pdf") -> None:
    select(window, name)
    window.library.unlock_button.click()


def enter(window: MainWindow, password: str) -> None:
    dialog = window.unlock_control.dialog
    assert dialog is not None
    dialog.field.setText(password)
    dialog.open_button.click()


def menu_entries(window: MainWindow) -> list[str]:
    menu = window.library.make_menu(window.library.tree.currentIndex())
    return [action.text() for action in menu.actions()]


def test_a_locked_file_offers_its_password_in_its_row_and_its_menu(
    window_with_locked: MainWindow,
) -> None:
    window = window_with_locked
    select(window, "a.pdf")
    assert window.library.unlock_button.isVisible()
    assert "Enter password…" in menu_entries(window)
    assert window.model.describe(window.model.node(window.library.tree.currentIndex())) == (
        "Locked: enter its password"
    )
    for other in ("e.odt", "f.pdf"):  # a password would not help there
        select(window, other)
        assert not window.library.unlock_button.isVisible()
        assert "Enter password…" not in menu_entries(window)


def test_enter_on_a_locked_file_asks_too(window_with_locked: MainWindow) -> None:
    window = window_with_locked
    select(window, "f.pdf")
    window.library.tree.activated.emit(window.library.tree.currentIndex())
    assert window.unlock_control.dialog is None
    select(window, "a.pdf")
    window.library.tree.activated.emit(window.library.tree.currentIndex())
    assert window.unlock_control.dialog is not None


def test_it_is_said_before_anything_is_read_that_the_text_will_lie_unencrypted(
    window_with_locked: MainWindow, engine: FakeEngine
) -> None:
    window = window_with_locked
    open_dialog(window)
    dialog = window.unlock_control.dialog
    assert dialog is not None
    said = " ".join(each.text() for each in dialog.findChildren(type(dialog.problem)))
    assert "a.pdf" in said
    assert "unencrypted" in said
    assert "encrypt the disk" in said
    assert not dialog.open_button.isEnabled()
    assert dialog.field.echoMode() is QLineEdit.EchoMode.Password
    dialog.show_password.click()
    assert dialog.field.echoMode() is QLineEdit.EchoMode.Normal
    assert engine.all(UnlockFiles) == []


def test_a_wrong_password_is_said_in_place_and_a_right_one_reads_the_file(
    window_with_locked: MainWindow, engine: FakeEngine
) -> None:
    window = window_with_locked
    open_dialog(window)
    dialog = window.unlock_control.dialog
    assert dialog is not None
    enter(window, "wrong")
    assert dialog.busy
    tried = engine.last(UnlockFiles)
    assert (tried.paths, tried.password, tried.checked) == ((f"{ROOT}/a.pdf",), "wrong", False)
    engine.say(FilesUnlocked(tried.job, (), tried.paths))
    assert not dialog.busy
    assert dialog.problem.isVisible()
    assert dialog.problem.text() == "This password does not open it."
    assert dialog.field.selectedText() == "wrong"
    assert engine.all(RetryFiles) == []
    enter(window, PASSWORD)
    assert not dialog.problem.isVisible()
    tried = engine.last(UnlockFiles)
    engine.say(FilesUnlocked(tried.job, tried.paths, ()))
    assert window.unlock_control.dialog is None
    assert engine.last(RetryFiles).file_ids == (1,)
    assert window.banner.message == ""


def test_one_password_can_be_tried_on_all_locked_files_of_a_folder(
    window_with_locked: MainWindow, engine: FakeEngine
) -> None:
    window = window_with_locked
    open_dialog(window)
    dialog = window.unlock_control.dialog
    assert dialog is not None
    assert dialog.for_others.text() == "Try it on the 2 other locked files in this folder too"
    dialog.for_others.click()
    enter(window, PASSWORD)
    a, b, c = engine.last(UnlockFiles).paths
    assert (a, b, c) == tuple(f"{ROOT}/{name}.pdf" for name in "abc")
    engine.say(FilesUnlocked(engine.last(UnlockFiles).job, (a, c), (b,)))
    assert engine.last(RetryFiles).file_ids == (1, 3)
    assert window.banner.message == "The password opened 2 files."
    assert window.banner.explanation.startswith("1 file stays locked")


def test_alone_in_its_folder_there_is_nothing_to_try_it_on(window_with_locked: MainWindow) -> None:
    window = window_with_locked
    window.unlock_control.ask([locked(4, f"{ROOT}/elsewhere/d.pdf")])
    assert window.unlock_control.dialog is not None
    assert not window.unlock_control.dialog.for_others.isVisible()


def test_giving_up_stops_trying(window_with_locked: MainWindow, engine: FakeEngine) -> None:
    window = window_with_locked
    open_dialog(window)
    enter(window, "long")
    assert window.unlock_control.dialog is not None
    window.unlock_control.dialog.reject()
    job = engine.last(UnlockFiles).job
    assert engine.last(Cancel).job == job
    engine.say(FilesUnlocked(job, (f"{ROOT}/a.pdf",), ()))  # too late
    assert engine.all(RetryFiles) == []
    open_dialog(window)
    assert window.unlock_control.dialog is not None


def test_an_engine_that_dies_meanwhile_is_told_in_place(
    window_with_locked: MainWindow, engine: FakeEngine
) -> None:
    window = window_with_locked
    open_dialog(window)
    enter(window, PASSWORD)
    engine.die()
    dialog = window.unlock_control.dialog
    assert dialog is not None
    assert dialog.problem.text().startswith("The engine stopped while working.")
    assert not dialog.busy
    engine.become_ready()
    enter(window, PASSWORD)
    engine.say(JobFailed(engine.last(UnlockFiles).job, "Documents cannot be read.", "Why.", ""))
    assert dialog.problem.text() == "Documents cannot be read. Why."


def test_an_engine_that_was_started_again_is_told_the_passwords_first(
    window_with_locked: MainWindow, engine: FakeEngine
) -> None:
    window = window_with_locked
    open_dialog(window)
    enter(window, PASSWORD)
    engine.say(FilesUnlocked(engine.last(UnlockFiles).job, (f"{ROOT}/a.pdf",), ()))
    engine.die()
    engine.sent.clear()
    engine.become_ready()
    told = engine.last(UnlockFiles)
    assert (told.paths, told.password, told.checked) == ((f"{ROOT}/a.pdf",), PASSWORD, True)
    assert engine.sent.index(told) < engine.sent.index(engine.last(Rescan))


# ------------------------------------------------------------------------------------ pages


def open_page(window: MainWindow, engine: FakeEngine) -> None:
    """Open a passage of a document that is locked on the disk; its text is in the library."""
    window.sources.open_passage(found(path=f"{ROOT}/a.pdf"))
    wanted = engine.last(ReadDocumentText)
    text = DocumentPageText(wanted.job, 7, 16, "17", 70, True, "pdf", "Kept text.", False)
    engine.say(text)


def test_after_a_restart_a_page_asks_for_its_password_and_shows_its_text_meanwhile(
    window: MainWindow, engine: FakeEngine, pages: FakePages, qtbot: QtBot
) -> None:
    engine.become_ready()
    open_page(window, engine)
    document = window.document
    assert pages.requests[-1].password == ""
    pages.locked.emit(pages.requests[-1], False)
    assert document.is_settled
    assert "locked by a password" in document.unlock.text
    document.unlock.field.setText("wrong")
    qtbot.keyClick(document.unlock.field, Qt.Key.Key_Return)
    assert pages.requests[-1].password == "wrong"
    pages.locked.emit(pages.requests[-1], True)
    assert document.unlock.text.startswith("This password does not open it.")
    document.unlock.field.setText(PASSWORD)
    document.unlock.button.click()
    assert pages.requests[-1].password == PASSWORD
    picture = QImage(200, 300, QImage.Format.Format_RGB32)
    pages.answer(picture)
    assert document.unlock.text == ""
    assert document.unlock.field.text() == ""
    document.head.turned.emit(1)
    wanted = engine.last(ReadDocumentText)
    engine.say(DocumentPageText(wanted.job, 7, 17, "18", 70, True, "pdf", "More.", False))
    assert pages.requests[-1].password == PASSWORD  # once is enough


def test_another_document_does_not_show_the_question_of_the_one_before(
    window: MainWindow, engine: FakeEngine, pages: FakePages
) -> None:
    engine.become_ready()
    open_page(window, engine)
    pages.locked.emit(pages.requests[-1], False)
    first = pages.requests[-1]
    window.sources.open_passage(found(2, path=f"{ROOT}/other.pdf", document_id=9))
    assert window.document.unlock.text == ""
    pages.locked.emit(first, False)  # late
    assert window.document.unlock.text == ""


def test_passwords_are_not_shown_by_whoever_prints_things() -> None:
    keyring = Keyring()
    keyring.keep(("/a", "/b"), PASSWORD)
    keyring.keep(("/c",), "other")
    assert PASSWORD not in repr(keyring) + repr(PageRequest("/a", 0, 100, password=PASSWORD))
    assert list(keyring.groups()) == [(PASSWORD, ("/a", "/b")), ("other", ("/c",))]
    keyring.forget("/a")
    keyring.forget("/nothing")
    assert (keyring.find("/a"), keyring.find("/b")) == ("", PASSWORD)
