"""Pictures as documents: photographs and scans of pages. Their text is recognised."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from PIL import Image

from app.core.errors import DocumentError, NoTextError
from app.core.types import Page
from app.ingest.ocr import PictureReader, is_too_small
from app.ingest.pictures import PictureFile
from app.ingest.readers.base import FAILED_PAGE

UNREAD_PAGE = "picture"  # `Page.reader` of a picture that nobody tried to recognise


class PictureDocument:
    """An open picture file; each of its pictures is a page."""

    format = "picture"
    title = None
    paged = True

    def __init__(self, path: Path, pictures: PictureReader | None) -> None:
        """Without `pictures` every page is empty. Raises DocumentError, NoTextError."""
        self._pictures = pictures
        self._file = PictureFile(path)
        self.page_count = self._file.page_count
        if self.page_count == 1 and is_too_small(*self._file.size(0)):
            self.close()
            raise NoTextError("The picture is too small to hold text.")

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the pages from `first` on; see `OpenDocument`."""
        for index in range(first, self.page_count):
            if index in skip:
                yield Page(index, None, "", FAILED_PAGE)
            else:
                yield self._read_page(index)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _read_page(self, index: int) -> Page:
        page = Page(index, None, "", UNREAD_PAGE)
        if self._pictures is None:
            return page

        def draw(most_pixels: int) -> Image.Image:
            return self._file.picture(index, most_pixels)

        try:
            return self._pictures.read(page, draw)
        except DocumentError:
            if self.page_count == 1:
                raise
            return Page(index, None, "", FAILED_PAGE)


def open_picture(
    path: Path,
    password: str,  # noqa: ARG001 - as `Reader` has it
    pictures: PictureReader | None = None,
) -> PictureDocument:
    """Open a picture file. Raises DocumentError, NoTextError."""
    return PictureDocument(path, pictures)
