"""Shows answer text: selectable, as high as its content, with `[n]` links and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QHideEvent,
    QMouseEvent,
    QMoveEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip

from app.ui.answer_marks import mark_at, underline_marks
from app.ui.focus_ring import FocusRing
from app.ui.richtext import TextMark
from app.ui.theme import Colours

CITATION_SCHEME = "cite"
CHECK_SCHEME = "check"
_SPACES = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{HAIR SPACE}": "", "\u2028": "\n"})
_BETWEEN = re.compile(r"(?<=\d\])\s(?=\[\d+\])")  # the narrow space between two links


class AnswerBrowser(QTextBrowser):
    """A text browser that loads nothing and opens nothing: it only reports citations, and the
    marked sentences by their number."""

    citation_clicked = Signal(int)
    citation_hovered = Signal(int)
    citation_left = Signal()
    mark_clicked = Signal(int)
    mark_hovered = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._copied_signs: tuple[str, ...] = ()
        self._least_px = 1
        self._ring: FocusRing | None = None
        self._pointer: QPoint | None = None  # None: the keys are used
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)  # what is dropped goes to the library
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.document().documentLayout().documentSizeChanged.connect(lambda *_: self._fit())
        self.anchorClicked.connect(self._on_clicked)
        self.highlighted.connect(self._on_highlighted)

    def show_marked(
        self, html: str, marks: Sequence[TextMark], signs: Sequence[str], colours: Colours
    ) -> None:
        """Show `answer_html` of a text with `marks`; `signs` is what each leaves when copied."""
        self._copied_signs = tuple(signs)
        self.setHtml(html)
        underline_marks(self.document(), marks, colours)

    def hold(self) -> None:
        """Be no lower than now, until `release`, whatever is shown: what stands below stays."""
        self._least_px = max(1, self.height())

    def release(self) -> None:
        """Be as high as the text again."""
        self._least_px = 1
        self._fit()

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Nothing is ever loaded, whatever a text asks for."""
        return None

    def sizeHint(self) -> QSize:
        """As high as the text."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The height follows the width."""
        super().resizeEvent(event)
        self._fit()
        self._place_ring()

    def moveEvent(self, event: QMoveEvent) -> None:
        """The frame goes along."""
        super().moveEvent(event)
        self._place_ring()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The text is framed while it has the keyboard."""
        super().focusInEvent(event)
        if self._ring is None:
            self._ring = FocusRing(self)
        self._ring.place()
        self._ring.show()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """It is framed no longer."""
        super().focusOutEvent(event)
        if self._ring is not None:
            self._ring.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """The frame goes too: hidden text may go without having lost the keyboard."""
        super().hideEvent(event)
        if self._ring is not None and self.isHidden():
            self._ring.hide()

    def changeEvent(self, event: QEvent) -> None:
        """The height follows the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling is the conversation's business."""
        self.citation_left.emit()
        event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """Resting on a marked sentence asks for its tip."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            number = None if self.anchorAt(event.pos()) else self.mark_at(event.pos())
            if number is not None:
                self.mark_hovered.emit(number)
                return True
        return super().viewportEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """A link that is reached by keys tells as much as one under the pointer."""
        self._pointer = None
        if not super().focusNextPrevChild(forward):
            return False
        link = self.textCursor().charFormat().anchorHref()
        if link and self.textCursor().hasSelection():
            self._on_highlighted(QUrl(link))
        return True

    @property
    def by_keys(self) -> bool:
        """Whether the link that was told of last was reached by keys."""
        return self._pointer is None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The pointer is remembered: it tells which of the links it is on."""
        self._pointer = event.position().toPoint()
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """No link is under the pointer any more."""
        super().leaveEvent(event)
        self.citation_left.emit()

    def link_area(self) -> QRect:
        """The link under the pointer, or the one that the keys reached, on the screen."""
        cursor = self.textCursor()
        if self._pointer is not None:
            cursor = self.cursorForPosition(self._pointer)
            cursor.setPosition(cursor.position())
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        piece = cursor.block().begin()
        while not piece.atEnd():
            fragment = piece.fragment()
            first, last = fragment.position(), fragment.position() + fragment.length()
            if fragment.charFormat().isAnchor() and first <= start <= last:
                start, end = first, last
            piece += 1
        edges = []
        for place in (start, end):
            cursor.setPosition(place)
            edges.append(self.cursorRect(cursor))
        area = edges[0]
        if edges[1].top() == area.top():
            area = area.united(edges[1])
        return QRect(self.viewport().mapToGlobal(area.topLeft()), area.size())

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied is plain text, with `[n]` and the signs in words."""
        data = QMimeData()
        data.setText(self._selected_text())
        return data

    def mark_at(self, point: QPoint) -> int | None:
        """The marked sentence at a point of the viewport."""
        return mark_at(self.document(), QPointF(point))

    def show_tip(self, text: str) -> None:
        """Show a tip (already escaped) at the pointer, or below the link that has the focus."""
        place = QCursor.pos()
        inside = self.viewport().mapFromGlobal(place)
        if not self.viewport().rect().contains(inside) and self.textCursor().hasSelection():
            rect = self.cursorRect()
            place = self.viewport().mapToGlobal(rect.bottomLeft())
        QToolTip.showText(place, text, self)

    def _place_ring(self) -> None:
        if self._ring is not None:
            self._ring.place()

    def _fit(self) -> None:
        height = max(self._least_px, round(self.document().size().height()))
        if height != self.height():
            self.setFixedHeight(height)

    def _on_clicked(self, url: QUrl) -> None:
        number = _link_number(url)
        if number is not None:
            is_mark = url.scheme() == CHECK_SCHEME
            (self.mark_clicked if is_mark else self.citation_clicked).emit(number)

    def _on_highlighted(self, url: QUrl) -> None:
        number = _link_number(url)
        if number is None:
            QToolTip.hideText()
            self.citation_left.emit()
        elif url.scheme() == CHECK_SCHEME:
            self.mark_hovered.emit(number)
        else:
            self.citation_hovered.emit(number)

    def _selected_text(self) -> str:
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        lines: list[str] = []
        place: tuple[int, int] | None = None
        block = self.document().findBlock(start)
        while block.isValid() and block.position() < end:
            line = ""
            pieces = block.begin()
            while not pieces.atEnd():
                piece = pieces.fragment()
                pieces += 1
                first = max(start, piece.position())
                last = min(end, piece.position() + piece.length())
                if first >= last:
                    continue
                if piece.charFormat().isAnchor():
                    line += self._copied_link(QUrl(piece.charFormat().anchorHref()))
                else:
                    part = QTextCursor(self.document())
                    part.setPosition(first)
                    part.setPosition(last, QTextCursor.MoveMode.KeepAnchor)
                    line += part.selectedText().translate(_SPACES)
            before, place = place, _table_row(block)
            if lines and place is not None and place == before:
                lines[-1] += f"\t{line.strip()}"  # the next cell of the same row
            else:
                lines.append(line.rstrip())
            block = block.next()
        return _BETWEEN.sub("", "\n".join(lines)).strip("\n")

    def _copied_link(self, url: QUrl) -> str:
        number = _link_number(url)
        if number is None:
            return ""
        if url.scheme() == CITATION_SCHEME:
            return f"[{number}]"
        return self._copied_signs[number] if number < len(self._copied_signs) else ""


def _table_row(block: QTextBlock) -> tuple[int, int] | None:
    """Which table a block is in, by where that begins, and which row; None outside of tables."""
    cursor = QTextCursor(block)
    table = cursor.currentTable()
    if not table:  # None outside of tables, whatever its type says
        return None
    return table.firstPosition(), table.cellAt(cursor).row()


def _link_number(url: QUrl) -> int | None:
    """The n of `cite:n` and `check:n`."""
    if url.scheme() not in (CITATION_SCHEME, CHECK_SCHEME) or not url.path().isdecimal():
        return None
    return int(url.path())
