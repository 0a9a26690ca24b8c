"""A digest as text: for the clipboard, and as a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.core.types import Citation, DigestPoint
from app.ui import check_words, digest_words, wording
from app.ui.digest_values import all_citations
from app.ui.richtext import clean, clean_line, plain_answer, shorten

_QUOTE_LENGTH = 300
# Whatever Markdown could take for a mark-up of its own: what a document says stays text, so that
# a saved digest links to nothing and loads no picture.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")
_OPENING = re.compile(r"^(\s*\d*)([-+.)])")  # of a list


@dataclass(frozen=True, slots=True)
class Report:
    """What is written: a title, the documents' names, and what was made of them."""

    title: str
    documents: tuple[str, ...]
    summary: str
    points: tuple[DigestPoint, ...]


def plain_point(point: DigestPoint) -> str:
    """A point on one line, with its `[n]` and its doubt."""
    numbers = "".join(f"[{each.n}]" for each in point.citations)
    return " ".join(filter(None, (clean_line(point.text), numbers, _doubt(point))))


def plain_text(report: Report) -> str:
    """The digest for the clipboard: title, summary, points, and what the numbers stand for."""
    blocks = ["\n".join((clean_line(report.title), *map(clean_line, report.documents)))]
    if report.summary.strip():
        blocks.append(plain_answer(report.summary))
    if report.points:
        blocks.append("\n".join(f"• {plain_point(each)}" for each in report.points))
    sources = all_citations(report.points)
    if sources:
        blocks.append("\n".join(f"[{each.n}] {_place(each)}" for each in sources))
    return "\n\n".join(blocks) + "\n"


def markdown(report: Report, headings: Sequence[str]) -> str:
    """The digest as Markdown. `headings` stand above the summary, the points and the sources."""
    over_summary, over_points, over_sources = (_escape(each) for each in headings)
    blocks = [f"# {_escape(clean_line(report.title))}"]
    blocks.append("\n".join(f"- {_escape(clean_line(each))}" for each in report.documents))
    if report.summary.strip():
        paragraphs = [_escape(each) for each in clean(report.summary).strip().split("\n")]
        blocks += [f"## {over_summary}", "\n".join(paragraphs)]
    if report.points:
        points = "\n".join(f"- {_markdown_point(each)}" for each in report.points)
        blocks += [f"## {over_points}", points]
    sources = all_citations(report.points)
    if sources:
        lines = [
            f"- \\[{each.n}\\] {_escape(_place(each))}: "
            f"“{_escape(shorten(each.text, _QUOTE_LENGTH))}”"
            for each in sources
        ]
        blocks += [f"## {over_sources}", "\n".join(lines)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _markdown_point(point: DigestPoint) -> str:
    doubt = _doubt(point)
    numbers = "".join(f"\\[{each.n}\\]" for each in point.citations)
    marked = f"*{_escape(doubt)}*" if doubt else ""
    return " ".join(filter(None, (_escape(clean_line(point.text)), numbers, marked)))


def _doubt(point: DigestPoint) -> str:
    return check_words.copied_sign(digest_words.support(point))


def _place(citation: Citation) -> str:
    return wording.place_name(
        citation.document, citation.path, citation.page_index, citation.page_label
    )


def _escape(text: str) -> str:
    """`text` as Markdown that shows exactly that text."""
    return _OPENING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))
