"""The one place where text that is not ours becomes markup. Everything passes `escape`.

Positions are code points, as everywhere outside Qt; `utf16_length` converts them for Qt's
documents, whose positions count UTF-16 units.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.core.bare_text import bare_text
from app.ui.answer_blocks import Block, BlockKind, Line, parse_blocks, parse_line
from app.ui.theme import Colours

_UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_UNSEEN = re.compile(  # takes no room, and makes two names look like one; tags belong to flags
    "[\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0]"
    "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]+"
)
_WORDS = re.compile(r"\w+(?:['’.,/-]\w+)*")
_PART = re.compile(r"\w+")
_SPACELESS = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_LONG_RUN = re.compile(r"[^\s\u0e00-\u0eff\u2e80-\U000fffff]{33,}")  # of scripts that have spaces
_RUN_PART = re.compile(r".{1,16}")
_ZERO_WIDTH = "\u200b"
_CITATION = re.compile(r"\[(\d{1,3})\]")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_LINE_HEIGHT = "128%"
_LIST_PX = 18  # for each level

# Private characters that stand in the HTML of an answer where a mark begins and ends, until
# `answer_marks` turns them into underlines. None comes from a text: those are replaced.
MOST_MARKS = 256
MARK_START = 0xE100  # and so on, one for each mark
MARK_END = "\ue000"
_SIGN = MARK_START + MOST_MARKS  # and so on: where the sign of a mark stands
_WORD = _SIGN + MOST_MARKS  # and so on: where a doubted word of a mark begins
_WORD_END = "\ue001"
_PRIVATE = re.compile(f"[\ue000\ue001{chr(MARK_START)}-{chr(_WORD + MOST_MARKS - 1)}]")


@dataclass(frozen=True, slots=True)
class TextMark:
    """A part of an answer that is underlined, with a sign behind it that is a link `check:i`.

    `start` and `end` are code points, `tone` names a colour, `words` stand out within the part.
    """

    start: int
    end: int
    sign: str
    tone: str
    words: tuple[str, ...] = ()


def clean(text: str) -> str:
    """`text` with control, direction-changing and unencodable characters replaced, one for one."""
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r", " "))


def clean_line(text: str) -> str:
    """`text` on one line: for file names, titles and tool tips."""
    return " ".join(clean(text).split())


def clean_name(name: str) -> str:
    """A file's name on one line, with a sign where it holds what cannot be seen.

    Joiners stay, which Persian and families of emoji need, and so do the marks of direction.
    """
    return clean_line(_UNSEEN.sub("\N{REPLACEMENT CHARACTER}", name))


def escape(text: str) -> str:
    """`text` as HTML that shows exactly that text."""
    return html.escape(clean(text), quote=True)


def breakable(text: str) -> str:
    """`text` in which a run of letters without a space, as an address or a key, may be broken:
    a label is never narrower than its longest word, and would be cut off with all beside it."""
    return _LONG_RUN.sub(lambda run: _ZERO_WIDTH.join(_RUN_PART.findall(run.group())), text)


def tool_tip(text: str) -> str:
    """`text` for a tool tip: always marked as markup, so that Qt does not guess."""
    return f"<qt>{'<br>'.join(escape(line) for line in text.splitlines())}</qt>" if text else ""


def utf16_length(text: str) -> int:
    """Length of `text` in a QTextDocument."""
    return len(text) + sum(1 for each in text if ord(each) > 0xFFFF)


def shorten(text: str, limit: int) -> str:
    """`text` on one line and at most `limit` characters long, cut at a word."""
    line = clean_line(text)
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    head, _space, _rest = cut.rpartition(" ")
    return (head if len(head) > limit // 2 else cut) + "…"


# --------------------------------------------------------------------------- marked words


def _fold(word: str) -> str:
    return word.lower() if word.isascii() else bare_text(word)


def find_words(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of every word of `text` that is one of `words`, whatever its case or accents.

    Words of scripts without spaces are found anywhere.
    """
    wanted = {_fold(word) for word in words if word}
    found = [
        match.span()
        for word in words
        if _SPACELESS.search(word)
        for match in re.finditer(re.escape(word), text)
    ]
    for match in _WORDS.finditer(text):
        word = match.group()
        if _fold(word) in wanted:
            found.append(match.span())
            continue
        if word.isalnum():  # it has no parts
            continue
        at = match.start()
        found.extend(
            (at + part.start(), at + part.end())
            for part in _PART.finditer(word)
            if _fold(part.group()) in wanted
        )
    return _merge(found)


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same marks, in order and without overlaps."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def marked_html(text: str, words: Sequence[str], colours: Colours) -> str:
    """`text` as HTML in which `words` stand out, for a label of any width."""
    pieces = []
    last = 0
    for start, end in find_words(text, words):
        pieces.append(escape(breakable(text[last:start])))
        style = f"background-color:{colours.mark};color:{colours.ink}"
        pieces.append(f'<span style="{style}">{escape(breakable(text[start:end]))}</span>')
        last = end
    pieces.append(escape(breakable(text[last:])))
    return "".join(pieces)


