"""Small parts used all over the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QTabBar,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from app.ui.look import Look, width_beside
from app.ui.richtext import clean_line, tool_tip

ICON_PX = 18
HEADER_PX = 46
_SPIN_PADDING_PX = 5


class IconButton(QToolButton):
    """A flat button with an icon that follows the look, named for screen readers by its tip."""

    def __init__(
        self,
        look: Look,
        icon: str,
        tip: str,
        text: str = "",
        *,
        colour: str = "muted",
        size_px: int = ICON_PX,
    ) -> None:
        """`size_px` is the icon's where text has its usual size; both grow together."""
        super().__init__()
        self._look = look
        self._icon_name = icon
        self._colour = colour
        self._size_px = size_px
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

    def sizeHint(self) -> QSize:
        """Without the two spaces that Qt adds to the text: there is padding enough."""
        size = super().sizeHint()
        if self.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon:
            size.setWidth(size.width() - 2 * self.fontMetrics().horizontalAdvance(" "))
        return size

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def show_icon(self, icon: str, colour: str | None = None) -> None:
        """Change the icon."""
        self._icon_name = icon
        self._colour = colour or self._colour
        self._refresh()

    def _refresh(self) -> None:
        beside = self.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.setIcon(self._look.icon(self._icon_name, self._colour, beside_text=beside))
        height_px = self._look.scaled(self._size_px)
        self.setIconSize(QSize(width_beside(height_px) if beside else height_px, height_px))


class HeaderTabs(QTabBar):
    """The tabs at the top of an area: as high as every other area's, or as its text needs."""

    def __init__(self) -> None:
        super().__init__()
        self.setDrawBase(False)
        self.setExpanding(False)

    def tabSizeHint(self, index: int) -> QSize:
        """At least as high as a header, so that the lines below lie level."""
        size = super().tabSizeHint(index)
        return size.expandedTo(QSize(0, HEADER_PX))


class IconLabel(QLabel):
    """An icon that is not pressed."""

    def __init__(self, look: Look, icon: str, colour: str = "muted", size_px: int = 18) -> None:
        super().__init__()
        self._look = look
        self._size_px = size_px
        self._name = icon
        self._colour = colour
        look.changed.connect(self._refresh)
        self._refresh()

    def show_icon(self, icon: str, colour: str) -> None:
        """Change the icon and its colour."""
        self._name = icon
        self._colour = colour
        self._refresh()

    def event(self, event: QEvent) -> bool:
        """The window came to a screen of another scale."""
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self._refresh()
        return super().event(event)

    def _refresh(self) -> None:
        icon = self._look.icon(self._name, self._colour)
        size = QSize(1, 1) * self._look.scaled(self._size_px)
        self.setFixedSize(size)
        self.setPixmap(icon.pixmap(size, self.devicePixelRatioF()))


