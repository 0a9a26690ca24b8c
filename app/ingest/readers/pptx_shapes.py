"""What the shapes of a slide say: text boxes, tables, charts, diagrams, groups of these.

In the order in which they are stored, which is the order in which a screen reader reads a slide;
the title first. What repeats on every slide (date, footer, number) is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.ingest.readers.delimited import has_header
from app.ingest.readers.docx_numbering import write_number
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
from app.ingest.readers.whole_number import whole_number
from app.ingest.structured import StructuredText, one_line

_TITLES = frozenset(("title", "ctrTitle"))
_FURNITURE = frozenset(("dt", "ftr", "sldNum", "hdr", "sldImg"))
_LISTED = frozenset((None, "obj", "body"))  # placeholders whose paragraphs are bullets
_MOST_POINTS = 500  # of a chart
_MAX_TITLE = 150  # characters of a text box that stands in for a missing title
_AUTO_NUMBERS = (
    ("arabic", "decimal"),
    ("alphaLc", "lowerLetter"),
    ("alphaUc", "upperLetter"),
    ("romanLc", "lowerRoman"),
    ("romanUc", "upperRoman"),
)


class ShapeReader:
    """Writes the shapes of one slide or its notes."""

    def __init__(self, package: Package, part: str, out: StructuredText) -> None:
        self._package = package
        self._relations = package.relations(part)
        self._out = out
        self.languages: Counter[str] = Counter()

    def add_slide(self, root: Element) -> None:
        """Everything on a slide, under its title."""
        tree = child(root, "cSld", "spTree")
        shapes = list(_flat(tree)) if tree is not None else []
        title = next((each for each in shapes if _placeholder(each)[0] in _TITLES), None)
        if title is None or not _plain(title):
            title = _stand_in(shapes)
        if title is not None:
            self._out.heading(1, _plain(title))
        for each in shapes:
            if each is not title:
                self._add(each)

    def add_body(self, root: Element) -> None:
        """The body of the notes that belong to a slide."""
        tree = child(root, "cSld", "spTree")
        for each in _flat(tree) if tree is not None else ():
            if _placeholder(each)[0] == "body":
                self._add_text(child(each, "txBody"), bullets=False)

    def _add(self, shape: Element) -> None:
        kind, is_placeholder = _placeholder(shape)
        if kind in _FURNITURE or is_on(child(shape, "nvSpPr", "cNvPr", "hidden")):
            return
        name = local(shape)
        if name == "graphicFrame":
            self._add_frame(shape)
        elif name == "sp":
            bullets = is_placeholder and kind in _LISTED
            self._add_text(child(shape, "txBody"), bullets=bullets)

    def _add_text(self, body: Element | None, *, bullets: bool) -> None:
        counts: dict[int, int] = {}
        for paragraph in children(body, "p"):
            for run in children(paragraph, "r"):
                language = attribute(child(run, "rPr"), "lang")
                if language:
                    self.languages[language] += sum(
                        len(each.text or "") for each in children(run, "t")
                    )
            text = _paragraph(paragraph)
            properties = child(paragraph, "pPr")
            depth = whole_number(attribute(properties, "lvl"), 0)
            number = child(properties, "buAutoNum")
            if not text.strip():
                continue
            if number is None:
                counts.pop(depth, None)
            if number is not None:
                counts[depth] = (
                    counts.get(depth, whole_number(attribute(number, "startAt"), 1) - 1) + 1
                )
                self._out.item(text, depth, _auto_number(attribute(number, "type"), counts[depth]))
            elif child(properties, "buChar") is not None or (
                bullets and child(properties, "buNone") is None
            ):
                self._out.item(text, depth)
            else:
                self._out.paragraph(text)

    # ------------------------------------------------------------- tables, charts, diagrams

    def _add_frame(self, frame: Element) -> None:
        data = child(frame, "graphic", "graphicData")
        for each in children(data):
            name = local(each)
            if name == "tbl":
                self._add_table(each)
            elif name == "chart":
                self._add_chart(related_id(each))
            elif name == "relIds":
                self._add_diagram(related_id(each, "dm"))

    def _add_table(self, table: Element) -> None:
        rows = []
        for row in children(table, "tr"):
            cells = []
            for cell in children(row, "tc"):
                merged = attribute(cell, "hMerge") or attribute(cell, "vMerge")
                body = child(cell, "txBody")
                lines = [] if merged else [_paragraph(each) for each in children(body, "p")]
                cells.append("\n".join(lines))
            rows.append(cells)
        named = attribute(child(table, "tblPr"), "firstRow") in ("1", "true")
        self._out.table(rows, header=named or has_header(rows))

    def _part(self, relation: str | None) -> Element | None:
        _, target = self._relations.get(relation or "", ("", ""))
        return self._package.zip.tree(target) if self._package.zip.has(target) else None

    def _add_chart(self, relation: str | None) -> None:
        root = self._part(relation)
        chart = child(root, "chart")
        if chart is None:
            return
        title = child(chart, "title")
        if title is not None:
            self._out.paragraph(" ".join(_paragraph(each) for each in descendants(title, "p")))
        series = list(descendants(chart, "ser"))
        names = [_first_value(child(each, "tx")) for each in series]
        categories = _points(child(series[0], "cat")) if series else {}
        values = [_points(child(each, "val")) for each in series]
        rows = [["", *names]]
        for index in sorted({*categories, *(key for each in values for key in each)}):
            cells = [each.get(index, "") for each in values]
            rows.append([categories.get(index, str(index + 1)), *cells])
        if len(rows) > 1:
            self._out.table(rows[:_MOST_POINTS], header=any(names))

    def _add_diagram(self, relation: str | None) -> None:
        """SmartArt: the texts of its points, in their order."""
        root = self._part(relation)
        if root is None:
            return
        for point in children(child(root, "ptLst"), "pt"):
            if attribute(point, "type") not in ("pres", "parTrans", "sibTrans"):
                text = " ".join(_paragraph(each) for each in descendants(point, "p"))
                self._out.item(one_line(text))


def _flat(tree: Element) -> Iterator[Element]:
    """The shapes, those in groups in the group's place."""
    for each in children(tree, "sp", "graphicFrame", "grpSp"):
        if local(each) == "grpSp":
            yield from _flat(each)
        else:
            yield each


