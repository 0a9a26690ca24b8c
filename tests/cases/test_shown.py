"""Whatever the window shows of what is not ours is text: in every scene of the gallery.

Everything that the engine tells is poisoned with markup, escape sequences and overrides. Then
every widget, tip, item of a list, action and drawn line is looked at.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QModelIndex, Qt
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QTextDocument, QTextLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.core.types import Citation, SimilarPassage
from app.engine.protocol import Message
from app.ui.engine_port import EnginePort
from app.ui.language import install_language
from tests.cases.poison import MARK, POISON, poison
from tests.ui.gallery import SCENES, Stage
from tests.ui.test_attacks_shown import fragments

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
OURS = re.compile(r"(cite|check|quote|more):?\d*\Z")
LOOKS = ("toolTip", "statusTip", "whatsThis", "accessibleName", "accessibleDescription")
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
MOST_ROWS = 40
MOST_COLUMNS = 4


class Seen:
    """Texts by the place that they were seen in."""

    def __init__(self) -> None:
        self.plain: list[tuple[str, str]] = []
        self.markup: list[tuple[str, str]] = []
        self.drawn: list[str] = []

    def check(self) -> int:
        """Fail if any of them steers, or is markup that is not ours; how many were poisoned."""
        for place, text in [*self.plain, *self.markup, *(("drawn", each) for each in self.drawn)]:
            assert not STEERING.search(text.replace("\t", "")), (place, text)
        for place, text in self.markup:
            document = QTextDocument()
            document.setHtml(text)
            check_document(place, document)
            shown = document.toPlainText()
            if "R&" in shown:
                assert MARK in shown, (place, text)
        texts = [*(text for _, text in self.plain), *self.drawn]
        texts += [text.replace("&lt;", "<").replace("&amp;", "&") for _, text in self.markup]
        return sum(MARK in text for text in texts)


def check_document(place: str, document: QTextDocument) -> None:
    """No picture, and no link but ours."""
    for fragment in fragments(document):
        style = fragment.charFormat()
        assert not style.isImageFormat(), place
        assert not style.isAnchor() or OURS.match(style.anchorHref()), (place, style.anchorHref())


def look_at(widget: QWidget, seen: Seen) -> None:
    """Take in everything that one widget shows or says."""
    place = f"{type(widget).__name__} {widget.objectName()}"
    for name in LOOKS:
        text = getattr(widget, name)()
        if text and name in ("toolTip", "whatsThis"):
            assert MARK not in text, (place, text)  # Qt would guess that it is markup
            (seen.markup if text.startswith("<") else seen.plain).append((f"{place} {name}", text))
        elif text:
            seen.plain.append((f"{place} {name}", text))
    seen.plain.append((f"{place} title", widget.windowTitle()))
    seen.plain.append((f"{place} path", widget.windowFilePath()))
    if isinstance(widget, QLabel):
        plain = widget.textFormat() is Qt.TextFormat.PlainText
        rich = widget.textFormat() is Qt.TextFormat.RichText
        assert plain or rich or MARK not in widget.text(), (place, widget.text())
        (seen.markup if rich else seen.plain).append((place, widget.text()))
    elif isinstance(widget, QAbstractButton):
        text = widget.text()
        assert MARK not in text, (place, text)  # "&" would underline a letter, and take its key
        seen.plain.append((place, text.replace("&&", "&")))
    elif isinstance(widget, QTextEdit):
        check_document(place, widget.document())
        seen.plain.append((place, widget.toPlainText()))
    elif isinstance(widget, QPlainTextEdit):
        seen.plain.append((place, widget.toPlainText()))
    elif isinstance(widget, QComboBox):
        seen.plain += [(place, widget.itemText(at)) for at in range(widget.count())]
    elif isinstance(widget, QTabBar):
        seen.plain += [(place, widget.tabText(at)) for at in range(widget.count())]
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        for index in walk(widget.model()):
            look_at_index(f"{place} row", index, seen)
    line = getattr(widget, "text", None)
    if isinstance(line, str):  # one that draws its own
        seen.plain.append((place, line))


def look_at_index(place: str, index: QModelIndex, seen: Seen) -> None:
    for role in ROLES:
        text = index.data(role)
        if isinstance(text, str) and text:
            tip = role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole)
            assert not tip or MARK not in text, (place, text)
            (seen.markup if tip else seen.plain).append((f"{place} {role.name}", text))


def walk(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[QModelIndex]:
    """The first rows at every level."""
    parent = QModelIndex() if parent is None else parent
    for row in range(min(MOST_ROWS, model.rowCount(parent))):
        columns = (model.index(row, column, parent) for column in range(MOST_COLUMNS))
        yield from itertools.takewhile(QModelIndex.isValid, columns)
        yield from walk(model, model.index(row, 0, parent))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that Python draws."""
    texts: list[str] = []
    draw = QPainter.drawText

    def note(painter: QPainter, *arguments: object) -> object:
        texts.extend(each for each in arguments if isinstance(each, str))
        return draw(painter, *arguments)

    class NotingLayout(QTextLayout):
        def __init__(self, *arguments: object) -> None:
            texts.extend(each for each in arguments if isinstance(each, str))
            super().__init__(*arguments)

    monkeypatch.setattr(QPainter, "drawText", note)
    for module in ("app.ui.digest_drawing", "app.ui.search_text"):
        monkeypatch.setattr(f"{module}.QTextLayout", NotingLayout)
    return texts


