"""Word documents (.docx): text in reading order with headings, lists, tables and notes.

A document has no pages before some program has laid it out, so that its text is one page.
"""

from __future__ import annotations

from pathlib import Path

from app.core.errors import NoTextError
from app.ingest.readers.delimited import has_header
from app.ingest.readers.docx_numbering import Numbering
from app.ingest.readers.docx_styles import ParagraphStyle, Styles
from app.ingest.readers.docx_text import Text, TextReader
from app.ingest.readers.ooxml import (
    Element,
    Package,
    attribute,
    child,
    children,
    descendants,
    is_on,
    local,
    related_id,
)
from app.ingest.readers.text import WholeText
from app.ingest.readers.titles import choose_title
from app.ingest.readers.unstyled_headings import MOST_STYLED, unstyled_level
from app.ingest.readers.whole_number import whole_number
from app.ingest.structured import MAX_CELL, StructuredText, one_line

_REPEATED = 80  # characters of a cell that is merged over rows, to be told in each of them
_MAX_SPAN = 100  # columns that a cell may span
_WRAPPERS = ("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag")


def open_docx(path: Path, password: str = "") -> WholeText:
    """Open a Word document. Raises what `Package` and `ZippedFile` raise, NoTextError where
    it holds no text."""
    package = Package(path, password, "word")
    try:
        document = _Document(package)
        text = document.read()
        if not text.strip():
            raise NoTextError("The document holds no text.")
        stated = package.core_property("title")
        title = choose_title(stated, document.title, text, document.opening)
        return WholeText("docx", title, text, "docx")
    finally:
        package.close()


