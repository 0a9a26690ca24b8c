"""Drawn pages: the right size, the passage marked where its ink is, every job ended once."""

from __future__ import annotations

import os
import queue
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import CancelledJobError, DocumentError, DocumentLockedError
from app.core.text_hash import hash_text
from app.core.types import Span
from app.engine import page_render
from app.engine.children import child_command, child_environment
from app.engine.codec import frame, read_message
from app.engine.page_child import PageService
from app.engine.page_marks import WHOLE_PAGE
from app.engine.page_render import PageRenderer, bounded_size
from app.engine.protocol import (
    Cancel,
    JobCancelled,
    JobFailed,
    Message,
    PageLocked,
    PageRendered,
    PauseReading,
    Rect,
    RenderPage,
)
from app.evaluate.pdf_kinds import made_pdfs
from app.ingest.readers.pdf import PdfFile
from app.ingest.readers.pdf_text import PageText
from app.ingest.readers.pdfium import PdfiumPage
from tests import pdf_samples

DEADLINE_S = 100.0
LINES = ["Whoever reads this line", "also reads the second one,", "and the third."]
LOCKED = pdf_samples.encrypted_pdf(pdf_samples.text_pdf([["x"]]), "pw", "own")
WHOLE = (Span(0, 0, 10_000),)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "page.pdf"


@pytest.fixture
def renderer(tmp_path: Path) -> Iterator[PageRenderer]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    renderer = PageRenderer(scratch)
    yield renderer
    renderer.close()


def never() -> bool:
    return False


def request_of(path: Path, page: int = 0, spans: tuple[Span, ...] = WHOLE) -> RenderPage:
    return RenderPage(1, str(path), page, 600, spans)


def stored_text(path: Path, page: int = 0) -> str:
    document = PdfFile(path)
    text = list(document.read_pages())[page].text
    document.close()
    return text


def ink_of(drawn: PageRendered) -> list[tuple[float, float]]:
    """Places of the dark pixels, in fractions of the page."""
    data = Path(drawn.bitmap_path).read_bytes()
    assert len(data) == drawn.stride * drawn.height_px
    dark = []
    for y in range(drawn.height_px):
        row = data[y * drawn.stride : y * drawn.stride + 4 * drawn.width_px : 4]
        if min(row) < 128:
            dark += [
                ((x + 0.5) / drawn.width_px, (y + 0.5) / drawn.height_px)
                for x, value in enumerate(row)
                if value < 128
            ]
    return dark


def holds(rect: Rect, place: tuple[float, float]) -> bool:
    return rect.left <= place[0] <= rect.right and rect.top <= place[1] <= rect.bottom


# ----------------------------------------------------------------------------------- marks


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("box", [b"", b"/CropBox [50 600 400 760]"])
def test_the_ink_of_the_passage_is_marked_and_nothing_else(
    renderer: PageRenderer, path: Path, rotation: int, box: bytes
) -> None:
    """Each of the three lines is under a rectangle of its own, turned and cropped or not."""
    entries = {0: box + b" /Rotate %d" % rotation}
    path.write_bytes(pdf_samples.text_pdf([LINES], page_entries=entries))
    drawn = renderer.render(request_of(path), never)
    ink = ink_of(drawn)
    assert len(ink) > 200
    assert len(drawn.rects) == 3
    assert all(any(holds(rect, place) for rect in drawn.rects) for place in ink)
    for rect in drawn.rects:
        assert any(holds(rect, place) for place in ink)
        assert 0 <= rect.left < rect.right <= 1
        assert 0 <= rect.top < rect.bottom <= 1
    area = sum((rect.right - rect.left) * (rect.bottom - rect.top) for rect in drawn.rects)
    shown = 350 * 160 if box else 612 * 792
    assert area < 3 * 16 * 160 / shown * 1.2


def test_part_of_a_line_is_marked_alone(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES]))
    text = stored_text(path)
    start = text.index("second")
    drawn = renderer.render(request_of(path, spans=(Span(0, start, start + 6),)), never)
    (rect,) = drawn.rects
    assert rect.left > pdf_samples.LEFT / pdf_samples.WIDTH + 0.05
    assert rect.right - rect.left < 0.1
    assert rect.top < (792 - 684 - 4) / 792 < rect.bottom


def test_a_word_parted_over_two_lines_is_marked_on_both_with_its_hyphen(
    renderer: PageRenderer, path: Path
) -> None:
    path.write_bytes(pdf_samples.text_pdf([["docu-", "mento"]]))
    drawn = renderer.render(request_of(path, spans=(Span(0, 0, len("documento")),)), never)
    assert len(drawn.rects) == 2
    assert all(any(holds(rect, place) for rect in drawn.rects) for place in ink_of(drawn))


