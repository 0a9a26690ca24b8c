"""Subtitles (SRT, WebVTT, SBV): what is said, in paragraphs that begin with their time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import NoTextError
from app.ingest.readers.text import WholeText, read_text
from app.ingest.structured import one_line

_TIMES = re.compile(
    r"\s*(?P<start>(?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}"
    r"(?:\s*-->\s*|,)"
    r"(?P<end>(?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}(?:\s[^\n]*)?\Z"
)
_MARKS = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|\{\\?[a-zA-Z][^{}\n]{0,80}\}")
_ENDED = re.compile(r"[.!?…][\"'”’»)\]]*\Z")
_PAUSE_S = 4  # silence after which a new paragraph begins
_LONG_S = 60  # a paragraph ends with the first sentence behind this


@dataclass(frozen=True, slots=True)
class _Cue:
    """One subtitle: when it is shown, in seconds, and what it says."""

    start: int
    end: int
    text: str


def open_subtitles(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a file of subtitles. Raises what `read_text` raises."""
    text = read_text(path)
    said = write_speech(text)
    if not said and not any(map(_TIMES.match, text.split("\n"))):
        said = text.strip()  # not written as subtitles are: as it stands
    if not said:
        raise NoTextError("The file holds no text.")
    return WholeText("subtitles", None, said, "subtitles")


def write_speech(source: str) -> str:
    """What subtitles say: a paragraph for each stretch of speech, with the time it begins at."""
    paragraphs: list[list[_Cue]] = []
    for cue in _cues(source):
        if not paragraphs or _parts(paragraphs[-1], cue):
            paragraphs.append([])
        elif cue.text == paragraphs[-1][-1].text:
            continue  # shown again, as rolling captions are
        paragraphs[-1].append(cue)
    return "\n\n".join(
        f"[{_clock(cues[0].start)}] {' '.join(cue.text for cue in cues)}" for cues in paragraphs
    )


def _cues(source: str) -> Iterator[_Cue]:
    times: re.Match[str] | None = None
    held: list[str] = []
    for line in [*source.split("\n"), ""]:
        found = _TIMES.match(line)
        if found is None and line.strip():
            held.append(line)
            continue
        if found is not None and held and held[-1].strip().isdigit():
            held.pop()  # the number of the next cue, where no blank line parts the two
        text = one_line(_MARKS.sub("", " ".join(held)))
        if times is not None and text:
            yield _Cue(_seconds(times["start"]), _seconds(times["end"]), text)
        held, times = [], found


def _parts(cues: list[_Cue], following: _Cue) -> bool:
    """Whether a new paragraph begins with the following cue."""
    last = cues[-1]
    if following.start - last.end >= _PAUSE_S or following.start < cues[0].start:
        return True
    return following.start - cues[0].start >= _LONG_S and _ENDED.search(last.text) is not None


def _seconds(clock: str) -> int:
    total = 0
    for part in clock.split(":"):
        total = total * 60 + int(part)
    return total


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
