"""Where else a passage stands: its copies counted, its near-duplicates in a list that unfolds."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.core.types import FoundPassage, SimilarPassage
from app.ui import wording
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.look import Look
from app.ui.richtext import clean_line, tool_tip

_MOST_SHOWN = 50


class SimilarButton(QToolButton):
    """One near-duplicate: document, page and how much of the text is the same."""

    def __init__(self, passage: SimilarPassage) -> None:
        super().__init__()
        self.setProperty("role", "row")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        place = wording.place_name(
            passage.document, passage.path, passage.page_index, passage.page_label
        )
        same = passage.similarity >= 1.0
        percent = wording.count(round(min(passage.similarity, 0.99) * 100))
        share = self.tr("same text") if same else f"{percent} %"
        self.setAccessibleName(self.tr("Open {0} ({1})").format(place, share))
        self.setToolTip(tool_tip(clean_line(passage.path)))
        row = QVBoxLayout(self)
        row.setContentsMargins(8, 3, 8, 3)
        line = ElidedLabel(f"{place} · {share}", Qt.TextElideMode.ElideMiddle)
        line.setProperty("role", "small")
        line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row.addWidget(line)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(line.sizeHint().height() + 8)


class SimilarList(QWidget):
    """Folded at first. Hidden where the passage stands nowhere else."""

    chosen = Signal(object)  # SimilarPassage

    def __init__(self, look: Look, passage: FoundPassage) -> None:
        super().__init__()
        self._passages = passage.similar
        copies = len(passage.other_paths)
        text = self.tr("+%n similar passage(s)", "", len(self._passages))
        tip = self.tr("Passages that say almost the same, in other places")
        self.fold = IconButton(look, "right", tip, text)
        self.fold.setProperty("role", "quiet")
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._unfold)
        self.rows: list[SimilarButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        if copies:
            files = make_label(self.tr("Also in %n other file(s)", "", copies), "small")
            self._column.addWidget(files)
        self._column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        self.fold.setVisible(bool(self._passages))
        if not (copies or self._passages):
            self.hide()

    def _unfold(self, unfolded: bool) -> None:
        self.fold.show_icon("down" if unfolded else "right")
        if unfolded and not self.rows:
            self._make_rows()
        for row in self.rows:
            row.setVisible(unfolded)

    def _make_rows(self) -> None:
        for passage in self._passages[:_MOST_SHOWN]:
            row = SimilarButton(passage)
            row.clicked.connect(lambda _=False, passage=passage: self.chosen.emit(passage))
            self._column.addWidget(row)
            self.rows.append(row)
