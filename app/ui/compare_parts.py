"""Parts of the view that compares sources: a numbered source, a bar of weight, a switch."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip
from app.ui.search_drawing import Fonts
from app.ui.source_chip import LEAST_PX, chip_height, chip_width, draw_chip

_BAR_PX = 6


class SourceButton(QAbstractButton):
    """`[n]`, a document's name and its page; what does not fit is cut. Opens the page."""

    def __init__(self, look: Look, number: int, name: str, page: str, tip: str = "") -> None:
        super().__init__()
        self._look = look
        self.number = number
        self._name = clean_line(name)
        self._page = clean_line(page)
        place = ", ".join(filter(None, (self._name, self._page)))
        self.setText(f"{number} {place}".replace("&", "&&"))  # no letter of it is a key
        self.setAccessibleName(self.tr("Source {0}: {1}").format(number, place))
        self.setToolTip(tool_tip(tip or place))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Room for all of it."""
        fonts = Fonts(self.font(), self._look)
        return QSize(chip_width(self.number, self._name, self._page, fonts), chip_height(fonts))

    def minimumSizeHint(self) -> QSize:
        """Room for a part of the name."""
        size = self.sizeHint()
        return QSize(min(size.width(), LEAST_PX), size.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        """The ground shows that it can be pressed."""
        super().enterEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw number, name and page."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_chip(
            painter,
            self.rect(),
            (self.number, self._name, self._page),
            Fonts(self.font(), self._look),
            self._look,
            active=self.underMouse(),
            focused=self.hasFocus(),
        )
        painter.end()


class WeightBar(QWidget):
    """A thin bar, filled to a share of its width."""

    def __init__(self, look: Look, share: float, colour: str) -> None:
        super().__init__()
        self._look = look
        self._share = min(1.0, max(0.0, share))
        self._colour = colour
        self.setFixedHeight(_BAR_PX)
        look.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw it."""
        colours = self._look.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(self.rect())
        radius = area.height() / 2
        painter.setBrush(QColor(colours.line))
        painter.drawRoundedRect(area, radius, radius)
        if self._share > 0:
            painter.setBrush(QColor(getattr(colours, self._colour)))
            area.setWidth(max(area.height(), self._share * area.width()))
            painter.drawRoundedRect(area, radius, radius)
        painter.end()


class SegmentSwitch(QWidget):
    """A few exclusive choices side by side. The arrow keys move between them."""

    chosen = Signal(int)

    def __init__(self, name: str, texts: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName("segments")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for at, text in enumerate(texts):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            button.setChecked(at == 0)
            button.setProperty("role", "segment")
            button.setAccessibleName(f"{name}: {text}")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._group.addButton(button, at)
            row.addWidget(button)
        self._group.idToggled.connect(lambda at, on: self.chosen.emit(at) if on else None)

    @property
    def current(self) -> int:
        """Which is chosen."""
        return self._group.checkedId()

    @property
    def buttons(self) -> tuple[QAbstractButton, ...]:
        """The choices, in order."""
        return tuple(self._group.buttons())

    def choose(self, at: int) -> None:
        """Choose one."""
        self._group.button(at).setChecked(True)
