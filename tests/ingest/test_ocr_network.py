"""What surrounds the networks: parts of high pictures, lines cut out level, letters in a row."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.core.errors import DocumentError
from app.ingest import ocr_network
from app.ingest.ocr_boxes import TiltedBox
from app.ingest.ocr_network import LINE_HEIGHT, Networks, cut_line, parts_of, seen_size

sides = st.integers(1, 20_000)


@given(sides, sides)
def test_parts_cover_a_picture_and_each_height_belongs_to_one(width: int, height: int) -> None:
    parts = parts_of(width, height)
    assert (parts[0].top, parts[-1].bottom) == (0, height)
    assert (parts[0].first, parts[-1].last) == (-math.inf, math.inf)
    for one, other in itertools.pairwise(parts):
        assert one.last == other.first
        assert other.top < one.last < one.bottom
    if height <= 2 * width:
        assert len(parts) == 1


def test_a_line_is_whole_in_the_part_it_is_taken_from() -> None:
    width, height, half = 1000, 9000, 80  # half the height of a line
    for part in parts_of(width, height):
        top = max(half, part.first)
        bottom = min(height - half, part.last)
        assert part.top <= top - half
        assert bottom + half <= part.bottom


@given(sides, sides)
def test_the_detector_sees_a_bounded_picture(width: int, height: int) -> None:
    seen = seen_size(width, height)
    assert all(side % 32 == 0 and 32 <= side <= 4096 for side in seen)
    assert seen[0] * seen[1] <= 1_200_000 * 1.1 + 4096 * 48


def test_sizes() -> None:
    assert seen_size(1654, 2339) == (928, 1312)
    assert seen_size(400, 300) == (800, 608)  # enlarged, at most twice


def ruled(angle: float) -> tuple[Image.Image, TiltedBox]:
    """A picture with one black bar, left half of it white, and its box."""
    box = TiltedBox(200, 150, 240, 24, math.radians(angle))
    rows, columns = np.mgrid[0:300, 0:400] + 0.5
    x, y = columns - box.x, rows - box.y
    along = x * math.cos(box.angle) + y * math.sin(box.angle)
    across = y * math.cos(box.angle) - x * math.sin(box.angle)
    black = (along > 0) & (along < 120) & (abs(across) < 12)
    return Image.fromarray((~black * 255).astype(np.uint8)).convert("RGB"), box


@pytest.mark.parametrize("angle", [0.0, 7.0, -20.0])
@pytest.mark.parametrize("larger", [1, 3])
def test_a_line_is_cut_out_level(angle: float, larger: int) -> None:
    picture, box = ruled(angle)
    picture = picture.resize((400 * larger, 300 * larger))
    line = cut_line(picture, box.scaled(larger, larger))
    assert line.size == (480, LINE_HEIGHT)
    grey = np.asarray(line.convert("L"), float)
    assert grey[6:-6, :230].mean() > 245
    assert grey[6:-6, 250:-10].mean() < 10


class Session:
    """A network that answers with the same array, or fails."""

    def __init__(self, answer: np.ndarray | Exception) -> None:
        self._answer = answer

    def run(self, _names: object, _inputs: object) -> list[np.ndarray]:
        if isinstance(self._answer, Exception):
            raise self._answer
        return [self._answer[None]]


def networks(recogniser: Session) -> Networks:
    made = Networks.__new__(Networks)
    made._detector = made._recogniser = recogniser
    made._characters = ["", "a", "b", " "]
    return made


def test_the_best_path_is_read_as_letters() -> None:
    steps = [0, 1, 1, 0, 1, 2, 3, 2, 0, 0]  # blank a a blank a b space b blank blank
    table = np.full((10, 5), 0.01, np.float32)
    for at, step in enumerate(steps):
        table[at, step] = 0.9
    table[1, 1] = 0.6
    seen = networks(Session(table)).read_line(Image.new("RGB", (80, LINE_HEIGHT)))
    assert "".join(each.text for each in seen) == "aab b"
    assert [each.place for each in seen] == pytest.approx([0.2, 0.45, 0.55, 0.65, 0.75])
    assert seen[0].confidence == pytest.approx(0.9)
    assert (
        networks(Session(np.eye(1, 5, dtype=np.float32))).read_line(
            Image.new("RGB", (8, LINE_HEIGHT))
        )
        == []
    )


def test_failures_of_the_library_are_told() -> None:
    line = Image.new("RGB", (80, LINE_HEIGHT))
    with pytest.raises(MemoryError):
        networks(Session(RuntimeError("Failed to allocate memory"))).read_line(line)
    with pytest.raises(DocumentError, match="recognition failed"):
        networks(Session(RuntimeError("shape"))).read_line(line)


def test_a_folder_without_networks_is_told(tmp_path: object) -> None:
    with pytest.raises(DocumentError, match="cannot be started"):
        ocr_network.Networks(tmp_path, 1)  # type: ignore[arg-type]  # a folder
