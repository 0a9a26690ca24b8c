"""The rows that are shown: open folders, filters, and a view that keeps its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from app.core.types import FileState
from app.ui.library_filter import FileFilter, StateGroup
from app.ui.library_model import SUBTITLE_ROLE, LibraryModel
from app.ui.library_rows import LEVEL_ROLE, OPEN_ROLE, LibraryRows
from app.ui.library_tree import Node
from app.ui.library_view import LibraryView
from app.ui.look import Look
from tests.ui.scripted import file_record

MANY = 3000  # more than is taken in at once


def names(rows: LibraryRows) -> list[str]:
    return [each.name for each in rows.nodes]


def node(model: LibraryModel, name: str) -> Node:
    todo = [model.root]
    while todo:
        each = todo.pop()
        if each.name == name:
            return each
        todo += each.children
    raise AssertionError(name)


def fill(model: LibraryModel, count: int = 40, of: int = 10, **more: object) -> None:
    """Files in folders of `of` each."""
    model.apply(
        [
            file_record(n, f"/a/box {n // of:03}/file {n:05}.pdf", root="/a", **more)  # type: ignore[arg-type]  # by name
            for n in range(count)
        ],
        (),
    )


@pytest.fixture
def model() -> LibraryModel:
    return LibraryModel()


@pytest.fixture
def view(model: LibraryModel, look: Look, qtbot: QtBot) -> LibraryView:
    view = LibraryView(look, model)
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show()
    return view


def test_folders_that_were_added_are_open_and_those_in_them_closed(model: LibraryModel) -> None:
    rows = LibraryRows(model)
    fill(model)
    assert names(rows) == ["a", "box 000", "box 001", "box 002", "box 003"]
    rows.set_open(node(model, "box 001"), True)
    assert names(rows)[2:5] == ["box 001", "file 00010.pdf", "file 00011.pdf"]
    index = rows.index(3)
    assert (index.data(LEVEL_ROLE), rows.index(2).data(OPEN_ROLE)) == (2, True)
    rows.set_open(node(model, "a"), False)
    assert names(rows) == ["a"]
    assert rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "a, 40 files, closed"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("add", "remove", "open", "close", "filter", "hide")),
        st.integers(0, 30),
    ),
    max_size=30,
)


@given(STEPS)
def test_rows_are_what_the_tree_says_whatever_happened(steps: list[tuple[str, int]]) -> None:
    model = LibraryModel()
    rows = LibraryRows(model)
    tester = QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal)
    closed: set[str] = {f"box {n}" for n in range(4)}
    for what, number in steps:
        box = f"box {number % 4}"
        known = [each for each in model.root.children for each in each.children if each.name == box]
        if what == "add":
            state = FileState.FAILED if number % 3 == 0 else FileState.INDEXED
            model.apply((file_record(number, f"/a/{box}/{number}.pdf", state, root="/a"),), ())
        elif what == "remove":
            model.apply((), (number,))
        elif what == "filter":
            rows.set_filter(FileFilter(group=StateGroup.FAILED if number % 2 else None))
        elif what == "hide":
            (rows.hide if number % 2 else rows.unhide)((f"/a/{box}",))
        elif known:
            rows.set_open(known[0], what == "open")
    expected = list(rows._wanted_rows())
    assert rows.nodes == expected
    assert [model.node(rows.index(row)) for row in range(rows.rowCount())] == expected
    del tester, closed


def test_a_filter_shows_files_without_folders_and_says_where_they_lie(
    model: LibraryModel,
) -> None:
    rows = LibraryRows(model)
    fill(model)
    model.apply((file_record(7, "/a/box 000/file 00007.pdf", FileState.FAILED, root="/a"),), ())
    rows.set_filter(FileFilter("00007"))
    assert names(rows) == ["file 00007.pdf"]
    assert rows.index(0).data(SUBTITLE_ROLE) == "Could not be read · box 000"
    rows.set_filter(FileFilter(group=StateGroup.FAILED))
    assert names(rows) == ["file 00007.pdf"]
    fill(model)  # it was read again, and is ready
    assert names(rows) == []
    rows.set_filter(FileFilter())
    assert names(rows)[0] == "a"


def test_files_that_come_in_one_place_are_inserted_there(model: LibraryModel) -> None:
    rows = LibraryRows(model)
    fill(model)
    rows.set_all_open(True)
    changes: list[object] = []
    rows.rowsInserted.connect(lambda _parent, first, last: changes.append((first, last)))
    rows.rowsRemoved.connect(lambda _parent, first, last: changes.append((-first, -last)))
    rows.modelReset.connect(lambda: changes.append("reset"))
    model.apply([file_record(100 + n, f"/a/box 001/g{n}.pdf", root="/a") for n in range(3)], ())
    assert changes == [(23, 25)]
    model.apply((), (100, 101, 102))
    assert changes == [(23, 25), (-23, -25)]
    model.apply((), (1, 3, 5))
    assert changes[2:] == ["reset"]


def test_news_of_many_files_are_taken_in_together(model: LibraryModel, qtbot: QtBot) -> None:
    rows = LibraryRows(model)
    fill(model, MANY, 50)
    told: list[int] = []
    rows.refreshed.connect(lambda: told.append(rows.rowCount()))
    for n in range(50):
        model.apply((file_record(MANY + n, f"/a/new {n:02}/x.pdf", root="/a"),), ())
    assert len(told) <= 2
    qtbot.waitUntil(lambda: bool(told) and told[-1] == 1 + MANY // 50 + 50)
    assert len(told) <= 5


# ---------------------------------------------------------------------------------------- the view


def test_nothing_is_asked_of_rows_that_are_not_seen(
    model: LibraryModel, view: LibraryView, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """What a tree view did: several calls for each of all rows, at every change."""
    asked: set[int] = set()
    plain = LibraryRows.index

    def index(rows: LibraryRows, row: int, *more: object) -> QModelIndex:
        asked.add(row)
        return plain(rows, row, *more)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(LibraryRows, "index", index)
    fill(model, MANY, 50)
    view.expandAll()
    view.selectAll()
    fill(model, MANY + 50, 50)
    view.rows.settle()
    qtbot.waitExposed(view)
    view.grab()
    assert view.rows.rowCount() == 1 + 61 + MANY
    assert len(asked) < 100


def test_left_and_right_close_and_open(model: LibraryModel, view: LibraryView) -> None:
    fill(model)
    view.setFocus()
    view.setCurrentIndex(view.rows.index(1))
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.isExpanded(view.currentIndex())
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.current_node is node(model, "file 00000.pdf")
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.current_node is node(model, "box 000")
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert not view.isExpanded(view.currentIndex())
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.current_node is node(model, "box 003")
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.current_node is node(model, "a")
    view.keyboardSearch("B")
    assert view.current_node is node(model, "box 000")
    view.keyboardSearch("ox 00")
    view.keyboardSearch("2")
    assert view.current_node is node(model, "box 002")


def test_a_click_on_the_chevron_opens_and_selects_nothing(
    model: LibraryModel, view: LibraryView
) -> None:
    fill(model)
    row = view.visualRect(view.rows.index(1))
    place = row.center()
    place.setX(row.left() + 28)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.isExpanded(view.rows.index(1))
    assert view.selected_nodes == []
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert not view.isExpanded(view.rows.index(1))


def test_selection_current_row_and_place_stay_while_rows_come_and_go(
    model: LibraryModel, view: LibraryView
) -> None:
    fill(model, 400)
    view.expandAll()
    chosen = [node(model, f"file {n:05}.pdf") for n in (200, 201, 205)]
    view.setCurrentIndex(model.index_of(chosen[2]))
    view.select_nodes(chosen)
    view.scrollTo(view.rows.index(view.rows.row_of(chosen[0])))
    top = view.rows.nodes[view.rowAt(0)]
    model.apply((), (0, 2, 4, 201))
    assert view.selected_nodes == [chosen[0], chosen[2]]
    assert view.current_node is chosen[2]
    assert view.rows.nodes[view.rowAt(0)] is top
    view.rows.set_filter(FileFilter("file 0020"))
    assert view.selected_nodes == [chosen[0], chosen[2]]
    view.rows.set_filter(FileFilter("file 000"))
    assert view.rowAt(0) == 0
    view.rows.set_filter(FileFilter())
    assert view.selected_nodes == []


def test_a_folder_that_is_selected_stands_for_what_is_in_it(
    model: LibraryModel, view: LibraryView
) -> None:
    fill(model)
    view.expandAll()
    view.selectAll()
    assert view.selected_nodes == [node(model, "a")]
    view.select_nodes([node(model, "box 001"), node(model, "file 00011.pdf")])
    assert view.selected_nodes == [node(model, "box 001")]
    view.rows.set_filter(FileFilter("0001"))  # folders have no rows then: the files themselves
    view.selectAll()
    found = [f"file 000{n}.pdf" for n in ("01", *range(10, 20))]
    assert [each.name for each in view.selected_nodes] == found


def test_a_file_is_shown_wherever_it_lies(model: LibraryModel, view: LibraryView) -> None:
    fill(model)
    view.rows.set_filter(FileFilter("00001"))
    view.show_node(node(model, "file 00035.pdf"))
    assert not view.rows.filter
    assert view.current_node is node(model, "file 00035.pdf")
    assert view.visualRect(view.currentIndex()).intersects(view.viewport().rect())