def test_lines_that_lie_close_meet_and_do_not_overlap(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.pdf_of_contents([pdf_samples.show_lines(LINES, leading=11)]))
    rects = renderer.render(request_of(path), never).rects
    assert len(rects) == 3
    assert [rect.bottom for rect in rects[:2]] == [rect.top for rect in rects[1:]]


def test_columns_are_marked_apart(renderer: PageRenderer, path: Path) -> None:
    content = pdf_samples.show_lines(["Left."]) + b" BT /F1 12 Tf 400 700 Td (Right.) Tj ET"
    path.write_bytes(pdf_samples.pdf_of_contents([content]))
    assert len(renderer.render(request_of(path), never).rects) == 2


def test_a_span_of_another_page_marks_nothing(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES, LINES]))
    drawn = renderer.render(request_of(path, page=1), never)
    assert (drawn.page_index, drawn.page_count, drawn.rects, drawn.fits) == (1, 2, (), True)


def test_spans_of_another_text_are_not_drawn(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES]))
    request = replace(request_of(path), text_sha256=hash_text(stored_text(path)))
    assert renderer.render(request, never).fits
    path.write_bytes(pdf_samples.text_pdf([[*LINES, "A line was added."]]))
    drawn = renderer.render(request, never)
    assert (drawn.fits, drawn.rects) == (False, ())


def test_a_text_that_pypdf_read_is_found_by_its_letters(
    renderer: PageRenderer, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES]))
    unreadable = PageText("\ufffd" * 60, tuple(range(60)), "pdfium")
    monkeypatch.setattr(PdfiumPage, "read", lambda _: unreadable)
    monkeypatch.setattr(PdfiumPage, "read_by_numbers", lambda _: unreadable)
    text = stored_text(path)
    start = text.index("second")
    drawn = renderer.render(request_of(path, spans=(Span(0, start, start + 6),)), never)
    (rect,) = drawn.rects
    assert rect.right - rect.left < 0.1
    monkeypatch.setattr(PdfiumPage, "codes", lambda _: [])
    assert renderer.render(request_of(path), never).rects == (WHOLE_PAGE,)


@pytest.mark.parametrize(
    ("kind", "words", "across"),
    [
        ("heading spaced out, by place", "LA SOCIETÀ CONSEGNA", (0.09, 0.6)),
        ("words set tight", "consegna gli apparecchi", (0.15, 0.5)),
        ("accents drawn before", "società", (0.1, 0.2)),
        ("columns written across", "otto giorni, quelli nascosti", (0.1, 0.45)),
        ("no map, usual numbers", "società consegna", (0.1, 0.3)),
        ("turned", "apparecchi entro", (0.0, 1.0)),
    ],
)
def test_repaired_words_are_marked_where_they_stand(
    renderer: PageRenderer, path: Path, kind: str, words: str, across: tuple[float, float]
) -> None:
    """One rectangle on one line, no wider than the words, with ink under it where there is any."""
    made = next(each for each in made_pdfs() if (each.kind, each.language) == (kind, "it"))
    path.write_bytes(made.data)
    text = stored_text(path)
    start = text.index(words)
    drawn = renderer.render(request_of(path, spans=(Span(0, start, start + len(words)),)), never)
    (rect,) = drawn.rects
    assert across[0] <= rect.left < rect.right <= across[1]
    assert min(rect.bottom - rect.top, rect.right - rect.left) < 0.04
    if "accents" not in kind and "map" not in kind:  # fonts that are not there draw nothing
        assert any(holds(rect, place) for place in ink_of(drawn))


def test_a_field_and_a_note_are_marked_where_they_are(renderer: PageRenderer, path: Path) -> None:
    objects = pdf_samples.PdfObjects()
    note = objects.add(
        b"<< /Type /Annot /Subtype /Text /Contents (Ask Rossi) /Rect [306 396 406 436] >>"
    )
    entries = {0: b"/Annots [%d 0 R]" % note}
    path.write_bytes(pdf_samples.text_pdf([["A line."]], objects=objects, page_entries=entries))
    start = stored_text(path).index("Ask Rossi")
    drawn = renderer.render(request_of(path, spans=(Span(0, start, start + 9),)), never)
    (rect,) = drawn.rects
    assert (rect.left, rect.right) == pytest.approx((306 / 612, 406 / 612), abs=0.01)
    assert (rect.top, rect.bottom) == pytest.approx((356 / 792, 396 / 792), abs=0.01)


