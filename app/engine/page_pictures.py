"""Draws pictures as the pages of documents: upright, as wide as is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from app.core.errors import DocumentError
from app.ingest.pictures import PictureFile
from app.ingest.readers.registry import find_format

_SHARPER = 2  # times the points that are shown are read, at most: the rest would be thrown away


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """Four bytes per point, blue, green, red and one unused, row by row without gaps."""

    pixels: bytes
    width: int
    height: int
    page_count: int


def is_picture(path: Path) -> bool:
    """Whether the file at `path` is a picture by its name."""
    found = find_format(path)
    return found is not None and found.name == "picture"


def draw_picture(
    path: Path, index: int, width_px: int, most_width: int, most_pixels: int
) -> DrawnPicture:
    """Picture `index` of a file, `width_px` wide, or less within the limits. Raises DocumentError,
    MemoryError."""
    file = PictureFile(path)
    try:
        if not 0 <= index < file.page_count:
            raise DocumentError(
                f"There is no page {index + 1}.",
                why="The file has changed since it was read.",
                next_step="Let the library be updated.",
            )
        whole = file.picture(index, _SHARPER * most_pixels)
        ratio = whole.height / whole.width
        width = max(1, int(min(width_px, most_width, (most_pixels / ratio) ** 0.5)))
        height = max(1, round(width * ratio))
        shown = whole.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
        pixels = shown.convert("RGB").tobytes("raw", "BGRX")
        return DrawnPicture(pixels, width, height, file.page_count)
    finally:
        file.close()
