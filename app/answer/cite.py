"""Citations in an answer: whatever way they were written, they become `[n]` or go.

Models write `[1, 2]`, `[1-3]`, `【1】`, `[passage 2]`, `(passaggio 2)`. Only numbers of passages
that were in the prompt stay. What passes through here is plain text afterwards: no links, and no
characters that steer (`app.answer.plain_text`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from app.answer.plain_text import plain_text, without_controls

_NAME = (
    r"(?:passages?|passaggi[o]?|brani|brano|font[ei]|sources?|documents?|document[oi]|"
    r"passagen?|quellen?|fuentes?|pasajes?|extraits?|段落|来源|文档)\s*(?:n\.|no\.|n°|#)?\s*"
)
_AND = r"\s*(?:,|;|/|&|–|—|-|、|，|和|\b(?:e|ed|and|und|et|y|to|a)\b)\s*"
_LIST = rf"\d{{1,6}}(?:{_AND}(?:{_NAME})?\d{{1,6}})*"
# Behind the number some models add the source's name: 【1†source】, [1: file.pdf].
_TAIL = r"(?:\s*[†:|][^\[\]【】［］\n]{0,60})?"
_CITATION = re.compile(
    rf"[\[【［]\s*(?:{_NAME}|[#^])?(?P<square>{_LIST})\s*{_TAIL}[\]】］]"
    rf"|[(（]\s*(?:(?:cf\.|see|vedi|v\.|da|dal|from)\s*)?{_NAME}(?P<round>{_LIST})\s*[)）]",
    re.IGNORECASE,
)
# Taken for a citation at the end of a sentence alone: elsewhere it numbers something else.
_ROUND_AT_END = re.compile(r"[(（](\d{1,2})[)）](?=[.!?。！？]?\s*(?:$|\n))")
_RANGE = re.compile(r"(\d+)\s*[-–—]\s*(?=(\d+))")
_BRACKETS = re.compile(r"[\[【［]([^\[\]【】［］]{1,90})[\]】］]")
_PLAIN = re.compile(r"\[(\d+)\]")
_RUN = re.compile(r"(?:\s*\[\d+\])+")
_AFTER_STOP = re.compile(r"([.!?。！？])((?:\s*\[\d+\])+)(?=\s|$)")
_LEADING = re.compile(r"(?m)^[ \t]*((?:\[\d+\][ \t]*)+)[:.)-]?[ \t]*([\w\"“«'(][^\n]*)$")
_OPENERS = "[【［(（"
_CLOSER = {"[": "]】］", "【": "]】］", "［": "]】］", "(": ")）", "（": ")）"}
_LONGEST = 90  # characters of a citation: what is open for longer is none
_YEAR = 1000  # a number this large in brackets is no citation but something that was said


def normalise_citations(text: str, valid: Collection[int]) -> str:
    """`text` with every citation as `[n]`, behind what it belongs to; others are taken out.

    `valid` are the numbers of the passages in the prompt. With none, as in an answer from
    memory, an index such as `list[0]` stays what it is.
    """
    text = plain_text(text)
    before = None
    while before != text:  # what is taken out of `[[9]7]` leaves another behind
        before = text
        text = _normalise_once(text, valid)
    return _tidy(only_citations(text, valid) if valid else text)


def only_citations(text: str, valid: Collection[int]) -> str:
    """`text` in which every bracketed number is a citation: others get round brackets.

    To be called last, when pieces of a normalised text were taken out or put together.
    """

    def rounded(match: re.Match[str]) -> str:
        inside = match[1]
        if match.group().startswith("[") and inside.isdecimal() and int(inside) in valid:
            return f"[{int(inside)}]"
        return f"({inside.strip()})" if _is_numeric(inside) else match.group()

    before = None
    while before != text:  # "[[3]]" has two pairs
        before = text
        text = _BRACKETS.sub(rounded, text)
    return text


def _is_numeric(text: str) -> bool:
    """Whether `text` holds numbers and no words."""
    kinds = {unicodedata.category(character)[0] for character in text}
    return "N" in kinds and "L" not in kinds


def _normalise_once(text: str, valid: Collection[int]) -> str:
    text = _ROUND_AT_END.sub(
        lambda match: f"[{match[1]}]" if int(match[1]) in valid else match[0], text
    )
    parts: list[str] = []
    position = 0
    for match in _CITATION.finditer(text):
        if not valid and _is_index(text, match.start()):
            continue
        replacement = _resolve(match, valid)
        before = text[position : match.start()]
        parts += [before if replacement else before.rstrip(" \t"), replacement]
        position = match.end()
    return "".join([*parts, text[position:]])


def cited_numbers(text: str) -> list[int]:
    """Numbers of the `[n]` in a normalised text, each once, in order of appearance."""
    return list(dict.fromkeys(int(number) for number in _PLAIN.findall(text)))


def without_citations(text: str) -> str:
    """A normalised text without its `[n]`."""
    return _RUN.sub("", text).strip()


class CitationStream:
    """Normalises citations while the text still arrives; half a citation is held back.

    What it shows is preliminary: links are broken in the finished text alone, and nothing makes
    one before.
    """

    def __init__(self, valid: Collection[int]) -> None:
        self._valid = valid
        self._held = ""

    def feed(self, text: str) -> str:
        """Take in the next piece; return what can be shown now."""
        self._held += text
        cut = _first_open(self._held)
        ready, self._held = self._held[:cut], self._held[cut:]
        return self._shown(ready)

    def finish(self) -> str:
        """What was still held back."""
        ready, self._held = self._held, ""
        return self._shown(ready)

    def _shown(self, text: str) -> str:
        text = without_controls(text)
        return _CITATION.sub(lambda match: _resolve(match, self._valid), text)


def _resolve(match: re.Match[str], valid: Collection[int]) -> str:
    """What stands in place of one citation."""
    numbers = _numbers(match["square"] or match["round"])
    kept = [number for number in dict.fromkeys(numbers) if number in valid]
    if kept:
        return "".join(f"[{number}]" for number in kept)
    if match["round"] or (len(numbers) == 1 and numbers[0] >= _YEAR):
        return f"({match.group()[1:-1].strip()})"
    return ""


def _numbers(text: str) -> list[int]:
    """The numbers of a list such as `1, 3-5`."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    for first, last in _RANGE.findall(text):
        numbers += range(int(first) + 1, min(int(last), int(first) + 20))
    return sorted(set(numbers))


