"""Small PDFs made by code: plain ones, odd ones and broken ones."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pypdf

from app.evaluate.pdf_writing import (
    HEIGHT,
    LEADING,
    LEFT,
    SIZE,
    TOP,
    WIDTH,
    PdfObjects,
    pdf_of_contents,
    show_lines,
)

__all__ = [
    "HEIGHT",
    "LEADING",
    "LEFT",
    "SIZE",
    "TOP",
    "WIDTH",
    "PdfObjects",
    "pdf_of_contents",
    "show_lines",
]


def text_pdf(pages: Sequence[Sequence[str]], **options: object) -> bytes:
    """A PDF whose pages hold these lines. Options as in `pdf_of_contents`."""
    return pdf_of_contents([show_lines(lines) for lines in pages], **options)  # type: ignore[arg-type]  # passed through


def long_pdf(page_count: int) -> bytes:
    """A PDF of many ordinary pages, each with a sentence that names it."""
    return text_pdf(
        [
            [f"Sentence {line} of page {page + 1} is about nothing." for line in range(30)]
            for page in range(page_count)
        ],
        compress=True,
    )


def scanned_pdf(page_count: int = 1) -> bytes:
    """A PDF whose pages hold a picture and no text."""
    objects = PdfObjects()
    picture = objects.stream(
        b"\x80" * 64,
        b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray"
        b" /BitsPerComponent 8",
    )
    content = b"q %d 0 0 %d 0 0 cm /Im1 Do Q" % (WIDTH, HEIGHT)
    resources = b"/XObject << /Im1 %d 0 R >>" % picture
    return pdf_of_contents([content] * page_count, objects=objects, resources=resources)


def plotted_pdf(strokes: int) -> bytes:
    """Three pages; the second is a plot of so many strokes, with a line of text."""
    plot = b"0 0 m 10 10 l S\n" * strokes + show_lines(["The plot has a caption."])
    return pdf_of_contents(
        [show_lines(["Before the plot."]), plot, show_lines(["After the plot."])], compress=True
    )


def endless_pdf(depth: int = 9, breadth: int = 12) -> bytes:
    """Three pages; the second draws forms within forms, `breadth ** depth` strokes in all."""
    objects = PdfObjects()
    inner = objects.stream(
        b"0 0 m 10 10 l S\n" * breadth, b"/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
    )
    for _ in range(depth - 1):
        inner = objects.stream(
            b"/X Do\n" * breadth,
            b"/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
            b" /Resources << /XObject << /X %d 0 R >> >>" % inner,
        )
    contents = [show_lines(["Before."]), b"/X Do", show_lines(["After."])]
    resources = b"/XObject << /X %d 0 R >>" % inner
    return pdf_of_contents(contents, objects=objects, resources=resources)


def mapped_pdf(codes: Sequence[str]) -> bytes:
    """One page with a Type0 font; glyph n+1 stands for the UTF-16 hex digits `codes[n]`."""
    objects = PdfObjects()
    lines = "\n".join(f"<{index + 1:04x}> <{code}>" for index, code in enumerate(codes))
    to_unicode = objects.stream(
        (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
            "/CMapName /Odd def /CMapType 2 def\n"
            "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
            f"{len(codes)} beginbfchar\n{lines}\nendbfchar\n"
            "endcmap end end"
        ).encode("ascii")
    )
    descriptor = objects.add(
        b"<< /Type /FontDescriptor /FontName /Odd /Flags 4 /FontBBox [0 -200 1000 800]"
        b" /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>"
    )
    descendant = objects.add(
        b"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Odd /DW 600 /FontDescriptor %d 0 R"
        b" /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
        % descriptor
    )
    font = objects.add(
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H"
        b" /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>" % (descendant, to_unicode)
    )
    glyphs = "".join(f"{index + 1:04x}" for index in range(len(codes))).encode("ascii")
    content = b"BT /F2 12 Tf 72 700 Td <%s> Tj ET" % glyphs
    stream = objects.stream(content)
    tree = objects.reserve()
    page = objects.add(
        b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
        b" /Resources << /Font << /F2 %d 0 R >> >> >>" % (tree, stream, font)
    )
    objects.set(tree, b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % page)
    return objects.to_bytes(objects.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree))


def encrypted_pdf(data: bytes, user: str, owner: str, algorithm: str = "AES-256") -> bytes:
    """`data` encrypted; an empty user password restricts permissions and opens everywhere."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    writer.encrypt(user, owner, algorithm=algorithm)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def write(path: Path, data: bytes) -> Path:
    """Write `data` to `path` and return it."""
    path.write_bytes(data)
    return path
