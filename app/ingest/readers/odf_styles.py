"""What the styles of an OpenDocument file say: languages, list marks, hidden sheets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.ingest.readers.docx_numbering import write_number
from app.ingest.readers.ooxml import Element, attribute, children, descendants, local
from app.ingest.readers.whole_number import whole_number

LEVELS = 10  # of headings and lists, as OpenDocument has them

_BASES = 20  # styles that are based on one another, at most
_FORMS = {
    "1": "decimal",
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
}


@dataclass(frozen=True, slots=True)
class ListLevel:
    """How the items of one level are marked. `form` is "" for bullets, and for no mark at all."""

    form: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    levels: int = 1  # how many levels' numbers are shown

    def mark(self, numbers: list[int], above: list[ListLevel]) -> str:
        """The mark of the item with `numbers`, outermost first; `above` are the levels of these."""
        if not self.form:
            return "-"
        shown = list(zip(numbers, above, strict=True))[-self.levels :]
        written = [write_number(number, _FORMS.get(level.form, "")) for number, level in shown]
        return f"{self.prefix}{'.'.join(filter(None, written))}{self.suffix}".strip()


class OdfStyles:
    """The styles of content.xml and styles.xml together."""

    def __init__(self, roots: Iterable[Element | None]) -> None:
        """The later of two styles of one name counts, so that content.xml comes last."""
        self._lists: dict[str, dict[int, ListLevel]] = {}
        self._list_of_style: dict[str, str] = {}
        self._parents: dict[str, str] = {}
        self._hidden: set[str] = set()
        self._bold: dict[str, bool] = {}
        self._families: dict[str, str] = {}
        self.language = ""
        self.outline: dict[int, ListLevel] = {}
        """How headings are numbered, by their level from 1."""
        for root in roots:
            for group in children(root, "styles", "automatic-styles"):
                for each in children(group):
                    self._read(each)

    def _read(self, element: Element) -> None:
        name = attribute(element, "name") or ""
        kind = local(element)
        if kind == "list-style":
            self._lists[name] = _levels(element)
        elif kind == "outline-style":
            self.outline = _levels(element)
        elif kind == "style":
            listed = attribute(element, "list-style-name")
            if listed:
                self._list_of_style[name] = listed
            self._parents[name] = attribute(element, "parent-style-name") or ""
            self._families[name] = attribute(element, "display-name") or name
            for each in children(element, "text-properties"):
                weight = attribute(each, "font-weight")
                if weight is not None:
                    self._bold[name] = weight in ("bold", "600", "700", "800", "900")
            for each in children(element, "table-properties", "drawing-page-properties"):
                if attribute(each, "display") == "false" or (
                    attribute(each, "visibility") == "hidden"
                ):
                    self._hidden.add(name)
        elif kind == "default-style" and attribute(element, "family") == "paragraph":
            for each in descendants(element, "text-properties"):
                self.language = attribute(each, "language") or self.language

    def list_level(self, list_style: str | None, paragraph: str | None, level: int) -> ListLevel:
        """How items at `level` (from 1) are marked, by the list's style or the paragraph's."""
        name = list_style or ""
        style = paragraph or ""
        for _ in range(_BASES):
            if name in self._lists or not style:
                break
            name = self._list_of_style.get(style, "")
            style = self._parents.get(style, "")
        return self._lists.get(name, {}).get(level, ListLevel())

    def is_hidden(self, name: str | None) -> bool:
        """Whether sheets or slides of this style are not shown."""
        return name in self._hidden

    def is_bold(self, name: str | None) -> bool | None:
        """Whether text of this style is bold, None where neither it nor those that it is made
        from say so."""
        style = name or ""
        for _ in range(_BASES):
            if style in self._bold:
                return self._bold[style]
            style = self._parents.get(style, "")
        return None

    def is_title(self, name: str | None) -> bool:
        """Whether a paragraph style is that of the document's title, or made from it."""
        style = name or ""
        for _ in range(_BASES):
            if style in ("Title", "Titolo"):
                return True
            style = self._parents.get(style, "")
            if not style:
                return False
        return False


def _levels(element: Element) -> dict[int, ListLevel]:
    found = {}
    for each in children(element):
        level = whole_number(attribute(each, "level"), 0, most=LEVELS)
        if not level:
            continue
        form = attribute(each, "num-format") or ""
        bullet = local(each) in ("list-level-style-bullet", "list-level-style-image")
        found[level] = ListLevel(
            "" if bullet else form,
            attribute(each, "num-prefix") or "",
            attribute(each, "num-suffix") or "",
            whole_number(attribute(each, "start-value"), 1),
            whole_number(attribute(each, "display-levels"), 1, most=LEVELS),
        )
    return found
