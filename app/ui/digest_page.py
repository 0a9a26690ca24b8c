"""The digest page: choose what to make of which documents, and read it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from app.core.types import Digest, DigestTask
from app.engine.protocol import DigestProgress, JobFailed
from app.ui.controls import IconButton
from app.ui.digest_form import DigestForm
from app.ui.digest_note import DigestNote
from app.ui.digest_result import DigestResult
from app.ui.digest_values import Source, Wish
from app.ui.look import Look

_BACK_LEFT_PX = 12  # in line with the switch above


class DigestPage(QWidget):
    """Says what the person wants; asks the engine nothing itself. Window thread only.

    `new_button` is for whoever makes the area's head.
    """

    requested = Signal(object)  # Wish
    stop_requested = Signal()
    go_on_requested = Signal()
    citation_wanted = Signal(object, object)  # Citation, all citations of the digest
    share_changed = Signal(object)  # part that is read, 0 to 1; None where nothing is running
    add_requested = Signal()
    export_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("digestPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sources: tuple[Source, ...] = ()
        self._left_out = 0
        self._library_is_empty = False
        self._may_be_new = False
        self.note = DigestNote(look)
        self.form = DigestForm()
        self.result = DigestResult(look)
        self.new_button = IconButton(look, "new", self.tr("Make another digest"))
        self._back = QToolButton()
        self._back.setProperty("role", "link")
        self._back.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._back.setCursor(Qt.CursorShape.PointingHandCursor)
        self._stack = QStackedWidget()
        for face in (self.note, self.form, self.result):
            self._stack.addWidget(face)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._back_row = QWidget()
        back = QHBoxLayout(self._back_row)
        back.setContentsMargins(_BACK_LEFT_PX, 6, 0, 0)
        back.addWidget(self._back)
        back.addStretch(1)
        column.addWidget(self._back_row)
        column.addWidget(self._stack, 1)
        self._connect()
        self.show_form()

    # -------------------------------------------------------------------------- for others

    @property
    def in_order(self) -> tuple[QWidget, ...]:
        """What takes the keys, in the order of the Tab key."""
        return (self._back, *self.form.in_order, *self.result.in_order)

    @property
    def focus_target(self) -> QWidget:
        """Where the keys go when the page is turned to."""
        if self._stack.currentWidget() is self.result:
            return self.result.list
        if self._stack.currentWidget() is self.form:
            return self.form.task.buttons[self.form.task.current]
        return self

    def take_library(self, *, empty: bool) -> None:
        """Whether there are files at all."""
        self._library_is_empty = empty
        self._refresh_face()

    def take_selection(self, sources: tuple[Source, ...], left_out: int) -> None:
        """What is selected in the library: documents, and files that hold none."""
        self._sources, self._left_out = sources, left_out
        self.form.show_sources(sources, left_out)
        self._refresh_face()

    def allow_new(self, allowed: bool) -> None:
        """Whether this page is turned to, so that its button is shown."""
        self._may_be_new = allowed
        self._refresh_face()

    def show_form(self, task: DigestTask | None = None) -> None:
        """Ask what to make of what is selected."""
        if task is not None:
            self.form.show_task(task)
        self._stack.setCurrentWidget(self.form)
        self._refresh_face()

    def begin(self, wish: Wish) -> None:
        """A digest was asked for."""
        self.result.begin(wish)
        self.share_changed.emit(0.0)
        self.form.show_running(True)
        self._show_result()

    def go_on(self) -> None:
        """The same was asked for again; what is found stays."""
        self.result.strip.show_running()
        self.form.show_running(True)
        self.share_changed.emit(self.result.strip.share or 0.0)

    def take(self, progress: DigestProgress) -> None:
        """Show how far it is."""
        self.result.take(progress)
        self.share_changed.emit(self.result.strip.share or 0.0)

    def finish(self, digest: Digest) -> None:
        """Show the finished digest."""
        self.result.finish(digest)
        self._end()

    def stop(self) -> None:
        """It was stopped."""
        what = self.tr("Stopped. What was read is kept.")
        self.result.strip.show_notice(what, "", "neutral", go_on=True)
        self._end()

    def wait(self) -> None:
        """The engine is started again, and goes on then."""
        self.result.strip.show_notice(
            self.tr("The engine is being started again."),
            self.tr("Reading goes on by itself where it was."),
            "neutral",
            go_on=False,
        )

    def fail(self, failure: JobFailed) -> None:
        """Show what went wrong, and the way on."""
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self.result.strip.show_notice(failure.what, why, "bad", go_on=True)
        self._end()

    # ------------------------------------------------------------------------------ inside

    def _connect(self) -> None:
        self.form.submitted.connect(self.requested)
        self.note.add_requested.connect(self.add_requested)
        self.new_button.clicked.connect(lambda: self.show_form())
        self._back.clicked.connect(self._show_result)
        result = self.result
        result.strip.stop_requested.connect(self.stop_requested)
        result.strip.go_on_requested.connect(self.go_on_requested)
        result.citation_wanted.connect(
            lambda citation: self.citation_wanted.emit(citation, result.citations)
        )
        result.save_requested.connect(self.export_requested)

    def _show_result(self) -> None:
        had_focus = self.isAncestorOf(self.focusWidget() or self)
        self._stack.setCurrentWidget(self.result)
        self._refresh_face()
        if had_focus:  # not the button to stop, where a key too many would end it
            self.result.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh_face(self) -> None:
        reading = self._stack.currentWidget() is self.result
        if not reading:
            self._stack.setCurrentWidget(self.form if self._sources else self.note)
        if self._library_is_empty:
            self.note.show_empty_library()
        elif self._left_out:
            self.note.show_unreadable()
        else:
            self.note.show_choose()
        self.new_button.setVisible(reading and self._may_be_new)
        self._back_row.setVisible(not reading and self.result.wish is not None)
        self._back.setText(self.tr("← Back to “{0}”").format(self.result.title))

    def _end(self) -> None:
        self.form.show_running(False)
        self.share_changed.emit(None)
