"""The search page with a scripted engine: typing, looking, opening, and what goes wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.core.settings import Settings
from app.core.types import InspectedPassage, LibraryTotals, Scores, Span, TermMatch
from app.engine.protocol import (
    Ask,
    Cancel,
    EngineFailed,
    Inspect,
    InspectDone,
    JobFailed,
    PassagesFound,
    ReadDocumentText,
)
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.search_controller import SearchController
from app.ui.search_page import SearchPage
from app.ui.search_values import Column, SearchParameters
from tests.ui.scripted import SOME, FakeEngine, FakePages, found, inspected, inspection, similar

LEFT = Qt.MouseButton.LeftButton


def three() -> list[InspectedPassage]:
    """Three passages; words and meaning disagree, and the fused list has but two of them."""
    term = TermMatch("anni", ("anni", "anno"), 2, 4.5)
    return [
        inspected(found(1, passage_id=11, document_id=21, bm25_rank=2, dense_rank=1), term),
        inspected(
            found(
                2,
                passage_id=12,
                document_id=22,
                page_index=3,
                bm25_rank=1,
                dense_rank=None,
                scores=Scores(12.31, None, 0.5),
            ),
            term,
        ),
        inspected(
            found(
                0,
                passage_id=13,
                document_id=23,
                bm25_rank=None,
                dense_rank=2,
                scores=Scores(None, 0.8, 0.2),
            )
        ),
    ]


@pytest.fixture
def search(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> MainWindow:
    """The window, ready to search."""
    engine.become_ready(SOME)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.menus.show_search.emit()
    return window


def answer_search(
    engine: FakeEngine, passages: Sequence[InspectedPassage] | None = None, **more: object
) -> None:
    """Answer the newest search."""
    laid_open = inspection(three() if passages is None else passages, **more)  # type: ignore[arg-type]  # by name
    engine.say(InspectDone(engine.last(Inspect).job, laid_open))


def found_for(window: MainWindow, engine: FakeEngine, query: str = "anni", **more: object) -> None:
    """Search at once, and let the engine answer."""
    window.search.box.edit.setText(query)
    window.search_control.search()
    answer_search(engine, **more)  # type: ignore[arg-type]  # by name


def shown_ids(window: MainWindow) -> list[int]:
    model = window.search.list.results
    fused = model.result.fused if model.result is not None else ()
    return [each.passage.passage_id for each in fused]


# ------------------------------------------------------------------------ typing and asking


def test_typing_searches_once_when_it_pauses(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    qtbot.keyClicks(search.search.box.edit, "quanti anni")
    assert not engine.all(Inspect)
    qtbot.waitUntil(lambda: bool(engine.all(Inspect)))
    defaults = SearchParameters()
    assert engine.all(Inspect) == [
        Inspect(
            engine.last(Inspect).job,
            "quanti anni",
            defaults.k,
            defaults.depth,
            defaults.fusion,
            defaults.dense_weight,
            0,
        )
    ]


def test_enter_searches_at_once_and_typing_on_does_not_repeat_it(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    edit = search.search.box.edit
    qtbot.keyClicks(edit, "anni")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert [each.query for each in engine.all(Inspect)] == ["anni"]
    qtbot.keyClicks(edit, "x")
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    with qtbot.waitSignal(search.search_control._soon.timeout):
        pass
    assert len(engine.all(Inspect)) == 1


def test_only_the_newest_result_is_shown(search: MainWindow, engine: FakeEngine) -> None:
    page = search.search
    page.box.edit.setText("first")
    page.search_requested.emit()
    first = engine.last(Inspect).job
    page.box.edit.setText("second")
    page.search_requested.emit()
    second = engine.last(Inspect).job
    assert engine.last(Cancel).job == first
    engine.say(InspectDone(first, inspection(three()[:1])))
    assert page.result is None
    engine.say(InspectDone(second, inspection(three())))
    engine.say(InspectDone(first, inspection(three()[:1])))
    assert page.result is not None
    assert page.result.query == "second"
    assert shown_ids(search) == [11, 12]


def test_clearing_drops_what_is_on_its_way(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    page = search.search
    page.box.edit.setText("anni")
    page.search_requested.emit()
    qtbot.mouseClick(page.box.clear_button, LEFT)
    assert engine.last(Cancel).job == engine.last(Inspect).job
    answer_search(engine)
    assert page.result is None
    assert page.note.title == "Find a passage"


def test_settings_give_the_parameters_to_begin_with() -> None:
    settings = Settings({"search.dense_weight": 0.4, "search.fusion": "rrf", "search.depth": 50})
    wanted = SearchParameters.from_settings(settings)
    assert (wanted.dense_weight, wanted.fusion, wanted.depth, wanted.ef) == (0.4, "rrf", 50, 0)


def test_parameters_are_sent_as_they_are_changed(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    page = search.search
    page.show_details(True)
    controls = page.controls
    controls.k.setValue(7)
    controls.candidates.setValue(60)
    controls.ef.setValue(450)
    controls.weight.setValue(25)
    assert len(engine.all(Inspect)) == 1  # they wait for a pause, as typing does
    qtbot.waitUntil(lambda: len(engine.all(Inspect)) == 2)
    sent = engine.last(Inspect)
    assert sent == Inspect(sent.job, "anni", 7, 60, "weighted", 0.25, 450)
    controls.fusion.setCurrentIndex(controls.fusion.findData("rrf"))
    qtbot.waitUntil(lambda: len(engine.all(Inspect)) == 3)
    assert engine.last(Inspect).fusion == "rrf"
    assert not controls.weight.isEnabled()
    qtbot.mouseClick(controls.reset, LEFT)
    qtbot.waitUntil(lambda: len(engine.all(Inspect)) == 4)
    sent = engine.last(Inspect)
    assert sent == Inspect(sent.job, "anni", 20, 100, "weighted", 0.7, 0)
    assert not controls.reset.isEnabled()


def test_what_is_chosen_for_the_three_lists_does_not_reach_the_plain_list(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    page = search.search
    page.show_details(True)
    page.controls.weight.setValue(0)
    found_for(search, engine)
    assert engine.last(Inspect).dense_weight == 0.0
    page.show_details(False)
    assert page.list.isVisible()  # what is known, until the other result is there
    qtbot.waitUntil(lambda: len(engine.all(Inspect)) == 2)
    assert engine.last(Inspect).dense_weight == 0.7
    page.show_details(True)
    qtbot.waitUntil(lambda: len(engine.all(Inspect)) == 3)
    assert engine.last(Inspect).dense_weight == 0.0


def test_the_toggle_alone_searches_nothing_anew(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    search.search.show_details(True)
    search.search.show_details(False)
    search.search.edited.emit()
    with qtbot.waitSignal(search.search_control._soon.timeout):
        pass
    assert len(engine.all(Inspect)) == 1


def test_more_results_can_be_had_and_a_new_query_begins_anew(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    many = [inspected(found(n, bm25_rank=n, dense_rank=n)) for n in range(1, 21)]
    found_for(search, engine, passages=many)
    assert search.search.line.status == "20 passages"
    qtbot.mouseClick(search.search.line.more, LEFT)
    assert engine.last(Inspect).k == 40
    answer_search(engine, many)
    assert search.search.line.more.isHidden()  # there were no more
    search.search.box.edit.setText("other")
    search.search.search_requested.emit()
    assert engine.last(Inspect).k == 20


def test_a_space_behind_the_query_changes_nothing(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    many = [inspected(found(n, bm25_rank=n, dense_rank=n)) for n in range(1, 41)]
    found_for(search, engine, passages=many[:20])
    qtbot.mouseClick(search.search.line.more, LEFT)
    answer_search(engine, many)
    edited: list[None] = []
    search.search.edited.connect(lambda: edited.append(None))
    qtbot.keyClicks(search.search.box.edit, " ")
    assert search.search.parameters.k == 40
    assert not edited
    qtbot.keyClicks(search.search.box.edit, "x")
    assert search.search.parameters.k == 20
    assert edited


def test_more_results_stay_when_the_three_lists_are_shown(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    many = [inspected(found(n, bm25_rank=n, dense_rank=n)) for n in range(1, 41)]
    found_for(search, engine, passages=many[:20])
    qtbot.mouseClick(search.search.line.more, LEFT)
    answer_search(engine, many)
    edited: list[None] = []
    search.search.edited.connect(lambda: edited.append(None))
    search.search.show_details(True)
    assert search.search.controls.k.value() == 40
    assert search.search.parameters.k == 40
    search.search.show_details(False)
    assert search.search.parameters.k == 40
    assert not edited  # what is shown is what would be found


def test_a_default_between_two_steps_of_the_slider_stays(look: Look, qtbot: QtBot) -> None:
    defaults = SearchParameters(dense_weight=0.725)
    page = SearchPage(look, defaults)
    qtbot.addWidget(page)
    edited: list[None] = []
    page.edited.connect(lambda: edited.append(None))
    page.show_details(True)
    assert page.parameters == defaults
    assert not page.controls.reset.isEnabled()
    assert not edited
    page.controls.weight.setValue(50)
    assert page.parameters.dense_weight == 0.5
    assert page.controls.reset.isEnabled()
    page.controls.reset.click()
    assert page.parameters == defaults


# -------------------------------------------------------------------------------- looking


def test_results_are_listed_and_one_opens_with_a_click(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    rows = search.search.list
    assert rows.isVisible()
    place = rows.visualRect(rows.results.index(1)).center()
    qtbot.mouseClick(rows.viewport(), LEFT, pos=place)
    wish = engine.last(ReadDocumentText)
    assert (wish.document_id, wish.page_index) == (22, 3)
    assert search.tabs.currentWidget() is search.document
    assert search.document.place is not None
    assert search.document.place.spans == (Span(16, 100, 180),)
    assert search.reasons.view is not None  # and its reasons are at hand


def test_a_press_that_is_released_on_another_row_opens_nothing(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    rows = search.search.list
    first, second = (rows.visualRect(rows.results.index(row)).center() for row in (0, 1))
    qtbot.mousePress(rows.viewport(), LEFT, pos=first)
    qtbot.mouseRelease(rows.viewport(), LEFT, pos=second)
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.RightButton, pos=second)
    assert not engine.all(ReadDocumentText)


def test_a_double_click_opens_once(search: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    found_for(search, engine)
    rows = search.search.list
    opened: list[object] = []
    rows.opened.connect(opened.append)
    place = rows.visualRect(rows.results.index(1)).center()
    qtbot.mousePress(rows.viewport(), LEFT, pos=place)
    qtbot.mouseRelease(rows.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(rows.viewport(), LEFT, pos=place)
    qtbot.mouseRelease(rows.viewport(), LEFT, pos=place)
    assert len(opened) == 1


def test_keys_go_from_the_query_through_the_results_and_back(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    page = search.search
    qtbot.keyClick(page.box.edit, Qt.Key.Key_Down)
    assert page.list.hasFocus()
    assert page.list.currentIndex().row() == 0
    assert not engine.all(ReadDocumentText)  # moving opens nothing
    qtbot.keyClick(page.list, Qt.Key.Key_Down)
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert engine.last(ReadDocumentText).document_id == 22
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert page.box.edit.hasFocus()
    assert page.box.edit.selectedText() == "anni"
    qtbot.keyClick(page.box.edit, Qt.Key.Key_Down)
    qtbot.keyClick(page.list, Qt.Key.Key_Up)
    qtbot.keyClick(page.list, Qt.Key.Key_Up)
    assert page.box.edit.hasFocus()


def test_keys_turn_between_asking_and_searching(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(window, Qt.Key.Key_2, control)
    assert window.search.box.edit.hasFocus()
    assert not window.tabs.isTabVisible(window.tabs.indexOf(window.passages))
    QTest.keyClick(window, Qt.Key.Key_1, control)
    assert window.chat.box.edit.hasFocus()
    assert window.tabs.currentWidget() is window.passages
    QTest.keyClick(window, Qt.Key.Key_F, control | Qt.KeyboardModifier.ShiftModifier)
    assert window.work.searching
    QTest.keyClick(window, Qt.Key.Key_F6)
    QTest.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert window.search.box.edit.hasFocus()
    QTest.keyClick(window, Qt.Key.Key_L, control)
    assert window.chat.box.edit.hasFocus()


def test_escape_on_the_search_page_leaves_an_answer_alone(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    qtbot.keyClicks(window.chat.box.edit, "How long?")
    qtbot.keyClick(window.chat.box.edit, Qt.Key.Key_Return)
    window.menus.show_search.emit()
    window.menus.stop.emit()
    assert not engine.all(Cancel)
    window.menus.show_ask.emit()
    window.menus.stop.emit()
    assert engine.last(Cancel).job == engine.last(Ask).job


def test_the_three_lists_hold_what_each_search_found(
    search: MainWindow, engine: FakeEngine
) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    columns = search.search.columns
    assert columns.isVisible()

    def ids(column: Column) -> list[int]:
        cells = (columns.results.index(row, column) for row in range(columns.results.rowCount()))
        return [each.passage.passage_id for cell in cells if (each := columns.results.found(cell))]

    assert ids(Column.WORDS) == [12, 11]
    assert ids(Column.FUSED) == [11, 12]
    assert ids(Column.MEANING) == [11, 13]


def test_a_cell_says_list_rank_score_and_where_else_it_is(
    search: MainWindow, engine: FakeEngine
) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    model = search.search.columns.results
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, Column.WORDS).data(role) == (
        "Words (BM25), place 1: Costituzione · page 4 (printed 17). Score 12.31. "
        "together #2, meaning –"
    )
    assert model.index(0, Column.MEANING).data(role).startswith("Meaning (dense), place 1: ")
    tip = Qt.ItemDataRole.ToolTipRole
    assert "Place 2 in the fused list" in model.index(0, Column.WORDS).data(tip)
    assert "Not in the fused list" in model.index(1, Column.MEANING).data(tip)


def test_the_same_passage_stands_out_in_every_list(search: MainWindow, engine: FakeEngine) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    columns = search.search.columns
    columns.setCurrentIndex(columns.results.index(0, Column.FUSED))
    assert columns.followed == {11}
    columns.entered.emit(columns.results.index(1, Column.MEANING))
    assert columns.followed == {11, 13}
    outside = QPoint(2, columns.viewport().height() - 2)
    QTest.mouseMove(columns.viewport(), outside)
    columns.leaveEvent(None)  # type: ignore[arg-type]  # unused by Qt
    assert columns.followed == {11}


def test_a_click_in_the_lists_tells_why_and_two_open(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    search.tabs.setCurrentWidget(search.document)
    columns = search.search.columns
    place = columns.visualRect(columns.results.index(1, Column.MEANING)).center()
    qtbot.mouseClick(columns.viewport(), LEFT, pos=place)
    assert search.tabs.currentWidget() is search.reasons
    assert not engine.all(ReadDocumentText)
    qtbot.mouseDClick(columns.viewport(), LEFT, pos=place)
    assert engine.last(ReadDocumentText).document_id == 23
    assert search.tabs.currentWidget() is search.document


def test_keys_move_over_ranks_and_lists(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    columns = search.search.columns
    qtbot.keyClick(search.search.box.edit, Qt.Key.Key_Down)
    assert columns.hasFocus()
    assert columns.currentIndex().column() == Column.FUSED
    qtbot.keyClick(columns, Qt.Key.Key_Right)
    qtbot.keyClick(columns, Qt.Key.Key_Down)
    qtbot.keyClick(columns, Qt.Key.Key_Return)
    assert engine.last(ReadDocumentText).document_id == 23
    qtbot.keyClick(columns, Qt.Key.Key_Up)
    qtbot.keyClick(columns, Qt.Key.Key_Up)
    assert search.search.box.edit.hasFocus()


def test_what_was_chosen_stays_chosen_when_parameters_change(
    search: MainWindow, engine: FakeEngine
) -> None:
    found_for(search, engine)
    page = search.search
    page.list.setCurrentIndex(page.list.results.index(1))
    page.show_details(True)
    assert page.columns.followed == {12}
    page.search_requested.emit()
    answer_search(engine, fused=(12, 11))
    assert page.columns.currentIndex().row() == 0
    assert page.columns.followed == {12}
    page.show_details(False)
    assert page.list.currentIndex().row() == 0
    page.box.edit.setText("other")
    page.search_requested.emit()
    answer_search(engine)
    assert not page.list.currentIndex().isValid()
    assert search.reasons.view is None


def labels(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel)]


def test_reasons_tell_ranks_scores_shares_and_words(search: MainWindow, engine: FakeEngine) -> None:
    found_for(search, engine)
    rows = search.search.list
    rows.setCurrentIndex(rows.results.index(0))
    view = search.reasons.view
    assert view is not None
    texts = labels(view)
    for expected in (
        "#2   12.31",
        "#1   0.871",
        "#1   0.940",
        "0.940 together = 0.300 from the words + 0.640 from the meaning",
        "anni, anno",
        "×2",
        "4.50",
    ):
        assert expected in texts
    spoken = [each.accessibleName() for each in view.findChildren(QLabel)]
    assert "Words (BM25): rank #2, score 12.31" in spoken
    assert "background-color" in view.html


def test_reasons_say_when_no_word_was_found(search: MainWindow, engine: FakeEngine) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    search.search.columns.choose(Column.MEANING, 13)
    view = search.reasons.view
    assert view is not None
    assert "#–" not in "".join(labels(view))
    assert any("found by its meaning" in each for each in labels(view))


def test_a_passage_is_copied_with_its_place(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    rows = search.search.list
    rows.setCurrentIndex(rows.results.index(0))
    assert search.reasons.view is not None
    copy = next(
        each
        for each in search.reasons.view.findChildren(QAbstractButton)
        if each.accessibleName().startswith("Copy")
    )
    qtbot.mouseClick(copy, LEFT)
    assert QGuiApplication.clipboard().text() == f"{found().text}\n(Costituzione · page 17)"


def test_operators_language_and_cost_are_told(search: MainWindow, engine: FakeEngine) -> None:
    more = {"phrases": ("cinque anni",), "excluded": ("guerra",), "exact": False}
    found_for(search, engine, '"cinque anni" -guerra', **more)
    line = search.search.line
    assert line.chips == ("exactly “cinque anni”", "without guerra")
    assert line.costs == ()
    search.search.show_details(True)
    assert line.chips[2] == "language: italiano"
    assert line.costs == ("28 ms (meaning 21, search 6.2)", "688 vectors, through the graph")


def test_a_passage_without_a_vector_and_one_list_alone_can_be_looked_at(
    search: MainWindow, engine: FakeEngine
) -> None:
    alone = found(1, bm25_rank=1, dense_rank=None, scores=Scores(3.0, None, 0.016))
    search.search.show_details(True)
    passages = [InspectedPassage(alone, (), None, None)]
    found_for(search, engine, passages=passages, compared=0, language="", embedding_ms=0.0)
    assert search.search.columns.results.rowCount() == 1
    search.search.columns.grab()
    search.search.columns.choose(Column.FUSED, 1)
    assert search.reasons.view is not None


# --------------------------------------------------------------------- similar passages


def test_similar_passages_unfold_and_open(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    qtbot.keyClicks(window.chat.box.edit, "How long?")
    qtbot.keyClick(window.chat.box.edit, Qt.Key.Key_Return)
    passage = found(1, similar=(similar(1), similar(2, document="<b>B", similarity=1.0)))
    engine.say(PassagesFound(engine.last(Ask).job, (passage, found(2)), ("anni",)))
    first, second = window.passages.cards
    assert not second.similar.isVisible()
    assert first.similar.fold.text() == "+2 similar passages"
    assert first.similar.rows == []
    qtbot.mouseClick(first.similar.fold, LEFT)
    names = [row.accessibleName() for row in first.similar.rows]
    assert names == [
        "Open Costituzione (copia) · page 12 (92 %)",
        "Open <b>B · page 12 (same text)",
    ]
    qtbot.mouseClick(first.similar.rows[1], LEFT)
    wish = engine.last(ReadDocumentText)
    assert (wish.document_id, wish.page_index) == (8, 11)
    assert window.document.place is not None
    assert window.document.place.spans == similar().spans
    qtbot.mouseClick(first.similar.fold, LEFT)
    assert not any(row.isVisible() for row in first.similar.rows)


def test_similar_passages_of_a_search_open_too(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine, passages=[inspected(found(1, similar=(similar(),)))])
    rows = search.search.list
    rows.setCurrentIndex(rows.results.index(0))
    view = search.reasons.view
    assert view is not None
    qtbot.mouseClick(view.similar.fold, LEFT)
    qtbot.mouseClick(view.similar.rows[0], LEFT)
    assert engine.last(ReadDocumentText).document_id == 8


# ------------------------------------------------------------------------- what goes wrong


def test_no_result_says_what_to_try(search: MainWindow, engine: FakeEngine) -> None:
    more = {"phrases": ("sette <anni>",), "excluded": ("Senato",)}
    found_for(search, engine, '"sette <anni>" -Senato', passages=[], **more)
    note = search.search.note
    assert note.isVisible()
    assert note.title == "Nothing found"
    assert note.text == '"sette <anni>" -Senato'
    assert note.hints[0] == "No passage holds exactly “sette <anni>”: try it without quotes."
    assert note.hints[1] == "Take out the minus before “Senato”."
    assert search.search.line.chips == ("exactly “sette <anni>”", "without Senato")


def test_an_empty_library_is_not_searched(search: MainWindow, engine: FakeEngine) -> None:
    search.search_control.take_totals(LibraryTotals(0, 0, 0, 0))
    search.search.box.edit.setText("anni")
    search.search.search_requested.emit()
    assert not engine.all(Inspect)
    assert search.search.note.title == "There is nothing to search yet"
    search.search_control.take_totals(LibraryTotals(1, 0, 0, 0))
    assert not engine.all(Inspect)
    search.search_control.take_totals(SOME)
    assert engine.last(Inspect).query == "anni"  # by itself, with the first passages


@pytest.mark.parametrize(
    ("totals", "title"),
    [
        (LibraryTotals(0, 0, 0, 0), "There is nothing to search yet"),
        (LibraryTotals(2, 0, 0, 0), "Your documents are still being read"),
        (SOME, "Nothing found"),
    ],
)
def test_nothing_found_is_judged_by_what_the_library_holds(
    search: MainWindow, engine: FakeEngine, totals: LibraryTotals, title: str
) -> None:
    search.search.box.edit.setText("anni")
    search.search_control.search()
    search.search_control.take_totals(totals)  # the last file was taken out meanwhile
    answer_search(engine, [])
    assert search.search.note.title == title


@pytest.mark.parametrize(
    ("totals", "title"),
    [
        (LibraryTotals(0, 0, 0, 0), "There is nothing to search yet"),
        (LibraryTotals(2, 0, 0, 0), "Your documents are still being read"),
        (SOME, "Nothing found"),
    ],
)
def test_a_result_that_came_before_the_counts_is_judged_again(
    look: Look, engine: FakeEngine, qtbot: QtBot, totals: LibraryTotals, title: str
) -> None:
    page = SearchPage(look)
    qtbot.addWidget(page)
    control = SearchController(engine, page)
    engine.start()
    engine.become_ready()
    page.box.edit.setText("anni")
    control.search()
    answer_search(engine, [])
    assert page.note.title == "Nothing found"
    control.take_totals(totals)
    assert page.note.title == title


def test_a_failure_is_told_and_can_be_tried_again(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    search.search.box.edit.setText("anni")
    search.search.search_requested.emit()
    engine.say(JobFailed(engine.last(Inspect).job, "No <room>.", "The disk is full.", "Tidy up."))
    note = search.search.note
    assert (note.title, note.text) == ("No <room>.", "The disk is full. Tidy up.")
    again = next(each for each in note.findChildren(QAbstractButton) if each.isVisible())
    qtbot.mouseClick(again, LEFT)
    assert len(engine.all(Inspect)) == 2
    assert search.banner.message == ""


def test_a_search_waits_for_the_engine_to_start(window: MainWindow, engine: FakeEngine) -> None:
    window.work.show_search()
    window.search.box.edit.setText("anni")
    window.search.search_requested.emit()
    assert not engine.all(Inspect)
    assert window.search.note.title == "The engine is starting"
    engine.become_ready(SOME)
    answer_search(engine)
    assert window.search.list.isVisible()


def test_a_search_lost_with_the_engine_is_repeated_once(
    search: MainWindow, engine: FakeEngine
) -> None:
    search.search.box.edit.setText("anni")
    search.search.search_requested.emit()
    engine.die()
    assert search.search.note.title == "The engine is starting"
    engine.become_ready(SOME)
    assert len(engine.all(Inspect)) == 2
    engine.die()
    assert search.search.note.title == "The engine stopped while working."
    assert len(engine.all(Inspect)) == 2


def test_an_engine_that_gave_up_is_not_asked(search: MainWindow, engine: FakeEngine) -> None:
    engine.give_up(EngineFailed("The library is newer.", "", "Update Margine."))
    search.search.box.edit.setText("anni")
    search.search.search_requested.emit()
    assert not engine.all(Inspect)
    assert search.search.note.title == "The engine is not running"
    assert search.search.note.text == "The library is newer. Update Margine."
    search.banner.action_chosen.emit()
    engine.become_ready(SOME)
    assert engine.last(Inspect).query == "anni"


def test_a_slow_search_says_so_and_keeps_the_last_result(
    search: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    found_for(search, engine)
    page = search.search
    page.box.edit.setText("other")
    page.search_requested.emit()
    assert page._progress.isHidden()
    qtbot.waitUntil(page._progress.isVisible)
    assert page.list.isVisible()
    answer_search(engine)
    assert page._progress.isHidden()


def test_nothing_of_a_passage_becomes_markup(search: MainWindow, engine: FakeEngine) -> None:
    evil = found(
        1,
        document="<img src=x>",
        heading="<h1>",
        text="<script>anni</script> <a href='x'>anni</a>",
    )
    passage = inspected(evil, TermMatch("<i>anni", ("<i>anni",), 1, 1.0))
    search.search.show_details(True)
    found_for(search, engine, "<b>anni", passages=[passage], phrases=("<b>",))
    search.search.columns.choose(Column.FUSED, 1)
    search.search.columns.grab()
    view = search.reasons.view
    assert view is not None
    assert "&lt;script&gt;" in view.html
    assert "<a " not in view.html
    assert "<script" not in view.html
    for label in (*view.findChildren(QLabel), *search.search.findChildren(QLabel)):
        if label.textFormat() is not Qt.TextFormat.PlainText and label.pixmap().isNull():
            assert label.text() == view.html or not label.text()
    tips = [widget.toolTip() for widget in search.findChildren(QWidget) if widget.toolTip()]
    assert tips
    assert all(tip.startswith("<qt>") and "<img" not in tip for tip in tips)


# ------------------------------------------------------------------------------ the window


def test_the_toggle_and_no_parameter_is_remembered(
    window: MainWindow, engine: FakeEngine, look: Look, qtbot: QtBot
) -> None:
    engine.become_ready(SOME)
    assert not window.window_state().search_details
    window.search.controls.k.setValue(50)
    window.menus.search_details.trigger()
    assert window.work.searching
    state = window.window_state()
    assert state.search_details
    other = MainWindow(look, engine, FakePages())
    qtbot.addWidget(other)
    other.restore(state)
    assert other.search.details_on
    assert other.menus.search_details.isChecked()
    assert not other.work.searching
    assert other.search.parameters == SearchParameters()
    assert other.search.controls.k.value() == SearchParameters().k


@pytest.mark.parametrize("width", [860, 1280])
def test_the_lists_get_room_and_give_it_back(
    window: MainWindow, engine: FakeEngine, qapp: QApplication, width: int
) -> None:
    engine.become_ready(SOME)
    window.resize(width, 520)
    qapp.processEvents()
    before = window._splitter.sizes()
    window.work.show_search()
    assert window._splitter.sizes() == before
    window.search.show_details(True)
    assert window._splitter.sizes()[1] > before[1]
    window.work.show_ask()
    assert window.library.isVisible()
    assert window._splitter.sizes() == before


def test_every_control_has_a_name(search: MainWindow, engine: FakeEngine) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    search.search.columns.choose(Column.FUSED, 11)
    page = search.search
    for widget in (*page.controls.in_order[:-1], page.box.edit, page.list, page.columns):
        assert widget.accessibleName()
    buttons = [each for each in search.findChildren(QAbstractButton) if each.isVisible()]
    assert all(each.accessibleName() or each.text() for each in buttons)


def test_the_page_takes_no_drops_for_itself(search: MainWindow, engine: FakeEngine) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    assert [each for each in search.findChildren(QWidget) if each.acceptDrops()] == []


def test_a_hidden_library_comes_back_when_the_window_grows(
    window: MainWindow, engine: FakeEngine, qapp: QApplication
) -> None:
    engine.become_ready(SOME)
    window.resize(860, 520)
    qapp.processEvents()
    window.work.show_search()
    window.search.show_details(True)
    assert not window.library.isVisible()
    window.resize(1100, 520)
    qapp.processEvents()
    assert window.library.isVisible()
    assert window._splitter.sizes()[1] >= 500


def test_tab_goes_through_the_page_in_order(search: MainWindow, engine: FakeEngine) -> None:
    search.search.show_details(True)
    found_for(search, engine)
    page = search.search
    page.controls.k.setValue(10)  # so that "Reset" can be pressed
    page.box.edit.setFocus()
    passed = [search.focusWidget()]
    for _ in range(9):
        QTest.keyClick(search.focusWidget(), Qt.Key.Key_Tab)
        passed.append(search.focusWidget())
    assert passed == [
        page.box.edit,
        page.box.clear_button,
        *page.controls.in_order,
        page.columns,
        search.tabs.tabBar(),
    ]


@pytest.mark.parametrize("details", [False, True])
def test_of_a_hundred_results_only_what_is_seen_is_made(
    search: MainWindow, engine: FakeEngine, details: bool
) -> None:
    search.search.show_details(details)
    text = "Una frase lunga di parole. " * 60
    many = [
        inspected(found(n, text=f"{text}anni", bm25_rank=n, dense_rank=n)) for n in range(1, 101)
    ]
    found_for(search, engine, passages=many)
    view = search.search.columns if details else search.search.list
    view.grab()
    assert view.results.rowCount() == 100
    made = len(view._delegate.snippets._made)
    assert 0 < made < 40
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.grab()
    assert made < len(view._delegate.snippets._made) < 80
