"""The text of a web page: headings, paragraphs, lists, tables and code, as `StructuredText`.

The parser hands over elements one by one, so that no tree is built and no depth of nesting
matters. Nothing is fetched: pictures, style sheets and entities from elsewhere do not exist here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html.entities import html5

from lxml import etree

from app.ingest.readers.decode import clean_text
from app.ingest.readers.html_rules import BLOCKS, MACHINERY, is_hidden, is_navigation
from app.ingest.readers.html_table import HtmlTable
from app.ingest.readers.titles import choose_title
from app.ingest.readers.whole_number import whole_number
from app.ingest.structured import StructuredText, one_line

_DANGLING = " -–—|·:»/"  # around the name of a site whose page has none
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_VERBATIM = frozenset(("pre", "listing", "xmp", "plaintext"))
_VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
_SPACE = re.compile(r"[ \t\n\r\f]+")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#.-]{1,20})")
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>", re.IGNORECASE)
_XML_HEAD = re.compile(r"\A\s*<\?xml[^>]*\?>")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")
_XML_ENTITIES = frozenset(("amp;", "lt;", "gt;", "quot;", "apos;"))
_EMPTY_ELEMENT = re.compile(rf"<(?!(?:{_VOID})\b)([A-Za-z][\w:.-]*)((?:\s[^<>]*)?)/>")


@dataclass(frozen=True, slots=True)
class HtmlText:
    """What a page says, and its title (None without one)."""

    text: str
    title: str | None


def read_html(source: str) -> HtmlText:
    """The text of a page of HTML. Never fails: what is no HTML is text."""
    walker = _walk_html(source, leave_out_navigation=True)
    if walker.left_out > walker.kept:  # what looked like navigation is most of the page
        walker = _walk_html(source, leave_out_navigation=False)
    return walker.result()


def read_xhtml(source: str) -> HtmlText:
    """The text of a page that is XML, as those of books are; one with mistakes is read as HTML."""
    whole = _ENTITY.sub(_resolved, _without_doctype(_XML_HEAD.sub("", source)))
    walker = _Walker(leave_out_navigation=False)
    parser = etree.XMLParser(
        target=walker,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        parser.feed(whole.encode("utf-8", errors="replace"))
        parser.close()
    except etree.XMLSyntaxError:
        opened = _EMPTY_ELEMENT.sub(r"<\1\2></\1>", whole)
        walker = _walk_html(opened, leave_out_navigation=False)
    return walker.result()


def _walk_html(source: str, *, leave_out_navigation: bool) -> _Walker:
    walker = _Walker(leave_out_navigation=leave_out_navigation)
    parser = etree.HTMLParser(
        target=walker,
        encoding="utf-8",
        no_network=True,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,  # a long text is no attack: the whole file is bounded
    )
    parser.feed(clean_text(source).encode("utf-8"))
    parser.close()
    return walker


def _without_doctype(source: str) -> str:
    """`source` without its declaration of the document's type, and the entities defined there."""
    at = source.find("<!")
    while at >= 0 and source.startswith("<!--", at):
        at = source.find("<!", at + 4)
    declared = _DOCTYPE.match(source, at) if at >= 0 else None
    return source[declared.end() :] if declared else source


def _resolved(entity: re.Match[str]) -> str:
    name = entity[1]
    return entity[0] if name in _XML_ENTITIES else html5.get(name, entity[0])


