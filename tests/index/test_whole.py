"""A document from its first passage to its last."""

from __future__ import annotations

import pytest

from app.core.errors import DocumentError
from app.core.types import Span
from tests.index.shelves import OpenLibrary, Shelf


def test_all_passages_come_in_order_with_their_places(shelf: Shelf) -> None:
    shelf.put("/docs/other", "Something else.")
    document = shelf.put("/docs/in/a.pdf", "Zebra first.", "Apple second.", heading="Title › Part")
    shelf.put("/docs/third", "And more.")
    whole = shelf.library.whole_document(document)
    assert whole.document_id == document
    assert whole.document == "a.pdf"
    assert [each.text for each in whole.passages] == ["Zebra first.", "Apple second."]
    assert [each.rank for each in whole.passages] == [1, 2]
    second = whole.passages[1]
    assert (second.path, second.document) == ("/docs/in/a.pdf", "a.pdf")
    assert (second.page_index, second.page_label) == (1, "ii")
    assert second.spans == (Span(1, 0, 13),)
    assert second.heading == "Title › Part"
    found = shelf.library.search("apple", None, k=1).passages[0]
    assert second.passage_id == found.passage_id


def test_files_without_pages_have_none(shelf: Shelf) -> None:
    document = shelf.put("/docs/a.txt", "Only one.", paged=False)
    (passage,) = shelf.library.whole_document(document).passages
    assert (passage.page_index, passage.page_label) == (None, None)


def test_only_what_is_searchable_can_be_read(shelf: Shelf, open_library: OpenLibrary) -> None:
    shelf.note("/docs/a")
    pending = shelf.begin("Not yet.")
    for missing in (pending, 999):
        with pytest.raises(DocumentError) as caught:
            shelf.library.whole_document(missing)
        assert caught.value.next_step
    document = shelf.put("/docs/b", "Here.")
    shelf.library.close()
    assert open_library(read_only=True).whole_document(document).passages


def test_equal_text_has_an_equal_hash(shelf: Shelf) -> None:
    first = shelf.library.whole_document(shelf.put("/docs/a", "One.")).text_sha256
    second = shelf.library.whole_document(shelf.put("/docs/b", "Two.")).text_sha256
    assert first != second
    assert shelf.library.whole_document(shelf.put("/docs/c", "One.")).text_sha256 == first
