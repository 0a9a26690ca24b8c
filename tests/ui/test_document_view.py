"""The document view: marks at the right pixels, the right text, notices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QImage
from pytestqt.qtbot import QtBot

from app.core.text_hash import hash_text
from app.core.types import Recognition, Span, WordBox
from app.engine.protocol import DocumentPageText, PageRendered, Rect
from app.ui.document_view import DocumentView
from app.ui.look import Look
from app.ui.page_canvas import PageCanvas, scale_rect
from app.ui.page_client import PageRequest
from app.ui.place import Place
from app.ui.richtext import clean
from app.ui.text_page import TextPage, make_excerpt

PAGED = Place(7, "Doc", "/a.pdf", 3, "iv", (Span(3, 2, 5), Span(4, 0, 4)))
DECK = Place(9, "Corso", "/a.pptx", 2, None, (Span(2, 6, 11),))
PLAIN = Place(8, "Notes", "/a.md", None, None, (Span(0, 6, 11),))


def white(width: int = 200, height: int = 300) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image


def rendered(page: int = 3, rects: tuple[Rect, ...] = (), *, fits: bool = True) -> PageRendered:
    return PageRendered(1, "", 200, 300, 800, page, 9, "iv", rects, fits)


def page_text(
    place: Place, page: int, text: str, *, paged: bool = True, changed: bool = False
) -> DocumentPageText:
    label = "iv" if paged else None
    return DocumentPageText(1, place.document_id, page, label, 9, paged, "x", text, changed)


@pytest.fixture
def view(look: Look, qtbot: QtBot) -> DocumentView:
    view = DocumentView(look)
    qtbot.addWidget(view)
    view.resize(440, 700)
    view.show()
    return view


@pytest.fixture
def requests(view: DocumentView) -> list[PageRequest]:
    requests: list[PageRequest] = []
    view.page_wanted.connect(requests.append)
    return requests


def test_fractions_become_pixels() -> None:
    assert scale_rect(Rect(0.25, 0.1, 0.75, 0.2), 400, 600) == QRectF(100, 60, 200, 60)


@pytest.mark.parametrize("width", [200, 400])
def test_marks_are_drawn_at_the_right_pixels(qtbot: QtBot, width: int) -> None:
    canvas = PageCanvas()
    qtbot.addWidget(canvas)
    canvas.show_page(white(), (Rect(0.25, 0.5, 0.75, 0.6),), width)
    assert (canvas.width(), canvas.height()) == (width, width * 3 // 2)
    picture = canvas.grab().toImage()
    scale = picture.width() / 100

    def marked(x: float, y: float) -> bool:
        colour = picture.pixelColor(round(x * scale), round(y * 1.5 * scale))
        return colour.blue() < 200 < colour.red()

    assert marked(27, 51)
    assert marked(73, 59)
    for x, y in ((15, 55), (80, 55), (50, 46), (50, 64)):
        assert not marked(x, y)


def test_ink_under_a_mark_stays_black(qtbot: QtBot) -> None:
    canvas = PageCanvas()
    qtbot.addWidget(canvas)
    black = white()
    black.fill(Qt.GlobalColor.black)
    canvas.show_page(black, (Rect(0.2, 0.2, 0.8, 0.8),), 200)
    assert canvas.grab().toImage().pixelColor(100, 150).lightness() < 5


def test_a_page_is_asked_for_with_its_own_spans_and_the_texts_hash(
    view: DocumentView, requests: list[PageRequest], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(view.text_wanted) as wanted:
        view.show_place(PAGED)
    assert wanted.args == [7, 3]
    view.take_text(page_text(PAGED, 3, "text 🧪"))
    request = requests[-1]
    assert request.spans == (Span(3, 2, 5),)
    assert request.text_sha256 == hash_text("text 🧪")
    assert request.width_px <= round(440 * view.devicePixelRatioF())
    view.take_page(request, white(), rendered())
    assert view.head.where.text == "Page 4 of 9 (printed iv)"
    view._turn(1)
    assert view.shown_page == 4
    view.take_text(page_text(PAGED, 3, "late"))  # of the page before: not for this one
    assert len(requests) == 1
    view.take_text(page_text(PAGED, 4, "next"))
    assert requests[-1].spans == (Span(4, 0, 4),)


def test_pages_end_at_both_ends(view: DocumentView, requests: list[PageRequest]) -> None:
    view.show_place(PAGED)
    view.take_text(page_text(PAGED, 3, "t"))
    for _ in range(20):
        view._turn(1)
        view.take_text(page_text(PAGED, view.shown_page, "t"))
    assert view.shown_page == 8
    assert not view.head.forward.isEnabled()
    for _ in range(20):
        view._turn(-1)
        view.take_text(page_text(PAGED, view.shown_page, "t"))
    assert view.shown_page == 0
    assert not view.head.back.isEnabled()
    assert requests[-1].page_index == 0


def test_zooming_asks_for_a_sharper_page(
    view: DocumentView, requests: list[PageRequest], qtbot: QtBot
) -> None:
    view.show_place(PAGED)
    view.take_text(page_text(PAGED, 3, "t"))
    view.take_page(requests[-1], white(), rendered())
    before = requests[-1].width_px
    view.zoom(1)
    qtbot.waitUntil(lambda: len(requests) == 2)
    assert requests[-1].width_px == pytest.approx(before * 1.25, abs=2)
    view.zoom(0)
    qtbot.waitUntil(lambda: len(requests) == 3)
    assert requests[-1].width_px == before


def test_a_changed_file_is_told(view: DocumentView, requests: list[PageRequest]) -> None:
    view.show_place(PAGED)
    view.take_text(page_text(PAGED, 3, "t", changed=True))
    assert "changed since it was read" in view.notice
    view.show_place(PAGED)
    assert view.notice == ""
    view.take_text(page_text(PAGED, 3, "t"))
    view.take_page(requests[-1], white(), rendered(fits=False))
    assert "nothing is marked" in view.notice


def test_a_page_that_cannot_be_drawn_is_shown_as_text(
    view: DocumentView, requests: list[PageRequest]
) -> None:
    view.show_place(PAGED)
    view.take_text(page_text(PAGED, 3, "abCDEfg"))
    view.fail_page(requests[-1], "It took too long.")
    assert view.text_page.toPlainText() == "abCDEfg"
    assert view.text_page.marked_texts == ("CDE",)
    assert "could not be drawn" in view.notice
    assert "It took too long." in view.notice


def test_without_a_stored_text_the_page_is_drawn_all_the_same(
    view: DocumentView, requests: list[PageRequest]
) -> None:
    view.show_place(PAGED)
    view.fail_text("gone")
    assert requests[-1].text_sha256 == ""


def test_of_a_source_that_has_gone_there_are_no_pages_to_turn(view: DocumentView) -> None:
    """What was quoted stands in its place, without the marks that the reader made."""
    view.show_place(replace(PAGED, quote="# Costs | Year | Cost | |---|---| | 2024 | 10 € |"))
    view.fail_text("It was removed.")
    assert view.text_page.toPlainText() == "Costs | Year | Cost | 2024 | 10 €"
    assert "It was removed." in view.notice
    assert not view.head.back.isEnabled()
    assert not view.head.forward.isEnabled()


def test_plain_files_are_shown_at_the_passage(
    view: DocumentView, requests: list[PageRequest]
) -> None:
    view.show_place(PLAIN)
    view.take_text(page_text(PLAIN, 0, "hello <b>wo rld", paged=False))
    assert view.text_page.toPlainText() == "hello <b>wo rld"
    assert view.text_page.marked_texts == ("<b>wo",)
    assert not view.head.back.isVisible()
    assert requests == []


def test_text_can_be_made_larger(view: DocumentView) -> None:
    view.show_place(PLAIN)
    view.take_text(page_text(PLAIN, 0, "hello world", paged=False))
    usual = view.text_page.font().pointSizeF()
    view.zoom(1)
    view.zoom(1)
    assert view.text_page.font().pointSizeF() == usual + 2
    view.zoom(0)
    assert view.text_page.font().pointSizeF() == usual


def test_a_far_passage_is_scrolled_into_the_middle(view: DocumentView, qtbot: QtBot) -> None:
    text = "\n".join(f"line {n}" for n in range(1000))
    start = text.index("line 700")
    view.show_place(Place(8, "Notes", "/a.md", None, None, (Span(0, start, start + 8),)))
    view.take_text(page_text(PLAIN, 0, text, paged=False))
    page = view.text_page
    height = page.viewport().height()
    qtbot.waitUntil(lambda: abs(page.cursorRect().center().y() - height / 2) < height / 6)


@given(
    st.text(st.sampled_from("ab \n\r🧪東\x00\ud800"), max_size=60),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_marks_cover_the_spans_text(text: str, one: int, two: int) -> None:
    start, end = sorted((min(one, len(text)), min(two, len(text))))
    excerpt = make_excerpt(text, (Span(0, start, end),))
    if start == end:
        assert excerpt.marks == ()
        return
    ((first, last),) = excerpt.marks
    units = excerpt.text.encode("utf-16-le", "surrogatepass")
    marked = units[2 * first : 2 * last].decode("utf-16-le", "surrogatepass")
    expected = clean(text[start:end].replace("\r\n", "\n").replace("\r", "\n"))
    assert marked == expected


def test_long_texts_and_endless_lines_are_cut(look: Look, qtbot: QtBot) -> None:
    page = TextPage(look)
    qtbot.addWidget(page)
    text = "A" * 1_000_000 + "needle" + "B" * 1_000_000
    assert page.show_text(text, (Span(0, 1_000_000, 1_000_006),))
    assert page.marked_texts == ("needle",)
    assert page.document().characterCount() < 100_000
    assert max(len(line) for line in page.toPlainText().split("\n")) <= 8_006
    assert not page.show_text("short", ())


def test_a_slide_is_shown_as_text_and_is_turned_like_a_page(
    view: DocumentView, requests: list[PageRequest]
) -> None:
    wanted: list[tuple[int, int]] = []
    view.text_wanted.connect(lambda document, page: wanted.append((document, page)))
    view.show_place(DECK)
    view.take_text(DocumentPageText(1, 9, 2, None, 9, True, "pptx", "hello world", False))
    text_page = view.findChild(TextPage)
    assert text_page is not None
    assert text_page.marked_texts == ("world",)
    assert not requests
    assert not view.notice
    assert view.head.where.text == "Slide 3 of 9"
    view.head.forward.click()
    assert wanted == [(9, 2), (9, 3)]


SEEN = (
    WordBox(0, 4, 0.1, 0.1, 0.2, 0.12),
    WordBox(5, 9, 0.3, 0.1, 0.4, 0.12),
    WordBox(10, 14, 0.5, 0.1, 0.6, 0.12),
)


@pytest.mark.parametrize(
    ("confidence", "note"),
    [
        (0.931, "Text recognised from the picture, 93 % sure."),
        (0.62, "only 62 % sure: compare it with the picture"),
    ],
)
def test_a_recognised_page_is_marked_where_its_words_were_seen(
    view: DocumentView, requests: list[PageRequest], confidence: float, note: str
) -> None:
    place = Place(7, "Scan", "/a.pdf", 3, None, (Span(3, 6, 12),))
    view.show_place(place)
    text = page_text(place, 3, "alfa beta dado")
    view.take_text(replace(text, recognition=Recognition(confidence, SEEN)))
    request = requests[-1]
    assert request.words == (Rect(0.3, 0.1, 0.4, 0.12), Rect(0.5, 0.1, 0.6, 0.12))
    assert (request.spans, request.text_sha256) == ((), "")
    assert note in view.recognition_note
    assert view.notice == ""
    view.take_page(request, white(), rendered(rects=request.words))
    assert view.area.canvas.rects == request.words
    view._turn(1)  # to a page that has its own text
    assert view.recognition_note == ""
    view.take_text(page_text(place, 4, "testo"))
    assert view.recognition_note == ""
    assert requests[-1].text_sha256


def test_nothing_is_marked_on_a_picture_that_has_changed(
    view: DocumentView, requests: list[PageRequest]
) -> None:
    place = Place(7, "Scan", "/a.png", 0, None, (Span(0, 0, 9),))
    view.show_place(place)
    text = page_text(place, 0, "alfa beta dado", changed=True)
    view.take_text(replace(text, recognition=Recognition(0.9, SEEN)))
    assert requests[-1].words == ()
    assert requests[-1].spans == ()
    assert "changed" in view.notice


def test_of_a_file_that_is_not_here_the_stored_text_is_shown(
    view: DocumentView, requests: list[PageRequest]
) -> None:
    """Drawing it would fail, or (where it is only in the cloud) download it."""
    view.show_place(PAGED)
    text = page_text(PAGED, 3, "alfa beta dado", changed=True)
    view.take_text(replace(text, missing=True))
    assert requests == []
    assert "not here now" in view.notice
    view.take_text(text)  # it is back
    assert len(requests) == 1


def test_structure_is_set_without_a_change_of_the_text(look: Look, qtbot: QtBot) -> None:
    page = TextPage(look)
    qtbot.addWidget(page)
    text = "# Spese 🏠\n\n| Voce | € |\n| --- | --- |\n| Affitto | 800 |\n\n```\n# codice\n```"
    start = text.index("| Affitto")
    spans = (Span(0, start, start + len("| Affitto | 800 |")),)

    def weights(line: int) -> set[int]:
        layout = page.document().findBlockByNumber(line).layout()
        return {each.format.fontWeight() for each in layout.formats()}

    page.show_text(text, spans, structured=True)
    assert page.toPlainText() == text
    assert page.marked_texts == ("| Affitto | 800 |",)
    assert QFont.Weight.Bold in weights(0)
    assert not weights(7)  # code
    (rule,) = page.document().findBlockByNumber(3).layout().formats()
    assert rule.length == len("| --- | --- |")
    page.show_text(text, spans)
    assert not weights(0)
