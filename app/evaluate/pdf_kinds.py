"""Pages of every kind that reads badly somewhere, made of texts of our own: their text is known."""

from __future__ import annotations

import random
import string
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.evaluate.page_texts import PageText, page_texts
from app.evaluate.pdf_drawing import LEADING, SIZE, Drawing, width_of, wrapped
from app.evaluate.pdf_fonts import add_composite_font, add_simple_font
from app.evaluate.pdf_writing import PdfObjects, pdf_of_contents
from app.ingest.readers.glyph_numbers import LETTERS
from app.ingest.readers.letter_pairs import plain_letters

_LEFT, _TOP, _WIDTH = 60.0, 730.0, 460.0
_COLUMN, _SECOND = 220.0, 310.0  # width of a column; where the second begins


@dataclass(frozen=True, slots=True)
class MadePdf:
    """A PDF of one page and its text in reading order, white space folded.

    `legible` is False where no program can know the text, since the file does not hold it.
    """

    kind: str
    language: str
    data: bytes
    truth: str
    legible: bool = True


Maker = Callable[[PageText], tuple[bytes, str]]


def made_pdfs() -> Iterator[MadePdf]:
    """One page of each kind for each of our page texts."""
    for text in page_texts("page"):
        for kind, make in KINDS.items():
            data, truth = make(text)
            yield MadePdf(kind, text.language, data, " ".join(truth.split()), kind not in ILLEGIBLE)


def _plain(text: PageText) -> tuple[bytes, str]:
    drawing = Drawing()
    drawing.put_lines(_LEFT, _TOP, wrapped(text.words, _WIDTH))
    return pdf_of_contents([drawing.to_bytes()]), text.text


def _gaps(gap: float) -> Maker:
    """No spaces at all: each word is placed by itself, `gap` em behind the one before."""

    def make(text: PageText) -> tuple[bytes, str]:
        drawing = Drawing()
        for number, line in enumerate(wrapped(text.words, _WIDTH)):
            drawing.put_words(_LEFT, _TOP - number * LEADING, line, gap)
        return pdf_of_contents([drawing.to_bytes()]), text.text

    return make


def _spaced(with_spaces: bool) -> Maker:
    """A heading whose letters stand apart, by spaces between them or by their places alone."""

    def make(text: PageText) -> tuple[bytes, str]:
        heading = " ".join(text.words[:3]).upper()
        drawing = Drawing()
        if with_spaces:
            shown = "   ".join(" ".join(word) for word in heading.split())
            drawing.put(_LEFT, _TOP, shown, 14)
        else:
            drawing.put_letters(_LEFT, _TOP, heading, 0.35, 14)
        drawing.put_lines(_LEFT, _TOP - 40, wrapped(text.words, _WIDTH))
        return pdf_of_contents([drawing.to_bytes()]), f"{heading} {text.text}"

    return make


def _hyphenated(text: PageText) -> tuple[bytes, str]:
    """Long words parted at the ends of narrow lines, and words that have a hyphen of their own."""
    own = {"it": "e-mail Rossi-Bianchi 2024-2025", "fr": "Jean-Pierre e-mail 2024-2025"}
    words = text.words[:30] + own.get(text.language, "e-mail Smith-Jones 2024-2025").split()
    words += text.words[30:]
    lines: list[str] = [""]
    for word in words:
        if lines[-1] and width_of(f"{lines[-1]} {word}") > 150:
            head, tail = _parted(word)
            if head and width_of(f"{lines[-1]} {head}-") <= 150:
                lines[-1] += f" {head}-"
                lines.append(tail)
                continue
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    drawing = Drawing()
    drawing.put_lines(_LEFT, _TOP, [[line] for line in lines])
    return pdf_of_contents([drawing.to_bytes()]), " ".join(words)


