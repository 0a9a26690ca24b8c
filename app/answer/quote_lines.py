"""Where the lines of tables and lists begin in a passage, whose text has its lines folded.

A table has no full stops: to the rules for sentences, all of it is one. The document's stored
text still has the lines, and the same rules that cut the document into passages tell which of
them stand by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from app.answer.quote_place import ReadPage, read_spans
from app.core.types import FoundPassage
from app.ingest.blocks import Block, BlockKind, Line, lines_of
from app.ingest.markdown_blocks import markdown_blocks
from app.ingest.plain_blocks import plain_blocks
from app.ingest.rows import is_rule
from app.ingest.sentences import sentence_ends

LONG = 120
"""Characters from which what seems to be a sentence is looked at again: shorter, it may be a row
or two, which may as well be quoted together."""

_MARKDOWN = (".md", ".markdown")
_FEWEST_LINES = 3
_RAGGED = 50  # characters a line: text of shorter lines is a list, or a narrow column
_MOSTLY = 0.8  # of a list's lines begin with no small letter
_DELIMITERS = ";,\t|"


def line_starts(passage: FoundPassage, read_page: ReadPage | None) -> tuple[int, ...]:
    """The places in `passage.text`, code points, where a row, an item or a paragraph begins.

    None without `read_page`, and where the stored text is no longer the passage's.
    """
    pieces = read_spans(passage, read_page)
    if pieces is None:
        return ()
    text = "\n".join(pieces)
    is_markdown = PurePath(passage.path).suffix.lower() in _MARKDOWN
    blocks = markdown_blocks(text) if is_markdown else plain_blocks(text, _page_starts(pieces))
    starts = sorted({start for block in blocks for start in _starts_in(text, block)})
    return _folded(text, passage.text, starts)


def _page_starts(pieces: Sequence[str]) -> frozenset[int]:
    starts, at = [], 0
    for piece in pieces[:-1]:
        at += len(piece) + 1
        starts.append(at)
    return frozenset(starts)


def _starts_in(text: str, block: Block) -> list[int]:
    """Where something begins that stands by itself."""
    inside = [
        Line(block.start + line.start, block.start + line.end, line.text)
        for line in lines_of(text[block.start : block.end])
        if not line.blank
    ]
    if block.kind is BlockKind.LINES or _is_list(text[block.start : block.end], inside):
        return [line.start for line in inside if not is_rule(line)] + [block.end]
    return [block.start, block.end]


def _is_list(text: str, lines: Sequence[Line]) -> bool:
    """Whether lines that nothing marks as rows or items are such all the same.

    They hold no end of a sentence, and as many of a delimiter each; or they are short, and most
    begin with a capital or all with a figure in them.
    """
    if len(lines) < _FEWEST_LINES or any(True for _ in sentence_ends(text)):
        return False
    for delimiter in _DELIMITERS:
        counts = {line.text.count(delimiter) for line in lines}
        if len(counts) == 1 and min(counts) > (1 if delimiter == "," else 0):
            return True
    if sum(len(line.text) for line in lines) > _RAGGED * len(lines):
        return False
    texts = [line.text.lstrip() for line in lines]
    small = sum(each[:1].islower() for each in texts)
    counted = all(any(map(str.isdigit, each)) for each in texts[1:])  # the first may be the head
    return small <= (1 - _MOSTLY) * len(texts) or counted


def _folded(text: str, folded: str, starts: Sequence[int]) -> tuple[int, ...]:
    """Places in `text` as places in `folded`, which has the same visible characters."""
    places = [at for at, character in enumerate(folded) if not character.isspace()]
    found: list[int] = []
    visible = before = 0
    for start in starts:
        visible += sum(not character.isspace() for character in text[before:start])
        before = start
        if 0 < visible < len(places):
            found.append(places[visible])
    return tuple(dict.fromkeys(found))
