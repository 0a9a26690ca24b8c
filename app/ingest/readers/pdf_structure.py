"""What pypdf tells about a PDF: whether it is locked, its title, its labels, a rescue text.

pypdf is written in Python and meets every kind of broken file with every kind of exception;
`PYPDF_FAILURES` lists them, and all but "locked" mean the same here: pypdf has no answer.
"""

from __future__ import annotations

import logging
import struct
import zlib
from collections.abc import Collection
from pathlib import Path

import pypdf
from pypdf.errors import DependencyError, PyPdfError
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject, PdfObject

from app.ingest.readers.base import locked_error
from app.ingest.readers.pdf_text import PageText, take_text

PYPDF_FAILURES = (
    PyPdfError,
    DependencyError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
# pypdf needs some 20 µs for each drawing operator; a page of more bytes than this is a map or a
# plot, which would keep it busy for minutes and hold little text.
MAX_RESCUE_BYTES = 2 * 1024 * 1024

READER = "pypdf"  # `Page.reader` of its text
_log = logging.getLogger(__name__)


def labels_end(path: Path, password: str = "") -> bool:
    """Whether the tree of page labels comes to an end, as far as pypdf can tell. PDFium, asked for
    a label, follows one that runs in a circle until its stack is full."""
    try:
        with path.open("rb") as stream:
            reader = pypdf.PdfReader(stream)
            if reader.is_encrypted:
                reader.decrypt(password)
            root = reader.root_object
            return "/PageLabels" not in root or _ends(root.raw_get("/PageLabels"))
    except PYPDF_FAILURES:
        return True


def _ends(tree: PdfObject) -> bool:
    """Whether no node of a number tree (ISO 32000-2, 7.9.7) is met twice."""
    met: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, IndirectObject):
            if node.idnum in met:
                return False
            met.add(node.idnum)
        found = node.get_object()
        kids = found.get("/Kids") if isinstance(found, DictionaryObject) else None
        kids = kids.get_object() if kids is not None else None
        if isinstance(kids, ArrayObject):
            waiting.extend(kids)  # as they are stored: references
    return True


class PypdfFile:
    """A document opened by pypdf.

    Raises DocumentLockedError where the password (the empty one if none is given) does not open
    it, and one of PYPDF_FAILURES where pypdf cannot make sense of it.
    """

    def __init__(self, path: Path, password: str = "") -> None:
        self._stream = path.open("rb")
        try:
            self._reader = pypdf.PdfReader(self._stream)
            self._unlock(password)
            self.page_count = len(self._reader.pages)
        except BaseException:
            self._stream.close()
            raise

    def _unlock(self, password: str) -> None:
        if self._reader.is_encrypted and not self._reader.decrypt(password):
            raise locked_error(password)

    def title(self) -> str:
        """Title in the document's information, "" where there is none or it is unreadable."""
        try:
            information = self._reader.metadata
            return str(information.title or "") if information else ""
        except PYPDF_FAILURES:
            return ""

    def labels(self) -> Collection[str] | None:
        """Printed label of each page, None where the document defines none."""
        try:
            if "/PageLabels" not in self._reader.root_object:
                return None
            return list(self._reader.page_labels)
        except PYPDF_FAILURES:
            return None

    def page_text(self, index: int) -> PageText | None:
        """pypdf's text of a page, None where it fails or would take too long."""
        try:
            page = self._reader.pages[index]
            contents = page.get("/Contents")
            if contents is None or not _may_hold_text(page):
                return PageText("", None, READER)
            if len(ContentStream(contents, self._reader).get_data()) > MAX_RESCUE_BYTES:
                return None
            return take_text(page.extract_text(), READER)
        except PYPDF_FAILURES:
            _log.info("pypdf cannot read page %d either", index + 1)
            return None

    def raw_text(self, index: int) -> str | None:
        """pypdf's text of a page as it comes, however long that takes; None where it fails."""
        try:
            return self._reader.pages[index].extract_text()
        except PYPDF_FAILURES:
            return None

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()


def _may_hold_text(page: DictionaryObject) -> bool:
    """A page whose resources name no font and no form holds images and lines alone."""
    resources = page.get("/Resources")
    resources = resources.get_object() if resources is not None else None
    if not isinstance(resources, DictionaryObject) or "/Font" in resources:
        return True
    objects = resources.get("/XObject")
    objects = objects.get_object() if objects is not None else None
    if not isinstance(objects, DictionaryObject):
        return False
    drawn = (each.get_object() for each in objects.values())
    return any(
        isinstance(each, DictionaryObject) and each.get("/Subtype") == "/Form" for each in drawn
    )
