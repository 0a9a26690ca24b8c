"""Fields of forms, notes, attachments and forms that other programs draw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.core.errors import UnsupportedFileError
from app.core.types import FileState, Page
from app.ingest.readers.base import state_of
from app.ingest.readers.pdf import PdfFile
from app.ingest.readers.pdfium import PdfiumPage
from tests import pdf_samples

CAPTION = pdf_samples.show_lines(["Application for a garden"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "form.pdf"


def with_annotations(
    annotations: Sequence[bytes], content: bytes = CAPTION, *, catalog: bytes = b""
) -> bytes:
    """A page with these annotations, of which the widgets are the fields of its form."""
    objects = pdf_samples.PdfObjects()
    look = b"%d 0 R" % objects.stream(b"", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]")
    numbers = [
        objects.add(
            b"<< /Type /Annot /Rect [100 500 200 530] /F 4 %s >>" % each.replace(b"LOOK", look)
        )
        for each in annotations
    ]
    every = b" ".join(b"%d 0 R" % number for number in numbers)
    fields = b" ".join(
        b"%d 0 R" % number
        for number, each in zip(numbers, annotations, strict=True)
        if b"/Widget" in each
    )
    if fields:
        catalog += b" /AcroForm << /Fields [%s] >>" % fields
    return pdf_samples.pdf_of_contents(
        [content],
        objects=objects,
        page_entries={0: b"/Annots [%s]" % every},
        catalog=catalog,
    )


def text_of(path: Path) -> str:
    document = PdfFile(path)
    (page,) = document.read_pages()
    document.close()
    return page.text


@pytest.mark.parametrize(
    ("annotation", "line"),
    [
        (b"/Subtype /Widget /FT /Tx /T (Surname) /V (Verdi)", "Surname: Verdi"),
        (b"/Subtype /Widget /FT /Tx /T (f1_01[0]) /TU (Your name:) /V (Ada)", "Your name: Ada"),
        (b"/Subtype /Widget /FT /Tx /T (form1[0].f1_01[0]) /V (Ada)", "Ada"),
        (b"/Subtype /Widget /FT /Tx /T (Note) /V (one\rtwo)", "Note: one\ntwo"),
        (b"/Subtype /Widget /FT /Ch /Ff 131072 /T (City) /Opt [(Bari)] /V (Bari)", "City: Bari"),
        (b"/Subtype /Widget /FT /Btn /T (Member) /V /On /AS /On"
         b" /AP << /N << /On LOOK /Off LOOK >> >>", "Member: ✓"),
        (b"/Subtype /Widget /FT /Btn /Ff 32768 /T (Pays) /V /Monthly /AS /Monthly"
         b" /AP << /N << /Monthly LOOK /Off LOOK >> >>", "Pays: Monthly"),
        (b"/Subtype /Text /Contents (Ask Rossi about this.)", "Ask Rossi about this."),
        (b"/Subtype /FreeText /Contents (Draft) /DA (/F1 12 Tf)", "Draft"),
        (b"/Subtype /Highlight /Contents (Not agreed) /QuadPoints [0 0 1 0 0 1 1 1]", "Not agreed"),
    ],
)  # fmt: skip
def test_what_was_filled_in_and_noted_stands_behind_the_page(
    path: Path, annotation: bytes, line: str
) -> None:
    path.write_bytes(with_annotations([annotation]))
    assert text_of(path) == f"Application for a garden\n\n{line}"


@pytest.mark.parametrize(
    "annotation",
    [
        b"/Subtype /Widget /FT /Tx /T (Surname)",
        b"/Subtype /Widget /FT /Tx /T (Pass) /Ff 8192 /V (secret)",
        b"/Subtype /Widget /FT /Btn /T (Member) /AS /Off /AP << /N << /On LOOK >> >>",
        b"/Subtype /Widget /FT /Tx /T (Surname) /V (Verdi) /F 2",
        b"/Subtype /Text /Contents (hidden) /F 2",
        b"/Subtype /Popup /Contents (of another)",
        b"/Subtype /Link /Contents (a link)",
    ],
)
def test_what_is_empty_secret_or_hidden_is_not_read(path: Path, annotation: bytes) -> None:
    path.write_bytes(with_annotations([annotation.replace(b"/F 4", b"")]).replace(b"/F 4 ", b" "))
    assert text_of(path) == "Application for a garden"


def test_a_page_of_nothing_but_fields_has_their_text(path: Path) -> None:
    fields = [b"/Subtype /Widget /FT /Tx /T (%s) /V (x)" % name for name in (b"abc", b"def")]
    path.write_bytes(with_annotations(fields, b""))
    assert text_of(path) == "abc: x\ndef: x"


def test_a_scanned_form_is_put_to_recognition_all_the_same(path: Path) -> None:
    path.write_bytes(with_annotations([b"/Subtype /Widget /FT /Tx /T (Surname) /V (Verdi)"], b""))
    asked: list[str] = []

    def recognise(page: Page, drawn: PdfiumPage) -> Page:  # noqa: ARG001 - as `PageRecogniser` has it
        asked.append(page.text)
        return Page(page.index, page.label, "Seen on the picture", "test")

    document = PdfFile(path, recognise=recognise)
    (page,) = document.read_pages()
    document.close()
    assert asked == [""]
    assert page.text.split("\n") == ["Seen on the picture", "", "Surname: Verdi"]


def test_every_code_point_of_an_annotation_leads_to_it(path: Path) -> None:
    path.write_bytes(with_annotations([b"/Subtype /Link", b"/Subtype /Text /Contents (Note)"]))
    document = PdfFile(path)
    drawn = document.load_page(0)
    assert drawn is not None
    text = document.read_text(0, drawn)
    assert text is not None
    assert text.char_index is not None
    assert text.char_index[-4:] == (-3, -3, -3, -3)
    assert text.page_alone == "Application for a garden"
    assert drawn.annotation_box(1) == (100, 500, 200, 530)
    assert drawn.annotation_box(7) == (0, 0, 0, 0)
    drawn.close()
    document.close()


# -------------------------------------------------------------------- files inside, XFA forms


def test_attached_files_are_told(path: Path) -> None:
    objects = pdf_samples.PdfObjects()
    inside = objects.stream(b"a,b\n1,2\n", b"/Type /EmbeddedFile")
    file = objects.add(b"<< /Type /Filespec /F (t.csv) /EF << /F %d 0 R >> >>" % inside)
    names = b"/Names << /EmbeddedFiles << /Names [(t.csv) %d 0 R] >> >>" % file
    path.write_bytes(pdf_samples.pdf_of_contents([CAPTION], objects=objects, catalog=names))
    document = PdfFile(path)
    assert document.notes() == (
        "Files attached to the document, which are not read: 1. Save them beside it.",
    )
    document.close()


def xfa(content: bytes) -> bytes:
    objects = pdf_samples.PdfObjects()
    form = objects.stream(b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'></xdp:xdp>")
    catalog = b"/NeedsRendering true /AcroForm << /Fields [] /XFA %d 0 R >>" % form
    return pdf_samples.pdf_of_contents([content], objects=objects, catalog=catalog)


def test_a_form_that_only_asks_to_wait_says_what_to_do(path: Path) -> None:
    lines = ["Please wait...", "If this message is not eventually replaced by the proper contents"]
    path.write_bytes(xfa(pdf_samples.show_lines(lines)))
    with pytest.raises(UnsupportedFileError) as caught:
        PdfFile(path)
    assert state_of(caught.value) is FileState.UNSUPPORTED
    assert "Adobe Reader" in caught.value.what
    assert caught.value.next_step


def test_a_form_with_pages_of_its_own_is_read(path: Path) -> None:
    path.write_bytes(xfa(CAPTION))
    assert text_of(path) == "Application for a garden"
