"""The text of Word's paragraphs: what a reader of the printed page sees.

Insertions are kept and deletions left out, as if all changes were accepted; hidden text, comments,
placeholders that nobody filled in and page numbers are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from app.ingest.readers.ooxml import Element, attribute, child, children, descendants, is_on, local

_LEFT_OUT = frozenset(
    ("del", "moveFrom", "delText", "instrText", "delInstrText", "pPr", "rPr", "sdtPr", "sdtEndPr")
)
_PAGE_FIELDS = ("PAGE", "NUMPAGES", "SECTIONPAGES", "PAGEREF", "SECTION")
# Boxes and ticks of Wingdings and Symbol, which forms are ticked with (the private use area).
_SYMBOLS = {
    **dict.fromkeys(("f06f", "f0a8", "f071", "f072"), "☐"),
    **dict.fromkeys(("f0fe", "f052"), "☑"),
    **dict.fromkeys(("f0fd", "f078", "f053"), "☒"),
    **dict.fromkeys(("f0fc",), "✓"),
    **dict.fromkeys(("f0fb",), "✗"),
    **dict.fromkeys(("f0b7", "f0a7", "f0d8", "f076"), "•"),
    **dict.fromkeys(("f0e0", "f0ae"), "→"),
}
_SYMBOL_FONT = re.compile("[\uf000-\uf0ff]")


@dataclass(slots=True)
class Text:
    """The text of a paragraph, and what hangs on it: ids of notes, roots of text boxes."""

    parts: list[str] = field(default_factory=list)
    footnotes: list[tuple[str, str]] = field(default_factory=list)  # kind and id
    boxes: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text, with the line breaks that it has."""
        return "".join(self.parts)


class TextReader:
    """Reads paragraphs one after the other, since a field may run over several."""

    def __init__(self, name_note: Callable[[str, str], str]) -> None:
        """`name_note` gives a note ("footnote" or "endnote", id) the mark that stands for it."""
        self._name_note = name_note
        self._fields: list[_Field] = []

    def read(self, paragraph: Element, into: Text) -> None:
        """Add the text of `paragraph` (w:p) to `into`."""
        for each in children(paragraph):
            self._take(each, into)

    def begin_story(self) -> None:
        """What follows is another text, as a header or a note: no field runs into it."""
        self._fields = []

    def _take(self, element: Element, into: Text) -> None:
        name = local(element)
        if name in _LEFT_OUT:
            if name == "instrText" and self._fields and not self._fields[-1].shows:
                self._fields[-1].instruction += element.text or ""
        elif name == "r":
            self._take_run(element, into)
        elif name == "fldSimple":
            if not _counts_pages(attribute(element, "instr") or ""):
                self._take_all(element, into)
        elif name == "sdt":
            if child(element, "sdtPr", "showingPlcHdr") is None:
                self._take_all(child(element, "sdtContent"), into)
        elif name == "ruby":
            self._take_all(child(element, "rubyBase"), into)
        elif name == "t":
            self._add(element.text or "", into)  # of a formula, whose runs have no properties
        elif name in ("pict", "drawing", "object"):
            into.boxes += descendants(element, "txbxContent")
        else:  # hyperlinks, insertions, smart tags, formulas
            self._take_all(element, into)

    def _take_all(self, element: Element | None, into: Text) -> None:
        for each in children(element):
            self._take(each, into)

    def _take_run(self, run: Element, into: Text) -> None:
        if is_on(child(run, "rPr", "vanish")):
            return
        for each in children(run):
            name = local(each)
            if name == "t":
                self._add(each.text or "", into)
            elif name == "tab":
                self._add("\t", into)
            elif name in ("br", "cr"):
                self._add("\n", into)
            elif name == "noBreakHyphen":
                self._add("-", into)
            elif name == "sym":
                self._add(_symbol(attribute(each, "char") or ""), into)
            elif name == "fldChar":
                self._take_field(attribute(each, "fldCharType") or "")
            elif name in ("footnoteReference", "endnoteReference"):
                kind, number = name.removesuffix("Reference"), attribute(each, "id") or ""
                into.footnotes.append((kind, number))
                self._add(self._name_note(kind, number), into)
            else:
                self._take(each, into)

    def _take_field(self, type_: str) -> None:
        if type_ == "begin":
            self._fields.append(_Field())
        elif type_ == "separate" and self._fields:
            self._fields[-1].shows = True
        elif type_ == "end" and self._fields:
            self._fields.pop()

    def _add(self, text: str, into: Text) -> None:
        if text and all(each.is_read for each in self._fields):
            into.parts.append(_SYMBOL_FONT.sub(lambda sign: _symbol(f"{ord(sign[0]):x}"), text))


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    shows: bool = False  # what is read now is its result

    @property
    def is_read(self) -> bool:
        """Whether the text at hand is a result that tells something."""
        return self.shows and not _counts_pages(self.instruction)


def _symbol(code: str) -> str:
    """The sign of a symbol font by its code, "" where it is not known."""
    return _SYMBOLS.get(code.lower(), "")


def _counts_pages(instruction: str) -> bool:
    words = instruction.split(maxsplit=1)
    return bool(words) and words[0].upper() in _PAGE_FIELDS
