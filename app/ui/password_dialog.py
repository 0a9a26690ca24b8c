"""Asks for the password of locked documents, and says what becomes of their text."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.controls import fit_height, make_buttons, make_label
from app.ui.richtext import clean_line

_WIDTH_PX = 460
LONGEST_PASSWORD = 1000  # characters


def make_password_field(name: str) -> QLineEdit:
    """A line that shows dots. What is dropped on it goes to the library."""
    field = QLineEdit()
    field.setProperty("role", "field")
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setMaxLength(LONGEST_PASSWORD)
    field.setAcceptDrops(False)
    field.setPlaceholderText(name)
    field.setAccessibleName(name)
    return field


class PasswordDialog(QDialog):
    """Stays open until the password fits or the person gives up."""

    entered = Signal(str, bool)  # the password, and whether to try it on the other files too

    def __init__(self, parent: QWidget, title: str, others: int) -> None:
        """`title` names what is locked; `others` is how many more locked files lie beside it."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Enter the password"))
        self.setMinimumWidth(_WIDTH_PX)
        self._title = make_label(clean_line(title), "strong", wrap=True)
        self.field = make_password_field(self.tr("Password"))
        self.show_password = QCheckBox(self.tr("Show the password"))
        text = self.tr("Try it on the %n other locked file(s) in this folder too", "", others)
        self.for_others = QCheckBox(text)
        self.for_others.setVisible(others > 0)
        self.problem = make_label("", "bad", wrap=True)
        self.problem.hide()
        self.open_button = QPushButton(self.tr("Open and read"))
        self.open_button.setProperty("role", "primary")
        self.open_button.setDefault(True)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._build()
        self.show_password.toggled.connect(self._on_shown)
        self.field.textChanged.connect(lambda _text: self._refresh())
        self.open_button.clicked.connect(self._on_open)
        self._cancel.clicked.connect(self.reject)
        self._busy = False
        self._refresh()
        self.field.setFocus()

    @property
    def busy(self) -> bool:
        """Whether a password is being tried."""
        return self._busy

    def refuse(self, what: str, why: str = "") -> None:
        """It did not work: say so beside the password, which can be changed."""
        self._busy = False
        self.problem.setText(clean_line(f"{what} {why}"))
        self.problem.show()
        self._refresh()
        self.field.setFocus()
        self.field.selectAll()

    # ------------------------------------------------------------------------------ inside

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(8)
        column.addWidget(self._title)
        notice = self.tr(
            "To be searched, its text is copied into the library on this computer, where it lies "
            "unencrypted and without a password. Anyone who can read your files can read it there."
        )
        column.addWidget(make_label(notice, wrap=True))
        advice = self.tr(
            "To protect it, encrypt the disk (FileVault, BitLocker or LUKS), or leave the document "
            "locked. The password itself is kept in memory until you close the program, and is "
            "never written down."
        )
        column.addWidget(make_label(advice, "small", wrap=True))
        column.addSpacing(4)
        column.addWidget(self.field)
        column.addWidget(self.problem)
        column.addWidget(self.show_password)
        column.addWidget(self.for_others)
        column.addSpacing(6)
        column.addWidget(make_buttons(self.open_button, self._cancel))
        fit_height(self, _WIDTH_PX)

    def _on_shown(self, shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.field.setEchoMode(mode)

    def _on_open(self) -> None:
        if self._busy or not self.field.text():
            return
        self._busy = True
        self.problem.hide()
        self._refresh()
        self.entered.emit(
            self.field.text(), self.for_others.isVisibleTo(self) and self.for_others.isChecked()
        )

    def _refresh(self) -> None:
        self.open_button.setEnabled(bool(self.field.text()) and not self._busy)
        self.open_button.setText(self.tr("Trying it…") if self._busy else self.tr("Open and read"))
        for each in (self.field, self.show_password, self.for_others):
            each.setEnabled(not self._busy)
