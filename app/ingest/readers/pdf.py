"""PDF documents: pypdf opens the structure, PDFium reads the pages, either stands in for the other.

A page is read by PDFium, whose characters can be found again on the page. Where PDFium cannot
load a page, reads no text on it or mostly rubbish, pypdf's text is taken; `Page.reader` tells.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.core.errors import DocumentError
from app.core.types import Page
from app.ingest.readers import page_quality
from app.ingest.readers.base import (
    FAILED_PAGE,
    GIBBERISH_PAGE,
    check_filled_file,
    locked_error,
)
from app.ingest.readers.notes import attached
from app.ingest.readers.page_quality import POOR, judge_text
from app.ingest.readers.pdf_scan import MORE, is_mostly_picture, may_be_stamped
from app.ingest.readers.pdf_sniff import dynamic_form, explain_unreadable
from app.ingest.readers.pdf_text import PageText, with_annotations
from app.ingest.readers.pdfium import PdfiumFile, PdfiumOpenError, PdfiumPage

if TYPE_CHECKING:
    from app.ingest.readers.pdf_structure import PypdfFile

MAX_PAGES = 50_000  # a page tree that claims more is damaged
MAX_TITLE = 300  # characters
LEAST_GAIN = 0.1  # in score, for which pypdf's text is taken, which cannot be found by its glyphs
LEAST_GIBBERISH = 40  # visible characters; of less, nobody can tell
GIBBERISH = PageText("", (), GIBBERISH_PAGE)
MOST_WAITING = 2  # pages of a form that is drawn by Adobe Reader alone
# What such a form shows to other programs; the sentence is always the same.
_PLEASE_WAIT = re.compile(r"\s*(?:Please wait|Attendere|Si prega di attendere|Bitte warten)", re.I)
_NO_TITLES = frozenset(("", "untitled", "(anonymous)", "unknown", "microsoft word", "document"))
_log = logging.getLogger(__name__)


class PageRecogniser(Protocol):
    """Text recognition, for pages that are pictures."""

    def __call__(self, page: Page, drawn: PdfiumPage) -> Page:
        """`page` with the text that stands on its picture; `page` itself where it finds none.

        `drawn` is the page in PDFium's hands, open until this returns. The thread of the file.
        """


def needs_recognition(page: Page) -> bool:
    """Whether all that is left to read this page is its picture: no text, or gibberish.

    A page that a reader died of (reader "failed") is left alone.
    """
    return page.reader == GIBBERISH_PAGE or (page.reader != FAILED_PAGE and not page.text.strip())


def recognised(page: Page, drawn: PdfiumPage, recognise: PageRecogniser) -> Page:
    """`page` with what `recognise` finds on its picture, if it needs that; a scan that bears a
    stamp keeps the stamp alone unless far more is found."""
    if needs_recognition(page):
        return recognise(page, drawn)
    if may_be_stamped(page) and is_mostly_picture(drawn):
        seen = recognise(page, drawn)
        if seen.recognition is not None and len(seen.text) >= MORE * len(page.text):
            return seen
    return page


class PdfFile:
    """An open PDF. Used and closed by one thread of a child process."""

    format = "pdf"
    paged = True

    def __init__(
        self, path: Path, password: str = "", recognise: PageRecogniser | None = None
    ) -> None:
        """`recognise` is asked for the pages that `needs_recognition` tells.

        Raises DocumentLockedError, or DocumentError if neither library can open the file.
        """
        check_filled_file(path)
        self._path = path
        self._password = password
        self._recognise = recognise
        self._pypdf: PypdfFile | None = None
        self._pypdf_tried = False
        self._labels: tuple[str, ...] | None = None
        self._may_ask_labels: bool | None = None
        self.pdfium: PdfiumFile | None = None
        problem: PdfiumOpenError | None = None
        try:
            self.pdfium = PdfiumFile(path, password)
        except PdfiumOpenError as error:
            if error.needs_password:
                raise locked_error(password) from error
            problem = error
        self.page_count = self._count_pages()
        if self.page_count == 0:
            self.close()
            raise explain_unreadable(path, problem is not None and problem.unknown_protection)
        if self._only_waits():
            self.close()
            raise dynamic_form()

    @property
    def title(self) -> str | None:
        """Title in the document's information, None where it says nothing."""
        structure = self._structure()
        stated = structure.title() if structure else ""
        if not stated and self.pdfium:
            stated = self.pdfium.title()
        title = " ".join("".join(each if each.isprintable() else " " for each in stated).split())
        title = title.removeprefix("Microsoft Word - ")
        return None if title.lower() in _NO_TITLES else title[:MAX_TITLE]

    def label(self, index: int) -> str | None:
        """Printed label of a page, None where the document defines none."""
        if self.pdfium:
            return self.pdfium.label(index) if self._labels_end() else None
        if self._labels is None:
            structure = self._structure()
            self._labels = tuple(structure.labels() or ()) if structure else ()
        return self._labels[index] or None if index < len(self._labels) else None

    def load_page(self, index: int) -> PdfiumPage | None:
        """The page in PDFium's hands, None where PDFium cannot load it. The caller closes it."""
        return self.pdfium.load_page(index) if self.pdfium else None

    def read_text(self, index: int, page: PdfiumPage | None) -> PageText | None:
        """Stored text of the page that `load_page` gave, None if nobody can read it.

        Gibberish comes out empty, with the reader "gibberish". Behind the page's own text stand
        its annotations: fields that were filled in, and notes.
        """
        text = self._read_text(index, page)
        return with_annotations(text, page.annotations()) if text and page else text

    def _read_text(self, index: int, page: PdfiumPage | None) -> PageText | None:
        found = page.read() if page else None
        score = _score(found)
        if page and score < POOR:
            by_numbers = page.read_by_numbers()
            if _score(by_numbers) >= max(POOR, score + LEAST_GAIN):
                found, score = by_numbers, _score(by_numbers)
        if found is not None and score >= POOR:
            return found
        structure = self._structure()
        other = structure.page_text(index) if structure and index < structure.page_count else None
        if other is not None and _reads_better(other, found):
            _log.info("page %d: pypdf's text is taken", index + 1)
            found = other
        return GIBBERISH if found is not None and _is_gibberish(found) else found

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield the pages from `first` on; see `OpenDocument`."""
        for index in range(first, self.page_count):
            if index in skip:
                yield Page(index, self.label(index), "", FAILED_PAGE)
            else:
                yield self._read_page(index)

    def notes(self) -> tuple[str, ...]:
        """What is in the file and is not read; see `TellsNotes`."""
        count = self.pdfium.attachment_count if self.pdfium else 0
        return (attached(count),) if count else ()

    def close(self) -> None:
        """Close the file in both libraries."""
        if self.pdfium:
            self.pdfium.close()
        if self._pypdf:
            self._pypdf.close()

    def _read_page(self, index: int) -> Page:
        drawn = self.load_page(index)
        try:
            text = self.read_text(index, drawn) or PageText("", None, FAILED_PAGE)
            page = Page(index, self.label(index), text.page_alone, text.reader)
            if drawn and self._recognise:
                page = recognised(page, drawn, self._recognise)
            noted = text.text[len(text.page_alone) :]
            if page.text and not text.page_alone:
                noted = f"\n\n{noted}"
            return replace(page, text=page.text + noted) if text.noted else page
        finally:
            if drawn:
                drawn.close()

    def _only_waits(self) -> bool:
        """Whether the pages ask to wait for a program that draws the form which the file is."""
        if self.pdfium is None or not self.pdfium.dynamic_form or self.page_count > MOST_WAITING:
            return False
        page = self.load_page(0)
        text = page.read().text if page else ""
        if page:
            page.close()
        return _PLEASE_WAIT.match(text) is not None

    def _count_pages(self) -> int:
        count = self.pdfium.page_count if self.pdfium else 0
        if count == 0:
            structure = self._structure()
            count = structure.page_count if structure else 0
        if count > MAX_PAGES:
            self.close()
            raise DocumentError("The file is damaged.", why=f"It claims to have {count} pages.")
        return count

    def _labels_end(self) -> bool:
        """Whether PDFium may be asked for labels; found out when first wanted."""
        from app.ingest.readers.pdf_structure import labels_end  # as below

        if self._may_ask_labels is None:
            self._may_ask_labels = labels_end(self._path, self._password)
        return self._may_ask_labels

    def _structure(self) -> PypdfFile | None:
        """The file in pypdf's hands, opened when first asked for; None where pypdf cannot.

        pypdf is imported here, since drawing a page hardly ever needs it.
        """
        from app.ingest.readers.pdf_structure import PYPDF_FAILURES, PypdfFile

        if not self._pypdf_tried:
            self._pypdf_tried = True
            try:
                self._pypdf = PypdfFile(self._path, self._password)
            except PYPDF_FAILURES as error:
                _log.info("pypdf cannot open the file: %s", type(error).__name__)
        return self._pypdf


def _score(text: PageText | None) -> float:
    """How well a text reads, 0 where there is none."""
    if text is None or not text.text.strip():
        return 0.0
    return judge_text(text.text, text.lost).score


def _reads_better(other: PageText, found: PageText | None) -> bool:
    """Whether a text that glyphs cannot be found for is worth it. It must not lack half of them."""
    if found is None or not found.text.strip():
        return bool(other.text.strip())
    enough = judge_text(other.text).characters >= judge_text(found.text, found.lost).characters / 2
    return enough and _score(other) >= _score(found) + LEAST_GAIN


def _is_gibberish(text: PageText) -> bool:
    quality = judge_text(text.text, text.lost)
    return quality.characters >= LEAST_GIBBERISH and quality.score < page_quality.GIBBERISH


def open_pdf(path: Path, password: str, recognise: PageRecogniser | None = None) -> PdfFile:
    """Open a PDF; see `PdfFile`. Raises DocumentLockedError, DocumentError."""
    return PdfFile(path, password, recognise)
