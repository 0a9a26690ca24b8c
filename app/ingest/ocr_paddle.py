"""The recogniser that comes with the program: PP-OCR's networks, and what is around them."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from app.ingest.ocr_boxes import TiltedBox
from app.ingest.ocr_layout import order_lines
from app.ingest.ocr_network import Networks, SeenCharacter, cut_line
from app.ingest.ocr_text import SeenLine, SeenWord

_LEAST_SURE = 0.5  # a line that is read with less confidence is left out: it is no text
_UPRIGHT_LINES = 4  # lines that are read both ways to tell which side is up
_TALL = 1.5  # a box so much higher than wide is a line that runs up or down


@dataclass(frozen=True, slots=True)
class _ReadLine:
    box: TiltedBox
    characters: tuple[SeenCharacter, ...]

    @property
    def confidence(self) -> float:
        if not self.characters:
            return 0.0
        return statistics.fmean(each.confidence for each in self.characters)


class PaddleRecogniser:
    """Reads pictures with the networks in a folder, which are loaded with the first picture."""

    name = "paddle"

    def __init__(self, folder: Path, threads: int = 1) -> None:
        self._folder = folder
        self._threads = threads
        self._networks: Networks | None = None

    def read(self, picture: Image.Image, pause: Callable[[], None]) -> Sequence[SeenLine]:
        """The lines on `picture`; see `TextRecogniser`. A picture that lies on its side or upside
        down is turned to be read; the boxes are those of the picture as it was given."""
        networks = self._loaded()
        picture = picture.convert("RGB")
        pause()
        boxes = networks.find_lines(picture)
        turns = 0
        if _lies_on_its_side(boxes):
            turns = 1
            turned = picture.transpose(Image.Transpose.ROTATE_90)
            pause()
            boxes = networks.find_lines(turned)
        else:
            turned = picture
        if self._is_upside_down(networks, turned, boxes, pause):
            turns += 2
            turned = turned.transpose(Image.Transpose.ROTATE_180)
            boxes = [_half_turned(box, turned.size) for box in boxes]
        lines = []
        for box in boxes:
            pause()
            lines.append(_ReadLine(box, tuple(networks.read_line(cut_line(turned, box)))))
        kept = [line for line in lines if line.confidence >= _LEAST_SURE]
        return _in_order(kept, turned.size, turns)

    def _loaded(self) -> Networks:
        if self._networks is None:
            self._networks = Networks(self._folder, self._threads)
        return self._networks

    def _is_upside_down(
        self,
        networks: Networks,
        picture: Image.Image,
        boxes: Sequence[TiltedBox],
        pause: Callable[[], None],
    ) -> bool:
        """Whether the longest lines read better the other way round."""
        longest = sorted(boxes, key=lambda box: box.width / max(1.0, box.height))
        gained = 0.0
        for box in longest[-_UPRIGHT_LINES:]:
            pause()
            line = cut_line(picture, box)
            upright = _ReadLine(box, tuple(networks.read_line(line)))
            if upright.confidence > 0.9:
                return False
            turned = line.transpose(Image.Transpose.ROTATE_180)
            other = _ReadLine(box, tuple(networks.read_line(turned)))
            gained += other.confidence - upright.confidence
        return gained > 0


def _lies_on_its_side(boxes: Sequence[TiltedBox]) -> bool:
    tall = sum(box.width * box.height for box in boxes if box.height > _TALL * box.width)
    wide = sum(box.width * box.height for box in boxes if box.width > _TALL * box.height)
    return tall > wide


def _half_turned(box: TiltedBox, size: tuple[int, int]) -> TiltedBox:
    return TiltedBox(size[0] - box.x, size[1] - box.y, box.width, box.height, box.angle)


def _in_order(lines: Sequence[_ReadLine], size: tuple[int, int], turns: int) -> list[SeenLine]:
    seen = []
    for row in order_lines([line.box for line in lines]):
        words = [word for number in row.lines for word in _words(lines[number], size, turns)]
        seen.append(SeenLine(tuple(words), row.block))
    return seen


def _words(line: _ReadLine, size: tuple[int, int], turns: int) -> list[SeenWord]:
    """The words of a line. A word reaches from the blank before it to the one behind it, so that
    words that follow each other touch."""
    words = []
    left = 0.0
    for is_space, group in itertools.groupby(
        enumerate(line.characters), lambda each: each[1].text == " "
    ):
        if is_space:
            continue
        members = list(group)
        following = members[-1][0] + 1
        right = 1.0
        if following < len(line.characters):
            right = line.characters[following].place
        characters = [each for _number, each in members]
        words.append(_word(line, characters, (left, right), size, turns))
        left = right
    return words


def _word(
    line: _ReadLine,
    characters: Sequence[SeenCharacter],
    part: tuple[float, float],
    size: tuple[int, int],
    turns: int,
) -> SeenWord:
    left, top, right, bottom = line.box.part(*part)
    width, height = size
    box = turn_back((left / width, top / height, right / width, bottom / height), turns)
    return SeenWord(
        "".join(each.text for each in characters),
        statistics.fmean(each.confidence for each in characters),
        *(min(1.0, max(0.0, each)) for each in box),
    )


def turn_back(
    box: tuple[float, float, float, float], turns: int
) -> tuple[float, float, float, float]:
    """A box, in fractions of a picture that was turned counter-clockwise by `turns` quarters, on
    the picture as it was before."""
    for _ in range(turns % 4):
        left, top, right, bottom = box
        box = (1 - bottom, left, 1 - top, right)
    return box
