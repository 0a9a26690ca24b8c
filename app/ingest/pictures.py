"""Picture files: what they show, upright and on white, one picture per page."""

from __future__ import annotations

import struct
import warnings
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from PIL import Image, ImageOps, UnidentifiedImageError

from app.core.errors import DocumentError
from app.ingest.readers.base import check_filled_file

MAX_PIXELS = 120_000_000
"""Of a picture that is opened: the largest telephone camera has 108 million. A small file may
claim any size (a "decompression bomb")."""
MAX_PAGES = 2_000  # of a TIFF file
# Pillow's names. Others are never tried: some of them start programs (EPS).
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "DIB")
_PAGED = frozenset(("TIFF",))  # of those that may hold several pictures, where they are pages
# What Pillow raises for damaged files, none of it documented: its plug-ins parse bytes freely.
_DAMAGE: tuple[type[Exception], ...] = (
    *(OSError, ValueError, SyntaxError, TypeError, IndexError, KeyError, AttributeError),
    *(EOFError, ArithmeticError, NotImplementedError, RuntimeError, struct.error, zlib.error),
    Image.DecompressionBombError,
)


class PictureFile:
    """An open picture file. One thread uses and closes it."""

    def __init__(self, path: Path) -> None:
        """Raises DocumentError."""
        check_filled_file(path)
        with ExitStack() as opened:
            # Pillow is never left to close it: of a damaged file it forgets to.
            self._file = opened.enter_context(_opened(path))
            self._image = self._identified()
            opened.callback(self._image.close)
            self.page_count = self._count_pages()
            self.size(0)
            self._closing = opened.pop_all()

    def _identified(self) -> Image.Image:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # our own limit counts
                return Image.open(self._file, formats=_FORMATS)
        except UnidentifiedImageError as error:
            raise DocumentError(
                "This is not a picture.", why="Its content is not what its name says."
            ) from error
        except Image.DecompressionBombError as error:
            raise DocumentError(
                "The picture is too large.",
                why=f"It has more than {MAX_PIXELS // 10**6} million points.",
                next_step="Save it smaller, then add that.",
            ) from error
        except _DAMAGE as error:
            raise _damaged() from error

    def size(self, index: int) -> tuple[int, int]:
        """Width and height in pixels of a page as it is stored. Raises DocumentError."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._image.seek(index)
        except _DAMAGE as error:
            raise _damaged() from error
        width, height = self._image.size
        if width * height > MAX_PIXELS:
            raise DocumentError(
                "The picture is too large.",
                why=f"It has {width} by {height} points.",
                next_step="Save it smaller, then add that.",
            )
        return width, height

    def picture(self, index: int, most_pixels: int) -> Image.Image:
        """A page as it is shown, RGB or L, of about `most_pixels` at most. Raises DocumentError,
        MemoryError."""
        self.size(index)
        image = self._image
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if image.format in ("JPEG", "MPO"):  # these can be read smaller than they are
                    image.draft(None, _fitted(image.size, most_pixels))
                upright = ImageOps.exif_transpose(on_white(image))
        except _DAMAGE as error:
            raise _damaged() from error
        if upright.width * upright.height > most_pixels:
            size = _fitted(upright.size, most_pixels)
            upright = upright.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
        return upright

    def close(self) -> None:
        """Let go of the file."""
        self._closing.close()

    def _count_pages(self) -> int:
        if self._image.format not in _PAGED:
            return 1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return min(int(getattr(self._image, "n_frames", 1)), MAX_PAGES)
        except _DAMAGE as error:
            raise _damaged() from error


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise _damaged() from error


def on_white(image: Image.Image) -> Image.Image:
    """`image` as RGB or L, white where it is transparent; what it tells of its turn is kept."""
    exif = image.getexif()
    if image.mode in ("I;16", "I;16B", "I;16L", "I", "F"):
        flat = _stretched(image)
    elif image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info:
        seen = image.convert("RGBA")
        flat = Image.new("RGB", seen.size, "white")
        flat.paste(seen, mask=seen.getchannel("A"))
    elif image.mode in ("1", "L"):
        flat = image.convert("L")
    else:
        flat = image.convert("RGB")
    flat.info.pop("transparency", None)
    flat.info["exif"] = exif.tobytes() if exif else b""
    return flat


def _stretched(image: Image.Image) -> Image.Image:
    """Grey of more than 8 bits, from its darkest point to its lightest."""
    wide = image.convert("F")
    low, high = wide.getextrema()
    if not isinstance(low, float) or not isinstance(high, float) or high <= low:
        return Image.new("L", image.size, "white")
    scale = 255.0 / (high - low)
    return wide.point(lambda value: value * scale - low * scale).convert("L")


def _fitted(size: tuple[int, int], most_pixels: int) -> tuple[int, int]:
    width, height = size
    scale = min(1.0, (most_pixels / (width * height)) ** 0.5)
    return max(1, int(width * scale)), max(1, int(height * scale))


def _damaged() -> DocumentError:
    return DocumentError("The picture cannot be read.", why="The file is damaged.")