def best_sentence(text: str, words: Sequence[str]) -> str:
    """The sentence of `text` with most different words of `words` in it; the first of equals."""
    sentences = [each.strip() for each in _SENTENCE_END.split(text) if each.strip()]
    if not sentences:
        return ""

    def count(sentence: str) -> int:
        return len({_fold(sentence[a:b]) for a, b in find_words(sentence, words)})

    return max(sentences, key=count)


# --------------------------------------------------------------------------------- answers


def _inline(text: str, known: Collection[int], colours: Colours) -> str:
    """One line of an answer: `code`, **bold**, *italic* and [n], all else as it is."""
    pieces = []
    for each in parse_line(text):
        body = escape(each.text)
        if each.code:
            style = f"font-family:monospace;background-color:{colours.neutral_soft}"
            body = f'<span style="{style}">{body}</span>'
        else:
            body = _linked(body, known, colours)
        body = f"<i>{body}</i>" if each.italic else body
        pieces.append(f"<b>{body}</b>" if each.bold else body)
    return "".join(pieces)


def citations_html(text: str, known: Collection[int], colours: Colours) -> str:
    """A line of ours as HTML, in which `[n]` are links for the numbers in `known`."""
    return _linked(escape(text), known, colours)


def _linked(escaped: str, known: Collection[int], colours: Colours) -> str:
    def link(match: re.Match[str]) -> str:
        number = int(match.group(1))
        if number not in known:
            return match.group()
        return citation_html(number, colours)

    # Adjacent links keep a hair of space between them, or "1" and "2" would read as "12".
    return _CITATION.sub(link, escaped).replace("</a><a ", "</a>&#8202;<a ")


def answer_html(
    text: str, known: Collection[int], colours: Colours, marks: Sequence[TextMark] = ()
) -> str:
    """An answer as HTML: paragraphs, lists, tables, code and `[n]` links for those in `known`.

    Only links of the form `cite:n`, and `check:i` for the i-th of `marks`, are ever made. Marks
    are in order and do not overlap; those beyond `MOST_MARKS` are left out. Their ends are left
    in the text as private characters, for `answer_marks.underline_marks`.
    """
    if marks:
        marks = [_trimmed(each, text) for each in marks[:MOST_MARKS]]
        text = _PRIVATE.sub("\N{REPLACEMENT CHARACTER}", text)
    hand = _BlockWriter(known, colours, marks)
    return _with_signs("".join(map(hand.block, parse_blocks(text))), marks, colours)


class _BlockWriter:
    """Writes the blocks of one answer."""

    def __init__(self, known: Collection[int], colours: Colours, marks: Sequence[TextMark]) -> None:
        self._known, self._colours, self._marks = known, colours, marks

    def block(self, block: Block) -> str:
        """One block as HTML."""
        if block.kind is BlockKind.CODE:
            return _code_block(
                [_with_marks(each, self._marks) for each in block.lines], self._colours
            )
        if block.kind is BlockKind.TABLE:
            return self._table(block.rows)
        if block.kind is BlockKind.RULE:
            return f'<p style="margin:0 0 8px 0;color:{self._colours.muted}">* * *</p>'
        body = "<br>".join(map(self._line, block.lines))
        if block.kind is BlockKind.HEADING:
            return f'<p style="margin:6px 0 4px 0"><b>{body}</b></p>'
        style = f"margin:0 0 8px 0;line-height:{_LINE_HEIGHT}"
        if block.kind is BlockKind.QUOTE:
            style = f"margin:0 0 8px 18px;line-height:{_LINE_HEIGHT};color:{self._colours.muted}"
        elif block.kind in (BlockKind.BULLET, BlockKind.NUMBERED):
            sign = f"{block.number}." if block.number else "•"
            body = f"{sign}&nbsp; {body}"
            left = _LIST_PX * (block.level + 1)
            style = f"margin:0 0 4px {left}px;text-indent:-14px;line-height:{_LINE_HEIGHT}"
        return f'<p style="{style}">{body}</p>'

    def _line(self, line: Line) -> str:
        return _inline(_with_marks(line, self._marks), self._known, self._colours)

    def _table(self, rows: Sequence[Sequence[Line]]) -> str:
        edge = f"border:1px solid {self._colours.line_strong};padding:3px 7px"
        lines = []
        for number, row in enumerate(rows):
            style = f"{edge};background-color:{self._colours.neutral_soft}" if not number else edge
            bodies = [
                f"<b>{self._line(each)}</b>" if not number else self._line(each) for each in row
            ]
            lines.append("".join(f'<td style="{style}">{each}</td>' for each in bodies))
        body = "".join(f"<tr>{each}</tr>" for each in lines)
        style = "border-collapse:collapse;margin:2px 0 10px 0"
        return f'<table cellspacing="0" style="{style}">{body}</table>'


