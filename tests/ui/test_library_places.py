"""Places found by their paths, and what is counted while some of them are hidden."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.core.types import FileState, LibraryTotals
from app.ui.library_model import LibraryModel
from app.ui.library_places import HiddenPlaces, node_at
from app.ui.library_tree import Node
from tests.ui.scripted import file_record

PATHS = (
    "/a/b/9.pdf",
    "/a/b/10.pdf",
    "/a/b/c/0009.pdf",
    "/a/b/c/9.PDF",
    "/a/b2/odd\u202ename.pdf",
    "/a/z.pdf",
    "/alone.txt",
)


@pytest.fixture
def model() -> LibraryModel:
    model = LibraryModel()
    records = [
        file_record(at, path, root="/a" if path.startswith("/a/") else "", document_id=at)
        for at, path in enumerate(PATHS, start=1)
    ]
    model.apply((*records, file_record(90, "/a/b/copy.pdf", root="/a", document_id=6)), ())
    return model


def below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from below(child)


def test_every_place_is_found_by_its_path_and_nothing_else(model: LibraryModel) -> None:
    nodes = list(below(model.root))
    assert {each.path for each in nodes} >= {*PATHS, "/a", "/a/b", "/a/b/c", "/a/b2"}
    for each in nodes:
        assert node_at(model.root, each.path) is each
    for path in ("", "/", "/a/b/1", "/a/b/11.pdf", "/a/b/9.pdf/x", "/ab"):
        assert node_at(model.root, path) is None


def test_files_come_in_the_order_of_the_tree(model: LibraryModel) -> None:
    walked = [each.record for each in below(model.root) if each.record is not None]
    assert list(model.root.files()) == walked


def test_what_is_hidden_is_counted_once_however_it_is_named(model: LibraryModel) -> None:
    hidden = HiddenPlaces(model)
    assert hidden.totals is None
    assert hidden.seen_of(model.root) is model.root.counts
    hidden.add(("/a/b", "/a/b/9.pdf", "/a/b/c", "/nowhere"))
    left = LibraryTotals(3, 3, 36, 120)  # odd name, z.pdf (of which a copy is hidden), alone.txt
    assert hidden.totals == left
    assert hidden.seen_of(model.root).number(FileState.INDEXED) == 3
    folder = node_at(model.root, "/a")
    assert folder is not None
    assert hidden.seen_of(folder).files == 2
    hidden.add(("/a/z.pdf",))  # now nobody sees its document any more
    assert hidden.totals == LibraryTotals(2, 2, 24, 80)
    hidden.discard(("/a/b", "/a/b/9.pdf", "/a/b/c", "/nowhere", "/a/z.pdf"))
    assert hidden.totals is None
