"""What the conversation shows before there is one: what to do first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.ui.controls import IconLabel, make_label
from app.ui.look import Look

_APP_ICON_PX = 72
_LINE_PX = 520  # a longer line is hard to read


class Welcome(QWidget):
    """Its faces: an empty library (how to add documents), and a full one (how to ask)."""

    add_folder_requested = Signal()
    samples_requested = Signal()
    question_suggested = Signal(str)

    def __init__(self, look: Look, *, samples: bool) -> None:
        super().__init__()
        self._look = look
        self._title = make_label("", "title", wrap=True)
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text = make_label("", "lead", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._add = QPushButton(self.tr("Add a folder…"))
        self._add.setProperty("role", "primary")
        self._add.clicked.connect(self.add_folder_requested)
        self._samples = QPushButton(self.tr("Try the sample documents"))
        self._samples.clicked.connect(self.samples_requested)
        self._has_samples = samples
        self._suggestions = QVBoxLayout()
        self._suggestions.setSpacing(8)
        self._hints = self._make_hints(look)
        privacy = make_label(
            self.tr("Everything stays on this computer. Nothing is sent."), "small", wrap=True
        )
        privacy.setAlignment(Qt.AlignmentFlag.AlignCenter)
        buttons = QVBoxLayout()  # one under the other: side by side they are cut in Italian
        buttons.setSpacing(8)
        for button in (self._add, self._samples):
            buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        lead = QHBoxLayout()  # in the middle, and no wider than its widest
        lead.addStretch(1)
        lead.addWidget(self._text, 1000)
        lead.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.addStretch(3)
        column.addWidget(_make_icon_label(look), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        column.addWidget(self._title)
        column.addSpacing(4)
        column.addLayout(lead)
        column.addSpacing(18)
        column.addLayout(buttons)
        column.addLayout(self._suggestions)
        column.addSpacing(10)
        column.addWidget(self._hints)
        column.addSpacing(14)
        column.addWidget(privacy)
        column.addStretch(4)
        look.changed.connect(self._limit_line)
        self._limit_line()
        self._shown: tuple[str, tuple[str, ...]] | None = None
        self.show_opening()

    @property
    def title(self) -> str:
        """The heading shown."""
        return self._title.text()

    def show_opening(self) -> None:
        """Whether there are documents is not known yet."""
        if not self._changes("opening"):
            return
        self._title.setText(self.tr("Opening your library…"))
        self._text.setText("")
        for widget in (self._add, self._samples, self._hints):
            widget.hide()
        self._suggest(())

    def show_empty(self) -> None:
        """There are no documents yet."""
        if not self._changes("empty"):
            return
        self._title.setText(self.tr("Drop a folder here"))
        self._text.setText(
            self.tr(
                "Margine reads your PDFs, office documents, mail, books, web pages and texts, "
                "then answers questions about them and shows the page behind every claim."
            )
        )
        self._add.show()
        self._samples.setVisible(self._has_samples)
        self._hints.hide()
        self._suggest(())

    def show_ready(self, suggestions: Sequence[str] = ()) -> None:
        """There are documents; `suggestions` are questions to begin with."""
        if not self._changes("ready", tuple(suggestions)):
            return
        self._title.setText(self.tr("What would you like to know?"))
        self._text.setText(self.tr("Ask in your own words, in the language you like."))
        self._add.hide()
        self._samples.hide()
        self._hints.setVisible(not suggestions)
        self._suggest(suggestions)

    def _limit_line(self) -> None:
        self._text.setMaximumWidth(self._look.scaled(_LINE_PX))

    def _changes(self, face: str, suggestions: tuple[str, ...] = ()) -> bool:
        """Whether this is not what is shown already; news come several times a second."""
        wanted = (face, suggestions)
        changes, self._shown = wanted != self._shown, wanted
        return changes

    def _make_hints(self, look: Look) -> QWidget:
        hints = QWidget()
        hints.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(hints)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for icon, text in (
            ("documents", self.tr("Every numbered claim opens the page it comes from.")),
            ("quote", self.tr("Put exact words in “quotes” to find just those.")),
            (
                "swap",
                self.tr("“Ask the other way” compares your documents with the model’s memory."),
            ),
        ):
            row = QHBoxLayout()
            row.setSpacing(10)
            row.addWidget(IconLabel(look, icon, "accent"), 0, Qt.AlignmentFlag.AlignTop)
            label = make_label(text, "quiet", wrap=True)
            label.setMinimumWidth(300)
            row.addWidget(label, 1)
            column.addLayout(row)
        holder = QWidget()
        centred = QHBoxLayout(holder)
        centred.addStretch(1)
        centred.addWidget(hints)
        centred.addStretch(1)
        return holder

    def _suggest(self, questions: Sequence[str]) -> None:
        while (item := self._suggestions.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for question in questions:
            button = QPushButton(question)
            button.setProperty("role", "suggestion")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(lambda _=False, q=question: self.question_suggested.emit(q))
            self._suggestions.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)


def _make_icon_label(look: Look) -> QLabel:
    """The program's icon as a picture."""
    label = QLabel()
    icon = look.app_icon()
    label.setPixmap(icon.pixmap(QSize(_APP_ICON_PX, _APP_ICON_PX), label.devicePixelRatioF()))
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