def _trimmed(mark: TextMark, text: str) -> TextMark:
    """The mark without the white space at its ends, and within the text."""
    start, end = max(0, mark.start), min(mark.end, len(text))
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    return replace(mark, start=start, end=max(start, start + len(part.strip())))


def _with_marks(part: Line, marks: Sequence[TextMark]) -> str:
    """A line's text with the ends of the marks that touch it."""
    line, at = part.text, part.at
    pieces: list[str] = []
    last = 0
    for number, mark in enumerate(marks):
        start, end = max(mark.start - at, last), min(mark.end - at, len(line))
        if start >= end:
            continue
        pieces += (line[last:start], chr(MARK_START + number))
        pieces += (_with_words(line[start:end], mark.words, chr(_WORD + number)), MARK_END)
        if mark.end - at <= max(len(line), part.reach):
            pieces.append(chr(_SIGN + number))
        last = end
    return "".join((*pieces, line[last:]))


def _with_words(part: str, words: Sequence[str], begin: str) -> str:
    """`part` with `begin` before each of `words` in it, and `_WORD_END` behind; not in a `[n]`."""
    wanted = "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True) if each)
    if not wanted:
        return part
    pattern = re.compile(rf"{_CITATION.pattern}|(?<!\w)(?P<word>{wanted})(?!\w)")

    def stand_out(match: re.Match[str]) -> str:
        return f"{begin}{match['word']}{_WORD_END}" if match["word"] else match.group()

    return pattern.sub(stand_out, part)


def _with_signs(body: str, marks: Sequence[TextMark], colours: Colours) -> str:
    """`body` with the signs of the marks in their places, and doubted words on a ground."""
    for number, mark in enumerate(marks):
        ground = getattr(colours, f"{mark.tone}_soft")
        style = (
            f"color:{getattr(colours, mark.tone)};background-color:{ground};"
            "text-decoration:none;font-weight:600"
        )
        link = f'&nbsp;<a href="check:{number}" style="{style}">&nbsp;{mark.sign}&nbsp;</a>'
        place = chr(_SIGN + number)
        body = body.replace(place, link) if place in body else body + link
        body = body.replace(chr(_WORD + number), f'<span style="background-color:{ground}">')
    return body.replace(_WORD_END, "</span>") if marks else body


def _code_block(lines: Sequence[str], colours: Colours) -> str:
    body = "<br>".join(escape(line).replace(" ", "&nbsp;") for line in lines)
    style = f"margin:2px 0 10px 0;background-color:{colours.neutral_soft}"
    cell = f'<td style="padding:6px 10px;font-family:monospace">{body}</td>'
    return f'<table width="100%" cellspacing="0" style="{style}"><tr>{cell}</tr></table>'


def draft_html(text: str, colours: Colours) -> str:
    """A draft: greyed, and set as the answer that it may become, so that nothing moves then."""
    body = answer_html(text, (), colours)
    return f'<div style="color:{colours.muted}">{body}</div>' if body else ""


def citation_html(number: int, colours: Colours) -> str:
    """The link `[n]`."""
    style = (
        f"color:{colours.accent};background-color:{colours.accent_soft};"
        "text-decoration:none;font-weight:600"
    )
    return f'<a href="cite:{number}" style="{style}">&nbsp;{number}&nbsp;</a>'


def quote_html(text: str, number: int | None, colours: Colours) -> str:
    """Sentences of a document in quotation marks, with their `[n]` if there is one."""
    link = "" if number is None else f"&nbsp;{citation_html(number, colours)}"
    body = "<br>".join(escape(line) for line in text.split("\n"))
    return f'<p style="margin:0;line-height:{_LINE_HEIGHT}">“{body}”{link}</p>'


def plain_answer(text: str) -> str:
    """An answer as it is put on the clipboard."""
    return clean(text).strip()


def without_citations(text: str) -> str:
    """An answer as it is remembered: its `[n]` would point at other passages next time."""
    return re.sub(r"[ \t]*\[\d{1,3}\]", "", text).strip()
