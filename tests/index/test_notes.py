"""What was not read of a document is told with its files."""

from __future__ import annotations

from app.core.types import DocumentText, FileState, Page
from tests.index.shelves import Shelf, passages_of

NOTES = ("1 of 2 pages could not be read.", "3 files are attached.")


def test_the_notes_of_a_document_are_its_files_reason(shelf: Shelf) -> None:
    pages = (Page(0, None, "Some text.", "pdfium"), Page(1, None, "", "failed"))
    document = DocumentText("pdf", None, True, pages, NOTES)
    document_id = shelf.library.begin_document("a", document, passages_of("Some text."))
    shelf.fill(document_id)
    first, copy = shelf.note("/docs/a.pdf"), shelf.note("/docs/copy.pdf")
    shelf.library.publish_document(document_id, first)
    shelf.library.link_file(copy, document_id, "a")
    other = shelf.note("/docs/b.pdf")
    shelf.library.set_state(other, FileState.FAILED, "The file is damaged.")
    library = shelf.library
    reasons = {each.path: each.reason for each in library.files()}
    assert reasons == {
        "/docs/a.pdf": " ".join(NOTES),
        "/docs/copy.pdf": " ".join(NOTES),
        "/docs/b.pdf": "The file is damaged.",
    }
    library.set_state(first, FileState.FAILED, "The file has changed.")
    assert {each.path: each.reason for each in library.files()}["/docs/a.pdf"] == (
        "The file has changed."
    )
