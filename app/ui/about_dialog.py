"""About the program: its version, what it is made of and under which licences, what is new."""

from __future__ import annotations

import platform

from PySide6.QtCore import QLocale, QSize, Qt, qVersion
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app import __version__
from app.core.notices import read_notice, top_section
from app.ui.controls import make_label

_SIZE_PX = (660, 540)
_ICON_PX = 48
_MARGIN_PX, _INDENT_PX = 10, 18


class AboutDialog(QDialog):
    """Two tabs, licences and news, below the name and the version. All of it can be copied."""

    def __init__(self, parent: QWidget, icon: QIcon, *, news: bool = False) -> None:
        """`news`: begin with what is new."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Margine"))
        self.resize(*_SIZE_PX)
        heading, self._news = top_section(read_notice("CHANGELOG.md"))
        self._licences = read_notice("NOTICE")
        self.version = make_label(f"Margine {__version__}", "title")
        self.parts = make_label(self._parts(), "small", wrap=True)
        self.parts.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.parts.setAccessibleName(self.tr("Versions"))
        promise = make_label(
            self.tr(
                "Questions to your own documents, on your own machine. "
                "Nothing leaves this computer."
            ),
            wrap=True,
        )
        self.tabs = QTabWidget()
        self.tabs.setObjectName("aboutTabs")
        self.tabs.addTab(self._make_news(heading), self.tr("What’s new"))
        self.tabs.addTab(self._make_licences(), self.tr("Licences"))
        self.tabs.setCurrentIndex(0 if news else 1)
        texts = QVBoxLayout()
        for widget in (self.version, promise, self.parts):
            texts.addWidget(widget)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(self._picture(icon), 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(texts, 1)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setToolTip(self.tr("Copy the versions and the text that is shown"))
        self.copy_button.clicked.connect(self.copy)
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addLayout(head)
        column.addWidget(self.tabs, 1)
        column.addLayout(buttons)

    def copy(self) -> None:
        """Put the versions and the text of the tab on the clipboard."""
        text = self._news if self.tabs.currentIndex() == 0 else self._licences
        QGuiApplication.clipboard().setText(
            f"Margine {__version__}\n{self.parts.text()}\n\n{text}".rstrip() + "\n"
        )

    def _parts(self) -> str:
        system = f"{platform.system()} {platform.release()} ({platform.machine()})"
        text = self.tr("Python {0} · Qt {1} · {2}")
        return text.format(platform.python_version(), qVersion(), system)

    def _picture(self, icon: QIcon) -> QLabel:
        picture = QLabel()
        size = QSize(_ICON_PX, _ICON_PX)
        picture.setPixmap(icon.pixmap(size, self.devicePixelRatioF()))
        return picture

    def _make_news(self, heading: str) -> QWidget:
        """Our own changelog, so its markup may be drawn; its links are not followed. It is written
        in one language."""
        view = QTextBrowser()
        view.setObjectName("textPage")
        view.setOpenLinks(False)
        view.setOpenExternalLinks(False)
        view.setAccessibleName(self.tr("What’s new"))
        missing = self.tr("This installation does not say what is new.")
        view.document().setDocumentMargin(_MARGIN_PX)
        view.document().setIndentWidth(_INDENT_PX)
        view.setMarkdown(f"## {heading}\n\n{self._news}" if self._news else missing)
        if self.locale().language() == QLocale.Language.English:
            return view
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(make_label(self.tr("Written in English."), "small", wrap=True))
        column.addWidget(view, 1)
        return page

    def _make_licences(self) -> QPlainTextEdit:
        view = QPlainTextEdit()
        view.setObjectName("textPage")
        view.setReadOnly(True)
        view.setTabChangesFocus(True)
        font: QFont = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        view.setFont(font)
        view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        view.setAccessibleName(self.tr("Licences of libraries and models"))
        missing = self.tr("The file NOTICE of this installation is missing.")
        view.document().setDocumentMargin(_MARGIN_PX)
        view.setPlainText(self._licences or missing)
        return view
