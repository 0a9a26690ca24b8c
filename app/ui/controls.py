"""Small parts used all over the window."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip

ICON_PX = 18
HEADER_PX = 46


class IconButton(QToolButton):
    """A flat button with an icon that follows the look, named for screen readers by its tip."""

    def __init__(
        self, look: Look, icon: str, tip: str, text: str = "", *, colour: str = "muted"
    ) -> None:
        super().__init__()
        self._look = look
        self._icon_name = icon
        self._colour = colour
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tool_tip(tip))
        self.setAccessibleName(text or tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if text:
            self.setText(text)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        look.changed.connect(self._refresh)
        self._refresh()

    def show_icon(self, icon: str, colour: str | None = None) -> None:
        """Change the icon."""
        self._icon_name = icon
        self._colour = colour or self._colour
        self._refresh()

    def _refresh(self) -> None:
        self.setIcon(self._look.icon(self._icon_name, self._colour))


class IconLabel(QLabel):
    """An icon that is not pressed."""

    def __init__(self, look: Look, icon: str, colour: str = "muted", size_px: int = 18) -> None:
        super().__init__()
        self._look = look
        self._size_px = size_px
        self._name = icon
        self._colour = colour
        self.setFixedSize(size_px, size_px)
        look.changed.connect(self._refresh)
        self._refresh()

    def show_icon(self, icon: str, colour: str) -> None:
        """Change the icon and its colour."""
        self._name = icon
        self._colour = colour
        self._refresh()

    def _refresh(self) -> None:
        icon = self._look.icon(self._name, self._colour)
        self.setPixmap(icon.pixmap(QSize(self._size_px, self._size_px), self.devicePixelRatio()))


class ElidedLabel(QWidget):
    """One line of plain text, cut with an ellipsis where it does not fit; the tip has it all."""

    def __init__(
        self, text: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__()
        self._text = ""
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text`; line breaks and control characters are replaced."""
        line = clean_line(text)
        if line != self._text:
            self._text = line
            self.setAccessibleName(line)
            self.updateGeometry()
            self.update()
        self._update_tip()

    def sizeHint(self) -> QSize:
        """Room for the whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Room for a few letters."""
        metrics = self.fontMetrics()
        return QSize(min(metrics.averageCharWidth() * 6, self.sizeHint().width()), metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text in the widget's own font and colour."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        shown = elide(self.fontMetrics(), self._text, self._mode, self.rect())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect(), int(flags) | int(Qt.TextFlag.TextSingleLine), shown)
        painter.end()

    def resizeEvent(self, _event: object) -> None:
        """A tip is only needed where text is cut."""
        self._update_tip()

    def _update_tip(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self._text) > self.width()
        self.setToolTip(tool_tip(self._text) if cut else "")


def elide(metrics: QFontMetrics, text: str, mode: Qt.TextElideMode, area: QRect) -> str:
    """`text` cut to the width of `area`."""
    return metrics.elidedText(text, mode, area.width())


def make_label(text: str, role: str = "", *, wrap: bool = False) -> QLabel:
    """A label of plain text. `role` picks its look in the style sheet: "small", "title", …"""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    return label


def make_link(text: str) -> QToolButton:
    """A button that looks like a link within small text."""
    button = QToolButton()
    button.setProperty("role", "link")
    button.setText(text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def make_header(title: str, *buttons: QWidget, left_px: int) -> QWidget:
    """The head of an area: its name and what can be done there. All are of one height."""
    header = QWidget()
    header.setFixedHeight(HEADER_PX)
    row = QHBoxLayout(header)
    row.setContentsMargins(left_px, 0, 8, 0)
    row.setSpacing(2)
    row.addWidget(make_label(title, "heading"), 1)
    for button in buttons:
        row.addWidget(button)
    return header


def set_role(widget: QWidget, role: str) -> None:
    """Change the look of `widget` in the style sheet."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        style = widget.style()
        style.unpolish(widget)
        style.polish(widget)


class Banner(QWidget):
    """A calm strip with a message and at most two things to do about it."""

    action_chosen = Signal()
    second_chosen = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._icon = IconLabel(look, "info", "warn")
        self._what = make_label("", wrap=True)
        self._why = make_label("", "small", wrap=True)
        self._action = QToolButton()
        self._action.setProperty("role", "plain")
        self._action.clicked.connect(self.action_chosen)
        self._second = QToolButton()
        self._second.setProperty("role", "plain")
        self._second.clicked.connect(self.second_chosen)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(self._what)
        texts.addWidget(self._why)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(texts, 1)
        row.addWidget(self._second)
        row.addWidget(self._action)
        close = IconButton(look, "close", self.tr("Close this message"))
        close.clicked.connect(self.hide)
        row.addWidget(close)
        self._topic = ""
        self.hide()

    @property
    def message(self) -> str:
        """What is said now, "" if hidden."""
        return "" if self.isHidden() else self._what.text()

    @property
    def explanation(self) -> str:
        """What is said behind the message."""
        return "" if self.isHidden() else self._why.text()

    def settle(self, topic: str) -> None:
        """What was said about `topic` no longer holds."""
        if self._topic == topic:
            self.hide()

    def say(
        self,
        what: str,
        why: str = "",
        *,
        tone: str = "warn",
        action: str = "",
        second: str = "",
        topic: str = "",
    ) -> None:
        """Show a message. `tone` is "neutral", "warn" or "bad"; `action` and `second` name the
        buttons; `topic` is for `settle`."""
        self._topic = topic
        set_role(self, tone)
        colour = {"neutral": "muted", "bad": "bad"}.get(tone, "warn")
        self._icon.show_icon("info", colour)
        self._what.setText(clean_line(what))
        self._why.setText(clean_line(why))
        self._why.setVisible(bool(why))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._second.setText(second)
        self._second.setVisible(bool(second))
        self.show()
