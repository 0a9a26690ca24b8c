"""What a library takes of its disk, as a bar of its parts with their names and sizes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.keeping import LibraryUse
from app.ui import wording
from app.ui.controls import make_label
from app.ui.look import Look

_BAR_PX = 10
_DOT_PX = 10
_LEAST_PX = 2.0  # a part that is there at all is seen
_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class DiskPart:
    """A part of the bar; `colour` is its name in the palette."""

    name: str
    size: int
    colour: str


class DiskUse(QWidget):
    """The bar, and below it each part in the same order, so that colour is not all that tells."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._bar = _Bar(look)
        self._names = [make_label(part.name) for part in self.parts(None)]
        self._sizes = [make_label("", "numbers") for _ in self._names]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._bar)
        column.addLayout(self._make_legend())
        self.show_use(None)

    def show_use(self, use: LibraryUse | None) -> None:
        """Show these sizes; None where they are not known (yet)."""
        parts = self.parts(use)
        self._bar.show_parts(parts if use is not None else ())
        for part, name, size in zip(parts, self._names, self._sizes, strict=True):
            size.setText(wording.data_size(part.size) if use is not None else "…")
            name.setAccessibleName(f"{part.name}: {size.text()}")

    def _make_legend(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for number, part in enumerate(self.parts(None)):
            row, at = number // _COLUMNS, 4 * (number % _COLUMNS)
            self._sizes[number].setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(_Dot(self._look, part.colour), row, at)
            grid.addWidget(self._names[number], row, at + 1)
            grid.addWidget(self._sizes[number], row, at + 2)
            grid.setColumnStretch(at + 1, 1)
        grid.setColumnMinimumWidth(3, 24)  # between the columns
        return grid

    def parts(self, use: LibraryUse | None) -> tuple[DiskPart, ...]:
        """What is told apart."""
        known = use or LibraryUse("", 0, 0, 0, 0, 0, 0)
        return (
            DiskPart(self.tr("Texts"), known.texts, "accent"),
            DiskPart(self.tr("Words, for the search"), known.words, "words"),
            DiskPart(self.tr("Vectors, for the search by meaning"), known.vectors, "good"),
            DiskPart(self.tr("Conversations"), known.conversations, "margin"),
            DiskPart(self.tr("Digests and other"), known.other, "line_strong"),
        )


class _Bar(QWidget):
    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._parts: tuple[DiskPart, ...] = ()
        self.setFixedHeight(_BAR_PX)
        look.changed.connect(self.update)

    def show_parts(self, parts: tuple[DiskPart, ...]) -> None:
        self._parts = parts
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the parts side by side, from the left, in a bar with round ends."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), _BAR_PX / 2, _BAR_PX / 2)
        painter.setClipPath(outline)
        painter.fillRect(self.rect(), QColor(self._look.colours.line))
        left = 0.0
        for part, width in zip(self._parts, self._widths(), strict=True):
            colour = QColor(getattr(self._look.colours, part.colour))
            painter.fillRect(QRectF(left, 0, width, self.height()), colour)
            left += width
        painter.end()

    def _widths(self) -> list[float]:
        total = sum(part.size for part in self._parts)
        if not total:
            return [0.0] * len(self._parts)
        least = [_LEAST_PX if part.size else 0.0 for part in self._parts]
        room = self.width() - sum(least)
        return [
            low + room * part.size / total for low, part in zip(least, self._parts, strict=True)
        ]


class _Dot(QWidget):
    def __init__(self, look: Look, colour: str) -> None:
        super().__init__()
        self._look = look
        self._colour = colour
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """A square as high as small letters."""
        return QSize(_DOT_PX, _DOT_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the part's colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(self._look.colours, self._colour)))
        painter.drawRoundedRect(self.rect(), 3, 3)
        painter.end()
