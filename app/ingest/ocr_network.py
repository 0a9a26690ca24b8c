"""PP-OCR's two networks on onnxruntime: where lines of text stand, and what they say.

PP-OCR (Du et al. 2020, https://arxiv.org/abs/2009.09941): a detector whose map `ocr_boxes` turns
into lines, and a recogniser that gives for each small step along a line the probability of each
character. Everything around the networks is ours. Nothing is ever fetched.
"""

from __future__ import annotations

import importlib
import itertools
import math
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.core.errors import DocumentError
from app.ingest.ocr_boxes import TiltedBox, find_lines

DETECTOR = "PP-OCRv6_det_small.onnx"
RECOGNISER = "PP-OCRv6_rec_small.onnx"

SEEN_PIXELS = 1_200_000  # of a picture, or a part, that the detector sees; see docs/ocr.md
_MOST_ENLARGED = 2.0  # times: letters of a small picture are too small for it as they are
_LONGEST_SIDE = 4096  # pixels that it sees, of a strip
_TALL = 2.0  # a picture so many times as high as wide, as a receipt, is looked at in parts
_PART_HEIGHT = 1.5  # widths
_OVERLAP = 0.2  # widths that parts share, so that each line is whole in one of them
_STEP = 32  # the detector's sides are multiples of this
LINE_HEIGHT = 48  # pixels of a line that the recogniser sees
_LONGEST_LINE = 3200  # pixels: what is longer is no line of a page
_SHORTEST_LINE = 16
_ERRORS_ALONE = 3
_BLANK = 0  # the class "no character"

Pixels = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SeenCharacter:
    """One character of a line: `place` is the fraction of the line's width at which it was most
    certain; `confidence` its probability there."""

    text: str
    place: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Part:
    """Rows `top` to `bottom` of a picture; the lines whose middle is between `first` and `last`
    are taken from it."""

    top: int
    bottom: int
    first: float
    last: float


def parts_of(width: int, height: int) -> list[Part]:
    """Parts in which the detector looks at a picture: one, unless it is very high."""
    if height <= _TALL * width:
        return [Part(0, height, -math.inf, math.inf)]
    overlap = max(1, round(_OVERLAP * width))
    step = max(1, round(_PART_HEIGHT * width) - overlap)
    tops = list(range(0, max(1, height - overlap), step))
    borders = [-math.inf, *(top + overlap / 2 for top in tops[1:]), math.inf]
    return [
        Part(top, min(height, top + step + overlap), first, last)
        for top, (first, last) in zip(tops, itertools.pairwise(borders), strict=True)
    ]


def seen_size(width: int, height: int) -> tuple[int, int]:
    """Pixels at which the detector sees a picture of `width` by `height`."""
    factor = min(
        _MOST_ENLARGED,
        (SEEN_PIXELS / (width * height)) ** 0.5,
        _LONGEST_SIDE / max(width, height),
    )
    return _in_steps(width * factor), _in_steps(height * factor)


def _in_steps(side: float) -> int:
    return max(_STEP, round(side / _STEP) * _STEP)


