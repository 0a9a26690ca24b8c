"""What text recognition tells of pages, in the library."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.types import DocumentText, FileState, Page, Recognition, WordBox
from app.index.store import DATABASE
from app.index.word_boxes import pack_words, unpack_words
from tests.index.shelves import Reopen, Shelf, passages_of

SCAN, MIXED, PLAIN, EMPTY = "/docs/scan.pdf", "/docs/mixed.pdf", "/docs/a.txt", "/docs/e.pdf"
FULL = "/docs/full.pdf"
WORDS = (WordBox(0, 4, 0.1, 0.2, 0.3, 0.25), WordBox(5, 9, 0.35, 0.2, 0.5, 0.25))

side = st.floats(0.0, 1.0)
boxes = st.builds(
    lambda start, length, *sides: WordBox(start, start + length, *sides),
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**16 - 1),
    side,
    side,
    side,
    side,
)


@given(st.lists(boxes, max_size=20))
def test_word_boxes_come_back_within_a_65535th(words: list[WordBox]) -> None:
    back = unpack_words(pack_words(words))
    assert [(each.start, each.end) for each in back] == [(each.start, each.end) for each in words]
    for one, other in zip(words, back, strict=True):
        for name in ("left", "top", "right", "bottom"):
            assert getattr(other, name) == pytest.approx(getattr(one, name), abs=0.5 / 65535)


@pytest.mark.parametrize("blob", [b"", b"\x02abc", b"\x01abc", pack_words(WORDS)[:-3]])
def test_a_blob_that_is_none_has_no_words(blob: bytes) -> None:
    assert unpack_words(blob) == ()


def put(shelf: Shelf, path: str, *pages: Page, paged: bool = True) -> int:
    file_id = shelf.note(path)
    document = DocumentText("pdf", None, paged, pages)
    passages = passages_of(*(page.text for page in pages))
    document_id = shelf.library.begin_document(path, document, passages)
    shelf.fill(document_id)
    shelf.library.publish_document(document_id, file_id)
    return document_id


def test_a_page_is_stored_with_its_recognition(shelf: Shelf, reopen: Reopen) -> None:
    seen = Recognition(0.625, WORDS)
    document_id = put(
        shelf,
        SCAN,
        Page(0, None, "alfa beta", "ocr-paddle", seen),
        Page(1, None, "gamma", "pdfium"),
    )
    shelf.library.close()
    library = reopen().library
    stored = library.page_text(document_id, 0).recognition
    assert stored is not None
    assert stored.confidence == 0.625
    assert [(each.start, each.end) for each in stored.words] == [(0, 4), (5, 9)]
    assert library.page_text(document_id, 1).recognition is None
    (record,) = library.files()
    assert (record.pages, record.recognised) == (2, 1)
    found = library.search("alfa", None, k=1).passages
    assert [each.confidence for each in found] == [0.625]
    found = library.search("gamma", None, k=1).passages
    assert [each.confidence for each in found] == [None]


def test_what_was_recognised_goes_with_its_document(shelf: Shelf, folder: Path) -> None:
    put(shelf, SCAN, Page(0, None, "alfa beta", "ocr-paddle", Recognition(0.9, WORDS)))
    shelf.library.remove_files([shelf.file_id(SCAN)])
    shelf.library.close()
    with sqlite3.connect(folder / DATABASE) as connection:
        assert connection.execute("SELECT count(*) FROM page_ocr").fetchone() == (0,)
    connection.close()


def states(shelf: Shelf) -> dict[str, FileState]:
    return {each.path: each.state for each in shelf.library.files()}


def fill(shelf: Shelf) -> None:
    """A scan that was recognised, one in part, texts, and a file without text."""
    seen = Recognition(0.9, WORDS)
    put(shelf, SCAN, Page(0, None, "alfa beta", "ocr-paddle", seen))
    put(shelf, MIXED, Page(0, None, "gamma", "pdfium"), Page(1, None, " \n", "pdfium"))
    put(shelf, PLAIN, Page(0, None, "delta", "text"), paged=False)
    put(shelf, FULL, Page(0, None, "epsilon " * 60, "pdfium"))
    shelf.library.set_state(shelf.note(EMPTY), FileState.NO_TEXT, "No text (scanned?).")


WAITS, DONE = FileState.WAITING, FileState.INDEXED


def test_files_wait_that_recognition_would_read_otherwise(shelf: Shelf) -> None:
    shelf.library.take_recognition("")
    fill(shelf)
    shelf.library.take_recognition("")
    assert states(shelf)[EMPTY] is FileState.NO_TEXT
    shelf.library.take_recognition("pp-ocr")
    assert states(shelf) == {
        SCAN: WAITS,
        MIXED: WAITS,
        PLAIN: DONE,
        FULL: DONE,
        EMPTY: WAITS,
    }
    # Until they are read again they are found as before.
    assert shelf.texts("alfa", dense=False) == ["alfa beta"]
    assert shelf.library.find_document(SCAN) is None
    assert shelf.library.find_document(PLAIN) is not None


def test_a_page_of_a_pdf_with_little_text_may_be_a_scan_with_a_stamp(shelf: Shelf) -> None:
    fill(shelf)
    put(shelf, "/docs/stamp.pdf", Page(0, None, " zeta " * 10, "pdfium"))
    shelf.library.take_recognition("pp-ocr", most_stamped=58)
    assert states(shelf)["/docs/stamp.pdf"] is WAITS
    assert states(shelf)[FULL] is DONE
    assert states(shelf)[PLAIN] is DONE


def test_switched_off_only_what_was_recognised_waits(shelf: Shelf) -> None:
    shelf.library.take_recognition("pp-ocr")
    fill(shelf)
    shelf.library.take_recognition("pp-ocr")
    shelf.library.take_recognition(None)  # not to be had just now: nothing is lost for that
    as_it_was = dict.fromkeys((SCAN, MIXED, PLAIN, FULL), DONE) | {EMPTY: FileState.NO_TEXT}
    assert states(shelf) == as_it_was
    shelf.library.take_recognition("")
    assert states(shelf) == as_it_was | {SCAN: WAITS}
