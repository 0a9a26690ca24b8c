"""Parts of the view that compares sources: a numbered source, a bar of weight, a switch."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QPainter, QPaintEvent
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
from app.ui.search_drawing import BADGE_PX, ONE_LINE, Fonts, badge_width, draw_badge

_BAR_PX = 6
_GAP_PX = 6
_PAD_PX = 3
_LEAST_TEXT_PX = 60


class SourceButton(QAbstractButton):
    """`[n]`, a document's name and its page; what does not fit is cut. Opens the page."""

    def __init__(self, look: Look, number: int, name: str, page: str, tip: str = "") -> None:
        super().__init__()
        self._look = look
        self.number = number
        self._name = clean_line(name)
        self._page = clean_line(page)
        place = ", ".join(filter(None, (self._name, self._page)))
        self.setText(f"{number} {place}")
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
        metrics = QFontMetrics(fonts.small)
        texts = [each for each in (self._name, self._page) if each]
        wide = sum(metrics.horizontalAdvance(each) + 1 for each in texts)
        wide += badge_width(str(self.number), fonts) + len(texts) * _GAP_PX + 2 * _PAD_PX
        return QSize(wide + 2, BADGE_PX + 2 * _PAD_PX)

    def minimumSizeHint(self) -> QSize:
        """Room for a part of the name."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), BADGE_PX + _LEAST_TEXT_PX), hint.height())

    def enterEvent(self, event: QEnterEvent) -> None:
        """The ground shows that it can be pressed."""
        super().enterEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw number, name and page."""
        colours = self._look.colours
        fonts = Fonts(self.font(), self._look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        active = self.underMouse() or self.hasFocus()
        if active:
            painter.setPen(QColor(colours.accent) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft))
            radius = self.height() / 2
            ground = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(ground, radius, radius)
        number = str(self.number)
        badge = QRect(_PAD_PX, _PAD_PX, badge_width(number, fonts), BADGE_PX)
        draw_badge(painter, badge, number, fonts, self._look, on_accent=active)
        painter.setFont(fonts.small)
        metrics = painter.fontMetrics()
        left, right = badge.right() + 1 + _GAP_PX, self.width() - _PAD_PX - 1
        page_px = metrics.horizontalAdvance(self._page) + 1 if self._page else 0
        room = max(0, right - left - (page_px + _GAP_PX if page_px else 0))
        shown = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        painter.setPen(QColor(colours.accent if active else colours.ink))
        painter.drawText(QRect(left, 0, room + 1, self.height()), ONE_LINE, shown)
        left += metrics.horizontalAdvance(shown) + (_GAP_PX if shown else 0)
        painter.setPen(QColor(colours.muted))
        painter.drawText(QRect(left, 0, page_px + 1, self.height()), ONE_LINE, self._page)
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

    def choose(self, at: int) -> None:
        """Choose one."""
        self._group.button(at).setChecked(True)
