"""OpenDocument texts (.odt), and presentations (.odp) with a page for each slide."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from app.core.errors import NoTextError
from app.core.types import Page
from app.ingest.notices import notices
from app.ingest.readers.base import FAILED_PAGE
from app.ingest.readers.odf import OdfPackage
from app.ingest.readers.odf_styles import OdfStyles
from app.ingest.readers.odf_text import OdfText
from app.ingest.readers.ooxml import Element, attribute, child, children, descendants, local
from app.ingest.readers.text import WholeText
from app.ingest.readers.titles import choose_title
from app.ingest.readers.unstyled_headings import MOST_STYLED
from app.ingest.structured import StructuredText, one_line

_MARGINS = ("header", "header-first", "header-left", "footer", "footer-first", "footer-left")
_FURNITURE = frozenset(("header", "footer", "date-time", "page-number", "page"))


def open_odt(path: Path, password: str = "") -> WholeText:
    """Open a text. Raises what `OdfPackage` raises, NoTextError where it holds no text."""
    package = OdfPackage(path, password, "text")
    try:
        content, styles = package.root("content.xml"), package.root("styles.xml")
        out = StructuredText()
        body = child(content, "body", "text")
        headings = sum(1 for _ in descendants(body, "h")) if body is not None else 0
        styled = headings > MOST_STYLED
        text = OdfText(OdfStyles((styles, content)), out, styled=styled)
        _add_margins(styles, out, "header")
        text.add_all(body)
        _add_margins(styles, out, "footer")
        if out.empty:
            raise NoTextError("The document holds no text.")
        stored = out.text
        heading = text.title or out.title
        title = choose_title(package.property("title"), heading, stored, text.opening)
        return WholeText("odt", title, stored, "odt")
    finally:
        package.close()


def _add_margins(styles: Element | None, out: StructuredText, kind: str) -> None:
    """The lines of the headers or footers of all kinds of pages, each once, as one paragraph."""
    lines: dict[str, None] = {}
    scrap = OdfText(OdfStyles(()), StructuredText())
    for master in children(child(styles, "master-styles"), "master-page"):
        for story in children(master, *(each for each in _MARGINS if each.startswith(kind))):
            for paragraph in descendants(story, "p"):
                line = one_line(scrap.plain(paragraph))
                if any(map(str.isalpha, line)):
                    lines.setdefault(line)
    out.paragraph("\n".join(lines))


class OdpSlides:
    """An open presentation. One thread."""

    format = "odp"
    paged = True

    def __init__(self, path: Path, password: str = "") -> None:
        """Raises what `OdfPackage` raises, NoTextError where there are no slides."""
        package = OdfPackage(path, password, "presentation")
        try:
            content, styles = package.root("content.xml"), package.root("styles.xml")
            stated = package.property("title")
        finally:
            package.close()
        self._styles = OdfStyles((styles, content))
        self._pages = list(children(child(content, "body", "presentation"), "page"))
        if not self._pages:
            raise NoTextError("The presentation has no slides.")
        self.page_count = len(self._pages)
        first = self._write(self._pages[0])
        self.title = choose_title(stated, first.title, first.text)

    def read_pages(self, first: int = 0, skip: Collection[int] = ()) -> Iterator[Page]:
        """Yield a page for each slide from index `first` on, those that are hidden too."""
        for index in range(first, self.page_count):
            if index in skip:
                yield Page(index, None, "", FAILED_PAGE)
            else:
                yield Page(index, None, self._write(self._pages[index]).text, self.format)

    def _write(self, page: Element) -> StructuredText:
        out = StructuredText()
        text = OdfText(self._styles, out)
        words = notices(self._styles.language)
        shapes = [each for each in children(page) if local(each) != "notes"]
        title = next((each for each in shapes if attribute(each, "class") == "title"), None)
        if title is not None:
            out.heading(1, " ".join(text.plain(each) for each in descendants(title, "p")))
        for each in shapes:
            if each is not title and attribute(each, "class") not in _FURNITURE:
                text.add_element(each)
        if self._styles.is_hidden(attribute(page, "style-name")) and not out.empty:
            out.paragraph(words.hidden_slide)
        spoken = StructuredText()
        for notes in children(page, "notes"):
            for each in children(notes, "frame"):
                if attribute(each, "class") == "notes":
                    OdfText(self._styles, spoken).add_all(each)
        if not spoken.empty:
            out.heading(2, words.speaker_notes)
            out.append(spoken.text)
        return out

    def close(self) -> None:
        """Nothing is held open."""


def open_odp(path: Path, password: str = "") -> OdpSlides:
    """Open a presentation. Raises what `OdpSlides` raises."""
    return OdpSlides(path, password)
