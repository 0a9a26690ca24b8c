"""Books in EPUB: each file of the text is a chapter, in reading order, named by the table of
contents. Pictures, fonts, scripts and style sheets are not looked at, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from app.core.errors import DocumentError
from app.core.types import Page
from app.ingest.readers.base import FAILED_PAGE
from app.ingest.readers.decode import decode_text
from app.ingest.readers.epub_package import Chapter, read_package
from app.ingest.readers.html import stated_encoding
from app.ingest.readers.html_text import HtmlText, read_xhtml
from app.ingest.readers.text import MAX_TEXT_BYTES
from app.ingest.readers.zipped import ZipLimits, ZippedFile


class EpubFile:
    """An open book. Used and closed by one thread."""

    format = "epub"
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises DocumentError if it is no book, DocumentLockedError if its archive is locked."""
        limits = ZipLimits(member_bytes=MAX_TEXT_BYTES)
        self._book = ZippedFile(path, password, limits)
        try:
            package = read_package(self._book)
        except BaseException:
            self.close()
            raise
        self.title = package.title
        self._chapters = package.chapters

    @property
    def page_count(self) -> int:
        """One for each chapter."""
        return len(self._chapters)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the chapters; see `OpenDocument`."""
        for index in range(first, len(self._chapters)):
            chapter = self._chapters[index]
            if index in skip:
                yield Page(index, chapter.name, "", FAILED_PAGE)
                continue
            try:
                read = self._read(chapter)
            except DocumentError:
                yield Page(index, chapter.name, "", FAILED_PAGE)
            else:
                yield Page(index, chapter.name or read.title, read.text, self.format)

    def close(self) -> None:
        """Let go of the file."""
        self._book.close()

    def _read(self, chapter: Chapter) -> HtmlText:
        data = self._book.read(chapter.part)
        return read_xhtml(decode_text(data, stated_encoding(data)))


def open_epub(path: Path, password: str = "") -> EpubFile:
    """Open a book. Raises what `EpubFile` raises."""
    return EpubFile(path, password)