class _Document:
    """Reads the stories of one document: header, body, footer; notes where they are referred to."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._styles = Styles(self._part("styles"))
        self._numbering = Numbering(self._part("numbering"))
        self._notes = {kind: self._read_notes(kind) for kind in ("footnote", "endnote")}
        self._note_names: dict[tuple[str, str], str] = {}
        self._text = TextReader(self._name_note)
        self._out = StructuredText()
        self._held: Text | None = None  # of a paragraph whose end was deleted
        self._title: str | None = None
        self._styled = True  # whether the headings are
        self.opening = ""
        """The first paragraph of the body, "" where a heading comes first."""

    @property
    def title(self) -> str | None:
        """The paragraph that is styled as the title, else the first heading."""
        return self._title or self._out.title

    def read(self) -> str:
        """The stored text."""
        root = self._package.zip.tree(self._package.main)
        body = child(root, "body")
        margins = self._marginal_stories(root)
        self._styled = sum(map(self._is_styled, descendants(root, "p"))) > MOST_STYLED
        self._add_margins(margins, "header")
        self._add_blocks(body)
        self._add_margins(margins, "footer")
        return self._out.text

    def _part(self, type_: str) -> Element | None:
        found = self._package.related(self._package.main, type_)
        return self._package.zip.tree(found[0]) if found else None

    # ------------------------------------------------------------------- headers, footers, notes

    def _marginal_stories(self, root: Element) -> list[tuple[str, Element]]:
        """The headers and footers that the sections name, each part once."""
        targets = {id_: target for id_, (_, target) in self._relations().items()}
        found: dict[str, tuple[str, Element]] = {}
        for section in descendants(root, "sectPr"):
            for each in children(section, "headerReference", "footerReference"):
                target = targets.get(related_id(each) or "", "")
                if target not in found and self._package.zip.has(target):
                    story = local(each).removesuffix("Reference")
                    found[target] = (story, self._package.zip.tree(target))
        return list(found.values())

    def _relations(self) -> dict[str, tuple[str, str]]:
        return self._package.relations(self._package.main)

    def _add_margins(self, stories: list[tuple[str, Element]], kind: str) -> None:
        """The lines of the headers or footers, each once, as one paragraph."""
        lines: dict[str, None] = {}
        for story, root in stories:
            if story == kind:
                self._text.begin_story()
                for paragraph in descendants(root, "p"):
                    text = Text()
                    self._text.read(paragraph, text)
                    line = one_line(text.text)
                    if any(map(str.isalpha, line)):  # "- 3 -" is left of a page number
                        lines.setdefault(line)
        self._text.begin_story()
        self._out.paragraph("\n".join(lines))

    def _read_notes(self, kind: str) -> dict[str, Element]:
        root = self._part(f"{kind}s")
        return {
            attribute(each, "id") or "": each
            for each in children(root, kind)
            if attribute(each, "type") in (None, "normal")
        }

    def _name_note(self, kind: str, number: str) -> str:
        """A mark like Markdown's; numbers in brackets alone are the program's citations."""
        if number not in self._notes[kind]:
            return ""
        name = self._note_names.setdefault((kind, number), str(len(self._note_names) + 1))
        return f"[^{name}]"

    def _add_notes(self, notes: list[tuple[str, str]]) -> None:
        for kind, number in notes:
            note = self._notes[kind].pop(number, None)
            if note is None:
                continue
            fields, self._text = self._text, TextReader(self._name_note)
            text = Text()
            for paragraph in descendants(note, "p"):
                self._text.read(paragraph, text)
                text.parts.append("\n")
            self._text = fields
            body = one_line(text.text)
            if body:
                self._out.paragraph(f"[^{self._note_names[kind, number]}]: {body}")

    # ----------------------------------------------------------------------------------- blocks

    def _add_blocks(self, parent: Element | None) -> None:
        for each in children(parent):
            name = local(each)
            if name == "p":
                self._add_paragraph(each)
            elif name == "tbl":
                self._add_table(each)
            elif name in _WRAPPERS and child(each, "sdtPr", "showingPlcHdr") is None:
                self._add_blocks(each)

    def _add_paragraph(self, paragraph: Element) -> None:
        properties = child(paragraph, "pPr")
        text, self._held = self._held or Text(), None
        self._text.read(paragraph, text)
        if child(properties, "rPr", "del") is not None:
            self._held = text  # its end is deleted: the next paragraph goes on with it
            return
        style = self._styles.style(attribute(child(properties, "pStyle"), "val"))
        if style.contents:
            return
        bold = not self._styled and _is_bold(paragraph, style)
        self._write(text, style, properties, bold=bold)
        self._add_hanging(text)

    def _is_styled(self, paragraph: Element) -> bool:
        """Whether a paragraph is a heading by its style or its own outline level."""
        properties = child(paragraph, "pPr")
        style = self._styles.style(attribute(child(properties, "pStyle"), "val"))
        outline = attribute(child(properties, "outlineLvl"), "val")
        return bool(style.level and not style.contents) or (outline or "9") < "9"

    def _add_hanging(self, text: Text) -> None:
        """Notes and text boxes stand behind the paragraph that they hang on."""
        self._add_notes(text.footnotes)
        for box in text.boxes:
            self._add_blocks(box)

    def _write(
        self, text: Text, style: ParagraphStyle, properties: Element | None, *, bold: bool
    ) -> None:
        body = text.text
        if not body.strip():
            return
        mark, depth = self._mark(style, properties)
        outline = attribute(child(properties, "outlineLvl"), "val")
        level = whole_number(outline, style.level - 1, least=-1) + 1
        if style.title and self._title is None:
            self._title = one_line(body)
        if not level and not self._styled and mark != "-":
            level = unstyled_level(f"{mark} {body}", bold=bold)
        if style.title or 1 <= level <= 9:
            number = mark if mark and mark != "-" else ""
            self._out.heading(max(1, level), f"{number} {body}")
            return
        if self._out.title is None:
            self.opening = self.opening or body
        if mark:
            self._out.item(body, depth, mark)
        else:
            self._out.paragraph(body)

    def _mark(self, style: ParagraphStyle, properties: Element | None) -> tuple[str, int]:
        """What is written before a paragraph, and how deep it is; ("", 0) for none."""
        own = child(properties, "numPr")
        list_id = attribute(child(own, "numId"), "val") or style.list_id
        if not list_id or list_id == "0":
            return "", 0
        depth = attribute(child(own, "ilvl"), "val")
        level = whole_number(depth, style.list_level or 0)
        found = self._numbering.mark(list_id, level)
        return (found.text, found.level) if found else ("", 0)

    # ----------------------------------------------------------------------------------- tables

    def _add_table(self, table: Element) -> None:
        if self._lays_out(table):
            for row in _rows(table):
                for cell in children(row, "tc", "sdt"):
                    self._add_blocks(_cell(cell))
            return
        hanging = Text()
        rows: list[list[str]] = []
        above: dict[int, str] = {}  # the text of the cells that are merged over rows, by column
        named = False
        for row in _rows(table):
            named = named or (not rows and is_on(child(row, "trPr", "tblHeader")))
            cells = [""] * _number(child(row, "trPr", "gridBefore"))
            for each in children(row, "tc", "sdt"):
                cell = _cell(each)
                column = len(cells)
                merge = child(cell, "tcPr", "vMerge")
                text = self._cell_text(cell, hanging)
                if merge is None:
                    above.pop(column, None)
                elif attribute(merge, "val") == "restart":
                    above[column] = text if len(text) <= _REPEATED else ""
                else:
                    text = text or above.get(column, "")
                cells += [text, *[""] * (max(1, _number(child(cell, "tcPr", "gridSpan"))) - 1)]
            rows.append(cells)
        self._out.table(rows, header=named or has_header(rows))
        self._add_hanging(hanging)

    def _lays_out(self, table: Element) -> bool:
        """Whether a table arranges text on the page: its cells hold headings, tables, pages."""
        rows = list(_rows(table))
        if all(len(list(children(row, "tc", "sdt"))) <= 1 for row in rows):
            return True
        for row in rows:
            for each in children(row, "tc", "sdt"):
                cell = _cell(each)
                if any(len(list(_rows(inner))) for inner in descendants(cell, "tbl")):
                    return True
                length = 0
                for paragraph in descendants(cell, "p"):
                    name = attribute(child(paragraph, "pPr", "pStyle"), "val")
                    if self._styles.style(name).level:
                        return True
                    length += sum(len(each.text or "") for each in descendants(paragraph, "t"))
                if length > MAX_CELL:
                    return True
        return False

    def _cell_text(self, cell: Element, hanging: Text) -> str:
        lines = []
        for paragraph in descendants(cell, "p"):
            text = Text()
            self._text.read(paragraph, text)
            if text.text.strip():
                properties = child(paragraph, "pPr")
                style = self._styles.style(attribute(child(properties, "pStyle"), "val"))
                mark, _ = self._mark(style, properties)
                lines.append(f"{mark} {text.text}".strip())
            hanging.footnotes += text.footnotes
            hanging.boxes += text.boxes
        return "\n".join(lines)


def _is_bold(paragraph: Element, style: ParagraphStyle) -> bool:
    """Whether all runs of a paragraph that have text are bold."""
    weights = [
        child(run, "rPr", "b")
        for run in descendants(paragraph, "r")
        if any((each.text or "").strip() for each in children(run, "t"))
    ]
    return bool(weights) and all(
        style.bold if weight is None else is_on(weight) for weight in weights
    )


def _rows(table: Element) -> list[Element]:
    """The rows of a table that are not deleted, those in content controls too."""
    found: list[Element] = []
    for each in children(table):
        if local(each) == "tr":
            if child(each, "trPr", "del") is None:
                found.append(each)
        elif local(each) in _WRAPPERS:
            found += _rows(each)
    return found


def _cell(element: Element) -> Element:
    """The cell itself, where a content control encloses it."""
    inner = child(element, "sdtContent", "tc")
    return inner if inner is not None else element


def _number(element: Element | None) -> int:
    return whole_number(attribute(element, "val"), 0, most=_MAX_SPAN)
