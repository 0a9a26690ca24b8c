"""Excel workbooks of the old kind (.xls) and of the binary kind (.xlsb), a page for each sheet.

calamine gives values without their number formats: dates are shown as the language has them, and
amounts without their currency.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from app.core.errors import NoTextError
from app.core.types import Page
from app.ingest.notices import notices
from app.ingest.readers.base import FAILED_PAGE, check_filled_file, too_large_file
from app.ingest.readers.cell_format import ENGLISH, show
from app.ingest.readers.office_lock import unlock
from app.ingest.readers.office_sniff import (
    LOCKED_STREAM,
    OLE_MAGIC,
    ZIP_MAGIC,
    explain_no_zip,
    explain_other,
    has_ole_stream,
)
from app.ingest.readers.zipped import ZippedFile, damaged_error
from app.ingest.sheet_text import MAX_COLUMNS, write_sheet

MAX_BYTES = 256 << 20  # an old workbook has 65,536 rows a sheet at most
_HEAD_BYTES = 4096
_log = logging.getLogger(__name__)


class OldWorkbook:
    """An open workbook. One thread."""

    format = "xls"
    title: str | None = None
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises DocumentLockedError if it is locked, NoTextError where there are no sheets,
        DocumentError if it is something else, too large or damaged."""
        locked = _check(path, password)
        from python_calamine import (
            CalamineError,
            CalamineWorkbook,
            PasswordError,
            SheetTypeEnum,
            SheetVisibleEnum,
        )

        self._broken = (CalamineError, ValueError, OSError)
        try:
            if not locked:
                try:
                    self._book = CalamineWorkbook.from_path(path)
                except PasswordError:
                    locked = True
            if locked:
                self._book = CalamineWorkbook.from_filelike(unlock(path, password))
        except self._broken as error:
            _log.info("calamine cannot open the workbook: %s", type(error).__name__)
            raise damaged_error() from error
        self._sheets = [
            (number, each.name, each.visible != SheetVisibleEnum.Visible)
            for number, each in enumerate(self._book.sheets_metadata)
            if each.typ in (SheetTypeEnum.WorkSheet, SheetTypeEnum.MacroSheet)
        ]
        if not self._sheets:
            raise NoTextError("The workbook has no sheets.")
        self.page_count = len(self._sheets)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield a page for each sheet from index `first` on; its label is the sheet's name."""
        for index in range(first, self.page_count):
            number, name, hidden = self._sheets[index]
            reader, text = FAILED_PAGE, ""
            if index not in skip:
                try:
                    text = write_sheet(name, self._rows(number), notices(""), hidden=hidden)
                    reader = self.format
                except self._broken as error:  # one sheet is damaged, the others are read
                    _log.info("sheet %d cannot be read: %s", index + 1, type(error).__name__)
            yield Page(index, name, text, reader)

    def _rows(self, number: int) -> Iterator[Sequence[str]]:
        for row in self._book.get_sheet_by_index(number).iter_rows():
            beyond = next((each for each in row[MAX_COLUMNS:] if each not in (None, "")), None)
            kept = row[:MAX_COLUMNS] if beyond is None else [*row[:MAX_COLUMNS], beyond]
            yield [show(each, "General", ENGLISH) for each in kept]

    def close(self) -> None:
        """Close the file."""
        self._book.close()


def _check(path: Path, password: str) -> bool:
    """Refuse what is no such workbook, in words for the person who has it; whether it is a
    locked one of a newer kind."""
    size = check_filled_file(path)
    if size > MAX_BYTES:
        raise too_large_file(size, MAX_BYTES)
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    if head[:4] in ZIP_MAGIC and path.suffix.lower() == ".xlsb":
        package = ZippedFile(path, password)
        package.check_all(".bin")
        package.close()
    elif not head.startswith(OLE_MAGIC):
        raise explain_other(head)
    elif has_ole_stream(path, LOCKED_STREAM):
        return True
    elif not has_ole_stream(path, "Workbook") and not has_ole_stream(path, "Book"):
        raise explain_no_zip(path)
    return False


def open_xls(path: Path, password: str = "") -> OldWorkbook:
    """Open a workbook. Raises what `OldWorkbook` raises."""
    return OldWorkbook(path, password)