class Networks:
    """The two networks, loaded. One thread uses them."""

    def __init__(self, folder: Path, threads: int) -> None:
        """Load both from `folder`. Takes about a second. Raises DocumentError."""
        try:
            self._detector = _open(folder / DETECTOR, threads)
            self._recogniser = _open(folder / RECOGNISER, threads)
        except Exception as error:  # onnxruntime's errors have no common root but this
            raise DocumentError(
                "The text recognition cannot be started.",
                why=f"Its model cannot be loaded ({type(error).__name__}).",
                next_step="Fetch it again with: margine models fetch pp-ocrv6-small.",
            ) from error
        self._characters = _characters(self._recogniser)

    def find_lines(self, picture: Image.Image) -> list[TiltedBox]:
        """Boxes of the lines on an RGB `picture`, in its pixels. Raises DocumentError,
        MemoryError."""
        boxes = []
        for part in parts_of(*picture.size):
            seen = picture.crop((0, part.top, picture.width, part.bottom))
            boxes += [
                replace(box, y=box.y + part.top)
                for box in self._find_on(seen)
                if part.first <= box.y + part.top < part.last
            ]
        return boxes

    def _find_on(self, picture: Image.Image) -> list[TiltedBox]:
        width, height = seen_size(*picture.size)
        sized = picture.resize((width, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
        found = _run(self._detector, _normalised(sized))
        scale = picture.width / width, picture.height / height
        return [box.scaled(*scale) for box in find_lines(found[0])]

    def read_line(self, picture: Image.Image) -> list[SeenCharacter]:
        """Characters on the picture of one line, which is `LINE_HEIGHT` pixels high. Raises as
        above."""
        found = _run(self._recogniser, _normalised(picture))
        best = found.argmax(axis=1)
        sure = found.max(axis=1)
        return self._decode(best.tolist(), sure.tolist())

    def _decode(self, best: list[int], sure: list[float]) -> list[SeenCharacter]:
        """Best path of connectionist temporal classification (Graves et al. 2006): runs of one
        class are one character, blanks part them."""
        seen = []
        start = 0
        for at in range(1, len(best) + 1):
            if at < len(best) and best[at] == best[start]:
                continue
            if best[start] != _BLANK and best[start] < len(self._characters):
                place = ((start + at - 1) / 2 + 0.5) / len(best)
                seen.append(
                    SeenCharacter(self._characters[best[start]], place, max(sure[start:at]))
                )
            start = at
        return seen


def cut_line(picture: Image.Image, box: TiltedBox) -> Image.Image:
    """The part of an RGB `picture` in `box`, turned level, `LINE_HEIGHT` pixels high."""
    scale = box.height / LINE_HEIGHT
    width = round(min(_LONGEST_LINE, max(_SHORTEST_LINE, box.width / scale)))
    step_x, step_y = box.width / width, scale
    cos, sin = np.cos(box.angle), np.sin(box.angle)
    left = box.x - box.width / 2 * cos + box.height / 2 * sin
    top = box.y - box.width / 2 * sin - box.height / 2 * cos
    coefficients = (cos * step_x, -sin * step_y, left, sin * step_x, cos * step_y, top)
    smooth = Image.Resampling.BICUBIC if scale < 1.5 else Image.Resampling.BILINEAR
    if scale >= 2:  # much smaller than it is: points in between would be left out
        reduced = int(scale)
        area = _around(picture, box)
        return _cut_reduced(picture, area, reduced, coefficients, width)
    return picture.transform(
        (width, LINE_HEIGHT), Image.Transform.AFFINE, coefficients, resample=smooth
    )


def _around(picture: Image.Image, box: TiltedBox) -> tuple[int, int, int, int]:
    left, top, right, bottom = box.part(0.0, 1.0)
    return (
        max(0, int(left)),
        max(0, int(top)),
        min(picture.width, int(right) + 1),
        min(picture.height, int(bottom) + 1),
    )


def _cut_reduced(
    picture: Image.Image,
    area: tuple[int, int, int, int],
    reduced: int,
    coefficients: tuple[float, ...],
    width: int,
) -> Image.Image:
    if area[2] - area[0] < reduced or area[3] - area[1] < reduced:
        return Image.new("RGB", (width, LINE_HEIGHT), "white")
    smaller = picture.crop(area).reduce(reduced)
    a, b, c, d, e, f = coefficients
    c, f = c - area[0], f - area[1]
    shrunk = tuple(each / reduced for each in (a, b, c, d, e, f))
    return smaller.transform(
        (width, LINE_HEIGHT), Image.Transform.AFFINE, shrunk, resample=Image.Resampling.BILINEAR
    )


def _open(path: Path, threads: int) -> Any:  # noqa: ANN401 - the library ships no types
    """A session over one network. As in `app.models.onnx_module`, which is another room's."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    library = importlib.import_module("onnxruntime")
    library.disable_telemetry_events()
    options = library.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ALONE
    options.enable_cpu_mem_arena = False  # pages differ in size: an arena keeps the largest
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return library.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _run(session: Any, values: Pixels) -> Pixels:  # noqa: ANN401 - as above
    """What a network makes of one picture. Raises DocumentError, MemoryError."""
    try:
        found: Pixels = session.run(None, {"x": values[None]})[0][0]
    except Exception as error:  # onnxruntime's errors have no common root but this
        if "alloc" in str(error):
            raise MemoryError from error
        raise DocumentError(
            "The text recognition failed.",
            why=f"Its model met an unexpected error ({type(error).__name__}).",
        ) from error
    return found


def _characters(session: Any) -> list[str]:  # noqa: ANN401 - as above
    """What each class stands for: the list that the model carries, behind the blank and before
    the space."""
    listed = session.get_modelmeta().custom_metadata_map["character"]
    return ["", *listed.split("\n"), " "]


def _normalised(picture: Image.Image) -> Pixels:
    """`(3, height, width)` float32 in [-1, 1], blue first, as the networks were trained."""
    values = np.asarray(picture, np.float32)[:, :, ::-1]
    return np.ascontiguousarray((values / 127.5 - 1.0).transpose(2, 0, 1))