class _Walker:
    """Takes the parser's events in order. `kept` and `left_out` count characters."""

    def __init__(self, *, leave_out_navigation: bool) -> None:
        self.kept = 0
        self.left_out = 0
        self._leave_out_navigation = leave_out_navigation
        self._writer = StructuredText()
        self._title: list[str] = []
        self._inline: list[str] = []  # of the paragraph, item, heading or cell being read
        self._skipping = 0  # elements that are open within one that is left out
        self._skips_navigation = False
        self._content = 0  # open `main` and `article` elements
        self._in_title = False
        self._verbatim = 0
        self._language = ""
        self._lists: list[_List] = []
        self._item = ""  # mark of the list item whose first paragraph is being read
        self._term = ""
        self._tables: list[_OpenTable] = []

    def result(self) -> HtmlText:
        """The page's text, once all has been taken in."""
        self._flush()
        self._flush_term()
        stated = one_line("".join(self._title)).strip(_DANGLING)
        text = self._writer.text
        return HtmlText(text, choose_title(stated, self._writer.title, text))

    # ------------------------------------------------------------------ what the parser calls

    def start(self, tag: str | bytes, attrib: Mapping[str | bytes, str | bytes]) -> None:
        """An element begins."""
        if self._skipping:
            self._skipping += 1
            return
        self._start(_local(tag), {_as_text(name): _as_text(attrib[name]) for name in attrib})

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in MACHINERY or is_hidden(tag, attributes):
            self._skip(tag, navigation=False)
        elif self._leave_out_navigation and is_navigation(
            tag, attributes, in_content=self._content > 0
        ):
            self._skip(tag, navigation=True)
        else:
            self._open(tag, attributes)

    def end(self, tag: str | bytes) -> None:
        """An element ends."""
        if self._skipping:
            self._skipping -= 1
            return
        self._shut(_local(tag))

    def data(self, data: str | bytes) -> None:
        """Text."""
        text = _as_text(data)
        if self._skipping:
            self.left_out += len(text.split()) if self._skips_navigation else 0
        elif self._in_title:
            self._title.append(text)
        elif self._verbatim:
            self._inline.append(text)
        else:
            self.kept += len(text.split())
            self._inline.append(_SPACE.sub(" ", text))

    def comment(self, text: str | bytes) -> None:
        """A comment is no text."""

    def close(self) -> None:
        """The page ends."""

    # ------------------------------------------------------------------------------- elements

    def _skip(self, tag: str, *, navigation: bool) -> None:
        if tag in BLOCKS:
            self._flush_at_block(tag)
        self._skipping = 1
        self._skips_navigation = navigation

    def _open(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in BLOCKS:
            self._flush_at_block(tag)
        match tag:
            case "title":
                self._in_title = not self._title
            case "br":
                self._inline.append("\n")
            case "q":
                self._inline.append("“")
            case "main" | "article":
                self._content += 1
            case "ul" | "ol" | "menu" | "dir":
                self._lists.append(_List.of(tag, attributes))
            case "dt":
                self._flush_term()
            case "li":
                self._item = self._lists[-1].next_mark(attributes) if self._lists else "-"
            case "table":
                self._open_table()
            case "tr":
                if self._tables:
                    self._tables[-1].table.begin_row()
            case "td" | "th":
                if self._tables:
                    self._tables[-1].cell = dict(attributes)
            case _ if tag in _VERBATIM:
                self._verbatim += 1
                self._language = _language(attributes)
            case "code" if self._verbatim:
                self._language = self._language or _language(attributes)
            case _ if tag in _HEADINGS and self._tables:
                self._lay_out(self._tables[-1])

    def _shut(self, tag: str) -> None:
        match tag:
            case "title":
                self._in_title = False
            case "q":
                self._inline.append("”")
            case "td" | "th":
                self._close_cell(header=tag == "th")
            case "dt" if not self._in_cell:
                self._term = one_line(self._take()) or self._term
            case "dl":
                self._flush()
                self._flush_term()
            case "li":
                self._flush()
                self._item = ""
            case "ul" | "ol" | "menu" | "dir":
                self._flush()
                self._item = ""
                if self._lists:
                    self._lists.pop()
            case "table":
                self._close_table()
            case "main" | "article":
                self._flush()
                self._content = max(0, self._content - 1)
            case _ if tag in _VERBATIM and self._verbatim:
                self._close_verbatim()
            case _ if tag in _HEADINGS:
                self._close_heading(_HEADINGS[tag])
            case _ if tag in BLOCKS:
                self._flush_at_block(tag)

    def _close_heading(self, level: int) -> None:
        if self._in_cell:
            self._inline.append("\n")
            return
        self._item = ""
        self._writer.heading(level, self._take())

    def _close_verbatim(self) -> None:
        self._verbatim -= 1
        if self._verbatim or self._in_cell:
            return
        text = self._take()
        self.kept += len(text.split())
        self._writer.preformatted(text, self._language)
        self._item = ""

    # --------------------------------------------------------------------------------- tables

    @property
    def _in_cell(self) -> bool:
        return bool(self._tables) and self._tables[-1].is_open

    def _open_table(self) -> None:
        if self._tables:
            self._lay_out(self._tables[-1])  # a table that holds a table lays out the page
        self._tables.append(_OpenTable())

    def _lay_out(self, outer: _OpenTable) -> None:
        """Write what a table holds so far as paragraphs, and what follows likewise."""
        if outer.is_layout:
            return
        outer.is_layout = True
        for row in outer.table.rows:
            for cell in row:
                self._writer.paragraph(cell)
        self._flush()

    def _close_cell(self, *, header: bool) -> None:
        if not self._tables or self._tables[-1].cell is None:
            self._flush_at_block("td")
            return
        current = self._tables[-1]
        if current.is_layout:
            self._flush()
        else:
            current.table.add_cell(self._take(), current.cell or {}, header=header)
        current.cell = None

    def _close_table(self) -> None:
        if not self._tables:
            return
        current = self._tables[-1]
        if self._in_cell:
            self._close_cell(header=False)
        self._tables.pop()
        if current.is_layout:
            self._flush()
            return
        current.table.end()
        self._writer.table(current.table.rows, header=current.table.has_header)
        self._item = ""

    # ----------------------------------------------------------------------------- paragraphs

    def _flush_at_block(self, tag: str) -> None:
        """End what is being read where an element begins or ends a paragraph."""
        if self._verbatim:
            if tag in ("div", "p", "li", "tr"):
                self._inline.append("\n")
        elif self._in_cell and tag not in ("td", "th", "tr", "table"):
            self._inline.append("\n")
        else:
            self._flush()

    def _flush(self) -> None:
        """Write the paragraph or list item that was read."""
        if self._in_cell:
            return
        text = self._take()
        if not text:
            return
        if self._term:
            self._writer.item(f"{self._term.rstrip(': ')}: {text.lstrip()}")
            self._term = ""
        elif self._item:
            self._writer.item(text, len(self._lists) - 1, self._item)
            self._item = ""
        else:
            self._writer.paragraph(text)

    def _flush_term(self) -> None:
        """Write a term that nothing explained."""
        self._writer.paragraph(self._term)
        self._term = ""

    def _take(self) -> str:
        text = "".join(self._inline)
        self._inline.clear()
        return text if self._verbatim or text.strip() else ""


@dataclass(slots=True)
class _List:
    """A list being read: `number` is the next item's, None where items have none."""

    number: int | None

    @classmethod
    def of(cls, tag: str, attributes: Mapping[str, str]) -> _List:
        if tag != "ol":
            return cls(None)
        return cls(whole_number(attributes.get("start"), 1))

    def next_mark(self, attributes: Mapping[str, str]) -> str:
        if self.number is None:
            return "-"
        number = whole_number(attributes.get("value"), self.number)
        self.number = number + 1
        return f"{number}."


@dataclass(slots=True)
class _OpenTable:
    """A table being read; `cell` holds the attributes of the cell that is open."""

    table: HtmlTable
    cell: dict[str, str] | None = None
    is_layout: bool = False

    def __init__(self) -> None:
        self.table = HtmlTable()
        self.cell = None
        self.is_layout = False

    @property
    def is_open(self) -> bool:
        """Whether what is read belongs to a cell of it."""
        return self.cell is not None and not self.is_layout


def _as_text(value: str | bytes) -> str:
    """What the parser hands over, which its types allow to be bytes."""
    return value if isinstance(value, str) else value.decode("utf-8", errors="replace")


def _local(name: str | bytes) -> str:
    """The name of an element without its namespace, in lower case."""
    return _as_text(name).rpartition("}")[2].lower()


def _language(attributes: Mapping[str, str]) -> str:
    found = _LANGUAGE.search(attributes.get("class", ""))
    return found[1] if found else ""