# ---------------------------------------------------------------------------------- drawing


def test_the_bitmap_is_private_and_of_the_right_size(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES], labels=b"<< /Nums [0 << /S /R /St 4 >>] >>"))
    drawn = renderer.render(request_of(path), never)
    assert (drawn.width_px, drawn.height_px) == (600, round(600 * 792 / 612))
    assert drawn.page_label == "IV"
    bitmap = Path(drawn.bitmap_path)
    assert bitmap.stat().st_size == drawn.stride * drawn.height_px
    assert stat.S_IMODE(bitmap.stat().st_mode) == 0o600


def test_what_was_typed_into_a_form_is_drawn(renderer: PageRenderer, path: Path) -> None:
    objects = pdf_samples.PdfObjects()
    look = objects.stream(b"0 0 100 30 re f", b"/Type /XObject /Subtype /Form /BBox [0 0 100 30]")
    field = objects.add(
        b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /F 4"
        b" /Rect [100 500 200 530] /AP << /N %d 0 R >> >>" % look
    )
    path.write_bytes(
        pdf_samples.pdf_of_contents(
            [b""],
            objects=objects,
            page_entries={0: b"/Annots [%d 0 R]" % field},
            catalog=b"/AcroForm << /Fields [%d 0 R] >>" % field,
        )
    )
    assert len(ink_of(renderer.render(request_of(path), never))) > 1000


@pytest.mark.parametrize(
    ("width", "height", "wanted"),
    [(612, 792, 10**9), (14_400, 3, 600), (3, 14_400, 600), (612, 792, -5), (0, 0, 600)],
)
def test_bitmaps_stay_within_bounds(width: float, height: float, wanted: int) -> None:
    w, h = bounded_size(width, height, wanted)
    assert 1 <= w <= page_render.MAX_WIDTH_PX
    assert 1 <= h <= page_render.MAX_HEIGHT_PX
    assert w * h <= page_render.MAX_PIXELS * 1.001


def test_a_file_that_changed_is_opened_anew(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES]))
    assert renderer.render(request_of(path), never).page_count == 1
    path.write_bytes(pdf_samples.text_pdf([LINES, LINES]))
    assert renderer.render(request_of(path), never).page_count == 2
    path.unlink()
    with pytest.raises(DocumentError, match="no longer there"):
        renderer.render(request_of(path), never)


def test_many_pages_of_one_document(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.long_pdf(12))
    for page in [*range(12), 3, 11, 0]:
        assert renderer.render(request_of(path, page, (Span(page, 0, 20),)), never).rects


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", DocumentError),
        (b"<html></html>", DocumentError),
        (b"%PDF-1.7\n%%EOF", DocumentError),
        (
            pdf_samples.encrypted_pdf(pdf_samples.text_pdf([["x"]]), "pw", "own"),
            DocumentLockedError,
        ),
    ],
)
def test_what_cannot_be_drawn_says_why(
    renderer: PageRenderer, path: Path, data: bytes, kind: type[DocumentError]
) -> None:
    path.write_bytes(data)
    with pytest.raises(kind) as caught:
        renderer.render(request_of(path), never)
    assert caught.value.what
    assert caught.value.why


def test_a_locked_document_is_drawn_with_its_password(renderer: PageRenderer, path: Path) -> None:
    """It is told where there is none or a wrong one; it is not drawn without one later either."""
    plain = pdf_samples.text_pdf([LINES])
    path.write_bytes(pdf_samples.encrypted_pdf(plain, "pw", "own", "AES-128"))
    request = request_of(path)
    sent: list[Message] = []
    service = PageService(renderer, sent.append)
    for password in ("", "wrong", "pw", ""):
        service.take(replace(request, password=password))
        service.draw_next()
    assert sent[:2] == [PageLocked(request.job, wrong=False), PageLocked(request.job, wrong=True)]
    assert isinstance(sent[2], PageRendered)
    assert sent[2].rects
    assert sent[3] == sent[0]


def test_a_page_that_is_not_there(renderer: PageRenderer, path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES]))
    with pytest.raises(DocumentError, match="no page 8"):
        renderer.render(request_of(path, page=7), never)


