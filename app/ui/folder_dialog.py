"""What is left out of one folder: patterns and a size limit, and how much that would be."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.folders import FolderRules, LibraryFolder
from app.core.patterns import read_patterns
from app.engine.protocol import LeftOutCounted
from app.ui import wording
from app.ui.controls import make_buttons, make_label, make_spin
from app.ui.richtext import clean_line, shorten

_WIDTH_PX = 500
_SETTLED_MS = 300  # typing has come to rest
_LARGEST_MB = 65_536  # as the setting read.max_size
_LINES = 6
_EXAMPLE_CHARS = 60
_EXAMPLES = 5  # that the engine names; there is room for them from the start


class FolderDialog(QDialog):
    """Asks for rules; says what they would leave out while they are typed. Window thread only."""

    rules_chosen = Signal(object)  # FolderRules
    count_wanted = Signal(object)  # FolderRules

    def __init__(self, parent: QWidget, folder: LibraryFolder) -> None:
        super().__init__(parent)
        self._folder = folder
        self.setMinimumWidth(_WIDTH_PX)
        self.setWindowTitle(self.tr("Exclude and limits"))
        self.patterns = QPlainTextEdit("\n".join(folder.rules.patterns))
        self.patterns.setPlaceholderText("*.log\nold/\n/drafts/*.md")
        self.patterns.setTabChangesFocus(True)
        self.patterns.setAccessibleName(self.tr("Patterns of what is left out, one a line"))
        self.patterns.setProperty("role", "field")
        self.patterns.setFixedHeight(self.patterns.fontMetrics().lineSpacing() * _LINES + 16)
        self.limit = make_spin(0, _LARGEST_MB)
        self.limit.setProperty("role", "field")
        self.limit.setSpecialValueText(self.tr("No limit of its own"))
        self.limit.setSuffix(" MB")
        self.limit.setValue(folder.rules.max_mb)
        self.limit.setAccessibleName(self.tr("Largest file that is taken in"))
        self.count = make_label("", "strong", wrap=True)
        self.examples = make_label("", "small", wrap=True)
        self.examples.setMinimumHeight(self.examples.fontMetrics().lineSpacing() * _EXAMPLES)
        self.examples.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED_MS)
        self._settled.timeout.connect(self._ask)
        self._build()
        self.patterns.textChanged.connect(self._settled.start)
        self.limit.valueChanged.connect(lambda _: self._settled.start())

    @property
    def path(self) -> str:
        """The folder that it is about."""
        return self._folder.path

    @property
    def rules(self) -> FolderRules:
        """What is chosen now."""
        patterns = read_patterns(self.patterns.toPlainText())
        return FolderRules(self._folder.rules.paused, patterns, self.limit.value())

    def begin(self) -> None:
        """Show it, and ask for the first count."""
        self.count.setText(self.tr("Counting…"))
        self.resize(self.sizeHint().expandedTo(self.minimumSizeHint()))
        self.open()
        self._ask()

    def show_count(self, counted: LeftOutCounted) -> None:
        """What the rules that were asked for would leave out."""
        if not counted.left_out:
            text = self.tr("Nothing is left out of %n file(s).", "", counted.files)
            self.count.setText(text)
        else:
            text = self.tr("%n file(s) of {0} would be left out.", "", counted.left_out)
            self.count.setText(text.format(wording.count(counted.files)))
        names = [shorten(each, _EXAMPLE_CHARS) for each in counted.examples]
        more = " …" if counted.left_out > len(names) else ""
        self.examples.setText("\n".join(names) + more)

    def fail_count(self) -> None:
        """The folder cannot be looked at now."""
        self.count.setText(self.tr("What they leave out cannot be counted now."))
        self.examples.setText("")

    def _ask(self) -> None:
        self.count_wanted.emit(self.rules)

    def _build(self) -> None:
        name = clean_line(PurePath(self._folder.path).name or self._folder.path)
        title = make_label(self.tr("What is left out of “{0}”").format(name), "heading", wrap=True)
        explanation = make_label(
            self.tr(
                "One pattern a line. * stands for any letters, **/ for any folders; a / at the end "
                "means folders, one at the start this folder itself; ! takes back in."
            ),
            "small",
            wrap=True,
        )
        row = QHBoxLayout()
        row.addWidget(make_label(self.tr("Leave out files larger than")))
        row.addWidget(self.limit)
        row.addStretch(1)
        save = QPushButton(self.tr("Save"))
        save.setProperty("role", "primary")
        save.setDefault(True)
        save.clicked.connect(self._save)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        nothing = make_label(
            self.tr(
                "Nothing is deleted from your disk. What is left out is no longer found, and "
                "comes back when its pattern goes."
            ),
            "small",
            wrap=True,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(8)
        column.addWidget(title)
        column.addWidget(explanation)
        column.addWidget(self.patterns)
        column.addSpacing(2)
        column.addLayout(row)
        column.addSpacing(6)
        column.addWidget(self.count)
        column.addWidget(self.examples)
        column.addStretch(1)
        column.addWidget(nothing)
        column.addWidget(make_buttons(save, cancel))

    def _save(self) -> None:
        self.rules_chosen.emit(self.rules)
        self.accept()
