"""The numbers that Word writes before paragraphs, counted as Word does (ECMA-376 part 1, 17.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.ingest.readers.ooxml import Element, attribute, child, children, is_on

LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_MOST = 32_767  # as Word counts


@dataclass(slots=True)
class _Level:
    start: int = 1
    format: str = "decimal"
    text: str = ""
    legal: bool = False  # every number in it is written in figures
    restart: int | None = None  # only a paragraph of this level (from 1) or above starts it anew


@dataclass(slots=True)
class _Counting:
    """The counters of one abstract list, shared by all lists that are made from it."""

    values: list[int | None] = field(default_factory=lambda: [None] * LEVELS)
    begun: set[str] = field(default_factory=set)  # lists whose own start has been taken


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands before a paragraph: "-" for a bullet, else as "1.", "(a)", "Art. 5"."""

    text: str
    level: int  # from 0


class Numbering:
    """Counts through a document. `mark` must be asked of every numbered paragraph, in order."""

    def __init__(self, numbering: Element | None) -> None:
        """`numbering` is the root of the part word/numbering.xml, None without."""
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, tuple[str, dict[int, _Level], dict[int, int]]] = {}
        self._style_links: dict[str, str] = {}  # abstract list: the list style that defines it
        self._defines: dict[str, str] = {}  # list style: the abstract list that is its definition
        self._counting: dict[str, _Counting] = {}
        for each in children(numbering, "abstractNum"):
            self._read_abstract(each)
        for each in children(numbering, "num"):
            self._read_list(each)

    def _read_abstract(self, element: Element) -> None:
        name = attribute(element, "abstractNumId") or ""
        self._abstract[name] = {_index(each): _level(each) for each in children(element, "lvl")}
        link = attribute(child(element, "numStyleLink"), "val")
        if link:
            self._style_links[name] = link
        defined = attribute(child(element, "styleLink"), "val")
        if defined:
            self._defines[defined] = name

    def _read_list(self, element: Element) -> None:
        abstract = attribute(child(element, "abstractNumId"), "val") or ""
        levels: dict[int, _Level] = {}
        starts: dict[int, int] = {}
        for each in children(element, "lvlOverride"):
            own = child(each, "lvl")
            if own is not None:
                levels[_index(each)] = _level(own)
            start = _number(attribute(child(each, "startOverride"), "val"))
            if start is not None:
                starts[_index(each)] = start
        self._lists[attribute(element, "numId") or ""] = (abstract, levels, starts)

    def mark(self, list_id: str, level: int) -> Mark | None:
        """Count a paragraph of list `list_id` at `level` (from 0); None where nothing is shown."""
        if list_id not in self._lists or not 0 <= level < LEVELS:
            return None
        abstract, own, starts = self._lists[list_id]
        link = self._style_links.get(abstract)
        abstract = self._defines.get(link, abstract) if link else abstract
        levels = {**self._abstract.get(abstract, {}), **own}
        here = levels.get(level)
        if here is None:
            return None
        counting = self._counting.setdefault(abstract, _Counting())
        if list_id not in counting.begun:
            counting.begun.add(list_id)
            for each, start in starts.items():
                counting.values[each] = start - 1
        _advance(counting.values, levels, level)
        if here.format == "bullet":
            return Mark("-", level)
        text = _PLACE.sub(
            lambda match: _written(counting.values, levels, int(match[1]) - 1, here.legal),
            here.text,
        )
        return Mark(text.strip(), level) if text.strip() else None


def _advance(values: list[int | None], levels: dict[int, _Level], level: int) -> None:
    start = levels[level].start
    before = values[level]
    values[level] = start if before is None else min(_MOST, before + 1)
    for above in range(level):  # a list may begin at a deeper level
        if values[above] is None:
            values[above] = levels[above].start if above in levels else 1
    for below in range(level + 1, LEVELS):
        restart = levels[below].restart if below in levels else None
        if restart is None or (restart > 0 and level < restart):
            values[below] = None


def _written(values: list[int | None], levels: dict[int, _Level], level: int, legal: bool) -> str:
    definition = levels.get(level, _Level())
    value = values[level]
    number = definition.start if value is None else value
    return write_number(number, "decimal" if legal else definition.format)


def write_number(number: int, form: str) -> str:
    """`number` in one of Word's number formats; figures for those that are not known."""
    if form in ("none", "bullet"):
        return ""
    if number >= 1:
        if form in ("upperRoman", "lowerRoman"):
            text = _roman(number)
            return text.upper() if form == "upperRoman" else text
        if form in ("upperLetter", "lowerLetter"):
            letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
            return letter.upper() if form == "upperLetter" else letter
    return f"{number:02d}" if form == "decimalZero" else str(number)


def _roman(number: int) -> str:
    parts = []
    for value, sign in _ROMAN:
        parts.append(sign * (number // value))
        number %= value
    return "".join(parts)


def _level(element: Element) -> _Level:
    start = _number(attribute(child(element, "start"), "val"))
    return _Level(
        1 if start is None else start,
        attribute(child(element, "numFmt"), "val") or "decimal",
        attribute(child(element, "lvlText"), "val") or "",
        is_on(child(element, "isLgl")),
        _number(attribute(child(element, "lvlRestart"), "val")),
    )


def _index(element: Element) -> int:
    return _number(attribute(element, "ilvl")) or 0


def _number(text: str | None) -> int | None:
    try:
        return max(-_MOST, min(_MOST, int(text or "")))
    except ValueError:
        return None
