"""“Models…”: the models on this computer and those that can be fetched."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.core.model_facts import MachineFacts, ModelFacts
from app.ui import model_words
from app.ui.controls import Banner, fit_screen, make_label
from app.ui.drop_overlay import DropOverlay
from app.ui.look import Look
from app.ui.model_card import ModelCard, order_tabs

_SIZE = (680, 640)
_LEAST = (460, 380)
_ROLES = ("generator", "embedder", "recogniser")


class ModelDialog(QDialog):
    """Shows cards, takes drops. Decides nothing: `cards` and signals say what is wanted."""

    closed = Signal()
    file_wanted = Signal()
    folder_wanted = Signal()
    paths_dropped = Signal(tuple)
    card_added = Signal(object)  # ModelCard

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Models"))
        self.setMinimumSize(*_LEAST)
        fit_screen(self, look, _SIZE)
        self.banner = Banner(look)
        self.machine = make_label(self.tr("Looking at the models…"), "small", wrap=True)
        self.cards: list[ModelCard] = []
        self._headings: dict[str, QWidget] = {}
        self._list = QVBoxLayout()
        self._list.setContentsMargins(16, 4, 16, 12)
        self._list.setSpacing(10)
        self._list.addStretch(1)
        self.add_file = QPushButton(self.tr("Add a model file…"))
        self.add_file.clicked.connect(self.file_wanted)
        self.add_folder = QPushButton(self.tr("Add a model folder…"))
        self.add_folder.clicked.connect(self.folder_wanted)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.close)
        self._area = self._make_area()
        self._build()
        self.overlay = DropOverlay(look, self, self.tr("Drop to add a model"))
        self.overlay.dropped.connect(self.paths_dropped)
        self.finished.connect(self.closed)

    def card_of(self, name: str) -> ModelCard | None:
        """The card of the model called `name`."""
        return next((card for card in self.cards if card.model.name == name), None)

    def show_models(self, models: Sequence[ModelFacts], machine: MachineFacts) -> None:
        """Show the list as it is now: cards that stay keep their place, focus and progress."""
        self.machine.setText(model_words.machine(machine))
        names = {model.name for model in models}
        for card in [each for each in self.cards if each.model.name not in names]:
            self.cards.remove(card)
            card.hide()
            card.deleteLater()
        for model in models:
            shown = self.card_of(model.name)
            if shown is not None:
                shown.show_model(model, machine)
            else:
                self._add(model, machine)
        for role, heading in self._headings.items():
            heading.setVisible(any(card.model.role == role for card in self.cards))
        ordered = [card for role in _ROLES for card in self.cards if card.model.role == role]
        order_tabs(self._area, ordered, self.add_file)

    def reveal(self, name: str) -> None:
        """Bring the model called `name` into sight, and the keyboard to it."""
        card, inner = self.card_of(name), self._area.widget()
        if card is None or inner is None:
            return
        for button in card.buttons():
            if not button.isHidden() and button.isEnabled():
                button.setFocus()
                break
        for each in self.cards:
            each.show()  # a layout shows what it was given only later
        self._list.activate()
        inner.adjustSize()
        self._area.ensureWidgetVisible(card)

    def say(self, what: str, why: str = "", *, tone: str = "bad") -> None:
        """A message above the list."""
        self.banner.say(what, why, tone=tone)

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard begins at the top."""
        super().showEvent(event)
        self._area.setFocus()

    def _add(self, model: ModelFacts, machine: MachineFacts) -> None:
        card = ModelCard(model, machine)
        self.cards.append(card)
        if model.role not in self._headings:
            heading = make_label(model_words.role_title(model.role), "heading")
            heading.setContentsMargins(0, 8, 0, 0)
            self._headings[model.role] = heading
            self._list.insertWidget(self._list.count() - 1, heading)
        before = [each for each in self.cards[:-1] if each.model.role == model.role]
        after = before[-1] if before else self._headings[model.role]
        self._list.insertWidget(self._list.indexOf(after) + 1, card)
        self.card_added.emit(card)

    def _make_area(self) -> QScrollArea:
        inner = QWidget()
        inner.setLayout(self._list)
        area = QScrollArea()
        area.setObjectName("sheetArea")  # shows that it has the keyboard
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Models"))
        area.setWidget(inner)
        return area

    def _build(self) -> None:
        head = QVBoxLayout()
        head.setContentsMargins(16, 12, 16, 6)
        head.addWidget(self.machine)
        hint = self.tr("A .gguf file or a sentence-transformers folder can be dropped here.")
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 10, 16, 14)
        foot.setSpacing(8)
        foot.addWidget(make_label(hint, "small", wrap=True))
        row = QHBoxLayout()
        row.addWidget(self.add_file)
        row.addWidget(self.add_folder)
        row.addStretch(1)
        row.addWidget(self.close_button)
        foot.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addLayout(head)
        column.addWidget(self._area, 1)
        column.addLayout(foot)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)  # Return in a list of buttons presses the focused one
