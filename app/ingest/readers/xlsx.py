"""Excel workbooks (.xlsx): a page for each sheet, its cells as Excel shows them.

Rows are streamed, so that a large sheet is never in memory as a whole. Formulas come as the values
that Excel stored with them; a file that no spreadsheet ever calculated has none.
"""

from __future__ import annotations

import datetime
import logging
import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError

from app.core.errors import DocumentError, NoTextError
from app.core.types import Page
from app.ingest.notices import notices
from app.ingest.readers.base import FAILED_PAGE
from app.ingest.readers.cell_format import from_serial, habits_of, show
from app.ingest.readers.ooxml import Package, descendants
from app.ingest.readers.titles import choose_title
from app.ingest.readers.zipped import damaged_error
from app.ingest.sheet_text import write_sheet

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

MAX_COLUMNS = 1_000
_LONGEST_GAP = 1_000_000  # rows that a sheet has at most, empty ones included
# How Excel calls worksheets in docProps/app.xml: in the language that it ran in.
_WORKSHEETS = {"fogli di lavoro": "it", "fogli": "it", "worksheets": "en"}
_BROKEN = (
    *(KeyError, ValueError, TypeError, IndexError, AttributeError, AssertionError),
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, ParseError, SyntaxError),
)
_log = logging.getLogger(__name__)


class WorkbookFile:
    """An open workbook. One thread."""

    format = "xlsx"
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises what `Package` raises, NoTextError where there are no sheets."""
        package = Package(path, password, "xl")
        try:
            package.zip.check_all()
            self._language = _language(package)
            stated = package.core_property("title")
            source = package.zip.source
        finally:
            package.close()
        self.title = choose_title(stated, None, "")
        self._book = _load(source)
        self._sheets = self._book.worksheets
        if not self._sheets:
            self.close()
            raise NoTextError("The workbook has no sheets.")
        self.page_count = len(self._sheets)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield a page for each sheet from index `first` on; its label is the sheet's name."""
        for index in range(first, self.page_count):
            sheet = self._sheets[index]
            reader, text = FAILED_PAGE, ""
            if index not in skip:
                try:
                    text = write_sheet(
                        sheet.title,
                        self._rows(sheet),
                        notices(self._language),
                        hidden=sheet.sheet_state != "visible",
                    )
                    reader = self.format
                except _BROKEN as error:  # one sheet is damaged, the others are read
                    _log.info("sheet %d cannot be read: %s", index + 1, type(error).__name__)
            yield Page(index, sheet.title, text, reader)

    def _rows(self, sheet: Any) -> Iterator[Sequence[str]]:  # noqa: ANN401  # stubs know one kind
        sheet.reset_dimensions()  # what a file states of them is often wrong
        habits = habits_of(self._language)
        epoch_1904 = self._book.epoch != datetime.datetime(1899, 12, 30)
        for row in sheet.iter_rows(max_row=_LONGEST_GAP, max_col=None):
            cells = []
            for cell in row[:MAX_COLUMNS]:
                value = cell.value
                if value is None or isinstance(value, str):
                    cells.append(value or "")
                    continue
                if cell.is_date and isinstance(value, int | float):
                    value = from_serial(value, epoch_1904) or value
                cells.append(show(value, cell.number_format or "General", habits))
            yield cells

    def close(self) -> None:
        """Close the file."""
        self._book.close()


def _load(source: Path | IO[bytes]) -> Workbook:
    import warnings

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about validations and formats that do not concern us
            return load_workbook(source, read_only=True, data_only=True, keep_links=False)
    except (*_BROKEN, InvalidFileException) as error:
        _log.info("openpyxl cannot open the workbook: %s", type(error).__name__)
        raise damaged_error() from error


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


def open_xlsx(path: Path, password: str = "") -> WorkbookFile:
    """Open a workbook. Raises what `WorkbookFile` raises."""
    return WorkbookFile(path, password)
