"""What is being done while an answer comes into being."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from app.ui.controls import make_label, make_link

_STEPS = 1000
_BAR_PX = 140
_LEAST_BAR_PX = 30


class WaitingLine(QWidget):
    """A few words, and a bar where it is known how far it is; `why` is hidden until there is a
    reason to be told."""

    def __init__(self) -> None:
        super().__init__()
        self._label = make_label("", "small")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setMinimumWidth(_LEAST_BAR_PX)  # narrow columns have room for the words alone
        self._bar.setMaximumWidth(_BAR_PX)
        self._bar.setRange(0, _STEPS)
        self._bar.hide()
        self.why = make_link(self.tr("Why"))
        self.why.setCheckable(True)
        self.why.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._label)
        row.addWidget(self._bar, 1000)
        row.addWidget(self.why)
        row.addStretch(1)

    @property
    def text(self) -> str:
        """What is said."""
        return self._label.text()

    def say(self, text: str, done: int = 0, total: int = 0) -> None:
        """Say `text`; a bar beside it shows `done` of `total` until all is done."""
        self._label.setText(text)
        self._bar.setValue(_STEPS * done // max(1, total))
        self._bar.setVisible(done < total)
        self.show()
