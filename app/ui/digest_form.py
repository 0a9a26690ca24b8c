"""What to make of which documents: filled in before a digest is begun."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.core.types import DigestTask
from app.ui import digest_words
from app.ui.compare_parts import SegmentSwitch
from app.ui.controls import ElidedLabel, make_label
from app.ui.digest_values import Kind, Source, Wish
from app.ui.flow_layout import FlowLayout
from app.ui.richtext import tool_tip

_COLUMN_PX = 560
_SIDE_PX = 16
_MOST_NAMES = 5
_LONGEST_INSTRUCTION = 300  # characters: more is no description of a kind
_SUMMARY, _LIST = range(2)


class DigestForm(QScrollArea):
    """Documents, task, kind, language. Says what is wanted; asks the engine nothing."""

    submitted = Signal(object)  # Wish

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("digestForm")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sources: tuple[Source, ...] = ()
        self._documents = make_label("", "noteTitle", wrap=True)
        self._shown: list[ElidedLabel] = []
        self._names = QVBoxLayout()
        self._names.setSpacing(2)
        self._left_out = make_label("", "small", wrap=True)
        self.task = SegmentSwitch(
            self.tr("What to make"), (self.tr("A summary"), self.tr("A list of one kind"))
        )
        self._kinds = QButtonGroup(self)
        self._kind_row = self._make_kinds()
        self.words = QLineEdit()
        self.words.setObjectName("digestWords")
        self.words.setMaxLength(_LONGEST_INSTRUCTION)
        self.words.setAcceptDrops(False)  # what is dropped goes to the library
        self.language = QComboBox()
        self.language.setProperty("role", "field")
        self._fill_languages()
        self._caption = make_label("", "caption")
        self._caption.setBuddy(self.words)
        self._running = make_label(
            self.tr(
                "Another digest is being made. It stops when this one begins; what it has read "
                "is kept."
            ),
            "small",
            wrap=True,
        )
        self._running.hide()
        self._size = make_label("", "small", wrap=True)
        self.start = QPushButton(self.tr("Begin"))
        self.start.setProperty("role", "primary")
        self._build()
        self.task.chosen.connect(lambda _at: self._refresh())
        self._kinds.idToggled.connect(lambda _at, _on: self._refresh())
        self.words.textChanged.connect(lambda _text: self._refresh())
        self.words.returnPressed.connect(self._submit)
        self.start.clicked.connect(self._submit)
        self._refresh()

    @property
    def wish(self) -> Wish | None:
        """What is asked for as the form stands; None while something is missing."""
        typed = " ".join(self.words.text().split())
        listing = self.task.current == _LIST
        kind = self._kind if listing else None
        instruction = digest_words.kind_instruction(kind) if kind is not None else typed
        if not self._sources or (listing and not instruction):
            return None
        task = DigestTask.LIST if listing else DigestTask.SUMMARY
        language = str(self.language.currentData())
        return Wish(self._sources, task, instruction, kind, language)

    @property
    def names(self) -> tuple[str, ...]:
        """The documents as they are listed."""
        return tuple(each.text for each in self._shown)

    @property
    def in_order(self) -> tuple[QWidget, ...]:
        """What takes the keys, in the order of the Tab key."""
        kinds = self._kinds.buttons()
        return (*self.task.buttons, *kinds, self.words, self.language, self.start)

    def show_sources(self, sources: Sequence[Source], left_out: int = 0) -> None:
        """The documents to be read; `left_out` selected files hold none that can be."""
        self._sources = tuple(sources)
        for label in self._shown:
            label.hide()
            label.deleteLater()
        middle = Qt.TextElideMode.ElideMiddle
        self._shown = [
            ElidedLabel(digest_words.source_name(each), middle)
            for each in self._sources[:_MOST_NAMES]
        ]
        more = len(self._sources) - _MOST_NAMES
        if more > 0:
            self._shown.append(ElidedLabel(self.tr("and %n more", "", more)))
            self._shown[-1].setProperty("role", "small")
        for label in self._shown:
            self._names.addWidget(label)
        text = self.tr("%n selected file(s) cannot be read and are left out.", "", left_out)
        self._left_out.setText(text if left_out else "")
        self._left_out.setVisible(left_out > 0)
        self._refresh()

    def show_task(self, task: DigestTask) -> None:
        """Turn to a task, ready to be filled in."""
        self.task.choose(_LIST if task is DigestTask.LIST else _SUMMARY)

    def show_running(self, running: bool) -> None:
        """Whether another digest is being made."""
        self._running.setVisible(running)

    def take_focus(self) -> None:
        """Go to what comes first."""
        self.task.buttons[self.task.current].setFocus(Qt.FocusReason.OtherFocusReason)

    # --------------------------------------------------------------------------- building

    def _build(self) -> None:
        inner = QWidget()
        inner.setObjectName("digestFormInner")
        card = QWidget()
        card.setMaximumWidth(_COLUMN_PX)
        column = QVBoxLayout(card)
        column.setContentsMargins(_SIDE_PX, 18, _SIDE_PX, 18)
        column.setSpacing(6)
        column.addWidget(self._documents)
        column.addLayout(self._names)
        column.addWidget(self._left_out)
        column.addSpacing(14)
        column.addWidget(self.task, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(8)
        column.addWidget(self._kind_row)
        column.addWidget(self._caption)
        column.addWidget(self.words)
        column.addSpacing(10)
        language = QHBoxLayout()
        language.setSpacing(8)
        name = make_label(self.tr("Language of the result"), "caption")
        name.setBuddy(self.language)
        language.addWidget(name)
        language.addWidget(self.language)
        language.addStretch(1)
        column.addLayout(language)
        column.addSpacing(14)
        column.addWidget(self._running)
        last = QHBoxLayout()
        last.setSpacing(12)
        last.addWidget(self.start)
        last.addWidget(self._size, 1)
        column.addLayout(last)
        column.addStretch(1)
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(card, 1000)
        row.addStretch(1)
        self.setWidget(inner)

    def _make_kinds(self) -> QWidget:
        holder = QWidget()
        flow = FlowLayout(holder, gap_px=6, line_gap_px=6)
        flow.setContentsMargins(0, 0, 0, 4)
        texts = [(digest_words.kind_name(each), at) for at, each in enumerate(Kind)]
        texts.append((self.tr("In my own words"), len(Kind)))
        for text, at in texts:
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            button.setChecked(at == 0)
            button.setProperty("role", "choice")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._kinds.addButton(button, at)
            flow.addWidget(button)
        return holder

    def _fill_languages(self) -> None:
        self.language.addItem(self.tr("As the documents"), "")
        self.language.addItem("English", "en")
        self.language.addItem("Italiano", "it")
        self.language.setAccessibleName(self.tr("Language of the result"))

    # ------------------------------------------------------------------------------ inside

    @property
    def _kind(self) -> Kind | None:
        """The kind that is chosen, None for one that is typed."""
        kinds = tuple(Kind)
        at = self._kinds.checkedId()
        return kinds[at] if 0 <= at < len(kinds) else None

    def _refresh(self) -> None:
        listing = self.task.current == _LIST
        typing = not listing or self._kind is None
        self._kind_row.setVisible(listing)
        self.words.setVisible(typing)
        self._caption.setVisible(typing)
        if listing:
            name = self.tr("What to list")
            hint = self.tr("for example: all penalties for delay")
        else:
            name = self.tr("What matters most (may be left empty)")
            hint = self.tr("for example: what the tenant has to pay")
        self._caption.setText(name)
        self.words.setAccessibleName(name)
        self.words.setPlaceholderText(hint)
        self._documents.setText(
            self.tr("Read %n document(s) from end to end", "", len(self._sources))
        )
        passages = sum(each.passages for each in self._sources)
        self._size.setText(self.tr("%n passage(s) to read", "", passages))
        tip = self.tr("Every passage is read by the model, one after another: this takes a while.")
        self._size.setToolTip(tool_tip(tip))
        self.start.setEnabled(self.wish is not None)

    def _submit(self) -> None:
        wish = self.wish
        if wish is not None:
            self.submitted.emit(wish)
