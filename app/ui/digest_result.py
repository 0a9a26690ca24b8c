"""A digest as it comes into being, and when it is done."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.types import Citation, Digest, DigestTask
from app.engine.protocol import DigestProgress
from app.ui import digest_words
from app.ui.controls import ElidedLabel, IconButton, make_label
from app.ui.copying import script_data
from app.ui.digest_drawing import SIDE_PX
from app.ui.digest_list import DigestList
from app.ui.digest_progress import DigestProgressStrip
from app.ui.digest_values import SummaryRow, Wish
from app.ui.export_script import script_of_digest
from app.ui.export_values import Script
from app.ui.look import Look
from app.ui.search_list import COLUMN_PX


class DigestResult(QWidget):
    """Title and documents, how far it is, and the points. Window thread only."""

    citation_wanted = Signal(object)  # Citation
    save_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("digestResult")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.wish: Wish | None = None
        self.digest: Digest | None = None
        self._title = make_label("", "noteTitle", wrap=True)
        self._documents = ElidedLabel()
        self._documents.setProperty("role", "small")
        self._facts = make_label("", "small", wrap=True)
        self.copy = IconButton(look, "copy", self.tr("Copy as text"))
        self.copy.clicked.connect(self._copy)
        self.save = IconButton(look, "save", self.tr("Save as a document…"))
        self.save.clicked.connect(self.save_requested)
        self.strip = DigestProgressStrip(look)
        self.list = DigestList(look)
        self.list.citation_wanted.connect(self.citation_wanted)
        self._nothing = make_label("", "lead", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(24, 40, 24, 24)
        self._build()

    @property
    def title(self) -> str:
        """What is made."""
        return self._title.text()

    @property
    def documents(self) -> str:
        """Of which documents."""
        return self._documents.text

    @property
    def facts(self) -> str:
        """What a finished digest was made from, "" before."""
        return "" if self._facts.isHidden() else self._facts.text()

    @property
    def nothing(self) -> str:
        """What is said in place of points, "" where there are some."""
        return "" if self._nothing.isHidden() else self._nothing.text()

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations of all points shown, in order."""
        return self.list.digest.citations

    @property
    def in_order(self) -> tuple[QWidget, ...]:
        """What takes the keys, in the order of the Tab key."""
        return (self.copy, self.save, self.strip.stop, self.strip.go_on, self.list)

    def script(self) -> Script | None:
        """The digest as it can be saved, printed and copied; None while it has no points."""
        if self.wish is None or self.list.digest.rowCount() == 0:
            return None
        first = self.list.digest.row(self.list.digest.index(0))
        summary = first.text if isinstance(first, SummaryRow) else ""
        names = [digest_words.source_name(each) for each in self.wish.sources]
        points = self.list.digest.points
        return script_of_digest(self.title, names, summary, points, datetime.now().astimezone())

    def begin(self, wish: Wish) -> None:
        """A digest was asked for."""
        self.wish, self.digest = wish, None
        self._title.setText(digest_words.title(wish))
        names = [digest_words.source_name(each) for each in wish.sources]
        self._documents.set_text(", ".join(names))
        self._facts.hide()
        self.list.begin(several=len(wish.sources) > 1)
        self.strip.begin()
        self._show_emptiness("")
        self._allow_copies()

    def take(self, progress: DigestProgress) -> None:
        """Show how far it is, and what was found since."""
        self.list.add(progress.points)
        points = len(self.list.digest.points)
        self.strip.show_progress(progress.done, progress.total, points, progress.seconds_left)
        self._allow_copies()

    def finish(self, digest: Digest) -> None:
        """Show the finished digest."""
        self.digest = digest
        self.strip.hide()
        self.list.show_digest(digest)
        facts = [
            self.tr("%n point(s)", "", len(digest.points)),
            self.tr("from %n passage(s)", "", digest.passages),
        ]
        if digest.skipped:
            facts.append(self.tr("%n passage(s) could not be read", "", digest.skipped))
        self._facts.setText(" · ".join(facts))
        self._facts.setVisible(bool(digest.points))
        if digest.task is DigestTask.LIST:
            text = self.tr("Nothing of this kind was found in %n passage(s).", "", digest.passages)
        else:
            text = self.tr("There was nothing to sum up in %n passage(s).", "", digest.passages)
        self._show_emptiness(text)
        self._allow_copies()

    # --------------------------------------------------------------------------- building

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2)
        head.addWidget(self._title, 1)
        for button in (self.copy, self.save):
            head.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        holder = QWidget()
        holder.setMaximumWidth(COLUMN_PX)
        column = QVBoxLayout(holder)
        column.setContentsMargins(SIDE_PX, 10, SIDE_PX, 6)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self._documents)
        column.addWidget(self._facts)
        column.addWidget(self.strip)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(holder, 1000)
        row.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(row)
        whole.addWidget(self._nothing)
        whole.addWidget(self.list, 1)

    # ------------------------------------------------------------------------------ inside

    def _show_emptiness(self, text: str) -> None:
        """Say `text` where there are no points, "" for nothing to say."""
        empty = self.list.digest.rowCount() == 0 and bool(text)
        self._nothing.setText(text)
        self._nothing.setVisible(empty)

    def _allow_copies(self) -> None:
        something = self.list.digest.rowCount() > 0
        self.copy.setEnabled(something)
        self.save.setEnabled(something)

    def _copy(self) -> None:
        script = self.script()
        if script is not None:
            QGuiApplication.clipboard().setMimeData(script_data(script))
