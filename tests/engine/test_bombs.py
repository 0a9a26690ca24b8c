"""Files made to exhaust whoever reads them: each costs itself alone, and at most its limit.

With real readers and small limits. After each of them, the next file is read as always.
"""

from __future__ import annotations

import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.errors import DocumentError
from app.engine.children import child_command, child_environment
from app.engine.codec import frame, read_message
from app.engine.file_reading import ReaderLimits
from app.engine.protocol import JobFailed, PageRendered, RenderPage
from app.engine.reader_pool import ReaderPool
from tests import pdf_samples
from tests.pdf_samples import PdfObjects, show_lines

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory limit is Linux's"),
]
LIMITS = ReaderLimits(page_timeout_s=4.0, file_timeout_s=40.0, memory_mb=150)

MB = 1 << 20


def deflated_zeros(megabytes: int, byte: bytes = b" ") -> bytes:
    """So many megabytes of one byte, compressed a thousand to one."""
    packer = zlib.compressobj(1)
    block = byte * MB
    parts = [packer.compress(block) for _ in range(megabytes)]
    return b"".join(parts) + packer.flush()


def three_pages(
    objects: PdfObjects, middle: bytes, entries: bytes, resources: bytes = b""
) -> bytes:
    """A page of text, one whose content stream is `middle` with these entries, a page of text."""
    font = objects.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    )
    contents = [
        objects.stream(show_lines(["Before."])),
        objects.stream(middle, entries),
        objects.stream(show_lines(["After."])),
    ]
    tree = objects.reserve()
    pages = [
        objects.add(
            b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
            b" /Resources << /Font << /F1 %d 0 R >> %s >> >>" % (tree, content, font, resources)
        )
        for content in contents
    ]
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    objects.set(tree, b"<< /Type /Pages /Count 3 /Kids [%s] >>" % kids)
    return objects.to_bytes(objects.add(b"<< /Type /Catalog /Pages %d 0 R >>" % tree))


def flate_bomb() -> bytes:
    """400 MB of spaces in a content stream of 2 MB."""
    return three_pages(PdfObjects(), deflated_zeros(400), b"/Filter /FlateDecode")


def nested_flate_bomb() -> bytes:
    """The same, compressed once more: some kilobytes."""
    twice = zlib.compress(deflated_zeros(400))
    return three_pages(PdfObjects(), twice, b"/Filter [/FlateDecode /FlateDecode]")


def image_bomb() -> bytes:
    """A picture of 100,000 by 100,000 points in a few kilobytes, on the second page."""
    objects = PdfObjects()
    picture = objects.stream(
        deflated_zeros(8, b"\0"),
        b"/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB"
        b" /BitsPerComponent 8 /Filter /FlateDecode",
    )
    content = b"q 612 0 0 792 0 0 cm /Im1 Do Q\n" + show_lines(["Beside the picture."])
    return three_pages(objects, content, b"", b"/XObject << /Im1 %d 0 R >>" % picture)


def self_drawing_form() -> bytes:
    """A form that draws itself."""
    objects = PdfObjects()
    form = objects.reserve()
    body = b"/X Do\n"
    head = b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R"
    objects.set(
        form, head % form + b" >> >> /Length %d >>\nstream\n" % len(body) + body + b"\nendstream"
    )
    return three_pages(objects, b"/X Do", b"", b"/XObject << /X %d 0 R >>" % form)


def deep_nesting(depth: int = 50_000) -> bytes:
    """Dictionaries and lists within one another, in the catalog."""
    deep = b"<< /A [" * depth + b"] >>" * depth
    return pdf_samples.text_pdf([["Deep inside."]], catalog=b" /Deep " + deep)


def deep_resources(depth: int = 50_000) -> bytes:
    """The same where whoever reads a page has to look."""
    deep = b"[" * depth + b"]" * depth
    return pdf_samples.text_pdf([["Deep inside."]], resources=b"/Properties " + deep)


def cyclic_outline() -> bytes:
    """Bookmarks that come after themselves and lie within themselves."""
    objects = PdfObjects()
    outline, item = objects.reserve(), objects.reserve()
    objects.set(
        outline, b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count 1 >>" % (item, item)
    )
    objects.set(
        item,
        b"<< /Title (Round) /Parent %d 0 R /First %d 0 R /Last %d 0 R /Next %d 0 R /Prev %d 0 R >>"
        % (outline, item, item, item, item),
    )
    return pdf_samples.text_pdf(
        [["Round and round."]], objects=objects, catalog=b" /Outlines %d 0 R" % outline
    )


