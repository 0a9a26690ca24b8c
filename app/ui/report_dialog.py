"""“Something went wrong”: calmly, with a report to look at and to copy. Nothing is sent."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.controls import make_label

_SIZE_PX = (640, 460)


class ReportDialog(QDialog):
    """Says what happened, and shows what there is to pass on."""

    def __init__(self, parent: QWidget, what: str, why: str, report: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Margine")
        self.resize(*_SIZE_PX)
        self.what = make_label(what, "heading", wrap=True)
        self.why = make_label(why, wrap=True)
        self.text = QPlainTextEdit(report)
        self.text.setObjectName("textPage")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.document().setDocumentMargin(10)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setAccessibleName(self.tr("Report"))
        hint = make_label(
            self.tr(
                "Nothing is sent anywhere. The report holds versions, the processor, settings that "
                "are not private, and where in the program it happened; no text of your documents, "
                "no question, no answer, no name of a file."
            ),
            "small",
            wrap=True,
        )
        self.copy_button = QPushButton(self.tr("Copy the report"))
        self.copy_button.clicked.connect(self.copy)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(8)
        for widget in (self.what, self.why, hint):
            column.addWidget(widget)
        column.addWidget(self.text, 1)
        column.addLayout(buttons)
        self.close_button.setFocus()

    def copy(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy_button.setText(self.tr("Copied"))
