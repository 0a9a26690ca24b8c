"""Looks at the widgets of a window as a person does: what is cut, joined, unnamed, too pale."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.ui.gate_plot import GatePlot

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
# A part of a sentence put together with another part: what no translation can put right. Two
# whole sentences one after the other, or parts with a dot between, are fine.
_JOINED = re.compile(r"(?<![.!?…:])\] ?\[")
NO_ROLE = (QAccessible.Role.NoRole, QAccessible.Role.Client)
# What Qt itself has no better role for, and no way to give it one; all have names.
ROLE_OF_QT = (QScrollArea, GatePlot)


def windows() -> list[QWidget]:
    """All windows that are seen, dialogs included."""
    return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


def seen(window: QWidget) -> Iterator[QWidget]:
    """The visible widgets of a window that lie in it with a part at least."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.window() is window and not widget.size().isEmpty():
            yield widget


def text_of(widget: QWidget) -> str:
    """What a label or a button says."""
    return widget.text() if isinstance(widget, (QLabel, QAbstractButton)) else ""


def cut_texts(window: QWidget) -> list[str]:
    """Texts of visible labels and buttons that do not fit."""
    cut = []
    for widget in seen(window):
        text = text_of(widget)
        if not text or (isinstance(widget, QLabel) and not widget.pixmap().isNull()):
            continue
        icon_only = (
            getattr(widget, "toolButtonStyle", lambda: None)()
            is Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        draws_itself = "paintEvent" in vars(type(widget))  # and cuts what does not fit
        if icon_only or draws_itself:
            continue
        wraps = isinstance(widget, QLabel) and widget.wordWrap()
        need = widget.heightForWidth(widget.width()) if wraps else widget.sizeHint().height()
        too_wide = not wraps and widget.sizeHint().width() > widget.width()
        if too_wide or need > widget.height() + 1:
            cut.append(f"{text} ({describe(widget)})")
    return cut


def cut_choices(window: QWidget) -> list[str]:
    """What is chosen in lists of choices and does not fit beside the arrow."""
    boxes = (each for each in seen(window) if isinstance(each, QComboBox))
    return [f"{each.currentText()} ({describe(each)})" for each in boxes if _is_cut(each)]


def _is_cut(box: QComboBox) -> bool:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(kind, option, part, box).width()
    return box.fontMetrics().horizontalAdvance(box.currentText()) > room


def joined_texts(window: QWidget) -> list[str]:
    """Texts that were put together from parts of sentences."""
    return [text for widget in seen(window) if _JOINED.search(text := text_of(widget))]


def can_be_reached(widget: QWidget) -> bool:
    """Whether the keyboard or a screen reader stops at it."""
    if (
        widget.focusProxy() is not None
        or isinstance(widget, (QScrollBar, QHeaderView))
        or widget.objectName().startswith("qt_")
    ):
        return False
    if isinstance(widget, QScrollArea) and widget.focusPolicy() is Qt.FocusPolicy.NoFocus:
        return False
    return isinstance(widget, CONTROLS) or bool(
        widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(widget.parent(), CONTROLS)
    )


def unnamed(window: QWidget) -> list[str]:
    """Widgets that a screen reader stops at with nothing to say, or without knowing what it is."""
    found = []
    for widget in seen(window):
        if not can_be_reached(widget) or isinstance(widget.parent(), (QComboBox, QAbstractSpinBox)):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface is None or not interface.isValid():
            found.append(f"{describe(widget)}: not known to screen readers")
            continue
        if not interface.text(QAccessible.Text.Name).strip():
            found.append(f"{describe(widget)}: no name")
        if interface.role() in NO_ROLE and not isinstance(widget, ROLE_OF_QT):
            found.append(f"{describe(widget)}: no role")
    return found


def describe(widget: QWidget) -> str:
    """A widget, for somebody who has to find it in the source."""
    path = [widget]
    while (parent := path[-1].parentWidget()) is not None and len(path) < 4:
        path.append(parent)
    names = (f"{type(each).__name__}#{each.objectName()}".rstrip("#") for each in path)
    return " < ".join(names)


def ground_of(image: QImage, area: QRect) -> str:
    """The colour that most of an area of a picture has, as #rrggbb."""
    step_x, step_y = max(1, area.width() // 40), max(1, area.height() // 16)
    counts = Counter(
        image.pixel(x, y) & 0xFFFFFF
        for x in range(area.left(), area.right() + 1, step_x)
        for y in range(area.top(), area.bottom() + 1, step_y)
        if image.rect().contains(x, y)
    )
    return f"#{counts.most_common(1)[0][0]:06x}" if counts else ""


def place_in(widget: QWidget, window: QWidget) -> QRect:
    """Where a widget's seen part stands in its window."""
    rect = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        rect &= QRect(parent.mapTo(window, QPoint(0, 0)), parent.size())
        parent = parent.parentWidget()
    return rect & window.rect()
