"""What the search page says where there are no results to show."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.types import Inspection
from app.engine.protocol import JobFailed
from app.ui.controls import IconLabel, make_label
from app.ui.look import Look
from app.ui.richtext import clean_line, shorten

_ICON_PX = 36
_WIDEST_PX = 440
_QUERY_LENGTH = 80
Hint = tuple[str, str]  # icon, text


class SearchNote(QScrollArea):
    """A title, a line, hints, and at most one button; scrolls where the window is low."""

    again_requested = Signal()
    add_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("searchNote")
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._look = look
        self._icon = IconLabel(look, "search", "muted", _ICON_PX)
        self._title = make_label("", "noteTitle", wrap=True)
        self._text = make_label("", "lead", wrap=True)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hints = QVBoxLayout()
        self._hints.setSpacing(9)
        self._again = QPushButton(self.tr("Search again"))
        self._again.clicked.connect(self.again_requested)
        self._add = QPushButton(self.tr("Add a folder…"))
        self._add.setProperty("role", "primary")
        self._add.clicked.connect(self.add_requested)
        inner = QWidget()
        inner.setObjectName("searchNoteInner")
        column = QVBoxLayout(inner)
        column.setContentsMargins(24, 16, 24, 16)
        column.addStretch(2)
        column.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(14)
        column.addLayout(self._make_hint_row())
        for button in (self._again, self._add):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self.setWidget(inner)
        self.show_start()

    @property
    def title(self) -> str:
        """The heading shown."""
        return self._title.text()

    @property
    def text(self) -> str:
        """The line below it."""
        return self._text.text()

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints shown."""
        return self._shown_hints

    def show_start(self) -> None:
        """Nothing is typed yet."""
        self._show(
            "search",
            self.tr("Find a passage"),
            self.tr("Type a few words or a whole question: results appear as you type."),
            (
                ("quote", self.tr("“Words in quotes” must stand there exactly so.")),
                (
                    "minus",
                    self.tr("A minus before a word (-word) leaves out passages that hold it."),
                ),
                ("down", self.tr("The Down key moves to the results, Enter opens one.")),
            ),
        )

    def show_empty_library(self) -> None:
        """There are no documents."""
        self._show(
            "documents",
            self.tr("There is nothing to search yet"),
            self.tr("Drop a folder on the window, or add one."),
            add=True,
        )

    def show_unread_library(self) -> None:
        """There are documents, none of them read."""
        self._show(
            "documents",
            self.tr("Your documents are still being read"),
            self.tr("Passages can be found as soon as the first file is read."),
            again=True,
        )

    def show_waiting(self) -> None:
        """The engine starts."""
        self._show(
            "refresh",
            self.tr("The engine is starting"),
            self.tr("The search begins by itself as soon as it is ready."),
        )

    def show_searching(self) -> None:
        """The first search takes a while: a model is being loaded."""
        self._show(
            "search",
            self.tr("Searching…"),
            self.tr("The first search after the start takes a little longer."),
        )

    def show_stopped(self, what: str) -> None:
        """The engine is not started again."""
        what = clean_line(what) or self.tr("Choose “Try again” at the top of the window.")
        self._show("info", self.tr("The engine is not running"), what)

    def show_failure(self, failure: JobFailed) -> None:
        """The search failed: what, why, what to do next."""
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self._show("info", clean_line(failure.what), clean_line(why), again=True)

    def show_nothing(self, query: str, inspection: Inspection) -> None:
        """Nothing was found: say what to try."""
        hints: list[Hint] = []
        if inspection.phrases:
            phrase = shorten(inspection.phrases[0], _QUERY_LENGTH)
            hints.append(
                (
                    "quote",
                    self.tr("No passage holds exactly “{0}”: try it without quotes.").format(
                        phrase
                    ),
                )
            )
        if inspection.excluded:
            word = shorten(inspection.excluded[0], _QUERY_LENGTH)
            hints.append(("minus", self.tr("Take out the minus before “{0}”.").format(word)))
        hints.append(("search", self.tr("Try fewer or other words, or ask in a whole sentence.")))
        self._show("not-found", self.tr("Nothing found"), shorten(query, _QUERY_LENGTH), hints)

    def _make_hint_row(self) -> QHBoxLayout:
        self._hint_holder = QWidget()
        self._hint_holder.setLayout(self._hints)
        self._hints.setContentsMargins(0, 0, 0, 0)
        self._hint_holder.setMaximumWidth(_WIDEST_PX)
        self._hint_holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._hint_holder, 1000)
        row.addStretch(1)
        return row

    def _show(
        self,
        icon: str,
        title: str,
        text: str,
        hints: Sequence[Hint] = (),
        *,
        again: bool = False,
        add: bool = False,
    ) -> None:
        self._icon.show_icon(icon, "muted")
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        self._again.setVisible(again)
        self._add.setVisible(add)
        self._shown_hints = tuple(each for _icon, each in hints)
        while (item := self._hints.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for name, hint in hints:
            self._hints.addWidget(self._make_hint(name, hint))
        self._hint_holder.setVisible(bool(hints))

    def _make_hint(self, icon: str, text: str) -> QWidget:
        hint = QWidget()
        row = QHBoxLayout(hint)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(IconLabel(self._look, icon, "accent"), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(make_label(text, "quiet", wrap=True), 1)
        return hint
