"""Measures how the pages of PDFs are read: by PDFium, by pypdf, and by the program's own reader.

Of pages that were made, the text is known, and errors are counted; of others, the score of
`app.ingest.readers.page_quality` says how they read. PDFium and pypdf are taken as they come.
"""

from __future__ import annotations

import random
import string
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from app.core.errors import DocumentError
from app.evaluate.edit_distance import edit_distance
from app.evaluate.page_texts import page_texts
from app.evaluate.pdf_kinds import MadePdf, made_pdfs
from app.ingest.readers.base import FAILED_PAGE, GIBBERISH_PAGE
from app.ingest.readers.letter_pairs import plain_letters
from app.ingest.readers.page_quality import PageQuality, judge_text
from app.ingest.readers.pdf import PdfFile
from app.ingest.readers.pdf_structure import PYPDF_FAILURES, PypdfFile

WAYS = ("PDFium", "pypdf", "Margine")
_HYPHEN_MARKS = dict.fromkeys((0x02, 0xFFFE))  # PDFium's, behind which it has joined the lines
_EXCHANGES = 10  # of letters, for each text, that the score is judged by


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One page as one of WAYS reads it. `seconds` are of the processor, loading included.

    `reader` is who read it in the end (`Page.reader`); "" for a way that is a reader itself.
    """

    text: str
    seconds: float
    reader: str = ""
    lost: int = 0

    @property
    def quality(self) -> PageQuality:
        """How it reads, by its text alone."""
        return judge_text(self.text, self.lost)


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """All pages of one file, by way. Empty where a library cannot open it."""

    name: str
    pages: dict[str, tuple[ReadPage, ...]]


@dataclass(frozen=True, slots=True)
class MadeErrors:
    """Errors of one way on one made page: of characters and of words, in shares of the truth's
    (edit distance), and the share of the truth's neighbouring words that are not neighbours."""

    characters: float
    words: float
    order: float


@dataclass(frozen=True, slots=True)
class MadeResult:
    """A made page, how each of WAYS reads it, and the errors of that."""

    made: MadePdf
    pages: dict[str, ReadPage]
    errors: dict[str, MadeErrors]


def read_document(path: Path) -> ReadDocument:
    """Every page of a PDF in each way. Raises DocumentError where it cannot be opened."""
    ours = PdfFile(path)
    try:
        return ReadDocument(
            path.name,
            {
                "PDFium": tuple(_by_pdfium(ours)),
                "pypdf": tuple(_by_pypdf(path)),
                "Margine": tuple(_by_margine(path)),
            },
        )
    finally:
        ours.close()


def measure_documents(paths: Sequence[Path], tell: Callable[[str], None]) -> list[ReadDocument]:
    """The documents that can be opened; `tell` hears what is being read."""
    found = []
    for number, path in enumerate(paths, start=1):
        tell(f"Reading {number} of {len(paths)}: {path.name}")
        try:
            found.append(read_document(path))
        except DocumentError:
            continue  # locked or broken: nothing that could be compared
    return found


def measure_made(folder: Path, tell: Callable[[str], None]) -> list[MadeResult]:
    """The made pages, written into `folder` one after the other."""
    found = []
    path = folder / "made.pdf"
    for made in made_pdfs():
        tell(f"Reading a page of the kind: {made.kind}")
        path.write_bytes(made.data)
        pages = {way: read[0] for way, read in read_document(path).pages.items() if read}
        errors = {way: errors_of(made.truth, page.text) for way, page in pages.items()}
        found.append(MadeResult(made, pages, errors))
    path.unlink(missing_ok=True)
    return found


def errors_of(truth: str, text: str) -> MadeErrors:
    """The errors of `text`, its white space folded, against a `truth` that is not empty."""
    words, found = truth.split(), text.split()
    pairs, found_pairs = Counter(pairwise(words)), Counter(pairwise(found))
    kept = (pairs & found_pairs).total()
    return MadeErrors(
        edit_distance(truth, " ".join(found)) / len(truth),
        edit_distance(words, found) / len(words),
        1 - kept / max(1, pairs.total()),
    )


def gibberish_scores() -> list[float]:
    """Scores of our page texts with their letters exchanged for others at random."""
    letters = string.ascii_lowercase
    scores = []
    for text in page_texts("page"):
        for seed in range(_EXCHANGES):
            other = "".join(random.Random(seed).sample(letters, 26))  # noqa: S311 - no secret
            exchanged = plain_letters(text.text).translate(str.maketrans(letters, other))
            scores.append(judge_text(exchanged).score)
    return scores


def _by_pdfium(document: PdfFile) -> Iterator[ReadPage]:
    for index in range(document.pdfium.page_count if document.pdfium else 0):
        start = time.process_time()
        page = document.load_page(index)
        codes = page.codes() if page else []
        text = "".join(chr(code) for code in codes if code < 0xD800 or 0xE000 <= code < 0x110000)
        if page:
            page.close()
        yield ReadPage(text.translate(_HYPHEN_MARKS), time.process_time() - start)


def _by_pypdf(path: Path) -> Iterator[ReadPage]:
    try:
        document = PypdfFile(path)
    except (*PYPDF_FAILURES, DocumentError):
        return
    try:
        for index in range(document.page_count):
            start = time.process_time()
            text = document.raw_text(index) or ""
            yield ReadPage(text, time.process_time() - start)
    finally:
        document.close()


def _by_margine(path: Path) -> Iterator[ReadPage]:
    document = PdfFile(path)
    try:
        for index in range(document.page_count):
            start = time.process_time()
            page = document.load_page(index)
            text = document.read_text(index, page)
            if page:
                page.close()
            seconds = time.process_time() - start
            if text is None:
                yield ReadPage("", seconds, FAILED_PAGE)
            else:
                lost = 0 if text.reader == GIBBERISH_PAGE else text.lost
                yield ReadPage(text.text, seconds, text.reader, lost)
    finally:
        document.close()
