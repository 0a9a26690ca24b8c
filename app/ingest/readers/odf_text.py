"""The text of OpenDocument files: paragraphs, headings, lists, tables, notes, frames.

Text that tracked changes deleted is stored apart and left out; so are comments, tables of
contents, page numbers and hidden text.
"""

from __future__ import annotations

import re

from app.ingest.readers.delimited import has_header
from app.ingest.readers.odf_styles import LEVELS, ListLevel, OdfStyles
from app.ingest.readers.ooxml import Element, attribute, child, children, descendants, local
from app.ingest.readers.unstyled_headings import unstyled_level
from app.ingest.readers.whole_number import is_whole_number, whole_number
from app.ingest.structured import MAX_CELL, StructuredText, one_line

MAX_REPEATED = 1_000  # times that one cell or row with text is repeated
_LEFT_OUT = frozenset(
    (
        *("annotation", "annotation-end", "tracked-changes", "change-start", "change-end"),
        *("table-of-content", "alphabetical-index", "illustration-index", "table-index"),
        *("page-number", "page-count", "hidden-text", "hidden-paragraph", "note", "forms"),
        *("sequence-decls", "variable-decls", "user-field-decls", "desc", "title", "script"),
        *("soft-page-break", "ruby-text", "event-listeners"),
    )
)
_FRAMES = frozenset(("frame", "text-box", "custom-shape", "rect", "ellipse", "g", "a", "object"))
_MOST_SPACES = 100
_SPACE = re.compile(r"[ \t\r\n]+")


class OdfText:
    """Writes what is found below an element into `out`, in order."""

    def __init__(self, styles: OdfStyles, out: StructuredText, *, styled: bool = True) -> None:
        """`styled` tells that headings are told as such, so that bold paragraphs are none."""
        self._styles = styles
        self._out = out
        self._styled = styled
        self._outline = [0] * (LEVELS + 1)
        self._running: dict[str, list[int]] = {}  # list by style or id: where its numbers are
        self._notes = 0
        self._waiting: list[tuple[str, Element]] = []  # mark and note; "" and frame
        self.title: str | None = None
        """The paragraph that is styled as the title."""
        self.opening = ""
        """The first paragraph, "" where a heading comes first."""

    def add_all(self, parent: Element | None) -> None:
        """Everything below `parent`."""
        for each in children(parent):
            self.add_element(each)

    def add_element(self, element: Element) -> None:
        """One element, and what is below it."""
        name = local(element)
        if name in _LEFT_OUT:
            return
        if name == "h":
            self._add_heading(element)
        elif name == "p":
            self._add_paragraph(element)
        elif name == "list":
            self._add_list(element, attribute(element, "style-name"), [])
        elif name == "table":
            self.add_table(element)
        else:  # sections, text boxes, frames, index bodies
            self.add_all(element)

    # ------------------------------------------------------------------------------- paragraphs

    def _add_heading(self, element: Element) -> None:
        level = whole_number(attribute(element, "outline-level"), 1, least=1, most=LEVELS)
        text = one_line(self.plain(element))
        number = ""
        levels = [self._styles.outline.get(each, ListLevel()) for each in range(1, level + 1)]
        numbered = attribute(element, "is-list-header") != "true"
        if text and numbered and level < len(self._outline):
            self._outline[level] += 1
            self._outline[level + 1 :] = [0] * (len(self._outline) - level - 1)
            if levels[-1].form:
                counts = [each or 1 for each in self._outline[1 : level + 1]]
                number = levels[-1].mark(counts, levels)
        self._out.heading(level, f"{number} {text}".strip() if text else "")
        self._add_waiting()

    def _add_paragraph(self, element: Element) -> None:
        text = self.plain(element)
        if text.strip() and self._styles.is_title(attribute(element, "style-name")):
            self.title = self.title or one_line(text)
            self._out.heading(1, text)
        else:
            level = 0
            if not self._styled:
                level = unstyled_level(text, bold=self._is_bold(element))
            if level:
                self._out.heading(level, text)
            else:
                if text.strip() and self._out.title is None:
                    self.opening = self.opening or text
                self._out.paragraph(text)
        self._add_waiting()

    def _is_bold(self, paragraph: Element) -> bool:
        """Whether all the text of a paragraph is bold."""
        base = self._styles.is_bold(attribute(paragraph, "style-name")) or False
        if (paragraph.text or "").strip() and not base:
            return False
        for each in paragraph:
            own = self._styles.is_bold(attribute(each, "style-name"))
            bold = base if own is None else own
            if ("".join(map(str, each.itertext())).strip() and not bold) or (
                (each.tail or "").strip() and not base
            ):
                return False
        return base or any(True for _ in paragraph)

    def _add_waiting(self) -> None:
        """Notes and frames stand behind the paragraph that they hang on."""
        waiting, self._waiting = self._waiting, []
        for mark, each in waiting:
            if mark:
                lines = [self.plain(inner) for inner in _paragraphs(each)]
                self._out.paragraph(f"{mark}: {one_line(' '.join(lines))}")
            else:
                self.add_all(each)

    def plain(self, element: Element) -> str:
        """The text of a paragraph; notes and frames in it are kept for later."""
        parts = [_collapsed(element.text)]
        for each in element:
            name = local(each)
            if name == "s":
                parts.append(" " * whole_number(attribute(each, "c"), 1, most=_MOST_SPACES))
            elif name == "tab":
                parts.append("\t")
            elif name == "line-break":
                parts.append("\n")
            elif name == "note":
                self._notes += 1
                body = child(each, "note-body")
                mark = f"[^{self._notes}]"
                if body is not None:
                    self._waiting.append((mark, body))
                    parts.append(mark)
            elif name in _FRAMES and name != "a":
                self._waiting.append(("", each))
            elif name and name not in _LEFT_OUT:
                parts.append(self.plain(each))
            parts.append(_collapsed(each.tail))
        return "".join(parts)

    # ------------------------------------------------------------------------------------ lists

    def _add_list(self, element: Element, style: str | None, above: list[int]) -> None:
        """A list and those within it; `above` are the numbers of the items around it."""
        level = len(above) + 1
        style = attribute(element, "style-name") or style
        key = f"{style}:{level}"
        goes_on = attribute(element, "continue-numbering") == "true" or related_list(element)
        number: int | None = None
        if goes_on and key in self._running:
            number = self._running[key][-1]
        for item in children(element, "list-item", "list-header"):
            first = next(children(item, "p", "h"), None)
            paragraph = attribute(first, "style-name") if first is not None else None
            marks = [
                self._styles.list_level(style, paragraph, each) for each in range(1, level + 1)
            ]
            start = attribute(item, "start-value")
            numbered = local(item) == "list-item"
            if numbered and first is not None:
                if is_whole_number(start):
                    number = whole_number(start, 1)
                else:
                    number = marks[-1].start if number is None else number + 1
            mark = marks[-1].mark([*above, number or 1], marks) if numbered else ""
            for each in children(item):
                if local(each) == "list":
                    self._add_list(each, style, [*above, number or 1])
                elif local(each) == "p":
                    text = self.plain(each)
                    if mark and text.strip():
                        self._out.item(text, level - 1, mark)
                        mark = ""
                    else:
                        self._out.paragraph(text)
                    self._add_waiting()
                else:
                    self.add_element(each)
        if number is not None:
            self._running[key] = [number]

    # ----------------------------------------------------------------------------------- tables

    def add_table(self, table: Element) -> None:
        """A table; one that arranges text on the page is written cell by cell."""
        rows, named = _rows(table)
        cells = [list(children(row, "table-cell", "covered-table-cell")) for row in rows]
        if all(len(row) <= 1 for row in cells) or any(
            map(_lays_out, (c for r in cells for c in r))
        ):
            for row in cells:
                for cell in row:
                    self.add_all(cell)
            return
        texts = [[text for cell in row for text in self._cell(cell)] for row in cells]
        self._out.table(texts, header=named or has_header(texts))
        self._add_waiting()

    def _cell(self, cell: Element) -> list[str]:
        """The text of a cell, as often as it is repeated; nothing of a covered one."""
        covered = local(cell) == "covered-table-cell"
        lines = [] if covered else [self.plain(each) for each in _paragraphs(cell)]
        text = "\n".join(line for line in lines if line.strip())
        return [text] * repeated(cell, "number-columns-repeated")