@pytest.fixture
def _poisoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a scripted engine says is poisoned on its way."""
    take = EnginePort._take
    monkeypatch.setattr(EnginePort, "_take", lambda port, message: take(port, poison(message)))


@pytest.fixture(autouse=True)
def _as_in_the_tests_of_the_window(qapp: QApplication) -> Iterator[None]:
    qapp.setStyle("Fusion")
    translators = install_language(qapp, "en")
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for translator in translators:
        qapp.removeTranslator(translator)
    qapp.setStyleSheet("")


WITHOUT_TEXTS = {"empty", "ready", "overlay", "search_empty", "search_library_empty"}
WITHOUT_TEXTS |= {"digest_library_empty", "first_model", "first_documents", "library_nothing_fits"}
WITHOUT_TEXTS |= {"scope_hundreds"}  # folders alone are seen


@pytest.mark.usefixtures("_poisoned")
@pytest.mark.parametrize("name", SCENES)
def test_a_poisoned_scene_shows_text(name: str, qapp: QApplication, drawn: list[str]) -> None:
    stage = Stage()
    try:
        SCENES[name](stage)
        for _ in range(4):
            qapp.processEvents()
        seen = Seen()
        seen.drawn = drawn
        widgets = [stage.window, *stage.window.findChildren(QWidget)]
        for dialog in [each for each in widgets if each.isWindow()]:
            dialog.grab()
        for widget in widgets:
            look_at(widget, seen)
        for action in stage.window.findChildren(QAction):
            assert MARK not in action.text()
            seen.plain += [("action", action.text()), ("action", action.statusTip())]
        seen.plain.append(("clipboard", QGuiApplication.clipboard().text()))
        poisoned = seen.check()
        assert poisoned or name in WITHOUT_TEXTS or "gate" in name
    finally:
        stage.window.close()
        stage.window.deleteLater()


@pytest.mark.usefixtures("qapp")
def test_the_poison_would_be_seen() -> None:
    """What is looked at finds what it looks for."""

    def shown(make: Callable[[QLabel], None]) -> Seen:
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        make(label)
        seen = Seen()
        look_at(label, seen)
        return seen

    with pytest.raises(AssertionError):
        shown(lambda label: label.setText(POISON)).check()
    with pytest.raises(AssertionError):
        shown(lambda label: label.setToolTip(MARK))
    with pytest.raises(AssertionError):
        shown(lambda label: (label.setTextFormat(Qt.TextFormat.AutoText), label.setText(MARK)))  # type: ignore[func-returns-value]
    assert shown(lambda label: label.setText(MARK)).check() == 1


def test_everything_of_a_message_is_poisoned() -> None:
    """No text of these reaches the window as it was."""
    citation = Citation(1, 1, 1, "Title", "/d/a.pdf", 0, "i", 0, 4, (), "Some words")
    bad = poison(citation)
    assert all(MARK in each for each in (bad.document, bad.path, bad.text, bad.page_label or ""))
    near = poison(SimilarPassage(1, 1, "Title", "/d/a.pdf", 0, "i", 0.9, ()))
    assert MARK in near.document
    assert MARK in near.path
    assert isinstance(citation, Citation)
    assert not isinstance(citation, Message)
