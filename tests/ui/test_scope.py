"""What is asked: the chip, the choice by mouse and keyboard, collections, and answers that say
where they are from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.core.scopes import EVERYTHING, Collection, CollectionPlace, Scope, Ticks
from app.core.types import AnswerSource, GateMode, LibraryTotals
from app.engine.protocol import (
    AnswerDone,
    Ask,
    CollectionsTold,
    DeleteCollection,
    FilesChanged,
    Inspect,
    JobDone,
    JobFailed,
    ListCollections,
    PutCollection,
)
from app.ui.main_window import MainWindow
from app.ui.palette_list import PaletteDelegate
from app.ui.scope_chooser import ScopeChooser
from app.ui.scope_rows import ScopeChoice
from app.ui.scope_words import collection_detail
from tests.ui.scripted import FakeEngine, answer, file_record, files_changed, found

ROOT = "/home/anna/Docs"
LEASES, NOTES = f"{ROOT}/Leases", f"{ROOT}/notes.md"
CONTRACTS = Collection(7, "Contracts", (CollectionPlace(LEASES, 2), CollectionPlace("/gone", 0)))


def read_file(number: int, path: str) -> FilesChanged:
    return files_changed(replace(file_record(number, path, root=ROOT), document_id=number))


@pytest.fixture
def filled(window: MainWindow, engine: FakeEngine) -> MainWindow:
    """Two leases in a folder, a file beside it, and one collection."""
    engine.become_ready(LibraryTotals(3, 3, 9, 30))
    for number, path in enumerate((f"{LEASES}/a.pdf", f"{LEASES}/b.pdf", NOTES), start=1):
        engine.say(read_file(number, path))
    engine.say(CollectionsTold((CONTRACTS,)))
    return window


def opened(window: MainWindow) -> ScopeChooser:
    window.chat.scope_chip.button.click()
    chooser = window.scope_control.chooser
    assert chooser is not None
    return chooser


def lines(chooser: ScopeChooser) -> list[str]:
    return [each.text for each in chooser.model.choices()]


def click(chooser: ScopeChooser, text: str) -> None:
    rows = range(chooser.model.rowCount())
    row = next(
        each
        for each in rows
        if (choice := chooser.model.choice(each)) is not None and choice.text == text
    )
    index = chooser.model.index(row, 0)
    chooser.view.scrollTo(index)
    place = chooser.view.visualRect(index).center()
    QTest.mouseClick(chooser.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def ask(window: MainWindow, engine: FakeEngine, question: str = "When?") -> Ask:
    window.chat.box.edit.setPlainText(question)
    window.chat.box.edit.submitted.emit()
    return engine.last(Ask)


# ----------------------------------------------------------------------------- the chip


def test_everything_is_asked_until_something_is_chosen(
    filled: MainWindow, engine: FakeEngine
) -> None:
    assert engine.all(ListCollections)
    chip = filled.chat.scope_chip
    assert chip.text == "All documents"
    assert chip.clear.isHidden()
    assert ask(filled, engine).scope == EVERYTHING
    assert filled.chat.exchanges[0].contents.head.scope_line.text == ""


def test_a_collection_is_one_click_away_and_the_way_back_too(
    filled: MainWindow, engine: FakeEngine
) -> None:
    click(opened(filled), "Contracts")
    chip = filled.chat.scope_chip
    assert filled.scope_control.chooser is None
    assert chip.text == "in: Contracts"
    asked = ask(filled, engine).scope
    assert (asked, asked.name) == (Scope(7), "Contracts")
    assert filled.chat.exchanges[0].contents.head.scope_line.text == "in: Contracts"
    chip.clear.click()
    assert chip.text == "All documents"
    assert filled.chat.box.scope == EVERYTHING


@pytest.mark.parametrize("place", ["chip", "cross", "box"])
def test_escape_goes_back_to_everything(filled: MainWindow, qtbot: QtBot, place: str) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    chip = filled.chat.scope_chip
    target = {"chip": chip.button, "cross": chip.clear, "box": filled.chat.box.edit}[place]
    filled.activateWindow()
    qtbot.waitUntil(filled.isActiveWindow)
    target.setFocus()
    QTest.keyClick(target, Qt.Key.Key_Escape)
    assert filled.scope_control.scope.is_everything


def test_escape_leaves_the_scope_alone_while_a_question_is_written(
    filled: MainWindow, qtbot: QtBot
) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    filled.activateWindow()
    qtbot.waitUntil(filled.isActiveWindow)
    edit = filled.chat.box.edit
    edit.setPlainText("When does")
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert filled.scope_control.scope == CONTRACTS.scope


def test_the_search_page_shares_the_choice(filled: MainWindow, engine: FakeEngine) -> None:
    filled.work.show_search()
    filled.search.box.edit.setText("rent")
    filled.search.box.submitted.emit()
    assert engine.last(Inspect).scope == EVERYTHING
    filled.scope_control.choose(CONTRACTS.scope)
    assert filled.search.scope_chip.text == "in: Contracts"
    assert engine.last(Inspect).scope == CONTRACTS.scope  # at once: what is shown would mislead


# ------------------------------------------------------------------------- the choice


def test_files_and_folders_are_ticked_by_the_mouse(filled: MainWindow, engine: FakeEngine) -> None:
    chooser = opened(filled)
    assert lines(chooser)[:2] == ["All documents", "Contracts"]
    click(chooser, "a.pdf")
    click(chooser, "notes.md")
    assert chooser.ticks == Ticks((f"{LEASES}/a.pdf", NOTES))
    click(chooser, "Leases")  # it holds the first, which needs no tick of its own
    assert chooser.ticks == Ticks((NOTES, LEASES))
    click(chooser, "notes.md")
    assert chooser.ticks == Ticks((LEASES,))
    chooser.accept_button.click()
    assert filled.scope_control.scope == Scope(0, (LEASES,))
    assert ask(filled, engine).scope == Scope(0, (LEASES,))
    assert filled.chat.scope_chip.text == "in: Leases"


def test_what_lies_in_a_ticked_folder_is_ticked_with_it(filled: MainWindow) -> None:
    chooser = opened(filled)
    click(chooser, "Leases")
    (inside,) = (each for each in chooser.model.choices() if each.text == "a.pdf")
    assert isinstance(inside, ScopeChoice)
    assert (inside.ticked, inside.covered) == (True, True)


def choice(chooser: ScopeChooser, path: str) -> ScopeChoice:
    """The last line of a folder or file: what is ticked or left out stands above too."""
    found = [each for each in chooser.model.choices() if isinstance(each, ScopeChoice)]
    return next(each for each in reversed(found) if each.path == path)


def test_one_file_of_a_ticked_folder_is_left_out(filled: MainWindow, engine: FakeEngine) -> None:
    chooser = opened(filled)
    click(chooser, "Leases")
    click(chooser, "a.pdf")
    assert chooser.ticks == Ticks((LEASES,), (f"{LEASES}/a.pdf",))
    assert choice(chooser, LEASES).check is Qt.CheckState.PartiallyChecked
    assert choice(chooser, ROOT).check is Qt.CheckState.PartiallyChecked
    assert choice(chooser, f"{LEASES}/a.pdf").check is Qt.CheckState.Unchecked
    assert choice(chooser, f"{LEASES}/b.pdf").check is Qt.CheckState.Checked
    assert chooser._count.text() == "1 place ticked · 1 left out"
    chooser.accept_button.click()
    wanted = Scope(0, (LEASES,), without=(f"{LEASES}/a.pdf",))
    assert ask(filled, engine).scope == wanted
    assert filled.chat.scope_chip.text == "in: Leases, 1 left out"
    assert f"without {LEASES}/a.pdf" in filled.chat.scope_chip.button.toolTip()
    asked = filled.library.tree._delegate.asked
    assert asked is not None
    assert [asked.cover(f"{LEASES}/{name}.pdf") for name in "ab"] == [False, True]


@pytest.mark.parametrize("height", [180, 305, 470])
def test_the_choice_is_as_wide_as_the_question_and_shows_whole_lines(
    filled: MainWindow, engine: FakeEngine, qapp: QApplication, height: int
) -> None:
    paths = [f"{ROOT}/Many/{number:04}.pdf" for number in range(60)]
    engine.say(files_changed(*(file_record(10 + n, p, root=ROOT) for n, p in enumerate(paths))))
    filled.resize(1600, 900)
    filled.show()
    chooser = opened(filled)
    chooser.place(filled.chat.scope_chip)
    assert chooser.width() >= filled.chat.box.width()
    chooser.resize(chooser.width(), height)
    qapp.processEvents()
    line = chooser.view.sizeHintForRow(0)
    assert chooser.view.viewport().height() % line == 0
    assert chooser.view.height() - chooser.view.viewport().height() < line + 4
    everything = next(each for each in chooser.model.choices() if each.key == "everything")
    assert (everything.shortcut, everything.detail) == ("63 files", "")  # in the counts' column


@pytest.mark.usefixtures("qapp")
def test_what_stands_at_the_right_leaves_room_for_the_name() -> None:
    picture = QPixmap(400, 30)
    painter = QPainter(picture)
    left = PaletteDelegate._draw_right(painter, QRect(0, 0, 400, 30), "no longer there " * 20)
    few = PaletteDelegate._draw_right(painter, QRect(0, 0, 400, 30), "Ctrl+O")
    painter.end()
    assert 140 <= left.width() < 200
    assert few.width() > 300


def test_a_partly_ticked_folder_is_ticked_wholly_and_then_not_at_all(filled: MainWindow) -> None:
    filled.scope_control.choose(Scope(0, (LEASES,), without=(f"{LEASES}/a.pdf",)))
    chooser = opened(filled)
    click(chooser, "Leases")
    assert chooser.ticks == Ticks((LEASES,))
    click(chooser, "Leases")
    assert chooser.ticks == Ticks()


def test_by_keyboard_a_file_of_a_ticked_folder_is_left_out_and_taken_in(
    filled: MainWindow,
) -> None:
    filled.scope_control.choose(Scope(0, (ROOT,)))
    chooser = opened(filled)
    QTest.keyClicks(chooser.edit, "b.pdf")
    said = chooser.edit.accessibleDescription()
    assert said == f"b.pdf, {LEASES}, inside a ticked folder"
    QTest.keyClick(chooser.edit, Qt.Key.Key_Down)
    QTest.keyClick(chooser.view, Qt.Key.Key_Space)
    assert chooser.ticks == Ticks((ROOT,), (f"{LEASES}/b.pdf",))
    assert chooser.edit.accessibleDescription() == f"b.pdf, {LEASES}, not ticked"
    QTest.keyClick(chooser.view, Qt.Key.Key_Space)
    assert chooser.ticks == Ticks((ROOT,))


def test_what_is_left_out_is_saved_with_a_collection(
    filled: MainWindow, engine: FakeEngine
) -> None:
    chooser = opened(filled)
    click(chooser, "Leases")
    click(chooser, "a.pdf")
    chooser.save.click()
    chooser.naming.edit.setText("New leases")
    chooser.naming.save.click()
    made = engine.last(PutCollection).collection
    assert made == Collection(0, "New leases", (CollectionPlace(LEASES),), (f"{LEASES}/a.pdf",))
    kept = replace(made, collection_id=8)
    engine.say(JobDone(engine.last(PutCollection).job), CollectionsTold((CONTRACTS, kept)))
    chooser.naming.begin("New name", "Leases", kept)
    chooser.naming.edit.setText("Leases of today")
    chooser.naming.save.click()
    assert engine.last(PutCollection).collection.without == made.without


def test_thousands_of_ticks_are_listed_as_far_as_anybody_reads(
    filled: MainWindow, engine: FakeEngine
) -> None:
    paths = [f"{ROOT}/Many/{number:04}.pdf" for number in range(2000)]
    records = [file_record(10 + at, path, root=ROOT) for at, path in enumerate(paths)]
    engine.say(files_changed(*records))
    filled.scope_control.choose_paths(paths)
    chooser = opened(filled)
    ticked = [each for each in chooser.model.choices() if isinstance(each, ScopeChoice)]
    assert sum(each.path in paths for each in ticked) < 500
    assert chooser.ticks.paths == tuple(paths)
    assert not any("no longer" in each.detail for each in ticked if each.path in paths)


def test_the_choice_by_keyboard_alone(filled: MainWindow, qtbot: QtBot) -> None:
    filled.activateWindow()
    qtbot.waitUntil(filled.isActiveWindow)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(filled, Qt.Key.Key_L, both)
    chooser = filled.scope_control.chooser
    assert chooser is not None
    qtbot.waitUntil(chooser.edit.hasFocus)
    QTest.keyClicks(chooser.edit, "pdf")
    assert lines(chooser) == ["a.pdf", "b.pdf"]
    QTest.keyClick(chooser.edit, Qt.Key.Key_Down)
    assert chooser.view.hasFocus()
    QTest.keyClick(chooser.view, Qt.Key.Key_Space)
    assert chooser.ticks == Ticks((f"{LEASES}/b.pdf",))
    QTest.keyClick(chooser.view, Qt.Key.Key_Up)
    QTest.keyClick(chooser.view, Qt.Key.Key_Space)
    QTest.keyClick(chooser.view, Qt.Key.Key_Up)  # from the first line back to what is typed
    assert chooser.edit.hasFocus()
    QTest.keyClick(chooser.edit, Qt.Key.Key_Return)
    assert filled.scope_control.scope.paths == (f"{LEASES}/b.pdf", f"{LEASES}/a.pdf")


def test_enter_asks_in_the_one_at_hand(filled: MainWindow) -> None:
    chooser = opened(filled)
    QTest.keyClicks(chooser.edit, "notes")
    QTest.keyClick(chooser.edit, Qt.Key.Key_Return)
    assert filled.scope_control.scope == Scope(0, (NOTES,))


def test_letters_typed_in_the_list_go_to_the_line(filled: MainWindow) -> None:
    chooser = opened(filled)
    QTest.keyClick(chooser.edit, Qt.Key.Key_Down)
    QTest.keyClicks(chooser.view, "z")
    assert chooser.edit.text() == "z"
    QTest.keyClicks(chooser.edit, "zz")
    assert chooser.nothing.isVisible()


def test_escape_closes_and_changes_nothing(filled: MainWindow) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    chooser = opened(filled)
    click(chooser, "notes.md")
    QTest.keyClick(chooser.edit, Qt.Key.Key_Escape)
    assert filled.scope_control.chooser is None
    assert filled.scope_control.scope == CONTRACTS.scope


def test_ticks_are_told_to_a_screen_reader(filled: MainWindow) -> None:
    chooser = opened(filled)
    QTest.keyClicks(chooser.edit, "notes")
    assert chooser.edit.accessibleDescription() == f"notes.md, {ROOT}, not ticked"
    click(chooser, "notes.md")
    assert chooser.edit.accessibleDescription() == f"notes.md, {ROOT}, ticked"


def test_the_choice_stands_inside_a_small_window(filled: MainWindow) -> None:
    filled.resize(860, 520)
    chooser = opened(filled)
    inside = filled.rect().translated(filled.mapToGlobal(QPoint(0, 0)))
    assert inside.contains(chooser.geometry())


# --------------------------------------------------------------------------- collections


def test_ticks_become_a_collection(filled: MainWindow, engine: FakeEngine) -> None:
    chooser = opened(filled)
    click(chooser, "notes.md")
    chooser.save.click()
    assert chooser.accept_button.isHidden()  # one thing at a time
    QTest.keyClicks(chooser.naming.edit, " My notes ")
    QTest.keyClick(chooser.naming.edit, Qt.Key.Key_Return)
    put = engine.last(PutCollection)
    assert put.collection == Collection(0, "My notes", (CollectionPlace(NOTES),))
    kept = Collection(8, "My notes", (CollectionPlace(NOTES, 1),))
    engine.say(CollectionsTold((CONTRACTS, kept)), JobDone(put.job))
    assert chooser.naming.isHidden()
    assert "My notes" in lines(chooser)


def test_a_taken_name_is_told_beside_it(filled: MainWindow, engine: FakeEngine) -> None:
    chooser = opened(filled)
    click(chooser, "notes.md")
    chooser.save.click()
    QTest.keyClicks(chooser.naming.edit, "contracts")
    chooser.naming.save.click()
    engine.say(JobFailed(engine.last(PutCollection).job, "Taken.", "", "Choose another."))
    assert chooser.trouble.text() == "Taken. Choose another."
    assert chooser.naming.edit.text() == "contracts"
    QTest.keyClick(chooser.naming.edit, Qt.Key.Key_Escape)
    assert chooser.naming.isHidden()
    assert chooser.trouble.isHidden()
    assert chooser.isVisible()


def go_to_contracts(chooser: ScopeChooser) -> None:
    QTest.keyClick(chooser.edit, Qt.Key.Key_Down)
    assert chooser.current is not None
    assert chooser.current.text == "Contracts"


def test_a_collection_is_renamed(filled: MainWindow, engine: FakeEngine) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    chooser = opened(filled)
    go_to_contracts(chooser)
    QTest.keyClick(chooser.view, Qt.Key.Key_F2)
    QTest.keyClicks(chooser.naming.edit, "Leases")
    QTest.keyClick(chooser.naming.edit, Qt.Key.Key_Return)
    put = engine.last(PutCollection)
    assert put.collection == replace(CONTRACTS, name="Leases")
    engine.say(CollectionsTold((put.collection,)), JobDone(put.job))
    assert filled.chat.scope_chip.text == "in: Leases"  # it is what is asked


def test_a_deleted_collection_is_asked_no_more_and_can_come_back(
    filled: MainWindow, engine: FakeEngine
) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    chooser = opened(filled)
    go_to_contracts(chooser)
    QTest.keyClick(chooser.view, Qt.Key.Key_Delete)
    gone = engine.last(DeleteCollection)
    assert gone.collection_id == 7
    engine.say(CollectionsTold(()), JobDone(gone.job))
    assert filled.scope_control.scope.is_everything
    assert chooser.undo.text == "“Contracts” was deleted. Its files stay."
    chooser.undo.button.click()
    assert engine.last(PutCollection).collection == CONTRACTS
    assert chooser.undo.text == ""


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((), "empty"),
        ((CollectionPlace("/a"),), "no longer in the library"),
        ((CollectionPlace("/a", known=True),), "no files in it"),
        ((CollectionPlace("/a", left_out=3),), "everything in it is left out"),
        ((CollectionPlace("/a", 2, left_out=3),), "2 files"),
        (
            (CollectionPlace("/a", known=True), CollectionPlace("/b")),
            "no files in it · 1 place no longer in the library",
        ),
    ],
)
def test_what_is_amiss_with_a_collection_is_true(
    places: tuple[CollectionPlace, ...], said: str
) -> None:
    assert collection_detail(Collection(1, "A", places)) == said


def test_what_is_in_a_collection_is_changed(filled: MainWindow, engine: FakeEngine) -> None:
    chooser = opened(filled)
    go_to_contracts(chooser)
    (line,) = (each for each in chooser.model.choices() if each.text == "Contracts")
    assert line.shortcut == "2 files · 1 place no longer in the library"
    chooser.change.click()
    assert chooser.accept_button.text() == "Save “Contracts”"
    (gone,) = (each for each in chooser.model.choices() if each.text == "gone")
    assert gone.detail == "no longer in the library"
    click(chooser, "gone")
    chooser.accept_button.click()
    assert engine.last(PutCollection).collection.places == (CollectionPlace(LEASES),)
    assert chooser.isVisible()


# ------------------------------------------------------------------------ the library panel


def menu_for(window: MainWindow, path: str) -> QMenu:
    node = next(each for each in window.model.root.children[0].children if each.path == path)
    menu = window.library.make_menu(window.model.index_of(node))
    menu.setParent(window)
    return menu


def entry(menu: QMenu, text: str) -> None:
    next(each for each in menu.actions() if each.text() == text).trigger()


def inner_menu(menu: QMenu) -> QMenu:
    found = [each for each in menu.findChildren(QMenu) if each.title() == "Add to collection"]
    return found[0]


def test_the_menu_asks_only_what_is_selected(filled: MainWindow) -> None:
    entry(menu_for(filled, LEASES), "Ask only these")
    assert filled.scope_control.scope == Scope(0, (LEASES,))


def test_the_bar_asks_only_what_is_selected(filled: MainWindow) -> None:
    menu_for(filled, NOTES)  # selects it
    filled.library.selection.ask_only.click()
    assert filled.scope_control.scope == Scope(0, (NOTES,))


def test_the_menu_adds_to_a_collection(filled: MainWindow, engine: FakeEngine) -> None:
    entry(inner_menu(menu_for(filled, NOTES)), "Contracts")
    places = engine.last(PutCollection).collection.places
    assert [each.path for each in places] == [LEASES, "/gone", NOTES]


def test_the_menu_begins_a_collection(filled: MainWindow, engine: FakeEngine) -> None:
    entry(inner_menu(menu_for(filled, NOTES)), "New collection…")
    chooser = filled.scope_control.chooser
    assert chooser is not None
    assert chooser.naming.isVisible()
    QTest.keyClicks(chooser.naming.edit, "N")
    chooser.naming.save.click()
    assert engine.last(PutCollection).collection == Collection(0, "N", (CollectionPlace(NOTES),))


def test_what_is_asked_is_marked_in_the_library(filled: MainWindow) -> None:
    def marked() -> bool:
        picture = filled.library.tree.viewport().grab().toImage()
        accent = filled._look.colours.accent
        return any(picture.pixelColor(1, y).name() == accent for y in range(picture.height()))

    assert not marked()
    filled.scope_control.choose(CONTRACTS.scope)
    assert marked()
    filled.scope_control.clear()
    assert not marked()


def test_a_digest_is_offered_of_what_is_asked_or_selected(filled: MainWindow, qtbot: QtBot) -> None:
    def documents() -> list[str]:
        return [each.path for each in filled.digest.form._sources]

    filled.scope_control.choose(CONTRACTS.scope)
    assert documents() == [f"{LEASES}/a.pdf", f"{LEASES}/b.pdf"]
    menu_for(filled, NOTES)  # selects it
    assert documents() == [NOTES]
    filled.library.tree.clearSelection()
    qtbot.waitUntil(lambda: len(documents()) == 2)
    filled.scope_control.clear()
    assert documents() == []


# ---------------------------------------------------------------------------- answers


def test_a_refusal_offers_to_ask_everything(filled: MainWindow, engine: FakeEngine) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    asked = ask(filled, engine, "Who?")
    refusal = answer("It does not say.", (found(1),), source=AnswerSource.NOT_FOUND, citations=())
    engine.say(AnswerDone(asked.job, replace(refusal, scope=asked.scope)))
    assert filled.chat.exchanges[0].badge_text == "Not in: Contracts"
    everything = filled.chat.exchanges[0].refusal.everything
    assert everything.isVisibleTo(filled)
    everything.click()
    again = engine.last(Ask)
    assert (again.question, again.scope, again.mode) == ("Who?", EVERYTHING, GateMode.ALWAYS)
    assert filled.scope_control.scope == CONTRACTS.scope  # the next question stays where it was
    engine.say(AnswerDone(again.job, refusal))
    assert not filled.chat.exchanges[1].refusal.everything.isVisibleTo(filled)


class ShownWindows(QObject):
    """Notes which windows come up."""

    def __init__(self, app: QObject) -> None:
        super().__init__()
        self.names: list[str] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = event.type() is QEvent.Type.Show and isinstance(watched, QWidget)
        if shown and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


def test_a_question_of_a_collection_brings_no_window_up(
    filled: MainWindow, engine: FakeEngine, qapp: QApplication
) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    windows = ShownWindows(qapp)
    ask(filled, engine)
    qapp.removeEventFilter(windows)
    assert windows.names == []


def test_what_was_answered_says_from_where_to_the_next_question(
    filled: MainWindow, engine: FakeEngine
) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    first = ask(filled, engine, "When?")
    engine.say(AnswerDone(first.job, replace(answer("In May."), scope=first.scope)))
    filled.scope_control.clear()
    (turn,) = ask(filled, engine, "And then?").history
    assert (turn.question, turn.answer, turn.scope) == ("When?", "In May.", CONTRACTS.scope)


def test_a_kept_answer_knows_its_scope_again(filled: MainWindow, engine: FakeEngine) -> None:
    """Whoever shows an answer that was kept has its text and what it was made from alone."""
    asked = ask(filled, engine, "When?")
    engine.say(AnswerDone(asked.job, replace(answer("In May."), scope=CONTRACTS.scope)))
    view = filled.chat.exchanges[0]
    assert view.contents.head.scope_line.text == "in: Contracts"
    view.footer.swap.click()
    assert engine.last(Ask).scope == CONTRACTS.scope


def test_another_way_of_asking_stays_inside(filled: MainWindow, engine: FakeEngine) -> None:
    filled.scope_control.choose(CONTRACTS.scope)
    first = ask(filled, engine, "When?")
    engine.say(AnswerDone(first.job, replace(answer("In May."), scope=first.scope)))
    filled.scope_control.clear()
    filled.chat.exchanges[0].footer.swap.click()
    assert engine.last(Ask).scope == CONTRACTS.scope


def test_the_palette_finds_collections(filled: MainWindow) -> None:
    source = filled.palette_control._sources[-1]
    (choice,) = source.find("contr", 5)
    choice.run()
    assert filled.scope_control.scope == CONTRACTS.scope
