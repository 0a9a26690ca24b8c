"""A page for pictures: it looks like one, and it is known where every letter on it stands."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from app.engine.protocol import Rect
from app.ui.page_client import PageRequest

LINES = (
    "La funzione legislativa è esercitata collettivamente dalle due Camere.",
    "La Camera dei deputati e il Senato della Repubblica sono eletti per cinque anni.",
    "La durata di ciascuna Camera non può essere prorogata se non per legge",
    "e soltanto in caso di guerra.",
    "Le elezioni delle nuove Camere hanno luogo entro settanta giorni dalla fine",
    "delle precedenti. La prima riunione ha luogo non oltre il ventesimo giorno.",
)
CITED = 1  # the line that the scenes' first citation stands for
# All in widths of the page.
_TALL = 1.414
_LEFT, _TOP, _PITCH = 0.11, 0.14, 0.035
_LETTER = 1 / 54
_ROWS = 34
_MEASURED_PX = 2000  # a width at which rounding to pixels does not count


def draw_page(request: PageRequest) -> QImage:
    """The lines, again and again."""
    width = request.width_px
    image = QImage(width, round(width * _TALL), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setFont(_font(width))
    painter.setPen(QColor("#222"))
    for row in range(_ROWS):
        top = _TOP + row * _PITCH
        area = QRectF(width * _LEFT, width * top, width * (1 - _LEFT), width * _PITCH)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft, LINES[row % len(LINES)])
    painter.end()
    return image


def place_of(text: str, row: int = CITED) -> Rect:
    """Where `text` stands on the page, in a row that holds it."""
    line = LINES[row % len(LINES)]
    metrics = QFontMetricsF(_font(_MEASURED_PX))
    before, wide = line[: line.index(text)], metrics.horizontalAdvance(text)
    left = _LEFT + metrics.horizontalAdvance(before) / _MEASURED_PX
    top = (_TOP + row * _PITCH) / _TALL
    high = metrics.height() / _MEASURED_PX / _TALL
    return Rect(left, top, left + wide / _MEASURED_PX, top + high)


def _font(width_px: int) -> QFont:
    font = QFont("DejaVu Serif")
    font.setPixelSize(round(width_px * _LETTER))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)  # as wide at every size
    return font
