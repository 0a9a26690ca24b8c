"""Marks against the words' true boxes, on pages drawn at known places.

The true box of a word reaches from the font's descender to its ascender (Helvetica, Adobe's
published metrics) and is as wide as its advances. It is turned and cropped by hand here, and only
by arithmetic: nothing of PDFium is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.core.types import Span
from app.engine.page_render import PageRenderer
from app.engine.protocol import LocateSpans, Rect, RenderPage
from app.evaluate.pdf_drawing import Drawing, width_of
from app.evaluate.pdf_writing import PdfObjects
from app.ingest.readers.pdf import PdfFile

ASCENDER, DESCENDER = 0.718, -0.207
SIZE = 11.0
LEAST = 0.8
COLUMN = (
    "Whoever signs the lease",
    "returns both keys within",
    "fourteen days, together",
    "with the meter readings.",
)
OTHER = (
    "Deposits are repaid by",
    "transfer once the rooms",
    "were seen by the owner,",
    "less what is to mend.",
)


@dataclass(frozen=True)
class Layout:
    """A page: its boxes (left, bottom, right, top), how it is turned, where columns begin."""

    name: str
    media: tuple[float, float, float, float] = (0, 0, 612, 792)
    crop: tuple[float, float, float, float] | None = None
    rotation: int = 0
    columns: tuple[tuple[float, float], ...] = ((90, 640),)

    @property
    def shown(self) -> tuple[float, float, float, float]:
        return self.crop or self.media


ORIGIN = (-100.0, 200.0, 512.0, 992.0)
LAYOUTS = [
    Layout("plain"),
    Layout("two columns", columns=((72, 640), (330, 640))),
    *(Layout(f"turned {each}", rotation=each) for each in (90, 180, 270)),
    Layout("cropped", crop=(50, 500, 420, 700)),
    *(
        Layout(f"cropped and turned {each}", crop=(50, 500, 420, 700), rotation=each)
        for each in (90, 180, 270)
    ),
    Layout("another origin", media=ORIGIN, columns=((-40, 840),)),
    *(
        Layout(f"another origin, turned {each}", media=ORIGIN, rotation=each, columns=((-40, 840),))
        for each in (90, 180, 270)
    ),
    Layout(
        "another origin, cropped, two columns",
        media=ORIGIN,
        crop=(-60, 700, 480, 900),
        rotation=90,
        columns=((-40, 840), (230, 840)),
    ),
]


@dataclass(frozen=True)
class Word:
    """A word and its true box in points of the page, y upwards."""

    text: str
    box: tuple[float, float, float, float]


def draw(layout: Layout) -> tuple[bytes, list[Word]]:
    drawing = Drawing()
    words: list[Word] = []
    for (left, top), lines in zip(layout.columns, (COLUMN, OTHER), strict=False):
        for number, line in enumerate(lines):
            y = top - number * 1.3 * SIZE
            drawing.put(left, y, line, SIZE)
            x = left
            for word in line.split():
                box = (x, y + DESCENDER * SIZE, x + width_of(word, SIZE), y + ASCENDER * SIZE)
                words.append(Word(word, box))
                x += width_of(word + " ", SIZE)
    objects = PdfObjects()
    font = objects.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    stream = objects.stream(drawing.to_bytes())
    tree = objects.reserve()
    crop = b"/CropBox [%g %g %g %g]" % layout.crop if layout.crop else b""
    page = objects.add(
        b"<< /Type /Page /Parent %d 0 R /MediaBox [%g %g %g %g] %s /Rotate %d /Contents %d 0 R"
        b" /Resources << /Font << /F1 %d 0 R >> >> >>"
        % (tree, *layout.media, crop, layout.rotation, stream, font)
    )
    objects.set(tree, b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % page)
    return objects.to_bytes(objects.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree)), words


def true_rect(word: Word, layout: Layout) -> Rect:
    """The word's box in fractions of the page as shown: /Rotate turns clockwise."""
    left, bottom, right, top = layout.shown
    corners = [(word.box[0], word.box[1]), (word.box[2], word.box[3])]
    shown = []
    for x, y in corners:
        u, v = (x - left) / (right - left), (top - y) / (top - bottom)
        for _ in range(layout.rotation // 90):
            u, v = 1 - v, u
        shown.append((u, v))
    xs, ys = sorted(u for u, _v in shown), sorted(v for _u, v in shown)
    return Rect(xs[0], ys[0], xs[1], ys[1])


def area(rect: Rect) -> float:
    return max(0.0, rect.right - rect.left) * max(0.0, rect.bottom - rect.top)


def overlap(one: Rect, other: Rect) -> float:
    """Intersection over union."""
    both = area(
        Rect(
            max(one.left, other.left),
            max(one.top, other.top),
            min(one.right, other.right),
            min(one.bottom, other.bottom),
        )
    )
    return both / (area(one) + area(other) - both)


def joined(rects: list[Rect]) -> Rect:
    return Rect(
        min(each.left for each in rects),
        min(each.top for each in rects),
        max(each.right for each in rects),
        max(each.bottom for each in rects),
    )


@pytest.fixture
def renderer(tmp_path: Path) -> Iterator[PageRenderer]:
    renderer = PageRenderer(tmp_path)
    yield renderer
    renderer.close()


def text_of(path: Path) -> str:
    document = PdfFile(path)
    (page,) = document.read_pages()
    document.close()
    return page.text


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda each: each.name)
def test_words_and_lines_are_marked_where_they_were_drawn(
    renderer: PageRenderer, tmp_path: Path, layout: Layout
) -> None:
    path = tmp_path / "page.pdf"
    data, words = draw(layout)
    path.write_bytes(data)
    text = text_of(path)
    spans = []
    at = 0
    for word in words:  # in the order of the text: one column after the other
        at = text.index(word.text, at)
        spans.append(Span(0, at, at + len(word.text)))
        at += len(word.text)
    located = renderer.locate(LocateSpans(1, str(path), 0, tuple(spans)))
    assert located.fits
    for word, boxes in zip(words, located.boxes, strict=True):
        (box,) = boxes
        assert overlap(box, true_rect(word, layout)) >= LEAST, word.text
    # A passage over all lines of a column: one rectangle for each line.
    first_column = len(" ".join(COLUMN).split())
    passage = Span(0, spans[0].start, spans[first_column - 1].end)
    drawn = renderer.render(RenderPage(1, str(path), 0, 500, (passage,)), lambda: False)
    assert len(drawn.rects) == len(COLUMN)
    at = 0
    for line, rect in zip(COLUMN, drawn.rects, strict=True):
        count = len(line.split())
        true = joined([true_rect(word, layout) for word in words[at : at + count]])
        assert overlap(rect, true) >= LEAST, line
        at += count


def test_words_that_no_longer_fit_are_not_located(renderer: PageRenderer, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(draw(LAYOUTS[0])[0])
    located = renderer.locate(LocateSpans(1, str(path), 0, (Span(0, 0, 7),), "0" * 64))
    assert (located.fits, located.boxes) == (False, ())