def _parted(word: str) -> tuple[str, str]:
    if "-" in word:
        head, tail = word.split("-", 1)
        return head, tail
    if len(word) < 7 or not word.isalpha():
        return "", word
    return word[: len(word) // 2], word[len(word) // 2 :]


def _ligatures(private: bool) -> Maker:
    """fi, fl, ff as one glyph each; `private` maps them to a font's own characters."""

    def make(text: PageText) -> tuple[bytes, str]:
        parts = ["ffi", "ff", "fi", "fl"]
        standard = ["\ufb03", "\ufb00", "\ufb01", "\ufb02"]
        shown = text.text
        for part, character in zip(parts, standard, strict=True):
            shown = shown.replace(part, character)
        if private:
            shown = shown.translate(_PRIVATE_LIGATURES)
        return _in_composite_font(shown), text.text

    return make


_PRIVATE_LIGATURES = {0xFB01: "\uf001", 0xFB02: "\uf002"}  # as Monotype's fonts number them


def _in_composite_font(shown: str) -> bytes:
    """`shown` in a font whose every glyph says which character it is."""
    cids = {each: place for place, each in enumerate(sorted(set(shown) - {"\n"}), start=1)}
    drawing = Drawing()
    for number, line in enumerate(_lines_of(shown, 80)):
        y = _TOP - number * LEADING
        drawing.put_cids(_LEFT, y, [cids[each] for each in line], b"F2")
    return _with_font(drawing, {cid: each for each, cid in cids.items()})


def _with_font(drawing: Drawing, to_unicode: Mapping[int, str] | None) -> bytes:
    objects = PdfObjects()
    font = add_composite_font(objects, to_unicode)
    return pdf_of_contents([drawing.to_bytes()], objects=objects, fonts=b"/F2 %d 0 R" % font)


def _lines_of(text: str, length: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= length:
            yield line
            line = ""
        line += f" {word}" if line else word
    yield line


def _soft_hyphens(text: PageText) -> tuple[bytes, str]:
    """Soft hyphens inside words, and no-break spaces for every third space."""
    words = [f"{w[:4]}\u00ad{w[4:]}" if len(w) > 8 else w for w in text.words]
    shown = "".join(
        word + ("\u00a0" if place % 3 == 0 else " ") for place, word in enumerate(words)
    )
    return _in_composite_font(shown.strip()), text.text


def _combining(text: PageText) -> tuple[bytes, str]:
    """Letters and combining accents as two characters each."""
    return _in_composite_font(unicodedata.normalize("NFD", text.text)), text.text


_ACCENTS = {"\u0300": "grave", "\u0301": "acute", "\u0302": "circumflex", "\u0308": "dieresis"}


def _built_accents(before: bool) -> Maker:
    """Accents drawn over their letters as glyphs of their own, `before` or behind them."""

    def make(text: PageText) -> tuple[bytes, str]:
        used = sorted(set(unicodedata.normalize("NFD", text.text)) - {"\u0327"})
        names = [_ACCENTS.get(each) or _glyph_name(each) for each in used]
        codes = {each: place for place, each in enumerate(used, start=1)}
        drawing = Drawing()
        for number, line in enumerate(_lines_of(text.text, 80)):
            _put_built(drawing, line, _TOP - number * LEADING, codes, before)
        objects = PdfObjects()
        font = add_simple_font(objects, names)
        data = pdf_of_contents([drawing.to_bytes()], objects=objects, fonts=b"/F2 %d 0 R" % font)
        return data, text.text.replace("ç", "c")

    return make


def _put_built(
    drawing: Drawing, line: str, y: float, codes: Mapping[str, int], before: bool
) -> None:
    run: list[int] = []
    x = start = _LEFT
    for letter in line:
        parts = [each for each in unicodedata.normalize("NFD", letter) if each in codes]
        if len(parts) == 2:
            drawing.put_codes(start, y, run, b"F2")
            for part in reversed(parts) if before else parts:
                drawing.put_codes(x, y, [codes[part]], b"F2")
            run, start = [], x + SIZE / 2
        else:
            run.append(codes[parts[0]])
        x += SIZE / 2
    drawing.put_codes(start, y, run, b"F2")


def _glyph_name(letter: str) -> str:
    names = {" ": "space", ".": "period", ",": "comma", "'": "quotesingle", ":": "colon"}
    return names.get(letter) or {";": "semicolon"}.get(letter, letter)


def _columns(order: str) -> Maker:
    """Two columns under a heading, written column by column, or line by line across both."""

    def make(text: PageText) -> tuple[bytes, str]:
        words = text.words * 2
        lines = wrapped(words, _COLUMN)
        half = (len(lines) + 1) // 2
        left, right = lines[:half], lines[half:]
        heading = " ".join(text.words[:4]).upper()
        drawing = Drawing()
        drawing.put(_LEFT, _TOP, heading, 14)
        if order == "columns":
            drawing.put_lines(_LEFT, _TOP - 30, left)
            drawing.put_lines(_SECOND, _TOP - 30, right)
        else:
            for number in range(half):
                y = _TOP - 30 - number * LEADING
                drawing.put(_LEFT, y, " ".join(left[number]))
                if number < len(right):
                    drawing.put(_SECOND, y, " ".join(right[number]))
        return pdf_of_contents([drawing.to_bytes()]), f"{heading} {' '.join(words)}"

    return make


def _sidebar(text: PageText) -> tuple[bytes, str]:
    """A narrow column of notes beside the text, its lines written between those of the text."""
    lines = wrapped(text.words, 300)
    notes = wrapped(text.words[:24], 100)
    drawing = Drawing()
    for number, line in enumerate(lines):
        y = _TOP - number * LEADING
        drawing.put(_LEFT, y, " ".join(line))
        if number < len(notes):
            drawing.put(430, y, " ".join(notes[number]))
    return pdf_of_contents([drawing.to_bytes()]), f"{text.text} {' '.join(text.words[:24])}"


def _table(text: PageText) -> tuple[bytes, str]:
    """Rows of short cells under a sentence; a row is read across."""
    words = [each.strip(".,;:") for each in text.words if len(each) > 3]
    rows = [[words[at], words[at + 1], f"{at * 7 + 3},{at % 10}0"] for at in range(0, 36, 2)]
    drawing = Drawing()
    y = drawing.put_lines(_LEFT, _TOP, wrapped(text.words[:20], _WIDTH)) - 20
    for row in rows:
        for x, cell in zip((_LEFT, 250.0, 430.0), row, strict=True):
            drawing.put(x, y, cell)
        y -= LEADING
    truth = [" ".join(text.words[:20]), *(" ".join(row) for row in rows)]
    return pdf_of_contents([drawing.to_bytes()]), " ".join(truth)


def _glossary(text: PageText) -> tuple[bytes, str]:
    """A table with a term on the left and some lines about it on the right."""
    drawing = Drawing()
    y, truth = _TOP, []
    for start in range(0, len(text.words) - 16, 16):
        words = text.words[start : start + 16]
        drawing.put(_LEFT, y, words[0])
        truth.append(words[0])
        y = drawing.put_lines(200, y, wrapped(words[1:], 200)) - 8
        truth += words[1:]
    return pdf_of_contents([drawing.to_bytes()]), " ".join(truth)


def _doubled(by: str) -> Maker:
    """Bold made by writing everything twice, a hair apart: by lines, words or letters."""

    def make(text: PageText) -> tuple[bytes, str]:
        drawing = Drawing()
        for number, line in enumerate(wrapped(text.words, _WIDTH)):
            y = _TOP - number * LEADING
            x = _LEFT
            written = " ".join(line)
            pieces = [written] if by == "line" else [f"{word} " for word in line]
            pieces = list(written) if by == "letter" else pieces
            for piece in pieces:
                drawing.put(x, y, piece)
                drawing.put(x + 0.3, y, piece)
                x += width_of(piece)
        return pdf_of_contents([drawing.to_bytes()]), text.text

    return make


def _turned(text: PageText) -> tuple[bytes, str]:
    drawing = Drawing()
    drawing.put_lines(_LEFT, _TOP, wrapped(text.words, _WIDTH))
    return pdf_of_contents([drawing.to_bytes()], page_entries={0: b"/Rotate 90"}), text.text


def _cropped(text: PageText) -> tuple[bytes, str]:
    """A page cut out of a larger sheet: what stands outside is not shown."""
    drawing = Drawing()
    drawing.put(_LEFT, 780, "Printer's marks 12:40 proof 3 sheet 7")
    drawing.put_lines(_LEFT, _TOP, wrapped(text.words, _WIDTH))
    entries = {0: b"/CropBox [30 30 580 760]"}
    return pdf_of_contents([drawing.to_bytes()], page_entries=entries), text.text


def _invisible(text: PageText) -> tuple[bytes, str]:
    """The text layer of a scan: there to be found, not to be seen."""
    drawing = Drawing()
    for number, line in enumerate(wrapped(text.words, _WIDTH)):
        drawing.put(_LEFT, _TOP - number * LEADING, " ".join(line), state=b"3 Tr")
    return pdf_of_contents([drawing.to_bytes()]), text.text


def _unmapped(in_order: bool) -> Maker:
    """A font of glyph numbers that does not say which letters they draw.

    The numbers are those of most fonts, or those of a part of a font, in the order of their use.
    """

    def make(text: PageText) -> tuple[bytes, str]:
        usual = {chr(letter): number for number, letter in LETTERS.items()}
        used = {each: number for number, each in enumerate(dict.fromkeys(text.text), start=1)}
        drawing = Drawing()
        for number, line in enumerate(_lines_of(text.text, 80)):
            cids = [(usual if in_order else used)[each] for each in line]
            drawing.put_cids(_LEFT, _TOP - number * LEADING, cids, b"F2")
        return _with_font(drawing, None), text.text

    return make


def _partly_unmapped(text: PageText) -> tuple[bytes, str]:
    """A text of which every third line is in a font that tells its glyphs' numbers alone."""
    numbers = {chr(letter): number for number, letter in LETTERS.items()}
    drawing = Drawing()
    for number, line in enumerate(_lines_of(text.text, 80)):
        y = _TOP - number * LEADING
        if number % 3 == 1:
            drawing.put_cids(_LEFT, y, [numbers[each] for each in line], b"F2")
        else:
            drawing.put(_LEFT, y, line)
    return _with_font(drawing, None), text.text


def _private(text: PageText) -> tuple[bytes, str]:
    """A font that maps its glyphs to characters of its own."""
    shown = "".join(each if each == " " else chr(0xE000 + ord(each) % 4096) for each in text.text)
    return _in_composite_font(shown), text.text


def _exchanged(text: PageText) -> tuple[bytes, str]:
    """A font whose letters are numbered in the order of their use, as if that were ASCII."""
    letters = string.ascii_lowercase
    other = "".join(random.Random(text.language).sample(letters, len(letters)))  # noqa: S311 - no secret
    shown = plain_letters(text.text).translate(str.maketrans(letters, other))
    drawing = Drawing()
    drawing.put_lines(_LEFT, _TOP, wrapped(shown.split(), _WIDTH))
    return pdf_of_contents([drawing.to_bytes()]), text.text


def _control(text: PageText) -> tuple[bytes, str]:
    """A map to Unicode that gives control characters."""
    used = sorted(set(text.text))
    codes: Sequence[str] = [chr(1 + place % 8) for place in range(len(used))]
    drawing = Drawing()
    for number, line in enumerate(_lines_of(text.text, 80)):
        cids = [used.index(each) + 1 for each in line]
        drawing.put_cids(_LEFT, _TOP - number * LEADING, cids, b"F2")
    return _with_font(drawing, dict(enumerate(codes, start=1))), text.text


KINDS: Mapping[str, Maker] = {
    "plain": _plain,
    "turned": _turned,
    "invisible": _invisible,
    "cropped": _cropped,
    "words without spaces": _gaps(0.278),
    "words set tight": _gaps(0.17),
    "heading spaced out, with spaces": _spaced(True),
    "heading spaced out, by place": _spaced(False),
    "hyphens": _hyphenated,
    "soft hyphens": _soft_hyphens,
    "ligatures": _ligatures(False),
    "ligatures, private": _ligatures(True),
    "accents, combining": _combining,
    "accents drawn before": _built_accents(True),
    "accents drawn behind": _built_accents(False),
    "doubled lines": _doubled("line"),
    "doubled words": _doubled("word"),
    "doubled letters": _doubled("letter"),
    "columns": _columns("columns"),
    "columns written across": _columns("rows"),
    "sidebar": _sidebar,
    "table": _table,
    "glossary": _glossary,
    "no map, usual numbers": _unmapped(True),
    "no map in a third, usual numbers": _partly_unmapped,
    "no map": _unmapped(False),
    "private characters": _private,
    "exchanged letters": _exchanged,
    "control characters": _control,
}
ILLEGIBLE = frozenset(("no map", "private characters", "exchanged letters", "control characters"))
