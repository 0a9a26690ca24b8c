"""A script as a DOCX file with real footnotes, for Word and LibreOffice. No Qt.

A word processor counts footnotes by itself, in the order of their first references; where a
footnote is referred to again, a field (NOTEREF) repeats its number.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Generator, Iterator
from datetime import UTC, datetime

from app.core.types import Support
from app.ui import export_docx_parts as parts
from app.ui.export_values import Cell, Grid, Note, Para, Role, Run, Script, part_references
from app.ui.export_words import note_text
from app.ui.richtext import escape
from app.ui.steps import finish

_STYLES = {
    Role.QUESTION: "Heading1",
    Role.HEADING: "Heading2",
    Role.BULLET: "ListParagraph",
    Role.NUMBERED: "ListParagraph",
    Role.QUOTE: "Quote",
    Role.CODE: "Code",
    Role.REMARK: "Remark",
}
_UNDERLINES = {Support.PARTLY: ("dotted", "7F5200"), Support.UNSUPPORTED: ("wave", "A9261D")}
_STEP = 360  # twentieths of a point: a level of a list


def docx(script: Script, made: datetime) -> bytes:
    """The whole file. `made` is written into it as the time at which it was made."""
    return finish(docx_steps(script, made))


def docx_steps(script: Script, made: datetime) -> Generator[None, None, bytes]:
    """The same in steps, a paragraph or footnote each."""
    contents = {
        "[Content_Types].xml": parts.CONTENT_TYPES,
        "_rels/.rels": parts.PACKAGE_RELATIONS,
        "docProps/core.xml": _properties(script, made),
        "word/_rels/document.xml.rels": parts.DOCUMENT_RELATIONS,
        "word/styles.xml": parts.styles(escape(script.language)),
        "word/numbering.xml": parts.numbering(),
        "word/settings.xml": parts.SETTINGS,
        "word/footer1.xml": parts.FOOTER,
    }
    long_ones = {
        "word/document.xml": _Writer().document(script),
        "word/footnotes.xml": _footnotes(script.notes),
    }
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in contents.items():
            archive.writestr(name, text.encode("utf-8"))
            yield
        for name, pieces in long_ones.items():
            with archive.open(name, "w") as part:
                for piece in pieces:
                    part.write(piece.encode("utf-8"))
                    yield
    return whole.getvalue()


class _Writer:
    """Writes the main part, and remembers which footnotes were referred to."""

    def __init__(self) -> None:
        self._referred: set[int] = set()

    def document(self, script: Script) -> Iterator[str]:
        """The part `word/document.xml`, a paragraph or table a piece."""
        yield f"{parts.HEAD}<w:document {parts.NAMESPACES}><w:body>"
        yield _paragraph("Title", _text(script.title))
        for each in script.facts:
            yield _paragraph("Subtitle", _text(each))
        for block in script.body:
            yield self._grid(block) if isinstance(block, Grid) else self._para(block)
        yield f"{parts.SECTION}</w:body></w:document>"

    def _para(self, para: Para) -> str:
        more = ""
        lead = ""
        if para.role is Role.BULLET:
            more = f'<w:numPr><w:ilvl w:val="{para.level}"/><w:numId w:val="1"/></w:numPr>'
        elif para.role is Role.NUMBERED:  # as the text counts, which a list would not follow
            left = _STEP * (para.level + 1)
            more = f'<w:ind w:left="{left}" w:hanging="{_STEP}"/>'
            lead = f"<w:r><w:t>{escape(para.number)}.</w:t></w:r><w:r><w:tab/></w:r>"
        return _paragraph(_STYLES.get(para.role, ""), lead + self._line(para.runs), more)

    def _grid(self, grid: Grid) -> str:
        columns = len(grid.rows[0])
        width = parts.TEXT_WIDTH // columns
        edges = "".join(
            f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="C6C0B4"/>'
            for side in ("top", "left", "bottom", "right", "insideH", "insideV")
        )
        rows = []
        for number, row in enumerate(grid.rows):
            head = "" if number else "<w:trPr><w:tblHeader/></w:trPr>"
            shade = "" if number else '<w:shd w:val="clear" w:color="auto" w:fill="F1EEE8"/>'
            cells = "".join(
                f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{shade}</w:tcPr>'
                f"{_paragraph('', self._line(cell))}</w:tc>"
                for cell in row
            )
            rows.append(f"<w:tr>{head}{cells}</w:tr>")
        grid_columns = f'<w:gridCol w:w="{width}"/>' * columns
        return (
            '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/>'
            f"<w:tblBorders>{edges}</w:tblBorders></w:tblPr>"
            f"<w:tblGrid>{grid_columns}</w:tblGrid>{''.join(rows)}</w:tbl>"
            f"{_paragraph('', '')}"  # two tables in a row would become one
        )

    def _line(self, cell: Cell) -> str:
        return "".join(
            self._reference(each.note) if each.note else _text(each.text, _looks(each))
            for each in part_references(cell)
        )

    def _reference(self, number: int) -> str:
        if number in self._referred:
            style = '<w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
            return (
                f'<w:r>{style}<w:fldChar w:fldCharType="begin"/></w:r><w:r>{style}'
                f'<w:instrText xml:space="preserve"> NOTEREF _Note{number} \\f \\h </w:instrText>'
                f'</w:r><w:r>{style}<w:fldChar w:fldCharType="separate"/></w:r><w:r>{style}'
                f'<w:t>{number}</w:t></w:r><w:r>{style}<w:fldChar w:fldCharType="end"/></w:r>'
            )
        self._referred.add(number)
        return (
            f'<w:bookmarkStart w:id="{number}" w:name="_Note{number}"/>'
            '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>'
            f'<w:footnoteReference w:id="{number}"/></w:r><w:bookmarkEnd w:id="{number}"/>'
        )


def _footnotes(notes: tuple[Note, ...]) -> Iterator[str]:
    yield f"{parts.HEAD}<w:footnotes {parts.NAMESPACES}>{parts.SEPARATORS}"
    for each in notes:
        yield (
            f'<w:footnote w:id="{each.number}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr>'
            '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
            f"{_text(' ' + note_text(each))}</w:p></w:footnote>"
        )
    yield "</w:footnotes>"


def _paragraph(style: str, body: str, more: str = "") -> str:
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{more}</w:pPr>{body}</w:p>"


def _looks(run: Run) -> str:
    """The properties of a run, in the order that the schema asks for."""
    looks = []
    if run.code:
        looks.append('<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>')
    if run.bold:
        looks.append("<w:b/>")
    if run.italic:
        looks.append("<w:i/>")
    if run.support in _UNDERLINES:
        line, colour = _UNDERLINES[run.support]
        looks.append(f'<w:u w:val="{line}" w:color="{colour}"/>')
    if run.raised:
        looks.append('<w:vertAlign w:val="superscript"/>')
    return "".join(looks)


def _text(text: str, looks: str = "") -> str:
    """Runs for a text; its line feeds and tabs are breaks and tabs."""
    style = f"<w:rPr>{looks}</w:rPr>" if looks else ""
    pieces = []
    for number, line in enumerate(text.split("\n")):
        if number:
            pieces.append(f"<w:r>{style}<w:br/></w:r>")
        for at, part in enumerate(line.split("\t")):
            if at:
                pieces.append(f"<w:r>{style}<w:tab/></w:r>")
            if part:
                body = escape(part)
                pieces.append(f'<w:r>{style}<w:t xml:space="preserve">{body}</w:t></w:r>')
    return "".join(pieces)


def _properties(script: Script, made: datetime) -> str:
    moment = made.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    dublin = "http://purl.org/dc"
    schema = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    kind = 'xsi:type="dcterms:W3CDTF"'
    return (
        f'{parts.HEAD}<cp:coreProperties xmlns:cp="{schema}" '
        f'xmlns:dc="{dublin}/elements/1.1/" xmlns:dcterms="{dublin}/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(script.title)}</dc:title><dc:creator>Margine</dc:creator>"
        f"<dcterms:created {kind}>{moment}</dcterms:created>"
        f"<dcterms:modified {kind}>{moment}</dcterms:modified></cp:coreProperties>"
    )
