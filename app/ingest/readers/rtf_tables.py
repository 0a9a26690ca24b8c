"""What the head of a rich-text file defines: encodings of fonts, levels of styles, the title."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from app.ingest.readers.docx_styles import heading_level

DEFAULT = "cp1252"
_CHARSETS = {  # of \fcharset, as Windows counts them
    **{77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950"},
    **{161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256"},
    **{186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437"},
}
_SYMBOL_CHARSET = 2


@dataclass(slots=True)
class Head:
    """What is known of the file's fonts and styles."""

    encoding: str = DEFAULT
    fonts: dict[int, str] = field(default_factory=dict)
    symbol_fonts: set[int] = field(default_factory=set)
    levels: dict[int, int] = field(default_factory=dict)
    """The level of a heading, from 1, by the number of its style."""

    def set_code_page(self, number: int | None) -> None:
        """Take the code page that \\ansicpg states."""
        self.encoding = _known(f"cp{number}") or (DEFAULT if number != 65001 else "utf-8")

    def set_charset(self, font: int | None, charset: int | None) -> None:
        """Take the character set of a font."""
        if font is None or charset is None:
            return
        if charset == _SYMBOL_CHARSET:
            self.symbol_fonts.add(font)
        elif charset in _CHARSETS:
            self.fonts[font] = _CHARSETS[charset]

    def set_style(self, number: int, name: str, outline: int | None) -> None:
        """Take the name and outline level (from 0) of a paragraph style."""
        level = outline + 1 if outline is not None else heading_level(name.rstrip("; "))
        if 1 <= level <= 9:
            self.levels[number] = level

    def encoding_of(self, font: int | None) -> str:
        """The encoding of text in a font."""
        return self.fonts.get(font, self.encoding) if font is not None else self.encoding


def _known(name: str) -> str | None:
    if not re.fullmatch(r"cp\d{3,5}", name):
        return None
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None
