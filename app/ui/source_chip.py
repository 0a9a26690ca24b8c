"""How a source is drawn wherever it can be opened: its number, its document and its page."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from app.ui.look import Look
from app.ui.search_drawing import ONE_LINE, Fonts, badge_width, draw_badge

PAD_PX = 3  # of the number in the chip's ground
LEAST_PX = 80
_GAP_PX = 6


def chip_height(fonts: Fonts) -> int:
    """Room for the number in its ground."""
    return fonts.badge_px + 2 * PAD_PX


def chip_width(number: int, name: str, page: str, fonts: Fonts) -> int:
    """Room for all of it."""
    metrics = QFontMetrics(fonts.small)
    texts = [each for each in (name, page) if each]
    wide = sum(metrics.horizontalAdvance(each) + 1 for each in texts)
    return wide + badge_width(str(number), fonts) + len(texts) * _GAP_PX + 2 * PAD_PX + 2


def draw_chip(
    painter: QPainter,
    area: QRect,
    source: tuple[int, str, str],
    fonts: Fonts,
    look: Look,
    *,
    active: bool = False,
    focused: bool = False,
) -> None:
    """Draw number, name and page in `area`; a name that does not fit is cut.

    `active` is under the pointer or the keys, `focused` has a ring besides.
    """
    number, name, page = source
    colours = look.colours
    if active or focused:
        painter.setPen(QColor(colours.accent) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_soft))
        ground = QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(ground, area.height() / 2, area.height() / 2)
    wide = badge_width(str(number), fonts)
    badge = QRect(area.left() + PAD_PX, area.top() + PAD_PX, wide, fonts.badge_px)
    draw_badge(painter, badge, str(number), fonts, look, on_accent=active or focused)
    painter.setFont(fonts.small)
    metrics = painter.fontMetrics()
    left, right = badge.right() + 1 + _GAP_PX, area.right() - PAD_PX
    page_px = metrics.horizontalAdvance(page) + 1 if page else 0
    room = max(0, right - left - (page_px + _GAP_PX if page_px else 0))
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
    painter.setPen(QColor(colours.accent if active or focused else colours.ink))
    painter.drawText(QRect(left, area.top(), room + 1, area.height()), ONE_LINE, shown)
    left += metrics.horizontalAdvance(shown) + (_GAP_PX if shown else 0)
    painter.setPen(QColor(colours.muted))
    painter.drawText(QRect(left, area.top(), page_px + 1, area.height()), ONE_LINE, page)
