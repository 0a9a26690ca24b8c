"""OpenDocument spreadsheets (.ods): a page for each sheet, its cells as they are shown.

The format stores the text of every cell as its program shows it. The rows are streamed, since a
sheet of some MB is a tree of hundreds.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from pathlib import Path

from lxml import etree

from app.core.errors import NoTextError
from app.core.types import Page
from app.ingest.notices import notices
from app.ingest.readers.base import FAILED_PAGE
from app.ingest.readers.odf import OdfPackage
from app.ingest.readers.odf_styles import OdfStyles
from app.ingest.readers.odf_text import OdfText, repeated
from app.ingest.readers.ooxml import Element, attribute, children, local
from app.ingest.readers.titles import choose_title
from app.ingest.readers.zipped import damaged_error, stream_xml
from app.ingest.sheet_text import MAX_COLUMNS, write_sheet
from app.ingest.structured import StructuredText

_TABLE_NS = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE_NS = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE, _ROW = f"{_TABLE_NS}table", f"{_TABLE_NS}table-row"
_STYLES = f"{_OFFICE_NS}automatic-styles"
_CONTENT = "content.xml"


class Spreadsheet:
    """An open spreadsheet. One thread."""

    format = "ods"
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises what `OdfPackage` raises, NoTextError where there are no sheets."""
        self._package = OdfPackage(path, password, "spreadsheet")
        try:
            self.title = choose_title(self._package.property("title"), None, "")
            styles = self._package.root("styles.xml")
            language = OdfStyles((styles,)).language
            self._words = notices(language)
            self._names, self._hidden = self._survey()
        except BaseException:
            self.close()
            raise
        if not self._names:
            self.close()
            raise NoTextError("The workbook has no sheets.")
        self.page_count = len(self._names)

    def _survey(self) -> tuple[list[str], list[bool]]:
        """The names of the sheets, and which are hidden."""
        names: list[str] = []
        hidden: list[bool] = []
        styles = OdfStyles(())
        for kind, element in self._events():
            if kind == "styles":
                holder = etree.Element("root")
                holder.append(deepcopy(element))
                styles = OdfStyles((holder,))
            elif kind == "begin":
                names.append(attribute(element, "name") or str(len(names) + 1))
                hidden.append(styles.is_hidden(attribute(element, "style-name")))
        return names, hidden

    def _events(self) -> Iterator[tuple[str, Element]]:
        """Sheets ("begin", "end") and their rows ("row") as they come, and the styles.

        Elements are emptied when the next one is asked for. Raises DocumentError where the
        content is damaged.
        """
        depth = 0
        try:
            with self._package.zip.open(_CONTENT) as stream:
                for event, element in stream_xml(stream, (_TABLE, _ROW, _STYLES)):
                    if element.tag == _STYLES:
                        if event == "end":
                            yield "styles", element
                    elif element.tag == _TABLE:
                        depth += 1 if event == "start" else -1
                        if (event, depth) in (("start", 1), ("end", 0)):
                            yield "begin" if event == "start" else "end", element
                    elif event == "end" and depth == 1:
                        yield "row", element
                        element.clear()
                        parent = element.getparent()
                        while parent is not None and parent[0] is not element:
                            del parent[0]
        except (etree.XMLSyntaxError, zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
            raise damaged_error() from error

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield a page for each sheet from index `first` on; its label is the sheet's name."""
        events = self._events()
        index = -1
        for kind, _element in events:
            if kind != "begin":
                continue
            index += 1
            name = self._names[index]
            if index < first:
                continue
            if index in skip:
                yield Page(index, name, "", FAILED_PAGE)
                continue
            text = write_sheet(name, _rows(events), self._words, hidden=self._hidden[index])
            yield Page(index, name, text, self.format)

    def close(self) -> None:
        """Close the file."""
        self._package.close()


def _rows(events: Iterator[tuple[str, Element]]) -> Iterator[Sequence[str]]:
    """The rows up to the end of the sheet."""
    reader = OdfText(OdfStyles(()), StructuredText())
    for kind, element in events:
        if kind == "end":
            return
        if kind != "row":
            continue
        cells: list[str] = []
        for cell in children(element, "table-cell", "covered-table-cell"):
            lines = [reader.plain(each) for each in children(cell, "p")]
            text = "\n".join(lines) if local(cell) == "table-cell" else ""
            times = repeated(cell, "number-columns-repeated")
            room = MAX_COLUMNS - len(cells)
            cells += [text] * min(times, room)
            if times > room and text.strip():
                cells.append(text)
                break
        filled = any(each.strip() for each in cells)
        for _ in range(repeated(element, "number-rows-repeated") if filled else 1):
            yield cells


def open_ods(path: Path, password: str = "") -> Spreadsheet:
    """Open a spreadsheet. Raises what `Spreadsheet` raises."""
    return Spreadsheet(path, password)
