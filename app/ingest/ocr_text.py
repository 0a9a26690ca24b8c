"""What a recogniser sees on a picture, and how that becomes the stored text of a page."""

from __future__ import annotations

import itertools
import statistics
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.core.types import Recognition, WordBox

if TYPE_CHECKING:
    from PIL import Image

_ENDINGS = frozenset('.!?:;…»”")]')


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word on a picture: its text, how sure its reading is (0 to 1), and its upright box in
    fractions of the picture, y downwards."""

    text: str
    confidence: float
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class SeenLine:
    """Words of one line, from left to right. Lines of one `block` belong to one paragraph."""

    words: tuple[SeenWord, ...]
    block: int


class TextRecogniser(Protocol):
    """Reads the text on pictures. One thread uses it."""

    @property
    def name(self) -> str:
        """What reads, in one word; it becomes part of `Page.reader`."""

    def read(self, picture: Image.Image, pause: Callable[[], None]) -> Sequence[SeenLine]:
        """The lines on `picture` (mode L or RGB) in reading order, empty where there is no text.

        `pause` is called every second or so of work, and may block. Raises DocumentError if the
        recogniser fails on this picture.
        """


@dataclass(frozen=True, slots=True)
class RecognisedText:
    """The text of one picture as it is stored, and where its words stand. No words, no
    recognition."""

    text: str
    recognition: Recognition | None


def assemble(lines: Sequence[SeenLine]) -> RecognisedText:
    """One text of all lines: a line break after each, a blank line between blocks unless a
    sentence goes on there, as from one column to the next; words that a hyphen parts at the end
    of a line are made whole, and have two boxes then."""
    kept = [line for line in lines if any(word.text.strip() for word in line.words)]
    builder = _Builder()
    for line, following in itertools.zip_longest(kept, kept[1:]):
        builder.add_line(line, following)
    text = "".join(builder.pieces)
    if not builder.boxes:
        return RecognisedText("", None)
    mean = statistics.fmean(builder.confidences)
    return RecognisedText(text, Recognition(min(1.0, max(0.0, mean)), tuple(builder.boxes)))


class _Builder:
    """Collects the text and the boxes; `length` is that of the text so far."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.boxes: list[WordBox] = []
        self.confidences: list[float] = []
        self.length = 0

    def add_line(self, line: SeenLine, following: SeenLine | None) -> None:
        words = [word for word in line.words if word.text.strip()]
        for number, word in enumerate(words):
            last = number == len(words) - 1
            text = unicodedata.normalize("NFC", word.text.strip())
            joined = last and following is not None and parts_word(text, _first_word(following))
            if joined:
                text = text[:-1]
            self.boxes.append(
                WordBox(
                    self.length,
                    self.length + len(text),
                    word.left,
                    word.top,
                    word.right,
                    word.bottom,
                )
            )
            self.confidences.append(word.confidence)
            self._add(text)
            if not last:
                self._add(" ")
            elif following is not None and not joined:
                one = line.block == following.block or goes_on(text, _first_word(following))
                self._add("\n" if one else "\n\n")

    def _add(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)


def parts_word(word: str, following: str) -> bool:
    """Whether `word`, at the end of a line, goes on with `following`: letters and a hyphen before
    a small letter. A capital or digit tells that the hyphen belongs to the word."""
    return len(word) > 1 and word[-1] in "-\xad" and word[-2].isalpha() and following[:1].islower()


def goes_on(before: str, after: str) -> bool:
    """Whether a sentence that `before` is the last word of in its block goes on with `after` in the
    next; as in `pdf_text`, where the lines of files are parted."""
    return bool(before) and before[-1] not in _ENDINGS and after[:1].islower()


def _first_word(line: SeenLine) -> str:
    return next((word.text.strip() for word in line.words if word.text.strip()), "")
