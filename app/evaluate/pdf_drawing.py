"""Pages drawn word by word or glyph by glyph, so that their text is known, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# Advances of Helvetica in thousandths of the size, from Adobe's published metrics: from the space
# to the tilde. Letters with accents are as wide as without.
_ASCII = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_LIKE = str.maketrans("àáâäçèéêëìíîïòóôöùúûüÀÈÉ«»’", "aaaaceeeeiiiioooouuuuAEE==,")
SIZE = 10.0
LEADING = 12.0


def width_of(text: str, size: float = SIZE) -> float:
    """How far `text` reaches in Helvetica, in points."""
    plain = text.translate(_LIKE)
    return sum(_ASCII[min(ord(each), 126) - 32] for each in plain) * size / 1000


def escaped(text: str) -> bytes:
    """`text` as the inside of a PDF string, in the encoding of the font F1."""
    data = text.encode("cp1252")
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def wrapped(words: Iterable[str], width: float, size: float = SIZE) -> list[list[str]]:
    """`words` as lines of at most `width` points."""
    lines: list[list[str]] = [[]]
    room = width
    for word in words:
        needed = width_of(word + " ", size)
        if lines[-1] and needed > room:
            lines.append([])
            room = width
        lines[-1].append(word)
        room -= needed
    return lines


class Drawing:
    """The content stream of a page, y upwards, in points."""

    def __init__(self) -> None:
        self._shown: list[bytes] = []

    def put(self, x: float, y: float, text: str, size: float = SIZE, state: bytes = b"") -> None:
        """Write `text` in Helvetica from (x, y) on; `state` are operators before it."""
        self._show(x, y, b"(%s)" % escaped(text), size, b"F1", state)

    def put_codes(self, x: float, y: float, codes: Sequence[int], font: bytes) -> None:
        """Write glyphs of the font by their codes of one byte."""
        self._show(x, y, b"<%s>" % bytes(codes).hex().encode(), SIZE, font, b"")

    def put_cids(self, x: float, y: float, cids: Sequence[int], font: bytes) -> None:
        """Write glyphs of a composite font by their numbers."""
        shown = "".join(f"{each:04x}" for each in cids).encode()
        self._show(x, y, b"<%s>" % shown, SIZE, font, b"")

    def put_lines(
        self, x: float, y: float, lines: Iterable[Sequence[str]], leading: float = LEADING
    ) -> float:
        """Write lines of words downwards; return the height of the next line."""
        for words in lines:
            self.put(x, y, " ".join(words))
            y -= leading
        return y

    def put_words(
        self, x: float, y: float, words: Iterable[str], gap: float, size: float = SIZE
    ) -> None:
        """Write words each by itself, with no space between them but a gap of `gap` em."""
        for word in words:
            self.put(x, y, word, size)
            x += width_of(word, size) + gap * size

    def put_letters(self, x: float, y: float, text: str, gap: float, size: float = SIZE) -> None:
        """Write letters each by itself, `gap` em apart; a space is left out, but not its room."""
        for letter in text:
            if letter != " ":
                self.put(x, y, letter, size)
            x += width_of(letter, size) + gap * size

    def to_bytes(self) -> bytes:
        """The content stream."""
        return b"\n".join(self._shown)

    def _show(
        self, x: float, y: float, shown: bytes, size: float, font: bytes, state: bytes
    ) -> None:
        place = b"%.2f %.2f Td" % (x, y)
        self._shown.append(b"BT /%s %.2f Tf %s %s %s Tj ET" % (font, size, state, place, shown))
