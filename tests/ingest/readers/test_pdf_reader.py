"""CASES A1, A5 to A9: PDFs that are plain, locked, scanned, broken or odd."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from app.core.errors import DocumentError, DocumentLockedError
from app.core.types import Page
from app.ingest.readers import pdf_structure
from app.ingest.readers.pdf import PdfFile, needs_recognition
from app.ingest.readers.pdf_structure import PypdfFile, labels_end
from app.ingest.readers.pdfium import PdfiumFile, PdfiumPage
from tests import pdf_samples

ROMAN_THEN_FIVE = b"<< /Nums [0 << /S /r >> 1 << /S /D /St 5 >>] >>"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "perché 中.pdf"


@pytest.fixture
def opened() -> Iterator[type[PdfFile]]:
    """Opens PDFs and closes them at the end."""
    files: list[PdfFile] = []

    class Opened(PdfFile):
        def __init__(self, path: Path, password: str = "") -> None:
            super().__init__(path, password)
            files.append(self)

    yield Opened
    for each in files:
        each.close()


def read(path: Path, password: str = "") -> list[Page]:
    document = PdfFile(path, password)
    try:
        return list(document.read_pages())
    finally:
        document.close()


def read_or_explain(path: Path) -> list[Page]:
    """The pages; none if the file cannot be read, which must then be explained."""
    try:
        return read(path)
    except DocumentError as error:
        if not (error.what and error.why):
            raise
        return []


def test_pages_title_and_labels(path: Path, opened: type[PdfFile]) -> None:
    path.write_bytes(
        pdf_samples.text_pdf(
            [["La prima (pagina).", "Città è così."], ["Due."], ["Tre."]],
            title="Il titolo — bello",
            labels=ROMAN_THEN_FIVE,
        )
    )
    document = opened(path)
    assert (document.title, document.page_count, document.paged) == ("Il titolo — bello", 3, True)
    assert list(document.read_pages()) == [
        Page(0, "i", "La prima (pagina).\nCittà è così.", "pdfium"),
        Page(1, "5", "Due.", "pdfium"),
        Page(2, "6", "Tre.", "pdfium"),
    ]


def test_labels_of_both_libraries_agree(path: Path, opened: type[PdfFile]) -> None:
    path.write_bytes(pdf_samples.text_pdf([["a"], ["b"], ["c"]], labels=ROMAN_THEN_FIVE))
    structure = PypdfFile(path)
    document = opened(path)
    assert list(structure.labels() or ()) == [document.label(index) for index in range(3)]
    structure.close()


def test_a_pdf_without_labels_or_title_has_none(path: Path, opened: type[PdfFile]) -> None:
    path.write_bytes(pdf_samples.text_pdf([["a"]]))
    document = opened(path)
    assert document.title is None
    assert [page.label for page in document.read_pages()] == [None]


@pytest.mark.parametrize("title", ["", "  ", "Untitled", "untitled", "\x00"])
def test_titles_that_say_nothing(path: Path, opened: type[PdfFile], title: str) -> None:
    path.write_bytes(pdf_samples.text_pdf([["a"]], title=title))
    assert opened(path).title is None


def test_reading_goes_on_behind_a_page_that_is_left_out(path: Path, opened: type[PdfFile]) -> None:
    path.write_bytes(pdf_samples.text_pdf([[f"Page {n}."] for n in range(4)]))
    pages = list(opened(path).read_pages(first=1, skip=(1, 3)))
    assert [(page.index, page.text, page.reader) for page in pages] == [
        (1, "", "failed"),
        (2, "Page 2.", "pdfium"),
        (3, "", "failed"),
    ]


def test_blank_line_between_blocks(path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([["One", "goes on.", "", "Two.", "More.", "And more."]]))
    assert read(path)[0].text == "One\ngoes on.\n\nTwo.\nMore.\nAnd more."


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_page_reads_the_same(path: Path, rotation: int) -> None:
    lines = ["First line of the page.", "Second line of it.", "Third line."]
    path.write_bytes(
        pdf_samples.text_pdf([lines, lines], page_entries={1: b"/Rotate %d" % rotation})
    )
    upright, turned = read(path)
    assert turned.text == upright.text


# ------------------------------------------------------------------------------ A5: encryption


ALGORITHMS = ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_empty_user_password_opens(path: Path, algorithm: str) -> None:
    plain = pdf_samples.text_pdf([["Free to read."]])
    path.write_bytes(pdf_samples.encrypted_pdf(plain, "", "owner", algorithm))
    assert read(path)[0].text == "Free to read."


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("password", ["pässwörd", "пароль", "密码", "of\ufb01ce", "x" * 200, " "])
def test_passwords_of_all_kinds_open(path: Path, algorithm: str, password: str) -> None:
    """In both libraries: the title is pypdf's, the text PDFium's."""
    plain = pdf_samples.text_pdf([["Secret."]], title="Kept")
    path.write_bytes(pdf_samples.encrypted_pdf(plain, password, "owner", algorithm))
    file = PdfFile(path, password)
    assert (file.title, next(file.read_pages()).text) == ("Kept", "Secret.")
    file.close()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_password_locks(path: Path, algorithm: str) -> None:
    plain = pdf_samples.text_pdf([["Secret."]], title="Kept")
    path.write_bytes(pdf_samples.encrypted_pdf(plain, "secret", "owner", algorithm))
    for wrong in ("", "other"):
        with pytest.raises(DocumentLockedError):
            read(path, wrong)
    for right in ("secret", "owner"):
        assert read(path, right)[0].text == "Secret."


# ------------------------------------------------------------------------- A6: broken, or no PDF


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "0 bytes"),
        (b"<!DOCTYPE html>\n<html><body>404</body></html>", "web page"),
        (b"\n\n  <HTML><head><title>x</title>", "web page"),
        (b"PK\x03\x04" + bytes(100), "ZIP archive"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "picture"),
        (b"just some words", "does not begin like one"),
        (b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog", "incomplete"),
        (b"%PDF-1.7\nnothing\n%%EOF\n", "damaged"),
    ],
)
def test_what_is_no_pdf_fails_with_a_reason(path: Path, data: bytes, reason: str) -> None:
    path.write_bytes(data)
    with pytest.raises(DocumentError, match=reason):
        read(path)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_file_cut_short_is_read_in_part_or_fails_with_a_reason(path: Path, share: float) -> None:
    data = pdf_samples.text_pdf([[f"Page {n}."] for n in range(20)])
    path.write_bytes(data[: int(len(data) * share)])
    texts = [page.text for page in read_or_explain(path)]
    assert all(text in ("", f"Page {n}.") for n, text in enumerate(texts))


def test_a_page_tree_that_lies_about_its_size(path: Path) -> None:
    data = pdf_samples.text_pdf([["Only page."]])
    path.write_bytes(data.replace(b"/Count 1 ", b"/Count 9 "))
    assert read(path)[0].text == "Only page."


def test_a_page_tree_that_holds_itself(path: Path) -> None:
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
        b"2 0 obj\n<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R] >>\nendobj\n"
        b"trailer\n<< /Root 1 0 R >>\n%%EOF\n"
    )
    assert not any(page.text for page in read_or_explain(path))


# ------------------------------------------------------------- A1, A7, A8, A9: odd but well-formed


def test_a_scan_is_read_and_empty(path: Path) -> None:
    path.write_bytes(pdf_samples.scanned_pdf(2))
    assert [page.text for page in read(path)] == ["", ""]


@pytest.mark.parametrize("strokes", [200_000, 330_000])
def test_a_plot_keeps_its_caption_and_the_other_pages(path: Path, strokes: int) -> None:
    path.write_bytes(pdf_samples.plotted_pdf(strokes))
    assert [page.text for page in read(path)] == [
        "Before the plot.",
        "The plot has a caption.",
        "After the plot.",
    ]


def test_lone_surrogates_and_zeros_can_be_stored(path: Path) -> None:
    path.write_bytes(
        pdf_samples.mapped_pdf(["0041", "D83D", "0000", "0042", "D83DDE00", "0043", "0044"])
    )
    text = read(path)[0].text
    assert text.encode("utf-8")
    assert text.replace(" ", "") == "AB😀CD"


def test_only_pages_without_text_are_put_to_recognition(path: Path) -> None:
    scan = pdf_samples.scanned_pdf(1)
    pages = pypdf.PdfWriter()
    for data in (pdf_samples.text_pdf([["Typed."]]), scan):
        pages.append(io.BytesIO(data))
    pages.write(path)
    asked: list[int] = []

    def recognise(page: Page, drawn: PdfiumPage) -> Page:
        asked.append(page.index)
        assert drawn.handle
        return replace(page, text="Seen.", reader="test")

    document = PdfFile(path, recognise=recognise)
    assert [(page.text, page.reader) for page in document.read_pages()] == [
        ("Typed.", "pdfium"),
        ("Seen.", "test"),
    ]
    document.close()
    assert asked == [1]
    assert needs_recognition(Page(0, None, "", "gibberish"))
    assert not needs_recognition(Page(0, None, "", "failed"))


# ---------------------------------------------------------------- one library for the other


def test_pypdf_stands_in_where_pdfium_loads_no_page(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(pdf_samples.text_pdf([["Docu-", "mento uno."], ["Due."]]))
    real = PdfiumFile.load_page

    def load_page(self: PdfiumFile, index: int) -> PdfiumPage | None:
        return None if index == 0 else real(self, index)

    monkeypatch.setattr(PdfiumFile, "load_page", load_page)
    pages = read(path)
    assert [(page.text, page.reader) for page in pages] == [
        ("Documento uno.", "pypdf"),
        ("Due.", "pdfium"),
    ]


def test_a_page_that_nobody_reads_is_empty_and_said_to_have_failed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(pdf_samples.text_pdf([["One."]]))
    monkeypatch.setattr(PdfiumFile, "load_page", lambda *_: None)
    monkeypatch.setattr(PypdfFile, "page_text", lambda *_: None)
    assert read(path) == [Page(0, None, "", "failed")]


def test_pdfium_reads_alone_where_pypdf_cannot_open(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(pdf_samples.text_pdf([["One."]], title="T", labels=ROMAN_THEN_FIVE))

    def refuse(*_: object, **__: object) -> None:
        raise pypdf.errors.PdfReadError("refused")

    monkeypatch.setattr(pdf_structure.pypdf, "PdfReader", refuse)
    document = PdfFile(path)
    assert document.title == "T"
    assert list(document.read_pages()) == [Page(0, "i", "One.", "pdfium")]
    document.close()


def test_pypdf_reads_alone_where_pdfium_cannot_open(path: Path) -> None:
    """PDFium wants a header within the first kilobyte; pypdf does not."""
    junk = b"%" + b"x" * 4000 + b"\n"
    pages = [["One."], ["Two."]]
    path.write_bytes(pdf_samples.text_pdf(pages, title="T", labels=ROMAN_THEN_FIVE, prefix=junk))
    document = PdfFile(path)
    assert document.pdfium is None
    assert document.title == "T"
    assert list(document.read_pages()) == [
        Page(0, "i", "One.", "pypdf"),
        Page(1, "5", "Two.", "pypdf"),
    ]
    document.close()


def test_pypdf_is_not_asked_for_the_text_of_a_plot(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(pdf_samples.pdf_of_contents([b"0 0 m 10 10 l S\n" * 1000]))
    monkeypatch.setattr(pdf_structure, "MAX_RESCUE_BYTES", 1000)
    structure = PypdfFile(path)
    assert structure.page_text(0) is None
    assert structure.page_text(7) is None
    structure.close()


# ------------------------------------------------------------------------------- real documents


@pytest.mark.data
def test_every_real_pdf_is_read_or_says_why_not(evaluation_data: Path) -> None:
    paths = sorted((evaluation_data / "documents").rglob("*.pdf"))
    assert paths
    for path in paths:
        pages = read_or_explain(path)
        if not pages:
            continue
        expected = len(pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages)
        assert [page.index for page in pages] == list(range(expected)), path.name
        assert all(page.text.encode("utf-8") == page.text.encode() for page in pages)


@pytest.mark.data
def test_a_real_book_reads_well(evaluation_data: Path) -> None:
    pages = read(evaluation_data / "documents/zacchiro-costituzione/Costituzione.pdf")
    assert len(pages) == 70
    assert all(page.reader == "pdfium" for page in pages)
    assert "l’effettiva partecipazione di tutti i lavoratori" in pages[5].text.replace("\n", " ")
    assert pages[5].label == "4"
    assert "\n\nART. 4.\n" in pages[5].text


@pytest.mark.parametrize(
    ("kids", "ends"),
    [
        ([], True),  # no tree
        (["<< /Nums [0 << /S /r >>] >>"], True),
        (["<< /Kids [{1} 0 R] >>", "<< /Nums [0 << /S /r >>] >>"], True),
        (["<< /Kids [{0} 0 R] >>"], False),
        (["<< /Kids [{1} 0 R] >>", "<< /Limits [0 9] /Kids [{0} 0 R] >>"], False),
    ],
)
def test_page_labels_that_run_in_a_circle_are_told(
    tmp_path: Path, kids: list[str], ends: bool
) -> None:
    objects = pdf_samples.PdfObjects()
    numbers = [objects.reserve() for _ in kids]
    for number, node in zip(numbers, kids, strict=True):
        objects.set(number, node.format(*numbers).encode())
    labels = b"%d 0 R" % numbers[0] if numbers else b""
    data = pdf_samples.text_pdf([["Text."]], objects=objects, labels=labels)
    path = pdf_samples.write(tmp_path / "a.pdf", data)
    assert labels_end(path) is ends
