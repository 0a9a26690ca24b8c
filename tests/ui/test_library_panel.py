"""The library panel in the window: filtering, what is the matter with a file, undoing a removal."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from app.core.types import FileRecord, FileState, GateMode, LibraryTotals
from app.engine.protocol import (
    AddPaths,
    FilesChanged,
    JobDone,
    JobFailed,
    RemovePaths,
    RetryFiles,
    SetAsideTold,
)
from app.ui.library_filter import FileFilter, StateGroup
from app.ui.library_model import SUBTITLE_ROLE
from app.ui.library_tree import FAILED, Node
from app.ui.main_window import MainWindow
from app.ui.removal import Removed
from tests.ui.scripted import SOME, FakeEngine, file_record, files_changed

ROOT = "/home/anna/Documents"
REASON = "The PDF is incomplete. Its end is missing. Get the file again."
ALL = {"a.pdf", "broken.pdf", "b.pdf", "locked.pdf", "Documents", "Banca"}


def nothing(number: int, path: str, state: FileState, **more: object) -> FileRecord:
    """A file that nothing is known of."""
    return file_record(number, path, state, pages=0, passages=0, **more)


@pytest.fixture
def filled(window: MainWindow, engine: FakeEngine) -> MainWindow:
    engine.become_ready(LibraryTotals(4, 2, 24, 80))
    engine.say(
        files_changed(
            file_record(1, f"{ROOT}/a.pdf", document_id=1),
            nothing(2, f"{ROOT}/broken.pdf", FileState.FAILED, reason=REASON),
            file_record(3, f"{ROOT}/Banca/b.pdf", document_id=3),
            nothing(4, f"{ROOT}/Banca/locked.pdf", FileState.LOCKED, asks_password=True),
        )
    )
    window.library.tree.expandAll()
    return window


def shown(window: MainWindow) -> set[str]:
    return {each.name for each in window.library.tree.rows.nodes}


def node(window: MainWindow, name: str) -> Node:
    return next(each for each in window.library.tree.rows.nodes if each.name == name)


# ------------------------------------------------------------------------------------- filtering


def test_typing_filters_and_escape_clears(filled: MainWindow) -> None:
    bar, tree = filled.library.bar, filled.library.tree
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bar.edit.hasFocus()
    QTest.keyClicks(bar.edit, "banca")
    assert shown(filled) == {"b.pdf", "locked.pdf"}
    assert filled.library.totals.startswith("2 of 4 file")
    QTest.keyClick(bar.edit, Qt.Key.Key_Down)
    assert tree.hasFocus()
    assert tree.current_node is node(filled, "b.pdf")
    QTest.keyClick(tree, Qt.Key.Key_Escape)
    assert shown(filled) == ALL
    assert bar.edit.text() == ""
    assert tree.current_node is node(filled, "b.pdf")  # where it lies among the folders


def test_escape_in_an_empty_filter_goes_back_to_the_files_and_stops_no_answer(
    filled: MainWindow,
) -> None:
    filled.chat_control.ask("Anything?", GateMode.AUTO)
    bar = filled.library.bar
    bar.take_focus()
    QTest.keyClicks(bar.edit, "x")
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert filled.library.tree.hasFocus()
    assert filled.chat_control.busy


def test_chips_count_what_is_wrong_and_filter_by_it(filled: MainWindow, engine: FakeEngine) -> None:
    chips = filled.library.bar.chips
    assert [each.text() for each in chips.values() if each.isVisible()] == [
        "1 failed",
        "1 locked",
    ]
    chips[StateGroup.FAILED].click()
    assert shown(filled) == {"broken.pdf"}
    chips[StateGroup.LOCKED].click()
    assert shown(filled) == {"locked.pdf"}
    assert not chips[StateGroup.FAILED].isChecked()
    filled.library.bar.choices[StateGroup.READY].trigger()
    assert shown(filled) == {"a.pdf", "b.pdf"}
    assert filled.library.bar.more.isChecked()
    filled.library.bar.choices[StateGroup.READY].trigger()
    assert shown(filled) == ALL
    chips[StateGroup.FAILED].click()
    engine.say(files_changed(file_record(2, f"{ROOT}/broken.pdf")))
    assert not chips[StateGroup.FAILED].isVisible()
    assert shown(filled) == ALL  # the last of them is ready: an empty list would be no help


def test_there_are_no_chips_while_all_is_well(window: MainWindow, engine: FakeEngine) -> None:
    assert window.library.emptiness == ""  # who knows, before the library is open
    engine.become_ready(SOME)
    assert window.library.emptiness == ""  # they are on their way
    engine.become_ready()
    assert not window.library.bar.isVisible()
    assert window.library.emptiness == "No documents yet"
    engine.say(files_changed(file_record(1, f"{ROOT}/a.pdf")))
    assert window.library.bar.edit.isVisible()
    assert not any(each.isVisible() for each in window.library.bar.chips.values())
    assert window.library.emptiness == ""


def test_a_filter_that_nothing_fits_says_so_and_is_cleared_there(filled: MainWindow) -> None:
    panel = filled.library
    panel.bar.edit.setText("<b>zebra")
    assert panel.emptiness == "No file has “<b>zebra” in its name."
    assert not panel.tree.isVisible()
    panel._nothing.clear.click()
    assert panel.emptiness == ""
    assert shown(filled) == ALL
    assert panel.bar.edit.hasFocus()


def test_all_that_a_filter_found_is_selected_and_nothing_else(
    filled: MainWindow, engine: FakeEngine
) -> None:
    """A folder that holds other files too must not be taken for them."""
    filled.library.show_filter(FileFilter("b.pdf"))
    filled.library.tree.selectAll()
    menu = filled.library.make_menu(filled.library.tree.rows.index(0))
    next(each for each in menu.actions() if each.text() == "Read again").trigger()
    assert engine.last(RetryFiles).file_ids == (3,)
    assert filled.library.selection.text.startswith("1 document selected")


# ------------------------------------------------------------------------------ what is the matter


def test_a_row_says_what_happened_and_the_note_why_and_what_to_do(
    filled: MainWindow, engine: FakeEngine
) -> None:
    panel = filled.library
    broken = node(filled, "broken.pdf")
    assert filled.model.describe(broken) == "The PDF is incomplete"
    panel.tree.show_node(broken)
    assert panel.details == REASON
    assert panel.note._what.text() == "The PDF is incomplete."
    revealed: list[str] = []
    panel.reveal_requested.connect(revealed.append)
    panel.reveal_requested.disconnect(filled.outside.reveal)
    panel.note.reveal.click()
    panel.note.again.click()
    assert revealed == [f"{ROOT}/broken.pdf"]
    assert engine.last(RetryFiles).file_ids == (2,)
    assert not panel.note.unlock.isVisible()
    panel.tree.show_node(node(filled, "locked.pdf"))
    assert panel.note.unlock.isVisible()
    panel.tree.show_node(node(filled, "a.pdf"))
    assert panel.details == ""


# ---------------------------------------------------------------------------------- undoing removal


def remove(window: MainWindow, *names: str) -> None:
    tree = window.library.tree
    tree.select_nodes([node(window, name) for name in names])
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Delete)


def test_what_is_removed_can_be_brought_back(filled: MainWindow, engine: FakeEngine) -> None:
    remove(filled, "Banca")
    assert shown(filled) == ALL - {"Banca", "b.pdf", "locked.pdf"}
    assert filled.library.undo_note.text == "“Banca” was set aside."
    filled.library.undo_note.button.click()
    assert shown(filled) == ALL
    assert filled.library.undo_note.text == ""
    remove(filled, "a.pdf")
    QTest.keyClick(filled.library.tree, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert shown(filled) == ALL
    assert not engine.all(RemovePaths)


def test_it_is_removed_for_good_when_the_time_is_over(
    filled: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    filled.chat.box.edit.setFocus()
    filled.removal.begin(Removed((f"{ROOT}/Banca",), aside=True))
    filled.removal._timer.start(1)
    qtbot.waitUntil(lambda: bool(engine.all(RemovePaths)))
    assert engine.last(RemovePaths).paths == (f"{ROOT}/Banca",)
    assert "Banca" not in shown(filled)
    engine.say(files_changed(removed=(3, 4)), JobDone(engine.last(RemovePaths).job))
    assert shown(filled) == ALL - {"Banca", "b.pdf", "locked.pdf"}
    engine.say(files_changed(file_record(9, f"{ROOT}/Banca/new.pdf")))  # added again: it is shown
    assert "Banca" in shown(filled)


def test_what_could_not_be_removed_is_shown_again(filled: MainWindow, engine: FakeEngine) -> None:
    remove(filled, "a.pdf")
    filled.removal.finish()
    engine.say(JobFailed(engine.last(RemovePaths).job, "The disk is full.", "", ""))
    assert shown(filled) == ALL


def test_several_that_were_removed_come_back_one_by_one(
    filled: MainWindow, engine: FakeEngine
) -> None:
    note = filled.library.undo_note
    remove(filled, "a.pdf")
    remove(filled, "b.pdf")
    remove(filled, "Banca")
    assert note.text == "“Banca” was set aside."
    note.button.click()
    assert shown(filled) == ALL - {"a.pdf", "b.pdf"}
    assert note.text == "“b.pdf” was set aside."
    QTest.keyClick(filled.library.tree, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert shown(filled) == ALL - {"a.pdf"}
    filled.close()  # what was not brought back goes
    assert [each.paths for each in engine.all(RemovePaths)] == [(f"{ROOT}/a.pdf",)]


@pytest.mark.parametrize("what", ["ask", "add", "close"])
def test_whoever_goes_on_wants_it_gone(filled: MainWindow, engine: FakeEngine, what: str) -> None:
    remove(filled, "a.pdf")
    assert not engine.all(RemovePaths)
    if what == "ask":
        filled.chat_control.ask("What is left?", GateMode.AUTO)
    elif what == "add":
        filled.add_paths((f"{ROOT}/a.pdf",))
        kinds = [type(each) for each in engine.sent if isinstance(each, RemovePaths | AddPaths)]
        assert kinds == [RemovePaths, AddPaths]
    else:
        filled.close()
    assert [each.paths for each in engine.all(RemovePaths)] == [(f"{ROOT}/a.pdf",)]


def test_what_took_long_to_read_is_asked_about_first(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready()
    engine.say(files_changed(*(file_record(n, f"{ROOT}/{n}.pdf") for n in range(1, 600))))
    remove(window, "Documents")
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "Nothing is deleted from your disk" in box.informativeText()
    assert window.removal.paths == ()
    next(each for each in box.buttons() if each.text() == "Remove").click()
    assert window.removal.paths == (ROOT,)


def subtitle(window: MainWindow, name: str) -> str:
    rows = window.library.tree.rows
    return str(rows.index(rows.row_of(node(window, name))).data(SUBTITLE_ROLE))


def test_what_is_removed_counts_no_more_at_once(filled: MainWindow) -> None:
    library, bar = filled.library, filled.library.bar
    assert library.totals == "4 files · 24 pages · 80 passages"
    remove(filled, "broken.pdf", "b.pdf")
    assert library.totals == "2 files · 12 pages · 40 passages"
    assert bar.chips[StateGroup.FAILED].isHidden()
    assert bar.chips[StateGroup.LOCKED].text() == "1 locked"
    assert subtitle(filled, "Documents") == "2 files · 1 not readable"
    assert subtitle(filled, "Banca") == "1 file · 1 not readable"
    library.show_filter(FileFilter("pdf"))
    assert library.totals == "2 of 2 files"
    library.show_filter(FileFilter())
    filled.removal.undo()
    assert library.totals == "4 files · 24 pages · 80 passages"
    assert bar.chips[StateGroup.FAILED].text() == "1 failed"
    assert subtitle(filled, "Banca") == "2 files · 1 not readable"


def test_while_it_is_removed_the_totals_do_not_go_up_and_down(
    filled: MainWindow, engine: FakeEngine
) -> None:
    """The engine tells of files and of totals in pieces; the person sees neither come back."""
    said: list[str] = []
    remove(filled, "Banca")
    filled.removal.finish()
    filled.library.tree.rows.refreshed.connect(lambda: said.append(filled.library.totals))
    after = LibraryTotals(2, 1, 12, 40)
    engine.say(FilesChanged((), (4,), after))
    said.append(filled.library.totals)
    engine.say(FilesChanged((), (3,), after), JobDone(engine.last(RemovePaths).job))
    said.append(filled.library.totals)
    assert set(said) == {"2 files · 12 pages · 40 passages"}


def test_a_copy_that_stays_keeps_its_pages(filled: MainWindow, engine: FakeEngine) -> None:
    engine.say(
        FilesChanged(
            (file_record(5, f"{ROOT}/copy of a.pdf", document_id=1),),
            (),
            LibraryTotals(5, 2, 24, 80),
        )
    )
    remove(filled, "a.pdf")
    assert filled.library.totals == "4 files · 24 pages · 80 passages"


# ------------------------------------------------------------------------------ what is set aside

STOPPED = "Set aside: the file stopped the reader twice. It is not read again by itself."
OLD = f"{ROOT}/Banca/old.pdf"


@pytest.fixture
def aside(filled: MainWindow, engine: FakeEngine) -> MainWindow:
    """One file that stopped its reader, a file and a folder that the person set aside."""
    record = nothing(9, f"{ROOT}/deadly.pdf", FileState.SET_ASIDE, reason=STOPPED)
    engine.say(FilesChanged((record,), (), LibraryTotals(5, 2, 24, 80)))
    engine.say(SetAsideTold((OLD, f"{ROOT}/Private")))
    filled.library.tree.expandAll()
    return filled


def test_what_was_set_aside_has_a_condition_of_its_own(aside: MainWindow) -> None:
    bar = aside.library.bar
    assert shown(aside) == ALL | {"deadly.pdf"}  # what the person set aside is out of sight
    assert aside.library.totals.startswith("5 files")
    assert bar.chips[StateGroup.SET_ASIDE].text() == "3 set aside"
    bar.chips[StateGroup.SET_ASIDE].click()
    assert shown(aside) == {"deadly.pdf", "old.pdf", "Private"}
    assert aside.library.totals == "3 set aside"
    assert subtitle(aside, "old.pdf") == f"You set it aside · {ROOT}/Banca"
    assert subtitle(aside, "deadly.pdf").startswith("Set aside: the file stopped the reader twice")
    aside.library.tree.show_node(node(aside, "old.pdf"))
    assert aside.library.details.startswith("You set it aside. It is not read")


def test_it_is_found_by_its_name_too(aside: MainWindow) -> None:
    QTest.keyClicks(aside.library.bar.edit, "banca old")
    assert shown(aside) == {"old.pdf"}
    assert aside.library.totals == "0 of 5 files"
    aside.library.bar.chips[StateGroup.FAILED].click()
    assert shown(aside) == set()


def test_it_is_taken_back_by_the_link_and_the_menu(aside: MainWindow, engine: FakeEngine) -> None:
    library = aside.library
    library.bar.chips[StateGroup.SET_ASIDE].click()
    library.tree.show_node(node(aside, "old.pdf"))
    assert library.note.again.text() == "Take back"
    library.note.again.click()
    assert engine.last(AddPaths).paths == (OLD,)
    assert shown(aside) == {"deadly.pdf", "Private"}
    engine.say(SetAsideTold((OLD, f"{ROOT}/Private")))  # it could not be
    assert shown(aside) == {"deadly.pdf", "old.pdf", "Private"}
    library.tree.select_nodes([node(aside, "old.pdf"), node(aside, "Private")])
    menu = library.make_menu(
        library.tree.rows.index(library.tree.rows.row_of(node(aside, "old.pdf")))
    )
    texts = [each.text() for each in menu.actions()]
    assert texts == ["Take 2 back: read them again"]
    menu.actions()[0].trigger()
    assert engine.last(AddPaths).paths == (OLD, f"{ROOT}/Private")
    assert shown(aside) == {"deadly.pdf"}


def test_by_keyboard_alone_it_is_taken_back(aside: MainWindow, engine: FakeEngine) -> None:
    tree = aside.library.tree
    aside.library.bar.choices[StateGroup.SET_ASIDE].trigger()
    tree.show_node(node(aside, "Private"))
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Delete)  # it is out already
    assert aside.removal.paths == ()
    place = tree.visualRect(tree.currentIndex()).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, tree.mapToGlobal(place))
    QApplication.sendEvent(tree.viewport(), event)
    menu = next(each for each in aside.library.findChildren(QMenu) if each.isVisible())
    assert [each.text() for each in menu.actions()] == [
        "Take back: read it again",
        "Show in its folder",
    ]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert engine.last(AddPaths).paths == (f"{ROOT}/Private",)
    assert not engine.all(RemovePaths)


def test_what_stopped_the_reader_is_read_again_from_its_menu(
    aside: MainWindow, engine: FakeEngine
) -> None:
    library = aside.library
    library.tree.show_node(node(aside, "deadly.pdf"))
    assert library.note.again.text() == "Read again"
    row = library.tree.rows.index(library.tree.rows.row_of(node(aside, "deadly.pdf")))
    menu = library.make_menu(row)
    next(each for each in menu.actions() if each.text() == "Read again").trigger()
    assert engine.last(RetryFiles).file_ids == (9,)


def test_failed_files_are_read_again_without_those_set_aside(
    aside: MainWindow, engine: FakeEngine
) -> None:
    library = aside.library
    library.tree.show_node(node(aside, "Documents"))
    menu = library.make_menu(library.tree.rows.index(0))
    failed = {each.file_id for each in aside.model.root.files() if each.state in FAILED}
    assert 9 not in failed
    assert failed
    (again,) = (each for each in menu.actions() if "failed" in each.text())
    assert str(len(failed)) in again.text()
    again.trigger()
    assert set(engine.last(RetryFiles).file_ids) == failed


def test_another_library_has_set_other_things_aside(aside: MainWindow, engine: FakeEngine) -> None:
    engine.say(SetAsideTold(()))
    assert aside.library.bar.chips[StateGroup.SET_ASIDE].text() == "1 set aside"


# ------------------------------------------------------------------------------------- many files


def test_tens_of_thousands_of_files_that_went_at_once_are_taken_out_by_and_by(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready()
    count = 6000
    records = [file_record(n, f"{ROOT}/{n // 50}/{n}.pdf") for n in range(1, count + 1)]
    for at in range(0, count, 200):
        engine.say(files_changed(*records[at : at + 200]))
    assert window.model.root.counts.files == count
    window.library.tree.expandAll()
    window.library.tree.selectAll()
    turns: list[int] = []
    window.model.settled.connect(lambda _moved: turns.append(window.model.root.counts.files))
    engine.say(files_changed(removed=tuple(range(1, count, 2))))
    engine.say(files_changed(file_record(1, f"{ROOT}/0/1.pdf")))  # told later: it is back
    qtbot.waitUntil(lambda: window.model.root.counts.files == count // 2 + 1)
    assert len(turns) == 4
    assert window.model.record(1) is not None
