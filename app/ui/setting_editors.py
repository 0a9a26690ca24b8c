"""What one setting is edited with: a box to tick, a choice, a number, a slider, a line of text."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.core.model_facts import ModelFacts
from app.core.setting import Kind, Setting, Value
from app.ui import setting_words
from app.ui.controls import ElidedChoice, make_label
from app.ui.richtext import clean_line
from app.ui.setting_editor import Editor
from app.ui.setting_text_editors import ParagraphEditor, TextEditor

_LEAST_LETTERS = 14  # of a choice that are seen at least
_NUMBER_LETTERS = 9
_DIGITS = 6  # of a share


class FlagEditor(Editor):
    """A box to tick, which says whether it is on."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.box = QCheckBox()
        self.box.toggled.connect(self._on_toggled)
        self._hold(self.box)
        self.show_value(setting.default)

    @property
    def target(self) -> QWidget:
        return self.box

    def show_value(self, value: Value) -> None:
        blocker = QSignalBlocker(self.box)
        self.box.setChecked(bool(value))
        self.box.setText(setting_words.value_text(self.setting, value))
        blocker.unblock()

    def _on_toggled(self, on: bool) -> None:
        self.box.setText(setting_words.value_text(self.setting, on))
        self.edited.emit(on)


class CalmCombo(ElidedChoice):
    """A list to choose from that a page can be scrolled over."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "field")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(_LEAST_LETTERS)
        policy = ElidedChoice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(policy)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel turns the page and not what is chosen."""
        event.ignore()


class ChoiceEditor(Editor):
    """One of a few words, and what it means where that needs saying."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.box = CalmCombo()
        self.note = make_label("", "small", wrap=True)
        for choice in setting.choices:
            self.box.addItem(setting_words.choice_name(setting, choice), choice)
        self.box.currentIndexChanged.connect(self._on_changed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.box)
        column.addWidget(self.note)
        self.box.setAccessibleName(setting_words.label(setting))
        self.box.setAccessibleDescription(setting_words.description(setting))
        self.setFocusProxy(self.box)
        self.show_value(setting.default)

    @property
    def target(self) -> QWidget:
        return self.box

    def show_value(self, value: Value) -> None:
        blocker = QSignalBlocker(self.box)
        self.box.setCurrentIndex(self.box.findData(value))
        blocker.unblock()
        self._explain()

    def _on_changed(self) -> None:
        self._explain()
        self.edited.emit(self.box.currentData())

    def _explain(self) -> None:
        text = setting_words.choice_help(self.setting, str(self.box.currentData()))
        self.note.setText(text)
        self.note.setVisible(bool(text))


class NumberEditor(Editor):
    """A number that is written, or stepped with the arrow keys; its bounds are said where it is
    outside of them."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.line = QLineEdit()
        self.line.setProperty("role", "field")
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.line.textEdited.connect(self._on_edited)
        self.line.installEventFilter(self)
        self._hold(self.line, make_label(setting_words.unit(setting), "small"))
        layout = self.layout()
        if isinstance(layout, QHBoxLayout):
            layout.addStretch(1)
        self.show_value(setting.default)

    @property
    def target(self) -> QWidget:
        return self.line

    def show_value(self, value: Value) -> None:
        if self._read(self.line.text()) != value:
            self.line.setText(setting_words.number(float(value)))
        letters = self.line.fontMetrics().horizontalAdvance("0") * _NUMBER_LETTERS
        self.line.setMinimumWidth(letters)

    def eventFilter(self, _watched: object, event: object) -> bool:
        """The arrow keys step; everything else is the line's."""
        if isinstance(event, QKeyEvent) and event.type() is QKeyEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
            number = self._read(self.line.text())
            if step and number is not None:
                self._step(number, step)
                return True
        return False

    def _step(self, number: float, by: int) -> None:
        size = 1.0 if self.setting.kind is Kind.WHOLE or (self.setting.high or 0) > 10 else 0.1
        stepped = number + by * size
        if self.setting.fits(stepped):
            text = setting_words.number(stepped)
            self.line.setText(text)
            self._on_edited(text)

    def _on_edited(self, text: str) -> None:
        number = self._read(text)
        if number is None:
            self.refused.emit(setting_words.not_a_number(self.setting))
        elif not self.setting.fits(number):
            self.refused.emit(setting_words.bounds_text(self.setting))
        else:
            self.refused.emit("")
            self.edited.emit(number)

    def _read(self, text: str) -> float | None:
        text = text.strip()
        if self.setting.kind is Kind.WHOLE:
            whole, fits = QLocale().toLongLong(text)
            return int(whole) if fits else None
        value, fits = QLocale().toDouble(text)
        if not fits:
            value, fits = QLocale.c().toDouble(text)
        return float(value) if fits else None


