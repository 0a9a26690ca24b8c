"""The one place where text that is not ours becomes markup. Everything passes `escape`.

Positions are code points, as everywhere outside Qt; `utf16_length` converts them for Qt's
documents, whose positions count UTF-16 units.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection, Sequence

from app.ui.theme import Colours

_UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_WORD = re.compile(r"\w+(?:['’.,/-]\w+)*")
_PART = re.compile(r"\w+")
_SPACELESS = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_CITATION = re.compile(r"\[(\d{1,3})\]")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_CODE = re.compile(r"`([^`\n]+)`")
_BULLET = re.compile(r"^\s*(?:[-*•]|(\d{1,2})[.)])\s+(.*)$")
_HEADING = re.compile(r"^#{1,6}\s+(.*)$")
_SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_LINE_HEIGHT = "128%"


def clean(text: str) -> str:
    """`text` with control, direction-changing and unencodable characters replaced, one for one."""
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r", " "))


def clean_line(text: str) -> str:
    """`text` on one line: for file names, titles and tool tips."""
    return " ".join(clean(text).split())


def escape(text: str) -> str:
    """`text` as HTML that shows exactly that text."""
    return html.escape(clean(text), quote=True)


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
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))


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
    for match in _WORD.finditer(text):
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
    """`text` as HTML in which `words` stand out."""
    pieces = []
    last = 0
    for start, end in find_words(text, words):
        pieces.append(escape(text[last:start]))
        style = f"background-color:{colours.mark};color:{colours.ink}"
        pieces.append(f'<span style="{style}">{escape(text[start:end])}</span>')
        last = end
    pieces.append(escape(text[last:]))
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
    """One line of an answer: `code`, **bold** and [n], all else as it is."""
    pieces = []
    last = 0
    for match in _CODE.finditer(text):
        pieces.append(_emphasis(text[last : match.start()], known, colours))
        style = f"font-family:monospace;background-color:{colours.neutral_soft}"
        pieces.append(f'<span style="{style}">{escape(match.group(1))}</span>')
        last = match.end()
    pieces.append(_emphasis(text[last:], known, colours))
    return "".join(pieces)


def _emphasis(text: str, known: Collection[int], colours: Colours) -> str:
    bold = _BOLD.sub(r"<b>\1</b>", escape(text))

    def link(match: re.Match[str]) -> str:
        number = int(match.group(1))
        if number not in known:
            return match.group()
        style = (
            f"color:{colours.accent};background-color:{colours.accent_soft};"
            "text-decoration:none;font-weight:600"
        )
        return f'<a href="cite:{number}" style="{style}">&nbsp;{number}&nbsp;</a>'

    # Adjacent links keep a hair of space between them, or "1" and "2" would read as "12".
    return _CITATION.sub(link, bold).replace("</a><a ", "</a>&#8202;<a ")


def answer_html(text: str, known: Collection[int], colours: Colours) -> str:
    """An answer as HTML: paragraphs, lists, code and `[n]` links for the numbers in `known`.

    Only links of the form `cite:n` are ever made.
    """
    blocks: list[str] = []
    paragraph: list[str] = []

    def end_paragraph() -> None:
        if paragraph:
            style = f"margin:0 0 8px 0;line-height:{_LINE_HEIGHT}"
            blocks.append(f'<p style="{style}">{"<br>".join(paragraph)}</p>')
            paragraph.clear()

    in_code = False
    code: list[str] = []
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            end_paragraph()
            if in_code:
                blocks.append(_code_block(code, colours))
                code = []
            in_code = not in_code
        elif in_code:
            code.append(line)
        elif not line.strip():
            end_paragraph()
        elif heading := _HEADING.match(line):
            end_paragraph()
            inline = _inline(heading.group(1), known, colours)
            blocks.append(f'<p style="margin:6px 0 4px 0"><b>{inline}</b></p>')
        elif bullet := _BULLET.match(line):
            end_paragraph()
            sign = f"{bullet.group(1)}." if bullet.group(1) else "•"
            inline = _inline(bullet.group(2), known, colours)
            blocks.append(
                '<p style="margin:0 0 4px 18px;text-indent:-14px;'
                f'line-height:{_LINE_HEIGHT}">{sign}&nbsp; {inline}</p>'
            )
        else:
            paragraph.append(_inline(line, known, colours))
    end_paragraph()
    if code:
        blocks.append(_code_block(code, colours))
    return "".join(blocks)


def _code_block(lines: Sequence[str], colours: Colours) -> str:
    body = "<br>".join(escape(line).replace(" ", "&nbsp;") for line in lines)
    style = f"margin:2px 0 8px 0;font-family:monospace;background-color:{colours.neutral_soft}"
    return f'<p style="{style}">{body}</p>'


def plain_answer(text: str) -> str:
    """An answer as it is put on the clipboard."""
    return clean(text).strip()


def without_citations(text: str) -> str:
    """An answer as it is remembered: its `[n]` would point at other passages next time."""
    return re.sub(r"[ \t]*\[\d{1,3}\]", "", text).strip()
