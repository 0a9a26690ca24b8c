"""One small valid file of each format, made by code: what tests damage, and what they index.

Each says the same two sentences, so that a test can tell that it was read.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

from tests.ingest.readers.mail_samples import make_message
from tests.pdf_samples import text_pdf

FIRST = "The lighthouse keeper wrote letters."
SECOND = "The orchard was planted by nuns."
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:"
_OOXML = "http://schemas.openxmlformats.org/"
_RELATIONS = _OOXML + "package/2006/relationships"
_OFFICE_RELATIONS = _OOXML + "officeDocument/2006/relationships"


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of these parts; one named "mimetype" is stored as it is."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else None
            archive.writestr(zipfile.ZipInfo(name), content, kind or zipfile.ZIP_DEFLATED)
    return stream.getvalue()


# ------------------------------------------------------------------------- Microsoft's formats


def _types(kinds: Mapping[str, str]) -> str:
    overrides = "".join(
        f'<Override PartName="/{part}" ContentType="application/vnd.openxmlformats-'
        f'officedocument.{kind}+xml"/>'
        for part, kind in kinds.items()
    )
    return (
        f'<Types xmlns="{_OOXML}package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        f'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>{overrides}'
        "</Types>"
    )


def _relations(*targets: tuple[str, str]) -> str:
    inner = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE_RELATIONS}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_RELATIONS}">{inner}</Relationships>'


def docx_parts(body: str | None = None) -> dict[str, str | bytes]:
    """The parts of a Word document; `body` is what stands in its `w:body`."""
    word = _OOXML + "wordprocessingml/2006/main"
    if body is None:
        body = (
            '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Letters</w:t></w:r></w:p>'
            f"<w:p><w:r><w:t>{FIRST}</w:t></w:r></w:p>"
            "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r>"
            "<w:t>Year</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>Anna</w:t></w:r>"
            "</w:p></w:tc><w:tc><w:p><w:r><w:t>1901</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
            f"<w:p><w:r><w:t>{SECOND}</w:t></w:r></w:p>"
        )
    return {
        "[Content_Types].xml": _types({"word/document.xml": "wordprocessingml.document.main"}),
        "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _relations(),
        "word/document.xml": f'<w:document xmlns:w="{word}"><w:body>{body}</w:body></w:document>',
    }


def pptx_parts() -> dict[str, str | bytes]:
    """The parts of a presentation of two slides."""
    draw, show = _OOXML + "drawingml/2006/main", _OOXML + "presentationml/2006/main"
    spaces = f'xmlns:a="{draw}" xmlns:p="{show}" xmlns:r="{_OFFICE_RELATIONS}"'

    def slide(text: str) -> str:
        return (
            f"<p:sld {spaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id='1' name=''/>"
            "<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr>"
            "<p:cNvPr id='2' name='T'/><p:cNvSpPr/><p:nvPr><p:ph type='body'/></p:nvPr></p:nvSpPr>"
            f"<p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody>"
            "</p:sp></p:spTree></p:cSld></p:sld>"
        )

    return {
        "[Content_Types].xml": _types(
            {
                "ppt/presentation.xml": "presentationml.presentation.main",
                "ppt/slides/slide1.xml": "presentationml.slide",
                "ppt/slides/slide2.xml": "presentationml.slide",
            }
        ),
        "_rels/.rels": _relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/_rels/presentation.xml.rels": _relations(
            ("slide", "slides/slide1.xml"), ("slide", "slides/slide2.xml")
        ),
        "ppt/presentation.xml": (
            f"<p:presentation {spaces}><p:sldIdLst><p:sldId id='256' r:id='rId1'/>"
            "<p:sldId id='257' r:id='rId2'/></p:sldIdLst></p:presentation>"
        ),
        "ppt/slides/slide1.xml": slide(FIRST),
        "ppt/slides/slide2.xml": slide(SECOND),
    }


def xlsx_parts() -> dict[str, str | bytes]:
    """The parts of a workbook of one sheet."""
    sheet = _OOXML + "spreadsheetml/2006/main"
    rows = (("Text", "Amount"), (FIRST, "12"), (SECOND, "13"))
    cells = "".join(
        f'<row r="{row}">'
        f'<c r="A{row}" t="inlineStr"><is><t>{first}</t></is></c>'
        f'<c r="B{row}" t="inlineStr"><is><t>{second}</t></is></c></row>'
        for row, (first, second) in enumerate(rows, 1)
    )
    return {
        "[Content_Types].xml": _types(
            {
                "xl/workbook.xml": "spreadsheetml.sheet.main",
                "xl/worksheets/sheet1.xml": "spreadsheetml.worksheet",
            }
        ),
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": _relations(("worksheet", "worksheets/sheet1.xml")),
        "xl/workbook.xml": (
            f'<workbook xmlns="{sheet}" xmlns:r="{_OFFICE_RELATIONS}"><sheets>'
            '<sheet name="Letters" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{sheet}"><sheetData>{cells}</sheetData></worksheet>'
        ),
    }


# -------------------------------------------------------------------------------- OpenDocument


def open_document_parts(kind: str) -> dict[str, str | bytes]:
    """The parts of an OpenDocument file: `kind` is "text", "spreadsheet" or "presentation"."""
    paragraphs = f"<text:p>{FIRST}</text:p><text:p>{SECOND}</text:p>"
    bodies = {
        "text": f'<text:h text:outline-level="1">Letters</text:h>{paragraphs}',
        "spreadsheet": '<table:table table:name="Letters">'
        + "".join(
            "<table:table-row>"
            + "".join(
                '<table:table-cell office:value-type="string"><text:p>'
                f"{cell}</text:p></table:table-cell>"
                for cell in row
            )
            + "</table:table-row>"
            for row in (("Text", "Place"), (FIRST, "Sea"), (SECOND, "Hill"))
        )
        + "</table:table>",
        "presentation": "".join(
            f'<draw:page draw:name="p{number}"><draw:frame><draw:text-box><text:p>{text}</text:p>'
            "</draw:text-box></draw:frame></draw:page>"
            for number, text in enumerate((FIRST, SECOND), 1)
        ),
    }
    spaces = " ".join(
        f'xmlns:{name}="{_OFFICE}{name if name != "draw" else "drawing"}:1.0"'
        for name in ("office", "text", "table", "draw")
    )
    mime = f"application/vnd.oasis.opendocument.{kind}"
    return {
        "mimetype": mime,
        "META-INF/manifest.xml": (
            f'<manifest:manifest xmlns:manifest="{_OFFICE}manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{mime}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" '
            'manifest:media-type="text/xml"/></manifest:manifest>'
        ),
        "content.xml": (
            f"<office:document-content {spaces}><office:body><office:{kind}>{bodies[kind]}"
            f"</office:{kind}></office:body></office:document-content>"
        ),
    }


# --------------------------------------------------------------------------------------- books


def epub_parts() -> dict[str, str | bytes]:
    """The parts of a book of two chapters, with both tables of contents."""

    def chapter(title: str, text: str) -> str:
        return (
            '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml">'
            f"<head><title/></head><body><h1>{title}</h1><p>{text}</p></body></html>"
        )

    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": (
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
        ),
        "OEBPS/book.opf": (
            '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Coast</dc:title></metadata>'
            '<manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" '
            'properties="nav"/><item id="x" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
            '<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>'
            '<item id="b" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>'
            '</manifest><spine toc="x"><itemref idref="n"/><itemref idref="a"/>'
            '<itemref idref="b"/></spine></package>'
        ),
        "OEBPS/nav.xhtml": (
            '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
            '<body><nav epub:type="toc"><ol><li><a href="text/one.xhtml#s">Letters</a></li>'
            '<li><a href="text/two%20b.xhtml">Orchards</a></li></ol></nav></body></html>'
        ),
        "OEBPS/toc.ncx": '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/></ncx>',
        "OEBPS/text/one.xhtml": chapter("Letters", FIRST),
        "OEBPS/text/two b.xhtml": chapter("Orchards", SECOND),
    }


# ------------------------------------------------------------------------------- text of a kind

HTML = (
    f"<!DOCTYPE html><title>Letters</title><h1>Letters</h1><p>{FIRST}</p><ul><li>{SECOND}</ul>"
    "<table><tr><th>Name<th>Year<tr><td>Anna<td>1901</table>"
).encode()
RTF = (rf"{{\rtf1\ansi\deff0{{\fonttbl{{\f0 Arial;}}}}\f0 {FIRST}\par {SECOND}\par}}").encode()
CSV = f"Text;Amount\n{FIRST};12,50\n{SECOND};1.234,00\n".encode()
SRT = (
    f"1\n00:00:01,000 --> 00:00:02,000\n{FIRST}\n\n2\n00:00:03,000 --> 00:00:04,000\n{SECOND}\n"
).encode()
CODE = f'def write():\n    """{FIRST}"""\n\n\ndef plant():\n    return "{SECOND}"\n'.encode()


def eml() -> bytes:
    """A message with a table and a PDF attached."""
    return bytes(
        make_message(
            "Letters",
            f"{FIRST}\n{SECOND}",
            ("table.csv", "text/csv", CSV),
            ("page.pdf", "application/pdf", text_pdf([[FIRST]])),
        )
    )


def mbox() -> bytes:
    """A mailbox of two messages."""
    messages = (bytes(make_message("One", FIRST)), bytes(make_message("Two", SECOND)))
    return b"".join(
        b"From a@example.org Tue Mar 12 10:00:00 2024\n" + each + b"\n" for each in messages
    )


def mhtml() -> bytes:
    """A page that was saved as one file."""
    return (
        b"From: <Saved>\nSubject: x\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/related; boundary="B"\n\n--B\nContent-Type: text/html\n\n'
        + HTML
        + b"\n--B--\n"
    )


VALID: Mapping[str, Callable[[], bytes]] = {
    "pdf": lambda: text_pdf([[FIRST], [SECOND]]),
    "text": lambda: f"{FIRST}\n\n{SECOND}\n".encode(),
    "markdown": lambda: f"# Letters\n\n{FIRST}\n\n- {SECOND}\n".encode(),
    "csv": lambda: CSV,
    "subtitles": lambda: SRT,
    "code": lambda: CODE,
    "html": lambda: HTML,
    "mhtml": mhtml,
    "email": eml,
    "mbox": mbox,
    "epub": lambda: zipped(epub_parts()),
    "docx": lambda: zipped(docx_parts()),
    "pptx": lambda: zipped(pptx_parts()),
    "xlsx": lambda: zipped(xlsx_parts()),
    "odt": lambda: zipped(open_document_parts("text")),
    "ods": lambda: zipped(open_document_parts("spreadsheet")),
    "odp": lambda: zipped(open_document_parts("presentation")),
    "rtf": lambda: RTF,
}
"""By the name of the format, as the registry has it. Pictures and .xls are made by no code here:
the first hold no text without recognition, the second only Excel and LibreOffice write."""