class CalmSlider(QSlider):
    """A slider that a page can be scrolled over."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel turns the page and not what is chosen."""
        event.ignore()


class ShareEditor(Editor):
    """A slider with its value beside it."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.slider = CalmSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, self._steps(setting.high or 1.0))
        self.slider.setPageStep(1)
        self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.text = make_label("", "small")
        self.slider.valueChanged.connect(self._on_changed)
        self._hold(self.slider, self.text)
        self.show_value(setting.default)

    @property
    def target(self) -> QWidget:
        return self.slider

    def show_value(self, value: Value) -> None:
        blocker = QSignalBlocker(self.slider)
        self.slider.setValue(self._steps(float(value)))
        blocker.unblock()
        self._say(value)

    def _on_changed(self, steps: int) -> None:
        value = (self.setting.low or 0.0) + steps * self.setting.step
        digits = None if isinstance(self.setting.default, int) else _DIGITS
        value = round(value, digits)
        self._say(value)
        self.edited.emit(value)

    def _steps(self, value: float) -> int:
        return round((value - (self.setting.low or 0.0)) / self.setting.step)

    def _say(self, value: Value) -> None:
        text = setting_words.value_text(self.setting, value)
        self.text.setText(text)
        self.slider.setAccessibleDescription(f"{text}. {setting_words.description(self.setting)}")


class ModelEditor(Editor):
    """One of the models that are installed, or whatever the program chooses."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.box = CalmCombo()
        self._models: tuple[ModelFacts, ...] = ()
        self._value = ""
        self.box.currentIndexChanged.connect(self._on_changed)
        self._hold(self.box)
        self.show_value("")

    @property
    def target(self) -> QWidget:
        return self.box

    def show_models(self, models: tuple[ModelFacts, ...]) -> None:
        """These can be chosen."""
        self._models = models
        self.show_value(self._value)

    def show_value(self, value: Value) -> None:
        self._value = str(value)
        blocker = QSignalBlocker(self.box)
        self.box.clear()
        self.box.addItem(setting_words.value_text(self.setting, ""), "")
        for model in self._models:
            self.box.addItem(clean_line(model.title), model.name)
        if self._value and self.box.findData(self._value) < 0:
            self.box.addItem(self._value, self._value)
        self.box.setCurrentIndex(self.box.findData(self._value))
        blocker.unblock()

    def _on_changed(self) -> None:
        self._value = str(self.box.currentData())
        self.edited.emit(self._value)


def make_editor(setting: Setting) -> Editor:
    """What `setting` is edited with."""
    return {
        Kind.FLAG: FlagEditor,
        Kind.CHOICE: ChoiceEditor,
        Kind.WHOLE: NumberEditor,
        Kind.NUMBER: NumberEditor,
        Kind.SHARE: ShareEditor,
        Kind.TEXT: TextEditor,
        Kind.PARAGRAPH: ParagraphEditor,
        Kind.GENERATOR: ModelEditor,
        Kind.EMBEDDER: ModelEditor,
    }[setting.kind](setting)
