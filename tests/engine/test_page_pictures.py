"""Recognised pages as they are drawn: known words marked line by line, pictures as pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from app.core.errors import DocumentError
from app.engine.page_marks import mark_words
from app.engine.page_render import PageRenderer
from app.engine.protocol import PageRendered, Rect, RenderPage
from tests import pdf_samples
from tests.engine.test_page_child import never


@pytest.fixture
def renderer(tmp_path: Path) -> Iterator[PageRenderer]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    renderer = PageRenderer(scratch)
    yield renderer
    renderer.close()


WORDS = (
    Rect(0.1, 0.10, 0.2, 0.12),
    Rect(0.21, 0.099, 0.4, 0.121),
    Rect(0.1, 0.13, 0.3, 0.15),
    Rect(0.7, 0.131, 0.8, 0.15),  # another column: the gap is wide
)


def test_words_of_one_line_are_one_mark() -> None:
    marks = mark_words(WORDS, 600, 800)
    assert marks == (
        Rect(0.1, 0.099, 0.4, 0.121),
        Rect(0.1, 0.13, 0.3, 0.15),
        Rect(0.7, 0.131, 0.8, 0.15),
    )
    assert mark_words((), 600, 800) == ()


def test_words_of_a_line_that_runs_up_the_page_are_one_mark() -> None:
    upright = [Rect(each.top, 1 - each.right, each.bottom, 1 - each.left) for each in WORDS]
    marks = mark_words(upright, 800, 600)
    assert len(marks) == 3
    assert marks[0] == Rect(0.099, 1 - 0.4, 0.121, 1 - 0.1)


def test_lines_that_overlap_share_no_point() -> None:
    above, below = mark_words((Rect(0, 0, 1, 0.12), Rect(0, 0.1, 1, 0.22)), 600, 600)
    assert above.bottom == below.top == pytest.approx(0.11)


def points(drawn: PageRendered) -> Image.Image:
    data = Path(drawn.bitmap_path).read_bytes()
    size = (drawn.width_px, drawn.height_px)
    return Image.frombytes("RGB", size, data, "raw", "BGRX", drawn.stride)


def test_a_pdfs_known_words_are_marked_without_its_text(
    renderer: PageRenderer, tmp_path: Path
) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(pdf_samples.scanned_pdf())
    drawn = renderer.render(RenderPage(1, str(path), 0, 300, (), words=WORDS), never)
    assert drawn.fits
    assert len(drawn.rects) == 3


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tiff", "a.webp", "a.bmp"])
def test_a_picture_is_drawn_as_a_page(renderer: PageRenderer, tmp_path: Path, name: str) -> None:
    image = Image.new("RGB", (200, 100), (255, 255, 255))
    image.paste((255, 0, 0), (0, 0, 100, 100))
    image.save(tmp_path / name)
    request = RenderPage(7, str(tmp_path / name), 0, 300, (), words=WORDS[:1])
    drawn = renderer.render(request, never)
    assert (drawn.job, drawn.width_px, drawn.height_px, drawn.page_count) == (7, 300, 150, 1)
    assert drawn.rects == WORDS[:1]
    assert Path(drawn.bitmap_path).stat().st_mode & 0o077 == 0
    seen = points(drawn)
    red, white = seen.getpixel((30, 75)), seen.getpixel((270, 75))
    assert isinstance(red, tuple)
    assert isinstance(white, tuple)
    assert red[0] > 240
    assert max(red[1:]) < 20
    assert min(white) > 240


def test_the_second_picture_of_a_tiff_is_its_second_page(
    renderer: PageRenderer, tmp_path: Path
) -> None:
    pages = [Image.new("L", (50, 80), 255), Image.new("L", (60, 30), 0)]
    pages[0].save(tmp_path / "a.tif", save_all=True, append_images=pages[1:])
    drawn = renderer.render(RenderPage(1, str(tmp_path / "a.tif"), 1, 120, ()), never)
    assert (drawn.width_px, drawn.height_px, drawn.page_count) == (120, 60, 2)
    assert points(drawn).getpixel((5, 5)) == (0, 0, 0)
    with pytest.raises(DocumentError, match="no page 3"):
        renderer.render(RenderPage(1, str(tmp_path / "a.tif"), 2, 120, ()), never)


def test_a_picture_without_end_is_drawn_within_limits(
    renderer: PageRenderer, tmp_path: Path
) -> None:
    Image.new("1", (40, 9000), 1).save(tmp_path / "a.png")
    drawn = renderer.render(RenderPage(1, str(tmp_path / "a.png"), 0, 4000, ()), never)
    assert drawn.width_px * drawn.height_px <= 40_000_000
