"""Text gets out of the window: copied, dragged, saved and printed, by mouse and by keys."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QMouseEvent,
    QPageLayout,
    QPdfWriter,
    QTextCursor,
)
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from app.core.types import Citation, GateMode
from app.engine.protocol import AnswerDone, Ask, JobFailed
from app.ui.citation_carrier import CitationCarrier
from app.ui.exchange_view import ExchangeView
from app.ui.export_formats import Format
from app.ui.main_window import MainWindow
from app.ui.steps import Steps
from tests.ui.scripted import SOME, FakeEngine, answer, found

PASSAGES = (found(1, text="It ends in May."), found(2, document="Rules", path="/x/Rules.docx"))


@pytest.fixture
def ask(window: MainWindow, engine: FakeEngine) -> Callable[[str, str], ExchangeView]:
    """Asks a question and answers it."""
    engine.become_ready(SOME)

    def put(question: str, text: str) -> ExchangeView:
        window.chat_control.ask(question, GateMode.AUTO)
        engine.say(AnswerDone(engine.last(Ask).job, answer(text, PASSAGES)))
        QApplication.processEvents()
        return window.chat.exchanges[-1]

    return put


def link_point(view: ExchangeView, number: int) -> QPoint:
    """Where `[n]` is shown."""
    view.browser.ensureCursorVisible()
    for x in range(0, view.browser.viewport().width(), 2):
        point = QPoint(x, view.browser.fontMetrics().height() // 2)
        if view.browser.anchorAt(point) == f"cite:{number}":
            return point
    raise AssertionError(number)


def text_of(data: bytes) -> str:
    """The text of a PDF, with its white space folded."""
    pages = PdfReader(io.BytesIO(data)).pages
    return " ".join(" ".join(each.extract_text() for each in pages).split())


def file_dialog(window: MainWindow) -> QFileDialog:
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    return dialog


# ------------------------------------------------------------------------------- saving


def test_the_conversation_is_saved_by_keys(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot, tmp_path: Path
) -> None:
    ask("When does it <end>?", "In May [1].")
    ask("And then?", "The rules say so [2].")
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    dialog = file_dialog(window)
    assert [each.rpartition(" ")[2] for each in dialog.nameFilters()] == [
        "(*.pdf)",
        "(*.docx)",
        "(*.html)",
        "(*.md)",
    ]
    assert Path(dialog.selectedFiles()[0]).name == "When does it end.pdf"
    assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    target = tmp_path / "out.pdf"
    dialog.fileSelected.emit(str(target))
    qtbot.waitUntil(target.exists)
    text = text_of(target.read_bytes())
    for part in ("When does it <end>?", "And then?", "Rules.docx", "It ends in May."):
        assert part in text
    qtbot.waitUntil(lambda: "Saved: out.pdf" in window.status.text)
    dialog.close()


def test_the_ending_follows_the_chosen_format(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot, tmp_path: Path
) -> None:
    ask("When?", "In May [1].")
    window.menus.export.emit()
    dialog = file_dialog(window)
    word = next(each for each in dialog.nameFilters() if "docx" in each)
    dialog.selectNameFilter(word)
    dialog.filterSelected.emit(word)
    assert Path(dialog.selectedFiles()[0]).name == "When.docx"
    dialog.close()
    window.export_control.save_to(
        str(tmp_path / "a.md"), Format.MARKDOWN, window._export_pick.shown() or pytest.fail("none")
    )
    qtbot.waitUntil((tmp_path / "a.md").exists)


def test_one_answer_is_saved_from_its_foot(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot, tmp_path: Path
) -> None:
    first = ask("When?", "In May [1].")
    ask("And then?", "Nothing.")
    qtbot.mouseClick(first.footer.export, Qt.MouseButton.LeftButton)
    target = tmp_path / "one.md"
    file_dialog(window).fileSelected.emit(str(target))
    qtbot.waitUntil(target.exists)
    text = target.read_text("utf-8")
    assert "In May[^1]." in text
    assert "And then" not in text
    file_dialog(window).close()


def test_what_is_not_finished_is_saved_as_such(
    window: MainWindow, ask: Callable[..., ExchangeView], engine: FakeEngine
) -> None:
    ask("When?", "In May [1].")
    window.chat_control.ask("Who?", GateMode.AUTO)
    assert window.chat.exchanges[-1].exchange.remark == "Not finished yet."
    engine.say(JobFailed(engine.last(Ask).job, "No memory.", "Why.", "Next."))
    assert window.chat.exchanges[-1].exchange.remark == "No memory."


def test_nothing_to_save_is_said(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert window.findChild(QFileDialog) is None
    assert "nothing to save" in window.status.text
    window.work.show_digest()
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert window.findChild(QPrintDialog) is None


def test_a_failure_is_said_and_nothing_is_left(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot, tmp_path: Path
) -> None:
    ask("When?", "In May [1].")
    script = window._export_pick.shown()
    assert script is not None
    window.export_control.save_to(str(tmp_path / "no" / "a.pdf"), Format.PDF, script)
    qtbot.waitUntil(lambda: window.banner.message == "The file could not be saved.")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------ printing


def test_a_printer_is_asked_for_by_keys(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    ask("When?", "In May [1].")
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(QPrintDialog)
    assert isinstance(dialog, QPrintDialog)
    assert dialog.isVisible()
    margins = dialog.printer().pageLayout().margins(QPageLayout.Unit.Millimeter)
    assert margins.left() >= 15  # a printer's own are some 3
    assert not set(dialog.printer().docName()) & set('/\\?*:"<>|')  # of a file, where it is one
    dialog.reject()


def test_the_conversation_is_printed(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    ask("When?", "In May [1].")
    script = window._export_pick.shown()
    assert script is not None
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    window.export_control.print_on(QPdfWriter(buffer), script)
    qtbot.waitUntil(lambda: "Sent to the printer." in window.status.text)
    assert "It ends in May." in text_of(bytes(buffer.data().data()))


# ------------------------------------------------------------------------------- copying


def test_the_last_answer_is_copied_by_keys(
    window: MainWindow, ask: Callable[..., ExchangeView], qtbot: QtBot
) -> None:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(window, Qt.Key.Key_C, keys)
    assert QGuiApplication.clipboard().text() == ""
    ask("When?", "In **May** [1][2].")
    qtbot.keyClick(window, Qt.Key.Key_C, keys)
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == (
        "In May [1][2].\n\n[1] Costituzione.pdf, page 17: “It ends in May.”\n"
        f"[2] Rules.docx, page 17: “{PASSAGES[1].text}”"
    )
    assert "<strong>May</strong><sup>[1]</sup><sup>[2]</sup>" in data.html()
    assert "href" not in data.html()


def test_a_citation_is_copied_from_its_menu(ask: Callable[..., ExchangeView]) -> None:
    view = ask("When?", "In May [1].")
    point = link_point(view, 1)
    place = view.browser.viewport().mapToGlobal(point)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, place)
    QApplication.sendEvent(view.browser.viewport(), event)
    menu = view.browser.findChild(QMenu)
    assert isinstance(menu, QMenu)
    menu.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "“It ends in May.” (Costituzione.pdf, page 17)"
    menu.close()


def test_a_citation_that_the_keys_reached_is_copied(ask: Callable[..., ExchangeView]) -> None:
    view = ask("When?", "In May [1].")
    cursor = view.browser.document().find("1")
    view.browser.setTextCursor(cursor)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(view.browser, event)
    menu = view.browser.findChild(QMenu)
    assert isinstance(menu, QMenu)
    texts = [each.text() for each in menu.actions()]
    assert texts[0] == "Copy as a quotation with its source"
    assert "Copy &Link Location" not in texts  # it would be an address that leads nowhere
    menu.close()


def test_a_citation_is_dragged_out(
    ask: Callable[..., ExchangeView], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = ask("When?", "In May [1].")
    dragged: list[Citation] = []
    monkeypatch.setattr(CitationCarrier, "drag", lambda _self, citation: dragged.append(citation))
    start = link_point(view, 1)
    far = start + QPoint(QApplication.startDragDistance() + 5, 0)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, place, button, held in (
        (QEvent.Type.MouseButtonPress, start, left, left),
        (QEvent.Type.MouseMove, start + QPoint(1, 0), none, left),
        (QEvent.Type.MouseMove, far, none, left),
        (QEvent.Type.MouseButtonRelease, far, left, none),
    ):
        at = QPointF(view.browser.viewport().mapToGlobal(place))
        keys = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, QPointF(place), at, button, held, keys)
        QApplication.sendEvent(view.browser.viewport(), event)
    assert [each.n for each in dragged] == [1]
    assert not view.browser.textCursor().hasSelection()


def test_text_is_still_selected_by_dragging_over_it(
    ask: Callable[..., ExchangeView],
) -> None:
    view = ask("When?", "In May, and not earlier [1].")
    view.browser.moveCursor(QTextCursor.MoveOperation.Start)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, x, button in (
        (QEvent.Type.MouseButtonPress, 1, left),
        (QEvent.Type.MouseMove, 60, none),
    ):
        place = QPointF(x, 8)
        at = QPointF(view.browser.viewport().mapToGlobal(place.toPoint()))
        event = QMouseEvent(kind, place, at, button, left, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.browser.viewport(), event)
    assert view.browser.textCursor().hasSelection()


def test_long_work_lets_events_pass(window: MainWindow, qtbot: QtBot) -> None:
    taken: list[int] = []
    done: list[bool] = []

    def work() -> Iterator[None]:
        for number in range(5):
            taken.append(number)
            yield

    Steps(work(), lambda: done.append(True), window)
    assert taken == []
    qtbot.waitUntil(lambda: bool(done))
    assert taken == [0, 1, 2, 3, 4]
