"""The library's model against a plain set of paths, and with thousands of files."""

from __future__ import annotations

import gc
import re

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTreeView
from pytestqt.qtbot import QtBot

from app.core.folders import FolderState, LibraryFolder
from app.core.types import FileRecord, FileState
from app.ui.library_model import SUBTITLE_ROLE, LibraryModel
from app.ui.library_tree import Node, natural_key
from tests.alive import alive
from tests.ui.scripted import file_record

ROOTS = ("/a", "/b/a", "")
NAMES = st.sampled_from(["x.pdf", "y10.pdf", "y9.pdf", "s/x.pdf", "s/t/z.md", "<b>.txt"])
STATES = st.sampled_from(list(FileState))
CHANGES = st.lists(
    st.tuples(st.integers(1, 12), st.sampled_from(ROOTS), NAMES, STATES, st.booleans()),
    max_size=40,
)


def files_under(node: Node) -> list[FileRecord]:
    return list(node.files())


def strict(model: LibraryModel) -> QAbstractItemModelTester:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def check_order_and_counts(model: LibraryModel, parent: QModelIndex) -> None:
    node = model.node(parent)
    assert [each.key for each in node.children] == sorted(each.key for each in node.children)
    assert node.counts.files == len(files_under(node)) or node.record is not None
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        assert model.parent(index) == parent
        assert model.node(index).row == row
        check_order_and_counts(model, index)


@given(CHANGES)
def test_the_tree_holds_what_it_was_told(
    changes: list[tuple[int, str, str, FileState, bool]],
) -> None:
    model = LibraryModel()
    tester = strict(model)
    expected: dict[int, FileRecord] = {}
    for file_id, root, name, state, remove in changes:
        if remove:
            expected.pop(file_id, None)
            model.apply((), (file_id,))
        else:
            # One path belongs to one file, as in the library.
            path = f"{root or '/c'}/{file_id}-{name}"
            record = file_record(file_id, path, state, root=root)
            expected[file_id] = record
            model.apply((record,), ())
    assert {r.file_id: r for r in model.root.files()} == expected
    counts = model.root.counts
    assert counts.files == len(expected)
    assert counts.pending == sum(not each.state.final for each in expected.values())
    check_order_and_counts(model, QModelIndex())
    del tester


def test_batches_give_the_same_tree_as_single_files() -> None:
    records = [file_record(n, f"/a/f{n % 7}/file {n}.pdf", root="/a") for n in range(200)]
    at_once, one_by_one = LibraryModel(), LibraryModel()
    at_once.apply(records, ())
    for record in reversed(records):
        one_by_one.apply((record,), ())
    assert list(at_once.root.files()) == list(one_by_one.root.files())


def test_thousands_of_files_arrive_in_few_insertions() -> None:
    model = LibraryModel()
    insertions: list[int] = []
    resets: list[int] = []
    model.rowsInserted.connect(lambda *_: insertions.append(1))
    model.modelReset.connect(lambda: resets.append(1))
    records = [file_record(n, f"/a/file {n:05}.pdf", root="/a") for n in range(5000)]
    for at in range(0, 5000, 500):
        model.apply(records[at : at + 500], ())
    assert model.rowCount(model.index(0, 0)) == 5000
    assert len(insertions) <= 1 + 10
    assert not resets


def test_a_change_of_state_touches_the_file_and_its_folders_only() -> None:
    model = LibraryModel()
    model.apply([file_record(n, f"/a/s/{n}.pdf", root="/a") for n in range(50)], ())
    touched: list[str] = []
    model.dataChanged.connect(lambda index, *_: touched.append(index.data()))
    model.apply((file_record(7, "/a/s/7.pdf", FileState.FAILED, root="/a"),), ())
    assert sorted(touched) == ["7.pdf", "a", "s"]


def test_folders_go_with_their_last_file() -> None:
    model = LibraryModel()
    model.apply((file_record(1, "/a/s/t/x.pdf", root="/a"),), ())
    model.apply((), (1,))
    assert model.rowCount() == 0