def test_a_heavy_drawing_gives_way_to_a_newer_request(
    renderer: PageRenderer, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_render, "GRACE_S", 0.0)
    path.write_bytes(pdf_samples.plotted_pdf(200_000))
    with pytest.raises(CancelledJobError):
        renderer.render(request_of(path, page=1, spans=()), lambda: True)
    assert renderer.render(request_of(path, page=0), lambda: False).rects


# --------------------------------------------------------------------------------- service


class FakeRenderer(PageRenderer):
    """Draws nothing; holds every job until it is let go."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.begun: queue.Queue[int] = queue.Queue()
        self.go_on = threading.Semaphore(0)
        self.superseded: list[bool] = []

    def render(self, request: RenderPage, superseded: Callable[[], bool]) -> PageRendered:
        self.begun.put(request.job)
        assert self.go_on.acquire(timeout=DEADLINE_S)
        self.superseded.append(superseded())
        if request.path == "bug":
            raise ZeroDivisionError
        if request.path == "full":
            raise OSError(28, "No space left on device")
        return PageRendered(request.job, "", 1, 1, 4, 0, 1, None, (), True)


def asked(job: int, path: str = "a") -> RenderPage:
    return RenderPage(job, path, 0, 100, ())


def test_the_newest_request_wins_and_every_job_ends_once() -> None:
    sent: queue.Queue[Message] = queue.Queue()
    renderer = FakeRenderer()
    service = PageService(renderer, sent.put)
    service.take(asked(1))
    drawing = threading.Thread(target=service.draw_next)
    drawing.start()
    assert renderer.begun.get(timeout=DEADLINE_S) == 1
    for job in (2, 3, 4):
        service.take(asked(job))
    service.take(Cancel(99))
    service.take(PauseReading(True))
    assert [sent.get(timeout=DEADLINE_S) for _ in range(2)] == [JobCancelled(2), JobCancelled(3)]
    renderer.go_on.release(2)
    drawing.join(DEADLINE_S)
    service.draw_next()
    ends = [sent.get(timeout=DEADLINE_S) for _ in range(2)]
    assert [type(each) for each in ends] == [PageRendered, PageRendered]
    assert [getattr(each, "job", 0) for each in ends] == [1, 4]
    assert renderer.superseded == [True, False]
    assert sent.empty()


def test_a_waiting_or_running_job_can_be_cancelled() -> None:
    sent: queue.Queue[Message] = queue.Queue()
    renderer = FakeRenderer()
    service = PageService(renderer, sent.put)
    service.take(asked(1))
    service.take(Cancel(1))
    assert sent.get(timeout=DEADLINE_S) == JobCancelled(1)
    service.take(asked(2))
    drawing = threading.Thread(target=service.draw_next)
    drawing.start()
    assert renderer.begun.get(timeout=DEADLINE_S) == 2
    service.take(Cancel(2))
    renderer.go_on.release()
    drawing.join(DEADLINE_S)
    assert renderer.superseded == [True]


@pytest.mark.parametrize(
    ("path", "why"), [("bug", "ZeroDivisionError"), ("full", "No space left on device")]
)
def test_an_unexpected_error_ends_the_job(path: str, why: str) -> None:
    sent: queue.Queue[Message] = queue.Queue()
    renderer = FakeRenderer()
    service = PageService(renderer, sent.put)
    renderer.go_on.release()
    service.take(asked(1, path))
    service.draw_next()
    end = sent.get(timeout=DEADLINE_S)
    assert isinstance(end, JobFailed)
    assert why in end.why


# --------------------------------------------------------------------------------- process


def test_the_process_draws_and_cleans_up_behind_itself(path: Path, tmp_path: Path) -> None:
    path.write_bytes(pdf_samples.text_pdf([LINES]))
    scratch = tmp_path / "bitmaps"
    scratch.mkdir(mode=0o700)
    dead = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    (scratch / f"page-{dead}-1.bgrx").touch()
    (scratch / f"page-{os.getpid()}-1.bgrx").touch()
    with subprocess.Popen(
        child_command("page", "--scratch", str(scratch)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame(request_of(path)))
        process.stdin.flush()
        drawn = read_message(process.stdout)  # type: ignore[arg-type]  # a pipe
        assert isinstance(drawn, PageRendered)
        assert len(drawn.rects) == 3
        assert Path(drawn.bitmap_path).parent == scratch
        if sys.platform != "win32":
            assert stat.S_IMODE(scratch.stat().st_mode) == 0o700
        process.stdin.close()
        assert process.wait(DEADLINE_S) == 0
    assert [each.name for each in scratch.iterdir()] == [f"page-{os.getpid()}-1.bgrx"]
