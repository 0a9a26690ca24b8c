"""The plot of a draft: a bar for each token, and lines for their mean U and the threshold τ."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.core.types import GateReport, GateSignal
from app.ui import wording
from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip

_BARS_PX = 64  # height of the tallest bar
_TOP_PX = 6
_GAP_PX = 3
_WIDEST_BAR_PX = 26
_THINNEST_BAR_PX = 3
_LABEL_GAP_PX = 8
_HEAD_ROOM = 1.08  # above the tallest of what is drawn
_SMALLEST_TOP = 0.1  # a draft that is sure of every word must not look unsure
_NONE = -1


@dataclass(frozen=True, slots=True)
class DraftSteps:
    """What is drawn: `values` and `tokens` of the steps, their `mean`, and τ where it can be
    compared with them."""

    values: tuple[float, ...]
    tokens: tuple[str, ...]
    mean: float
    threshold: float | None

    @classmethod
    def of(cls, gate: GateReport) -> DraftSteps | None:
        """The steps of a decision; None where there are none.

        Under EVIDENCE τ is a probability, and no measure of the steps.
        """
        if not gate.steps:
            return None
        mean = sum(gate.steps) / len(gate.steps)
        tokens = (*gate.draft, *("" for _ in gate.steps))[: len(gate.steps)]
        threshold = None if gate.signal is GateSignal.EVIDENCE else gate.threshold
        return cls(gate.steps, tokens, mean, threshold)

    @property
    def top(self) -> float:
        """The value at the upper edge."""
        return _HEAD_ROOM * max(*self.values, self.threshold or 0.0, _SMALLEST_TOP)

    @property
    def least_sure(self) -> int:
        """The step with the largest value, the first of several."""
        return max(range(len(self.values)), key=lambda at: self.values[at])

    def is_over(self, step: int) -> bool:
        """Whether a step alone lies above τ."""
        return self.threshold is not None and self.values[step] > self.threshold


class GatePlot(QWidget):
    """Bars of one draft. The token under the pointer is told by a tip; the arrow keys step from
    token to token. Hidden while there is nothing to draw."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._steps: DraftSteps | None = None
        self._chosen = _NONE
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("How unsure each word of the draft was"))
        look.changed.connect(self._refresh)
        self.hide()

    @property
    def chosen(self) -> int:
        """The step under the pointer or chosen by keys, -1 if none."""
        return self._chosen

    def show_steps(self, gate: GateReport) -> None:
        """Draw the steps of a decision."""
        self._steps = DraftSteps.of(gate)
        self._chosen = _NONE
        self.setVisible(self._steps is not None)
        self.setAccessibleDescription(self._summary())
        self._refresh()

    def step_text(self, step: int) -> str:
        """Which token it is, what it adds, and how that compares with τ."""
        steps = self._steps
        if steps is None or not 0 <= step < len(steps.values):
            return ""
        text = self.tr("Token {0} of {1}: {2}, {3}")
        value = wording.decimal(steps.values[step])
        at, of = wording.count(step + 1), wording.count(len(steps.values))
        return text.format(at, of, self._token(step), value)

    # ---------------------------------------------------------------------------- geometry

    def sizeHint(self) -> QSize:
        """As high as its parts, as wide as there is room."""
        return QSize(240, self._height())

    def minimumSizeHint(self) -> QSize:
        """Narrow columns leave thin bars."""
        return QSize(160, self._height())

    def bar_area(self, step: int) -> QRectF:
        """Where a step's bar is drawn; its column reaches over the whole height."""
        steps = self._steps
        if steps is None:
            return QRectF()
        pitch = self._pitch(steps)
        height = max(1.5, _BARS_PX * steps.values[step] / steps.top)
        return QRectF(step * pitch, _TOP_PX + _BARS_PX - height, pitch - _GAP_PX, height)

    def step_at(self, x: float) -> int:
        """The step in whose column `x` lies, -1 if none."""
        steps = self._steps
        if steps is None or x < 0:
            return _NONE
        step = int(x // self._pitch(steps))
        return step if step < len(steps.values) else _NONE

    def _pitch(self, steps: DraftSteps) -> float:
        room = self.width() - self._labels_width()
        pitch = room / max(1, len(steps.values))
        return min(max(pitch, _THINNEST_BAR_PX + _GAP_PX), _WIDEST_BAR_PX + _GAP_PX)

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(self._look.scale.small)
        return font

    def _labels(self) -> list[tuple[float, str]]:
        """The lines' values and names."""
        steps = self._steps
        if steps is None:
            return []
        labels = [(steps.mean, f"U {wording.decimal(steps.mean)}")]
        if steps.threshold is not None:
            labels.append((steps.threshold, f"τ {wording.decimal(steps.threshold)}"))
        return labels

    def _labels_width(self) -> float:
        metrics = QFontMetricsF(self._font())
        return max((metrics.horizontalAdvance(text) for _, text in self._labels()), default=0) + (
            2 * _LABEL_GAP_PX
        )

    def _height(self) -> int:
        line = QFontMetricsF(self._font()).height()
        return round(_TOP_PX + _BARS_PX + line + 6)

    # -------------------------------------------------------------------------- Qt events

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw bars, lines, their names, and the words of the chosen token below."""
        steps = self._steps
        if steps is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        self._draw_bars(painter, steps)
        self._draw_lines(painter, steps)
        self._draw_caption(painter)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The token under the pointer."""
        self._choose(self.step_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        """No token is under the pointer."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._choose(_NONE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right, first and last, and Up for the token it was least sure of."""
        steps = self._steps
        if steps is None:
            super().keyPressEvent(event)
            return
        last = len(steps.values) - 1
        moves = {
            Qt.Key.Key_Left: max(0, self._chosen - 1),
            Qt.Key.Key_Right: min(last, self._chosen + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Up: steps.least_sure,
        }
        key = Qt.Key(event.key())
        if key not in moves:
            super().keyPressEvent(event)
            return
        self._choose(moves[key])

    def event(self, event: QEvent) -> bool:
        """The tip of a token; the frame of the focus."""
        kind = event.type()
        if isinstance(event, QHelpEvent) and kind is QEvent.Type.ToolTip:
            text = self.step_text(self.step_at(event.pos().x()))
            place = event.globalPos() + QPoint(0, 8)
            QToolTip.showText(place, tool_tip(text), self)
            return True
        if kind is QEvent.Type.FocusOut:
            self._choose(_NONE)
        if kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    # ------------------------------------------------------------------------------ inside

    def _refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _choose(self, step: int) -> None:
        if step == self._chosen:
            return
        self._chosen = step
        self.setAccessibleDescription(self.step_text(step) or self._summary())
        self.update()

    def _summary(self) -> str:
        steps = self._steps
        if steps is None:
            return ""
        parts = [self.tr("%n token(s)", "", len(steps.values))]
        parts += [text for _, text in self._labels()]
        parts.append(self._least_sure())
        return "; ".join(parts)

    def _least_sure(self) -> str:
        """The token that it was least sure of."""
        if self._steps is None:
            return ""
        text = self.tr("Least sure of {0}, {1}")
        step = self._steps.least_sure
        return text.format(self._token(step), wording.decimal(self._steps.values[step]))

    def _token(self, step: int) -> str:
        """A token in quotation marks, or in words where nothing of it can be seen."""
        token = self._steps.tokens[step] if self._steps is not None else ""
        if shown := clean_line(token):
            return f"“{shown}”"
        return self.tr("a line break") if "\n" in token else self.tr("the end or a space")

    def _draw_bars(self, painter: QPainter, steps: DraftSteps) -> None:
        colours = self._look.colours
        painter.setPen(Qt.PenStyle.NoPen)
        for step in range(len(steps.values)):
            area = self.bar_area(step)
            if step == self._chosen:
                column = QRectF(area.left() - 1, 0, area.width() + 2, _TOP_PX + _BARS_PX)
                painter.setBrush(QColor(colours.line))
                painter.drawRoundedRect(column, 3, 3)
            painter.setBrush(QColor(colours.warn if steps.is_over(step) else colours.accent))
            painter.drawRoundedRect(area, 1.5, 1.5)
        ground = QRectF(0, _TOP_PX + _BARS_PX, self._bars_right(steps), 1)
        painter.fillRect(ground, QColor(colours.line_strong))

    def _bars_right(self, steps: DraftSteps) -> float:
        return len(steps.values) * self._pitch(steps) - _GAP_PX

    def _draw_lines(self, painter: QPainter, steps: DraftSteps) -> None:
        """The lines, named at their right ends; names that would overlap are moved apart."""
        colours = self._look.colours
        metrics = QFontMetricsF(self._font())
        right = self._bars_right(steps) + _LABEL_GAP_PX / 2
        styles = (
            QPen(QColor(colours.ink), 1.4),
            QPen(QColor(colours.bad), 1.4, Qt.PenStyle.DashLine),
        )
        labels = self._labels()
        heights = [_TOP_PX + _BARS_PX * (1 - value / steps.top) for value, _ in labels]
        places = _apart(heights, metrics.height(), _TOP_PX + _BARS_PX)
        for (_, text), pen, y, place in zip(labels, styles, heights, places, strict=False):
            painter.setPen(pen)
            painter.drawLine(QPoint(0, round(y)), QPoint(round(right), round(y)))
            area = QRectF(
                right + _LABEL_GAP_PX / 2, place - metrics.height() / 2, 200, metrics.height()
            )
            painter.setPen(pen.color())
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), text)

    def _draw_caption(self, painter: QPainter) -> None:
        """The chosen token in words, or what to do to see one."""
        area = QRectF(0, _TOP_PX + _BARS_PX + 4, self.width(), self.height())
        colours = self._look.colours
        text = self.step_text(self._chosen)
        if not text and self.hasFocus():
            text = self.tr("← and → step from word to word")
        if not text:
            text = self._least_sure()
        painter.setPen(QColor(colours.ink if self._chosen != _NONE else colours.muted))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignTop), text)


def _apart(heights: list[float], line: float, bottom: float) -> list[float]:
    """`heights` of at most two names, moved so that they are a `line` apart and above `bottom`."""
    low = bottom - line / 2
    if len(heights) < 2 or abs(heights[0] - heights[1]) >= line:
        return [min(each, low) for each in heights]
    middle = min(sum(heights) / 2, low - line / 2)
    upper, lower = max(middle - line / 2, 0.0), max(middle - line / 2, 0.0) + line
    return [upper, lower] if heights[0] <= heights[1] else [lower, upper]