def _is_index(text: str, position: int) -> bool:
    """Whether the bracket at `position` hangs on a name, as in code, or stands in code."""
    before = text[:position]
    attached = bool(before) and (before[-1].isalnum() or before[-1] in "_])")
    return attached or before.count("`") % 2 == 1


def _first_open(text: str) -> int:
    """Where the first bracket begins that may still become a citation; the length if none does."""
    start = max(0, len(text) - _LONGEST)
    for index in range(start, len(text)):
        if text[index] in _OPENERS and not set(_CLOSER[text[index]]) & set(text[index:]):
            return index
    return len(text)


def _tidy(text: str) -> str:
    """Citations behind the words and before the stop, each once in a row."""
    text = _LEADING.sub(_move_behind, text)
    text = _AFTER_STOP.sub(lambda match: f" {match[2].strip()}{match[1]}", text)
    text = _RUN.sub(_joined, text)
    return re.sub(r"[ \t]+([.,;:!?])(?=\s|$)", r"\1", text).strip()


def _move_behind(match: re.Match[str]) -> str:
    """`[1] The library opens.` says the same as `The library opens [1].`"""
    marks, line = match[1].replace(" ", "").replace("\t", ""), match[2]
    stop = re.search(r"[.!?。！？]+(?=\s|$)", line)
    end = stop.start() if stop else len(line.rstrip())
    return f"{line[:end]} {marks}{line[end:]}"


def _joined(match: re.Match[str]) -> str:
    marks = "".join(f"[{number}]" for number in cited_numbers(match.group()))
    space = " " if match.group()[:1].isspace() else ""
    return space + marks
