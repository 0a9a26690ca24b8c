"""What an EPUB says of itself: its title, its chapters in reading order, and their names.

EPUB 2 and 3 (EPUB Packages 3.3, and OPF 2.0.1 with NCX), leniently: a book with mistakes in its
package is read as far as its parts can be found.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from lxml import etree

from app.core.errors import DocumentError
from app.ingest.readers.zipped import ZippedFile
from app.ingest.structured import MAX_TITLE, one_line

MAX_CHAPTERS = 20_000
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
# Fonts are scrambled so by books that are free to read: EPUB Open Container Format 3.3, and Adobe.
_FONT_SCRAMBLING = (
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One file of the text. `name` is its entry in the table of contents, or that of the file
    before it that has one; None where there is neither."""

    part: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Package:
    """What is read of a book, in order."""

    title: str | None
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    part: str
    kind: str
    properties: frozenset[str]


def read_package(book: ZippedFile) -> Package:
    """The package of an opened book. Raises DocumentError if it has none, or no chapters, and if
    it is protected."""
    _refuse_protection(book)
    place = _package_place(book)
    root = book.tree(place)
    items = dict(_items(root, posixpath.dirname(place), book))
    spine = [items[name] for name in _spine(root) if name in items]
    if not spine:  # the order is lost, the pages are not
        spine = [item for item in items.values() if item.kind in _PAGES]
    read = [item for item in spine if item.kind in _PAGES or not item.kind.startswith("image/")]
    pages = [item for item in read if "nav" not in item.properties] or read
    if not pages:
        raise DocumentError(
            "The book has no chapters.", why="It is damaged, or holds pictures alone."
        )
    if len(pages) > MAX_CHAPTERS:
        raise DocumentError("The book has too many chapters.")
    names = _names(root, items, book)
    return Package(_title(root), tuple(_chapters(pages, names)))


def _refuse_protection(book: ZippedFile) -> None:
    if not book.has(_ENCRYPTION):
        return
    algorithms = {
        element.get("Algorithm", "")
        for element in book.tree(_ENCRYPTION).iter("{*}EncryptionMethod")
    }
    if algorithms.difference(_FONT_SCRAMBLING):
        raise DocumentError(
            "The document is protected in a way that cannot be opened here.",
            why="It is bound to another program's rights management.",
            next_step="Save or print an unprotected copy, then add that.",
        )


def _package_place(book: ZippedFile) -> str:
    """The name of the part that describes the book."""
    if book.has(_CONTAINER):
        for element in book.tree(_CONTAINER).iter("{*}rootfile"):
            place = _normal(element.get("full-path", ""))
            if book.has(place):
                return place
    found = sorted(name for name in book.names if name.lower().endswith(".opf"))
    if not found:
        raise DocumentError("This is not a book.", why="It does not say which chapters it has.")
    return found[0]


def _items(root: etree._Element, folder: str, book: ZippedFile) -> Iterator[tuple[str, _Item]]:
    """The parts of the book that are there, by their ids."""
    for element in root.iter("{*}item"):
        part = _resolve(element.get("href", ""), folder)
        if book.has(part):
            kind = element.get("media-type", "").strip().lower()
            properties = frozenset(element.get("properties", "").split())
            yield element.get("id", ""), _Item(part, kind, properties)


def _spine(root: etree._Element) -> Iterator[str]:
    for element in root.iter("{*}itemref"):
        yield element.get("idref", "")


def _title(root: etree._Element) -> str | None:
    for element in root.iter("{http://purl.org/dc/elements/1.1/}title"):
        title = one_line("".join(map(str, element.itertext())))
        if title:
            return title[:MAX_TITLE]
    return None


def _chapters(pages: list[_Item], names: Mapping[str, str]) -> Iterator[Chapter]:
    current: str | None = None
    for item in pages:
        current = names.get(item.part, current)
        yield Chapter(item.part, current)


def _names(root: etree._Element, items: Mapping[str, _Item], book: ZippedFile) -> dict[str, str]:
    """The first entry of the table of contents for each part; empty where there is no table."""
    tables = [item.part for item in items.values() if "nav" in item.properties]
    tables += [item.part for item in items.values() if item.kind == "application/x-dtbncx+xml"]
    spine = next(root.iter("{*}spine"), None)
    stated = items.get(spine.get("toc", "")) if spine is not None else None
    tables += [stated.part] if stated is not None else []
    for part in dict.fromkeys(tables):
        try:
            table = book.tree(part)
        except DocumentError:
            continue  # names are a convenience
        names: dict[str, str] = {}
        for place, name in (*_nav_entries(table), *_ncx_entries(table)):
            if name:
                names.setdefault(_resolve(place, posixpath.dirname(part)), name)
        if names:
            return names
    return {}


def _nav_entries(table: etree._Element) -> Iterator[tuple[str, str]]:
    """Targets and names of a navigation document (EPUB 3)."""
    lists = list(table.iter("{*}nav"))
    contents = [each for each in lists if "toc" in each.get(_EPUB_TYPE, "").split()]
    for nav in contents or lists[:1]:
        for link in nav.iter("{*}a"):
            yield link.get("href", ""), one_line("".join(map(str, link.itertext())))[:MAX_TITLE]


def _ncx_entries(table: etree._Element) -> Iterator[tuple[str, str]]:
    """Targets and names of a table of contents of EPUB 2."""
    for point in table.iter("{*}navPoint"):
        content = next(point.iterchildren("{*}content"), None)
        label = next(point.iterchildren("{*}navLabel"), None)
        if content is not None and label is not None:
            name = one_line("".join(map(str, label.itertext())))[:MAX_TITLE]
            yield content.get("src", ""), name


_EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"


def _resolve(reference: str, folder: str) -> str:
    """The name of the part that a reference from a part in `folder` leads to."""
    return _normal(posixpath.join(folder, unquote(reference.partition("#")[0])))


def _normal(path: str) -> str:
    """A path within the archive, which nothing leads out of."""
    return posixpath.normpath("/" + path.replace("\\", "/")).lstrip("/")