def boxes(model: LibraryModel, count: int, of: int) -> list[FileRecord]:
    """Files in folders of `of` each, put into the model."""
    records = [
        file_record(n, f"/a/box {n // of:02}/file {n:05}.pdf", root="/a") for n in range(count)
    ]
    model.apply(records, ())
    return records


def test_what_is_left_after_many_files_went_is_in_order() -> None:
    model = LibraryModel()
    tester = strict(model)
    records = boxes(model, 120, 10)
    gone = {n for n in range(120) if n // 10 % 3 == 1 or n % 10 in (3, 4, 7)}
    model.apply((), gone)
    kept = [each for each in records if each.file_id not in gone]
    assert list(model.root.files()) == kept
    check_order_and_counts(model, QModelIndex())
    del tester


def test_thousands_of_files_leave_in_one_change() -> None:
    """At each removal a view works through all of its rows: file by file it took minutes."""
    model = LibraryModel()
    boxes(model, 3000, 50)
    changes: list[str] = []
    model.rowsRemoved.connect(lambda *_: changes.append("removal"))
    model.layoutChanged.connect(lambda *_: changes.append("layout"))
    model.apply((), {n for n in range(3000) if n // 50 % 3 == 1 or n % 50 in (3, 4, 5, 20)})
    assert changes == ["layout"]
    changes.clear()
    model.apply((), [each.file_id for each in model.root.files()])
    assert model.rowCount() == 0
    assert changes == ["removal"]


def test_a_view_keeps_what_is_left_of_its_selection_and_its_open_folders(qtbot: QtBot) -> None:
    model = LibraryModel()
    boxes(model, 400, 10)
    tree = QTreeView()
    qtbot.addWidget(tree)
    tree.setModel(model)
    tree.setSelectionMode(QTreeView.SelectionMode.ExtendedSelection)
    tree.show()
    tree.expandAll()
    tree.selectAll()
    chosen = model.index_of(model._by_id[205])
    tree.setCurrentIndex(chosen)
    tree.selectAll()
    gone = {n for n in range(400) if n % 10 in (2, 4) or n // 10 == 7}
    model.apply((), gone)
    rows = {model.node(each).name for each in tree.selectionModel().selectedRows()}
    left = {f"file {n:05}.pdf" for n in range(400) if n not in gone}
    assert left <= rows
    assert len(rows) == len(left) + 1 + 39  # the folders
    assert model.node(tree.currentIndex()).name == "file 00205.pdf"
    top = model.index(0, 0)
    assert all(tree.isExpanded(model.index(row, 0, top)) for row in range(39))
    model.apply((), set(range(400)) - gone - {205})
    assert [each.file_id for each in model.root.files()] == [205]
    tree.grab()


def test_files_that_moved_stand_in_their_new_places() -> None:
    model = LibraryModel()
    tester = strict(model)
    old = [file_record(n, f"/a/old/{n}.pdf", root="/a") for n in range(40)]
    model.apply(old, ())
    new = [file_record(n, f"/a/new/{n}.pdf", root="/a") for n in range(40)]
    model.apply(new[:39], (39,))
    assert sorted(each.file_id for each in model.root.files()) == list(range(39))
    (folder,) = model.root.children[0].children
    assert folder.name == "new"
    check_order_and_counts(model, QModelIndex())
    del tester


def test_a_listing_drops_what_it_does_not_name() -> None:
    model = LibraryModel()
    model.apply([file_record(n, f"/a/{n}.pdf", root="/a") for n in range(3)], ())
    model.begin_listing()
    model.apply((file_record(1, "/a/1.pdf", root="/a"),), ())
    model.end_listing()
    assert [each.file_id for each in model.root.files()] == [1]


def test_a_folder_whose_files_are_being_listed_is_not_said_to_be_empty() -> None:
    model = LibraryModel()
    model.begin_listing()
    model.show_folders([LibraryFolder(f"/{name}", True, FolderState.WATCHED) for name in "ab"])
    first, second = model.root.children
    assert "file" not in model.describe(first)
    model.apply((file_record(1, "/a/1.pdf", root="/a"),), ())
    assert model.describe(first) == "1 file"
    told: list[int] = []
    model.dataChanged.connect(lambda index, _last: told.append(index.row()))
    model.end_listing()
    assert model.describe(second) == "0 files"
    assert 1 in told


def test_a_file_without_text_says_why() -> None:
    model = LibraryModel()
    reasons = ("The file is empty.", "No text (scanned?). Run recognition.", "")
    model.apply(
        [
            file_record(n, f"/a/{n}.txt", FileState.NO_TEXT, root="/a", reason=reason)
            for n, reason in enumerate(reasons)
        ],
        (),
    )
    said = [model.describe(each) for each in model.root.children[0].children]
    assert said == ["The file is empty", "No text (scanned?)", "No text"]


def test_rows_say_how_files_are() -> None:
    model = LibraryModel()
    model.apply(
        (
            file_record(1, "/a/one.pdf", root="/a", pages=1, passages=3),
            file_record(2, "/a/<img src=x>.pdf", FileState.FAILED, root="/a", reason="<b>bad</b>"),
        ),
        (),
    )
    folder = model.index(0, 0)
    assert folder.data(SUBTITLE_ROLE) == "2 files · 1 not readable"
    rows = [model.index(row, 0, folder) for row in range(2)]
    assert [row.data(SUBTITLE_ROLE) for row in rows] == [
        "<b>bad</b>",
        "1 page · 3 passages",
    ]
    tip = rows[0].data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img" in tip
    assert "&lt;b&gt;bad" in tip


def test_folders_whose_names_look_alike_keep_their_own_files() -> None:
    model = LibraryModel()
    signs = ("\u202e", "\u2066", "\u200b", "\u2060")
    model.apply([file_record(n, f"/a/x{s}/f.pdf", root="/a") for n, s in enumerate(signs)], ())
    model.apply([file_record(9, "/b/x/a/f.pdf", root="/b/x/a")], ())
    first, second = sorted(model.root.children, key=lambda each: each.path)
    assert [each.name for each in first.children] == ["x�"] * 4
    assert {f"{each.path}/f.pdf" for each in first.children} == {
        each.path for each in first.files()
    }
    assert all(len(each.children) == 1 for each in first.children)
    assert (first.name, second.name) == ("a", "/b/x/a")
    model.apply((), (1,))
    assert {each.file_id for each in model.root.files()} == {0, 2, 3, 9}


def test_a_name_of_two_lines_is_one_line_of_the_tip() -> None:
    model = LibraryModel()
    path = "/a/x.pdf\nVerified: safe\u202e\x1b.pdf"
    model.apply((file_record(1, path, FileState.FAILED, root="/a", reason="It is cut."),), ())
    tip = model.index(0, 0, model.index(0, 0)).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<qt>/a/x.pdf Verified: safe��.pdf<br>It is cut.</qt>"


def test_names_sort_as_people_count() -> None:
    assert sorted(["page 10", "Page 9", "page 1"], key=natural_key) == [
        "page 1",
        "Page 9",
        "page 10",
    ]


def in_parts(name: str) -> tuple[tuple[int, int, str], ...]:
    """The order of names said plainly: numbers by their value, before texts."""
    parts = [each for each in re.split(r"(\d+)", name.casefold()) if each]
    return tuple((0, int(each), "") if each.isdecimal() else (1, 0, each) for each in parts)


@given(st.lists(st.text("aAb 019²٣é_ß-.", max_size=7), max_size=20))
def test_names_sort_by_their_parts(names: list[str]) -> None:
    assert sorted(names, key=natural_key) == sorted(names, key=in_parts)


def test_numbers_of_any_length_sort_by_their_value() -> None:
    names = ["a7", "a007b", "a0010", "a" + "2" * 129, "a" + "1" * 200]
    assert sorted(set(names), key=natural_key) == names
    assert natural_key("Page 007") == natural_key("page 7")


def nodes_alive() -> int:
    return len(alive(Node))


def test_what_was_taken_out_is_freed_without_the_collector_of_cycles() -> None:
    """The window has it leave alone what is listed: it would go through all of it each time."""
    model = LibraryModel()
    gc.collect()
    before = nodes_alive()
    boxes(model, 60, 10)
    assert nodes_alive() == before + 60 + 6 + 1
    gc.disable()
    try:
        model.apply((), range(60))
        assert nodes_alive() == before
    finally:
        gc.enable()
