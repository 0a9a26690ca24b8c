"""What the styles of a Word document say of its paragraphs: headings, lists, tables of contents."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.ingest.readers.ooxml import Element, attribute, child, children, is_on
from app.ingest.readers.whole_number import is_whole_number, whole_number

_BASES = 20  # styles that are based on one another, at most
_BODY_LEVEL = 9  # w:outlineLvl of text that is no heading
# Names as they are stored (English for Word's own styles, whatever its language) and as programs
# that do not know better store them.
_HEADING = re.compile(
    r"(?:heading|titolo|titre|überschrift|título|rubrik|kop|nagłówek|заголовок) ?([1-9])\Z",
    re.IGNORECASE,
)
_TITLE = frozenset(("title", "titolo", "titre", "titel", "título"))
_CONTENTS = re.compile(r"(?:toc|sommario|verzeichnis|tm|tdc) ?[1-9]\Z", re.IGNORECASE)


def heading_level(name: str) -> int:
    """The level, from 1, of the headings that a style of this name makes; 0 if it makes none."""
    match = _HEADING.match(name)
    return int(match[1]) if match else 0


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a style comes to. `level` is that of a heading from 1, 0 for none."""

    level: int = 0
    title: bool = False
    bold: bool = False
    contents: bool = False
    list_id: str | None = None
    list_level: int | None = None


class Styles:
    """The paragraph styles of a document."""

    def __init__(self, styles: Element | None) -> None:
        """`styles` is the root of the part word/styles.xml, None without."""
        self._elements: dict[str, Element] = {}
        self._made: dict[str, ParagraphStyle] = {}
        self._default = ""
        for each in children(styles, "style"):
            if attribute(each, "type") in (None, "paragraph"):
                name = attribute(each, "styleId") or ""
                self._elements[name] = each
                if attribute(each, "default") in ("1", "true"):
                    self._default = name

    def style(self, name: str | None) -> ParagraphStyle:
        """The style of this id; the default one for None or an unknown id."""
        if name is None or name not in self._elements:
            # Programs that write no styles still name the headings.
            if name and heading_level(name):
                return ParagraphStyle(level=heading_level(name))
            name = self._default
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> ParagraphStyle:
        level: int | None = None
        title = contents = False
        bold: bool | None = None
        list_id: str | None = None
        list_level: int | None = None
        for element in self._with_bases(name):
            stored = attribute(child(element, "name"), "val") or ""
            title = title or stored.casefold() in _TITLE
            contents = contents or _CONTENTS.match(stored) is not None
            weight = child(element, "rPr", "b")
            if bold is None and weight is not None:
                bold = is_on(weight)
            outline = attribute(child(element, "pPr", "outlineLvl"), "val")
            if level is None and is_whole_number(outline):
                stated = whole_number(outline, 0)
                level = stated + 1 if stated < _BODY_LEVEL else 0
            if level is None and heading_level(stored):
                level = heading_level(stored)
            numbered = child(element, "pPr", "numPr")
            if list_id is None and numbered is not None:
                list_id = attribute(child(numbered, "numId"), "val")
            if list_level is None and numbered is not None:
                depth = attribute(child(numbered, "ilvl"), "val")
                list_level = whole_number(depth, 0) if is_whole_number(depth) else None
        return ParagraphStyle(level or 0, title, bold or False, contents, list_id, list_level)

    def _with_bases(self, name: str) -> list[Element]:
        found: list[Element] = []
        while name in self._elements and len(found) < _BASES:
            found.append(self._elements[name])
            name = attribute(child(found[-1], "basedOn"), "val") or ""
        return found