def related_list(element: Element) -> bool:
    """Whether a list goes on with the numbers of an earlier one."""
    return attribute(element, "continue-list") is not None


def repeated(element: Element, name: str) -> int:
    """How often a cell or row is repeated, at least 1, within bounds."""
    return whole_number(attribute(element, name), 1, least=1, most=MAX_REPEATED)


def _rows(table: Element) -> tuple[list[Element], bool]:
    """The rows of a table, and whether the first of them are header rows."""
    found: list[Element] = []
    named = False
    for each in children(table):
        name = local(each)
        if name == "table-row":
            found.append(each)
        elif name in ("table-header-rows", "table-rows", "table-row-group"):
            named = named or (name == "table-header-rows" and not found)
            found += _rows(each)[0]
    return found, named


def _paragraphs(cell: Element) -> list[Element]:
    """The paragraphs of a cell, those in lists and frames too, not those in comments."""
    found: list[Element] = []
    for each in children(cell):
        if local(each) in ("p", "h"):
            found.append(each)
        elif local(each) not in _LEFT_OUT:
            found += _paragraphs(each)
    return found


def _lays_out(cell: Element) -> bool:
    """Whether a cell holds a table, a heading, or more text than a cell has."""
    if any(True for name in ("table", "h") for _ in descendants(cell, name)):
        return True
    return sum(len(text) for each in _paragraphs(cell) for text in each.itertext()) > MAX_CELL


def _collapsed(text: str | None) -> str:
    """A text node: a run of white space in it is one space; tabs and breaks are elements."""
    return _SPACE.sub(" ", text or "")
