"""Markdown files. The stored text is the source as it is written, so that spans stay simple."""

from __future__ import annotations

import re
from pathlib import Path

from app.ingest.readers.text import WholeText, read_text

MAX_TITLE = 300  # characters
_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n(.*?)^\1[ \t]*$", re.DOTALL | re.MULTILINE)
_FRONT_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*(.+)$", re.IGNORECASE | re.MULTILINE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*_`]+")


def open_markdown(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a Markdown file. Raises what `read_text` raises."""
    text = read_text(path)
    return WholeText("markdown", find_title(text), text, "markdown")


def find_title(source: str) -> str | None:
    """Title from the front matter, else the first heading outside code; None without either."""
    front = _FRONT_MATTER.match(source)
    if front:
        title = _FRONT_TITLE.search(front[2])
        if title:
            return _plain(title[1].strip().strip("\"'"))
        source = source[front.end() :]
    return _first_heading(source.splitlines())


def _first_heading(lines: list[str]) -> str | None:
    fence = ""
    before = ""
    for line in lines:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            continue
        if mark:
            fence, before = mark[1], ""
            continue
        heading = _ATX.match(line)
        if heading and _plain(heading[1]):
            return _plain(heading[1])
        if before and _SETEXT.match(line):
            return _plain(before)
        before = line.strip() if not line.startswith(("    ", "\t")) else ""
    return None


def _plain(marked: str) -> str | None:
    """The words of a heading, without emphasis marks and link targets."""
    title = " ".join(_MARKS.sub(lambda found: found[1] or "", marked).split())
    return title[:MAX_TITLE] or None