class ElidedLabel(QWidget):
    """One line of plain text, cut with an ellipsis where it does not fit; the tip has it all."""

    def __init__(
        self,
        text: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        *,
        centred: bool = False,
    ) -> None:
        super().__init__()
        self._text = ""
        self._tip = ""
        self._mode = mode
        left, middle = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter
        self._side = middle if centred else left
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

    def set_tip(self, tip: str) -> None:
        """Tell more than the text does, however much of it is seen."""
        self._tip = tool_tip(tip)

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
        flags = Qt.AlignmentFlag.AlignVCenter | self._side
        painter.drawText(self.rect(), int(flags) | int(Qt.TextFlag.TextSingleLine), shown)
        painter.end()

    def toolTip(self) -> str:
        """A tip is only needed where text is cut. Found out when it is asked for."""
        cut = self.fontMetrics().horizontalAdvance(self._text) > self.width()
        return self._tip or (tool_tip(self._text) if cut else "")

    def event(self, event: QEvent) -> bool:
        """Show the tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.toolTip()
            if tip:
                QToolTip.showText(event.globalPos(), tip, self)
                return True
        return super().event(event)


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


class _LinkButton(QToolButton):
    """No wider than its text, so that it stands in line with what is above it."""

    def sizeHint(self) -> QSize:
        """Without the room that Qt adds at both sides of a tool button's text."""
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return QSize(text.width(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()


def make_link(text: str) -> QToolButton:
    """A button that looks like a link within small text."""
    button = _LinkButton()
    button.setProperty("role", "link")
    button.setText(text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


class ElidedChoice(QComboBox):
    """A list of choices; what is chosen ends with an ellipsis where it does not fit."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt's own way is to cut a letter through."""
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(kind, option, part, self)
        shown = elide(self.fontMetrics(), self.currentText(), Qt.TextElideMode.ElideRight, room)
        option.currentText = shown
        painter.drawComplexControl(kind, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()


def make_spin(low: int, high: int) -> QSpinBox:
    """A number with two arrows. A style sheet's padding does not move the number: its line does."""
    spin = QSpinBox()
    spin.setRange(low, high)
    spin.lineEdit().setTextMargins(_SPIN_PADDING_PX, 0, 0, 0)
    spin.lineEdit().setAcceptDrops(False)  # what is dropped goes to the library
    return spin


def make_buttons(accept: QPushButton, cancel: QPushButton) -> QDialogButtonBox:
    """Both side by side, in the order that people are used to on their system."""
    box = QDialogButtonBox()
    box.addButton(accept, QDialogButtonBox.ButtonRole.AcceptRole)
    box.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
    return box


def fit_screen(dialog: QDialog, look: Look, size_px: tuple[int, int]) -> None:
    """As large as its texts want it, as far as the screen goes."""
    wanted = QSize(*map(look.scaled, size_px))
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize()))


def fit_height(dialog: QDialog, width_px: int) -> None:
    """As high as its texts need at this width: a dialog opens at its hint, which does not know how
    high texts are that wrap."""
    for each in dialog.findChildren(QWidget):
        each.ensurePolished()
    width = max(width_px, dialog.minimumSizeHint().width())
    dialog.resize(width, dialog.heightForWidth(width))


def make_scrolled(widget: QWidget, name: str) -> QScrollArea:
    """`widget`, which can be scrolled down where it does not fit; `name` is for the style sheet."""
    area = QScrollArea()
    area.setObjectName(name)
    area.setWidget(widget)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


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
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addLayout(self._make_message(row.spacing()), 1)
        row.addWidget(self._second)
        row.addWidget(self._action)
        close = IconButton(look, "close", self.tr("Close this message"))
        close.clicked.connect(self.hide)
        row.addWidget(close)
        self._topic = ""
        self.hide()

    def _make_message(self, spacing_px: int) -> QVBoxLayout:
        """Icon and texts together in the middle, however high the buttons are."""
        self._what.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self._beside = QVBoxLayout()
        self._beside.addWidget(self._icon)
        self._beside.addStretch(1)
        self._texts = QVBoxLayout()
        self._texts.setSpacing(1)
        self._texts.addWidget(self._what)
        self._texts.addWidget(self._why)
        row = QHBoxLayout()
        row.setSpacing(spacing_px)
        row.addLayout(self._beside)
        row.addLayout(self._texts, 1)
        middle = QVBoxLayout()
        middle.addStretch(1)
        middle.addLayout(row)
        middle.addStretch(1)
        return middle

    def event(self, event: QEvent) -> bool:
        """A text or the size of letters has changed: the icon goes with the first line."""
        if event.type() is QEvent.Type.LayoutRequest:
            lower = (self._what.fontMetrics().height() - self._icon.height()) // 2
            self._beside.setContentsMargins(0, max(0, lower), 0, 0)
            self._texts.setContentsMargins(0, max(0, -lower), 0, 0)
        return super().event(event)

    @property
    def message(self) -> str:
        """What is said now, "" if hidden."""
        return "" if self.isHidden() else self._what.text()

    @property
    def explanation(self) -> str:
        """What is said behind the message."""
        return "" if self.isHidden() else self._why.text()

    @property
    def topic(self) -> str:
        """What the message is about, "" for nothing in particular."""
        return self._topic

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
        self._icon.show_icon("state-failed" if tone == "bad" else "info", colour)
        self._what.setText(clean_line(what))
        self._why.setText(clean_line(why))
        self._why.setVisible(bool(why))
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self._second.setText(second)
        self._second.setVisible(bool(second))
        self.show()
