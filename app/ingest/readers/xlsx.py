"""Excel workbooks (.xlsx): a page for each sheet, its cells as Excel shows them.

Rows are streamed, so that a large sheet is never in memory as a whole. Formulas come as the values
that Excel stored with them; a file that no spreadsheet ever calculated has none.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from pathlib import Path

from lxml import etree

from app.core.errors import DocumentError, NoTextError
from app.core.types import Page
from app.ingest.notices import notices
from app.ingest.readers.base import FAILED_PAGE
from app.ingest.readers.cell_format import habits_of
from app.ingest.readers.ooxml import Package, descendants
from app.ingest.readers.titles import choose_title
from app.ingest.readers.xlsx_cells import RowReader, SheetPart, read_sheets
from app.ingest.readers.zipped import DAMAGED, damaged_error
from app.ingest.sheet_text import write_sheet

# How Excel calls worksheets in docProps/app.xml: in the language that it ran in.
_WORKSHEETS = {"fogli di lavoro": "it", "fogli": "it", "worksheets": "en"}
_log = logging.getLogger(__name__)


class Workbook:
    """An open workbook. One thread."""

    format = "xlsx"
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises what `Package` raises, NoTextError where there are no sheets."""
        self._package = Package(path, password, "xl")
        try:
            self.title = choose_title(self._package.core_property("title"), None, "")
            self._language = _language(self._package)
            self._sheets, epoch_1904 = _find_sheets(self._package)
            self.page_count = len(self._sheets)
            habits = habits_of(self._language)
            self._reader = RowReader(self._package, habits, epoch_1904=epoch_1904)
        except BaseException:
            self.close()
            raise

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield a page for each sheet from index `first` on; its label is the sheet's name.

        Raises DocumentError behind the last one if none of them could be read.
        """
        words = notices(self._language)
        problem: DocumentError | None = None
        read = 0
        for index in range(first, self.page_count):
            sheet = self._sheets[index]
            reader, text = FAILED_PAGE, ""
            if index not in skip:
                try:
                    rows = self._reader.rows(sheet.part)
                    text = write_sheet(sheet.name, rows, words, hidden=sheet.hidden)
                    reader = self.format
                    read += 1
                except DocumentError as error:  # one sheet is damaged, the others are read
                    problem = problem or error
                except (etree.XMLSyntaxError, *DAMAGED) as error:
                    _log.info("sheet %d cannot be read: %s", index + 1, type(error).__name__)
                    problem = problem or damaged_error()
            yield Page(index, sheet.name, text, reader)
        if problem is not None and not read and first == 0:
            raise problem

    def close(self) -> None:
        """Close the file."""
        self._package.close()


def _find_sheets(package: Package) -> tuple[list[SheetPart], bool]:
    found, epoch_1904 = read_sheets(package)
    if not found:
        raise NoTextError("The workbook has no sheets.")
    return found, epoch_1904


def _language(package: Package) -> str:
    """The language of the program that wrote the workbook, "" where it is not told."""
    for part in package.related("", "extended-properties"):
        try:
            root = package.zip.tree(part)
        except DocumentError:
            return ""
        for each in descendants(root, "lpstr"):
            found = _WORKSHEETS.get((each.text or "").strip().casefold())
            if found:
                return found
    return ""


def open_xlsx(path: Path, password: str = "") -> Workbook:
    """Open a workbook. Raises what `Workbook` raises."""
    return Workbook(path, password)