def cyclic_page_tree() -> bytes:
    """A page tree that holds itself beside its one page."""
    data = pdf_samples.text_pdf([["Once only."]])
    tree = data.index(b"/Type /Pages")
    number = data.rindex(b" 0 obj", 0, tree)
    own = data[data.rindex(b"\n", 0, number) + 1 : number]
    return data.replace(b"/Count 1 /Kids [", b"/Count 99 /Kids [" + own + b" 0 R ")


def cyclic_labels() -> bytes:
    """Page labels whose tree holds itself."""
    objects = PdfObjects()
    tree = objects.reserve()
    objects.set(tree, b"<< /Kids [%d 0 R] >>" % tree)
    return pdf_samples.text_pdf([["Labelled."]], objects=objects, labels=b"%d 0 R" % tree)


def endless_tables() -> bytes:
    """Cross-reference tables that each name the other as the one before."""
    data = pdf_samples.text_pdf([["Crossed."]])
    start = data.rindex(b"startxref") + len(b"startxref\n")
    offset = data[start : data.index(b"\n", start)]
    return data.replace(b"/Size", b"/Prev " + offset + b" /Size")


def many_pages() -> bytes:
    """A tree that names the same page 60,000 times."""
    data = pdf_samples.text_pdf([["The only one."]])
    kid = data[data.index(b"/Kids [") + 7 : data.index(b"] >>", data.index(b"/Kids ["))]
    return data.replace(b"/Count 1 /Kids [" + kid, b"/Count 60000 /Kids [" + (kid + b" ") * 60_000)


def claimed_pages() -> bytes:
    """One page, and a tree that claims two thousand million."""
    return pdf_samples.text_pdf([["The only one."]]).replace(b"/Count 1 ", b"/Count 2000000000 ")


READ_ALL = ("Before.", "Beside the picture.", "After.")
BOMBS = {
    # what must be read of it, page by page: None for a page that is left out or empty
    "flate": (flate_bomb, ("Before.", None, "After.")),
    "flate twice": (nested_flate_bomb, ("Before.", None, "After.")),
    "image": (image_bomb, READ_ALL),
    "form that draws itself": (self_drawing_form, ("Before.", None, "After.")),
    "nesting": (deep_nesting, ("Deep inside.",)),
    "nested resources": (deep_resources, ("Deep inside.",)),
    "outline": (cyclic_outline, ("Round and round.",)),
    "page tree": (cyclic_page_tree, ("Once only.",)),
    "labels": (cyclic_labels, ("Labelled.",)),
    "tables": (endless_tables, ("Crossed.",)),
    "pages": (many_pages, None),
    "claim": (claimed_pages, ("The only one.",)),
}


@pytest.fixture
def pool() -> Iterator[ReaderPool]:
    pool = ReaderPool(1, LIMITS)
    yield pool
    pool.close()


def read_or_explain(pool: ReaderPool, path: Path) -> tuple[list[str], DocumentError | None]:
    """The text of each page, or the error that says why there is none."""
    try:
        return [page.text.strip() for page in pool.read(path).pages], None
    except DocumentError as error:
        return [], error


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_itself_alone(pool: ReaderPool, tmp_path: Path, name: str) -> None:
    make, wanted = BOMBS[name]
    path = pdf_samples.write(tmp_path / "bomb.pdf", make())
    read, error = read_or_explain(pool, path)
    if error is not None:
        assert error.what
        assert error.why  # the person is told what is the matter
    elif wanted is not None:
        for index, text in enumerate(wanted):
            assert text is None or text == read[index]
    fine = pdf_samples.write(tmp_path / "fine.pdf", pdf_samples.text_pdf([["Fine."]]))
    assert pool.read(fine).pages[0].text == "Fine."


def test_labels_in_a_circle_cost_the_labels_alone(pool: ReaderPool, tmp_path: Path) -> None:
    stops: list[None] = []
    path = pdf_samples.write(tmp_path / "bomb.pdf", cyclic_labels())
    (page,) = pool.read(path, on_stop=lambda: stops.append(None)).pages
    assert (page.text, page.label, stops) == ("Labelled.", None, [])


@pytest.mark.parametrize("name", ["flate", "image", "form that draws itself", "nested resources"])
def test_a_page_of_a_bomb_is_drawn_or_refused(tmp_path: Path, name: str) -> None:
    """By the page child within its memory; if it dies, it dies alone and is replaced."""
    path = pdf_samples.write(tmp_path / "bomb.pdf", BOMBS[name][0]())
    index = 0 if name == "nested resources" else 1
    with subprocess.Popen(
        child_command("page", "--memory-mb", "500", "--scratch", str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_environment(),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(frame(RenderPage(1, str(path), index, 600, ())))
        child.stdin.flush()
        answer = read_message(child.stdout)  # type: ignore[arg-type]  # a pipe
        assert answer is None or isinstance(answer, (PageRendered, JobFailed))
        if isinstance(answer, JobFailed):
            assert answer.what
        child.kill()