def _placeholder(shape: Element) -> tuple[str | None, bool]:
    """The type of placeholder that a shape is, None for the general one; and whether it is one."""
    for name in ("nvSpPr", "nvGraphicFramePr"):
        found = child(shape, name, "nvPr", "ph")
        if found is not None:
            return attribute(found, "type"), True
    return None, False


def _stand_in(shapes: list[Element]) -> Element | None:
    """The first text box, if it is short and others follow: slides made without placeholders."""
    texts = [each for each in shapes if local(each) == "sp" and _plain(each)]
    if len(texts) > 1 and _placeholder(texts[0]) == (None, False):
        body = child(texts[0], "txBody")
        lines = [each for each in children(body, "p") if _paragraph(each).strip()]
        if len(lines) == 1 and len(_plain(texts[0])) <= _MAX_TITLE:
            return texts[0]
    return None


def _plain(shape: Element) -> str:
    body = child(shape, "txBody")
    return one_line(" ".join(_paragraph(each) for each in children(body, "p")))


def _paragraph(paragraph: Element) -> str:
    """The text of a:p, without the fields that count slides and tell the day."""
    parts = []
    for each in children(paragraph):
        name = local(each)
        if name == "br":
            parts.append("\n")
        elif name == "r" or (name == "fld" and not _is_furniture(each)):
            parts += [text.text or "" for text in children(each, "t")]
        elif name in ("m", "oMath", "oMathPara"):
            parts += [text.text or "" for text in descendants(each, "t")]
    return "".join(parts).replace("\v", "\n")


def _is_furniture(field: Element) -> bool:
    return (attribute(field, "type") or "").startswith(("slidenum", "datetime"))


def _auto_number(scheme: str | None, number: int) -> str:
    scheme = scheme or "arabicPeriod"
    form = next((form for start, form in _AUTO_NUMBERS if scheme.startswith(start)), "decimal")
    text = write_number(number, form)
    if scheme.endswith("ParenBoth"):
        return f"({text})"
    return f"{text})" if scheme.endswith("ParenR") else f"{text}."


def _first_value(element: Element | None) -> str:
    found = next(descendants(element, "v"), None) if element is not None else None
    return (found.text or "") if found is not None else ""


def _points(element: Element | None) -> dict[int, str]:
    """The stored values of a chart's series or categories, by their index."""
    if element is None:
        return {}
    return {
        whole_number(attribute(each, "idx"), 0, most=1_000_000): _shown(_first_value(each))
        for each in descendants(element, "pt")
    }


def _shown(value: str) -> str:
    """A number without the digits that binary fractions add."""
    try:
        return f"{float(value):.10g}"
    except ValueError:
        return value
