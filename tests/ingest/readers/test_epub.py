"""Books: chapters in reading order, with their names, and what is wrong with other files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.errors import DocumentError, DocumentLockedError
from app.core.types import Page
from app.ingest.readers import epub_package
from app.ingest.readers.registry import open_document
from tests.ingest.small_files import FIRST, SECOND, epub_parts, zipped

OPF = "OEBPS/book.opf"


def pages_of(path: Path, parts: dict[str, str | bytes]) -> list[Page]:
    path.write_bytes(zipped(parts))
    document = open_document(path)
    pages = list(document.read_pages())
    document.close()
    return pages


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "a.epub"


def test_chapters_are_pages_named_by_the_contents(book: Path) -> None:
    assert pages_of(book, epub_parts()) == [
        Page(0, "Letters", f"# Letters\n\n{FIRST}", "epub"),
        Page(1, "Orchards", f"# Orchards\n\n{SECOND}", "epub"),
    ]
    document = open_document(book)
    assert (document.format, document.title, document.paged) == ("epub", "The Coast", True)
    assert [page.index for page in document.read_pages(1)] == [1]
    assert [page.reader for page in document.read_pages(0, (0,))] == ["failed", "epub"]
    document.close()


def test_the_contents_of_an_older_book(book: Path) -> None:
    parts = epub_parts()
    parts[OPF] = str(parts[OPF]).replace('properties="nav"', "")
    parts["OEBPS/toc.ncx"] = (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>First'
        '</text></navLabel><content src="text/one.xhtml#x"/><navPoint><navLabel><text>Second</text>'
        '</navLabel><content src="text/two%20b.xhtml"/></navPoint></navPoint></navMap></ncx>'
    )
    names = [page.label for page in pages_of(book, parts)]
    assert names[1:] == ["First", "Second"]


def test_a_file_without_an_entry_belongs_to_the_chapter_before_it(book: Path) -> None:
    parts = epub_parts()
    parts["OEBPS/nav.xhtml"] = str(parts["OEBPS/nav.xhtml"]).replace("two%20b.xhtml", "gone.xhtml")
    assert [page.label for page in pages_of(book, parts)] == ["Letters", "Letters"]
    parts["OEBPS/nav.xhtml"] = "<html/>"
    assert [page.label for page in pages_of(book, parts)] == ["Letters", "Orchards"]  # headings


def test_the_order_is_that_of_the_spine(book: Path) -> None:
    parts = epub_parts()
    parts[OPF] = str(parts[OPF]).replace(
        '<itemref idref="a"/><itemref idref="b"/>', '<itemref idref="b"/><itemref idref="a"/>'
    )
    assert [page.label for page in pages_of(book, parts)] == ["Orchards", "Letters"]


def test_a_chapter_that_is_damaged_leaves_the_others(book: Path) -> None:
    data = bytearray(zipped(epub_parts()))
    at = data.rfind(b"PK\x01\x02", 0, data.rfind(b"two b.xhtml"))
    data[at + 16] ^= 0xFF  # its checksum
    book.write_bytes(bytes(data))
    document = open_document(book)
    assert [(page.label, page.reader) for page in document.read_pages()] == [
        ("Letters", "epub"),
        ("Orchards", "failed"),
    ]
    document.close()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda parts: parts.pop(OPF), "This is not a book"),
        (lambda parts: parts.update({OPF: "<package/>"}), "no chapters"),
        (lambda parts: parts.update({OPF: "<package"}), "damaged"),
        (
            lambda parts: parts.update(
                {
                    "META-INF/encryption.xml": "<e><EncryptionMethod "
                    'Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></e>'
                }
            ),
            "protected in a way",
        ),
    ],
)
def test_books_that_cannot_be_read(
    book: Path, change: Callable[[dict[str, str | bytes]], object], said: str
) -> None:
    parts = epub_parts()
    change(parts)
    with pytest.raises(DocumentError, match=said):
        pages_of(book, parts)


def test_scrambled_fonts_do_not_make_a_book_unreadable(book: Path) -> None:
    parts = epub_parts()
    parts["META-INF/encryption.xml"] = (
        '<e><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></e>'
    )
    assert len(pages_of(book, parts)) == 2


def test_a_locked_archive_says_so(book: Path) -> None:
    data = bytearray(zipped(epub_parts()))
    place = data.find(b"PK\x01\x02")
    while place >= 0:
        data[place + 8] |= 1
        place = data.find(b"PK\x01\x02", place + 1)
    book.write_bytes(bytes(data))
    with pytest.raises(DocumentLockedError):
        open_document(book)


def test_nothing_outside_the_book_is_read(book: Path) -> None:
    parts = epub_parts()
    parts[OPF] = str(parts[OPF]).replace("text/one.xhtml", "../../../../etc/passwd")
    assert [page.label for page in pages_of(book, parts)] == ["Orchards"]


def test_the_number_of_chapters_is_bounded(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(epub_package, "MAX_CHAPTERS", 1)
    with pytest.raises(DocumentError, match="too many chapters"):
        pages_of(book, epub_parts())
