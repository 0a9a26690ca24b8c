"""A question as it was put, with what it was put to; it stands above its answer."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.scopes import Scope
from app.ui.about_chip import about_words
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.look import Look
from app.ui.richtext import breakable, clean
from app.ui.scope_line import ScopeLine
from app.ui.searched_line import SearchedLine
from app.ui.wish import Wish

_BUBBLE_PADDING_PX = 40
_BUBBLE_SHARE = 0.86
_BUBBLE_LETTERS = 2000  # a page; to lay out 100,000 letters would hold the window for seconds


class QuestionHead(QWidget):
    """A bubble at the right; below it what was searched for and asked about. Window thread only."""

    edit_requested = Signal()
    as_written_requested = Signal()

    def __init__(self, look: Look, wish: Wish) -> None:
        super().__init__()
        self.bubble = make_label(_shown(wish.question), "bubble", wrap=True)
        self.bubble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bubble.setAccessibleName(self.tr("Question"))
        self.edit = IconButton(look, "edit", self.tr("Edit this question and ask again"))
        self.edit.clicked.connect(self.edit_requested)
        self._scope_line: ScopeLine | None = None
        self._searched: SearchedLine | None = None
        self._asked = self._make_asked()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(self._asked)
        if wish.about is not None:
            about = ElidedLabel(self.tr("About {0}").format(about_words(wish.about)))
            about.setProperty("role", "small")
            column.addWidget(about)
        self.show_scope(wish.scope)

    # What most questions never show is made when it is first asked for.

    @property
    def scope_line(self) -> ScopeLine:
        """What of the library was asked."""
        if self._scope_line is None:
            self._scope_line = ScopeLine()
            self._asked.addWidget(self._scope_line)
        return self._scope_line

    @property
    def searched(self) -> SearchedLine:
        """What was searched for in the place of the question."""
        if self._searched is None:
            self._searched = SearchedLine()
            self._searched.as_written_requested.connect(self.as_written_requested)
            self._column.insertWidget(1, self._searched)
        return self._searched

    def show_scope(self, scope: Scope) -> None:
        """Say that `scope` was asked, unless that is everything."""
        if self._scope_line is not None or not scope.is_everything:
            self.scope_line.show_scope(scope)

    def fit_bubble(self, width_px: int) -> None:
        """Make the bubble as wide as the question, up to most of `width_px`."""
        self.bubble.ensurePolished()  # else its font is not known before it is shown
        metrics = self.bubble.fontMetrics()
        lines = self.bubble.text().split("\n")
        wide = max(metrics.horizontalAdvance(line) for line in lines) + _BUBBLE_PADDING_PX
        self.bubble.setFixedWidth(min(wide, round(_BUBBLE_SHARE * width_px)))

    def _make_asked(self) -> QVBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addStretch(1)
        row.addWidget(self.edit, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.bubble)
        asked = QVBoxLayout()
        asked.setSpacing(4)
        asked.addLayout(row)
        return asked


def _shown(question: str) -> str:
    """What the bubble shows of `question`, all of which is asked, kept and edited."""
    if len(question) <= _BUBBLE_LETTERS:
        return breakable(clean(question))
    return breakable(clean(question[:_BUBBLE_LETTERS].rstrip())) + " …"
