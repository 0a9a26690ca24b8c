"""Blocks of source code and data: what blank lines and definitions set apart.

No language is parsed. A line at the left margin behind a blank line begins a block, and so does
what looks like a definition wherever it stands; a definition also begins a section, so that a
passage from the middle of a long function carries its name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ingest.blocks import Block, BlockKind, Line, lines_of

_DEFINITION = re.compile(
    r"\s{0,24}(?:(?:export|default|public|private|protected|internal|static|final|abstract|async"
    r"|pub(?:\([a-z]{1,12}\))?|unsafe|extern|inline|override|open|sealed|data|virtual|local"
    r"|create(?: or replace)?|partial|const)\s{1,4}){0,6}"
    r"(?:def|class|function\*?|fn|func|fun|sub|interface|struct|enum|trait|impl|module|namespace"
    r"|record|object|protocol|procedure|table|view|type|macro|defmodule|defn|resource)\s{1,4}"
    r"(?:if not exists\s{1,4})?"
    r"[\"'`\[(]?(?P<name>[\w$~][\w.$#-]{0,60}(?:::[\w~]{1,60}){0,4})",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"\s*(?:[})\]>;,]|end\b|fi\b|done\b|esac\b|else\b|elif\b|except\b|finally\b)")
_LEADS_IN = re.compile(r"\s*(?:@|#|//|/\*|\*|--|;|\"\"\"|'''|<!--|\[[A-Z])")  # to what follows it
_SECTION = re.compile(r"\s{0,3}\[{1,2}(?P<name>[^\[\]\n]{1,80})\]{1,2}\s*\Z")  # of settings
_DEEPEST = 5
_INDENT = 2  # columns: the least that a language's writers indent by
_TAB = 4


def code_blocks(text: str) -> list[Block]:
    """The blocks of `text`, in order; every character but white space is in one."""
    blocks: list[Block] = []
    inside = False  # a section
    for lines in _groups(text):
        level, title = _section_of(lines)
        if title:
            inside = True
        elif inside and not _indent(lines[0]):
            level, inside = 1, False  # the definitions above have ended
        blocks.append(Block(lines[0].start, lines[-1].end, BlockKind.LINES, level, title))
    return blocks


def _groups(text: str) -> list[list[Line]]:
    """The lines that hold something, those of a block together."""
    groups: list[list[Line]] = []
    behind_gap = True
    for line in lines_of(text):
        if line.blank:
            behind_gap = True
            continue
        if not groups or _begins_block(line, groups[-1][-1], behind_gap):
            groups.append([])
        groups[-1].append(line)
        behind_gap = False
    return groups


def _begins_block(line: Line, before: Line, behind_gap: bool) -> bool:
    """Whether a block begins with `line`; `behind_gap` tells of a blank line above it."""
    if behind_gap and (_indent(line) == 0 or _leads_in(line)):
        return _CLOSES.match(line.text) is None
    if _SECTION.match(line.text):
        return True
    return _DEFINITION.match(line.text) is not None and (behind_gap or not _leads_in(before))


def _leads_in(line: Line) -> bool:
    """Whether a line belongs to what follows it: a comment, a decorator."""
    return _LEADS_IN.match(line.text) is not None


def _section_of(lines: Sequence[Line]) -> tuple[int, str]:
    """Level and name of the section that begins with these lines; 0 if none does."""
    for line in lines:
        definition = _DEFINITION.match(line.text) or _SECTION.match(line.text)
        if definition:
            level = 1 + min(_DEEPEST, _indent(line) // _INDENT)
            return level, definition["name"].strip()
        if not _leads_in(line):
            break
    return 0, ""


def _indent(line: Line) -> int:
    """Columns of white space before the line's text."""
    body = line.text.lstrip()
    return sum(_TAB if each == "\t" else 1 for each in line.text[: len(line.text) - len(body)])
