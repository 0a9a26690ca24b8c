"""The text of rich-text files, told paragraph by paragraph and cell by cell.

Deleted and hidden text, instructions of fields, pictures and comments are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from app.ingest.readers.delimited import has_header
from app.ingest.readers.rtf_tables import Head
from app.ingest.readers.rtf_tokens import Kind, Token
from app.ingest.structured import StructuredText, one_line

MAX_GROUPS = 10_000  # within one another; what is deeper is passed over
_SIGNS = {
    **{"tab": "\t", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "bullet": "•"},
    **{"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"},
    **{"emspace": " ", "enspace": " ", "qmspace": " ", "zwnj": "\u200c", "zwj": "\u200d"},
}
_SYMBOLS = {"~": "\u00a0", "_": "-", "-": "", "\n": "\n", "\r": "\n", "{": "{", "}": "}"}
_LEFT_OUT = frozenset(
    (
        *("colortbl", "pict", "objdata", "objclass", "annotation", "atnid", "atnauthor", "atntime"),
        *("atnref", "atrfstart", "atrfend", "atnparent", "xe", "tc", "rxe", "txe", "template"),
        *("filetbl", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator"),
        *("bkmkstart", "bkmkend", "themedata", "colorschememapping", "latentstyles", "datastore"),
        *("sn", "sv", "shprslt", "nonshppict", "do", "ftnsep", "ftnsepc", "ftncn", "aftnsep"),
        *(
            "aftnsepc",
            "aftncn",
            "private",
            "xmlnstbl",
            "mmathPr",
            "pnseclvl",
            "pgptbl",
            "passwordhash",
        ),
        *(
            "passwordhash",
            "background",
            "fname",
            "userprops",
            "wgrffmtfilter",
            "defchp",
            "defpap",
            "upr",
        ),
    )
)
_READ_STARRED = frozenset(("shpinst", "ud", "shptxt", "fldinst", "footnote"))
_INFO = frozenset(("author", "operator", "subject", "keywords", "comment", "doccomm", "company"))
_MARGINS = {
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
}
_PAGE_FIELDS = ("PAGE", "NUMPAGES", "SECTIONPAGES", "PAGEREF")


@dataclass(slots=True)
class _Story:
    """Where text goes: the body, a note, a header, the title."""

    parts: list[str] = field(default_factory=list)
    footnotes: list[str] = field(default_factory=list)

    def take(self) -> str:
        """The text gathered so far, which is gone then."""
        text = "".join(self.parts)
        self.parts = []
        # A character beyond the 16 bits of \u comes as two halves.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True)
class _Group:
    """What ends with its group. `to` is the story, None where text is left out."""

    to: str | None = "body"
    font: int | None = None
    fallback: int = 1  # bytes that stand for a \u where it is not understood
    unread: bool = False  # hidden or deleted


@dataclass(slots=True)
class _Paragraph:
    """What \\pard resets."""

    level: int = 0
    in_table: bool = False
    mark: str = ""
    depth: int = 0  # in its list


class RtfText:
    """Takes tokens one by one and writes the body into `out`. `title` and the lines of headers
    and footers are known at the end. One thread."""

    def __init__(self, out: StructuredText) -> None:
        self._out = out
        self.title = ""
        self.opening = ""
        self.margins: dict[str, dict[str, None]] = {"header": {}, "footer": {}}
        self._head = Head()
        self._stack: list[_Group] = []
        self._too_deep = 0
        self._group = _Group()
        self._starred = self._opened = False
        self._skip = 0  # bytes that stand for the \u before them
        self._bytes = bytearray()
        self._stories: dict[str, _Story] = {}
        self._paragraph = _Paragraph()
        self._cells: list[str] = []
        self._cell: list[str] = []
        self._rows: list[list[str]] = []
        self._header_row = self._named = False
        self._notes = 0
        self._font: int | None = None  # that the font table is at
        self._style: int | None = 0  # that the style sheet is at
        self._outline: int | None = None
        self._field = ""

    # --------------------------------------------------------------------------------- tokens

    def take(self, token: Token) -> None:
        """The next token."""
        opened, self._opened = self._opened, False
        if token.kind is Kind.BYTES:
            self._take_bytes(token.data)
            return
        self._decode()
        if token.kind is Kind.OPEN:
            self._open()
        elif token.kind is Kind.CLOSE:
            self._close()
        elif token.kind is Kind.SYMBOL:
            if token.name == "*" and opened:
                self._starred = self._opened = True
            else:
                self._add(_SYMBOLS.get(token.name, token.name if token.name == "\\" else ""))
        else:
            starred, self._starred = self._starred, False
            self._take_word(token.name, token.number, opened=opened, starred=starred)

    def end(self) -> None:
        """All tokens were taken."""
        self._decode()
        self._end_paragraph()
        self._end_table()

    def _open(self) -> None:
        self._skip = 0
        if len(self._stack) >= MAX_GROUPS:
            self._too_deep += 1
            return
        self._stack.append(self._group)
        self._opened = True

    def _close(self) -> None:
        self._skip = 0
        if self._too_deep:
            self._too_deep -= 1
            return
        if not self._stack:
            return
        before, self._group = self._group, self._stack.pop()
        if before.to not in (None, "body", self._group.to):
            self._end_story(before.to)

    def _take_bytes(self, data: bytes) -> None:
        if self._skip:
            skipped = min(self._skip, len(data))
            self._skip -= skipped
            data = data[skipped:]
        if self._group.to is not None:
            self._bytes += data

    def _decode(self) -> None:
        """Text is decoded when something else comes: a letter may have two bytes."""
        if self._bytes:
            group = self._group
            text = self._bytes.decode(self._head.encoding_of(group.font), "replace")
            self._bytes.clear()
            if group.font in self._head.symbol_fonts and not text.isspace():
                text = "•" if group.to == "mark" else ""
            self._add(text)

    def _add(self, text: str) -> None:
        group = self._group
        if text and group.to is not None and not group.unread:
            self._story(group.to).parts.append(text)

    def _story(self, name: str) -> _Story:
        return self._stories.setdefault(name, _Story())

    # ---------------------------------------------------------------------------------- words

    def _take_word(self, word: str, number: int | None, *, opened: bool, starred: bool) -> None:
        if opened and self._begins_story(word, starred=starred):
            return
        group = self._group
        if word == "u":
            self._take_unicode(number)
        elif word == "uc":
            self._group = replace(group, fallback=max(0, number or 0))
        elif word == "f":
            self._group = replace(group, font=number)
            self._font = number
        elif word == "plain":
            self._group = replace(group, font=None, unread=False)
        elif word in ("v", "deleted"):
            self._group = replace(group, unread=number != 0)
        elif word in _SIGNS:
            self._add(_SIGNS[word])
        elif group.to == "body":
            self._take_body_word(word, number)
        elif word in ("par", "row", "cell", "sect", "page"):
            self._add("\n")
        else:
            self._take_head_word(word, number)

    def _take_unicode(self, number: int | None) -> None:
        if number is not None and self._group.to is not None:
            self._add(chr(number % 0x10000))
        self._skip = self._group.fallback

    def _take_head_word(self, word: str, number: int | None) -> None:
        if word == "fcharset":
            self._head.set_charset(self._font, number)
        elif word == "s":
            self._style = number
        elif word in ("cs", "ds", "ts"):
            self._style = None  # of characters, sections, tables
        elif word == "outlinelevel":
            self._outline = number

    def _take_body_word(self, word: str, number: int | None) -> None:
        paragraph = self._paragraph
        if word in ("par", "sect", "page", "column"):
            self._end_paragraph()
        elif word == "pard":
            self._paragraph = _Paragraph(mark=paragraph.mark)
        elif word == "intbl":
            paragraph.in_table = True
        elif word == "s" and number is not None:
            paragraph.level = self._head.levels.get(number, paragraph.level)
        elif word == "outlinelevel" and number is not None:
            paragraph.level = number + 1 if number < 9 else 0
        elif word == "ilvl":
            paragraph.depth = max(0, number or 0)
        elif word in ("cell", "nestcell"):
            self._end_cell(nested=word == "nestcell")
        elif word == "row":
            self._end_row()
        elif word == "trowd":
            self._header_row = False
        elif word == "trhdr":
            self._header_row = True
        elif word == "ansicpg":
            self._head.set_code_page(number)
        elif word == "mac":
            self._head.encoding = "mac_roman"
        elif word == "pc":
            self._head.encoding = "cp437"
        elif word == "pca":
            self._head.encoding = "cp850"

    # -------------------------------------------------------------------------------- stories

    def _begins_story(self, word: str, *, starred: bool) -> bool:
        """Whether the group at hand is something else than running text."""
        group = self._group
        if word == "ud":
            self._group = replace(self._stack[-2] if len(self._stack) > 1 else group)
        elif group.to is None:
            return starred or word in _LEFT_OUT
        elif word in _LEFT_OUT or word in _INFO:
            self._group = replace(group, to=None)
        elif word in ("fonttbl", "stylesheet", "info", "title", "fldinst"):
            self._group = replace(group, to=word)
        elif group.to == "stylesheet":  # each of its groups is a style
            self._style, self._outline = 0, None
            self._group = replace(group, to="style")
            return False  # the word tells which one
        elif word in ("listtext", "pntext"):
            self._group = replace(group, to="mark")
        elif word == "fldrslt":
            instruction = self._field.split()
            counts = bool(instruction) and instruction[0].upper() in _PAGE_FIELDS
            self._group = replace(group, to=None) if counts else group
        elif word == "footnote":
            self._group = replace(group, to="note")
        elif word in _MARGINS:
            self._group = replace(group, to=_MARGINS[word])
        elif word == "shptxt":
            self._group = replace(group, to="box")
        elif starred and word not in _READ_STARRED:
            self._group = replace(group, to=None)
        else:
            return False
        return True

    def _end_story(self, name: str) -> None:
        text = self._story(name).take()
        if name == "title":
            self.title = self.title or one_line(text)
        elif name == "fldinst":
            self._field = text
        elif name == "style" and self._style is not None:
            self._head.set_style(self._style, text, self._outline)
        elif name == "mark":
            self._paragraph.mark = one_line(text)
        elif name in self.margins:
            for line in text.split("\n"):
                if any(map(str.isalpha, line)):
                    self.margins[name].setdefault(one_line(line))
        elif name == "note" and text.strip():
            self._notes += 1
            body = self._story("body")
            body.parts.append(f"[^{self._notes}]")
            body.footnotes.append(f"[^{self._notes}]: {one_line(text)}")
        elif name == "box" and text.strip():
            self._story("body").footnotes.append(text)

    # ------------------------------------------------------------------------------- the body

    def _end_paragraph(self) -> None:
        story, paragraph = self._story("body"), self._paragraph
        text = story.take()
        mark, paragraph.mark = paragraph.mark, ""
        if paragraph.in_table:
            self._cell.append(f"{mark} {text}".strip() if text.strip() else "")
            return
        self._end_table()
        if text.strip():
            if not paragraph.level and self._out.title is None:
                self.opening = self.opening or text
            if paragraph.level:
                self._out.heading(paragraph.level, f"{mark} {text}")
            elif mark:
                self._out.item(text, paragraph.depth, mark if any(map(str.isalnum, mark)) else "-")
            else:
                self._out.paragraph(text)
        self._add_notes()

    def _add_notes(self) -> None:
        story = self._story("body")
        footnotes, story.footnotes = story.footnotes, []
        for note in footnotes:
            self._out.paragraph(note)

    def _end_cell(self, *, nested: bool) -> None:
        text = self._story("body").take()
        mark, self._paragraph.mark = self._paragraph.mark, ""
        self._cell.append(f"{mark} {text}".strip() if text.strip() else "")
        if not nested:
            self._cells.append("\n".join(filter(None, self._cell)))
            self._cell = []

    def _end_row(self) -> None:
        if any(self._cell):  # a row without its last \cell
            self._end_cell(nested=False)
        if self._cells:
            self._named = self._named or (self._header_row and not self._rows)
            self._rows.append(self._cells)
        self._cells, self._cell = [], []

    def _end_table(self) -> None:
        if self._cells:
            self._end_row()
        rows, self._rows = self._rows, []
        if rows:
            self._out.table(rows, header=self._named or has_header(rows))
            self._named = False
            self._add_notes()
