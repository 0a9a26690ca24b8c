"""The program itself, which besides tells what is on its screen. Run as a program.

    python tests/e2e/driven_window.py LIBRARY

Nothing is done to the window: keys and clicks come from outside. Whenever something changes, one
line of JSON says what it shows (`Seen`).
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass

from PySide6.QtCore import QObject, QRect, QRectF, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QTextBrowser, QWidget

import app.ui.application
from app.__main__ import main
from app.ui.main_window import MainWindow

LOOK_EVERY_MS = 40


@dataclass(frozen=True, slots=True)
class Seen:
    """What a person would see. Places are [x, y, width, height] on the screen."""

    active: str = ""  # the title of the window that the keys go to
    writing: bool = False  # the keys go to the question
    finding: bool = False  # the keys go to the find bar
    passages: int = 0
    reading: bool = False
    asking: bool = False
    answer: str = ""
    citation: list[int] | None = None
    cited: str = ""  # the text of the passage
    page: str = ""  # the document of the page that is drawn
    mark: list[int] | None = None  # where the passage is marked, as far as it is in view
    found: str = ""  # what the find bar counts
    said: str = ""  # at the foot of the window


class Teller(QObject):
    """Looks again and again, and tells what has changed."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._last: Seen | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tell)
        self._timer.start(LOOK_EVERY_MS)

    def _tell(self) -> None:
        seen = look(self._window)
        if seen != self._last:
            self._last = seen
            sys.stdout.write(json.dumps(asdict(seen)) + "\n")
            sys.stdout.flush()


def look(window: MainWindow) -> Seen:
    """What `window` shows now."""
    active = QApplication.activeWindow()
    focus = QApplication.focusWidget()
    control, document = window.library_control, window.document
    view = window.chat.exchanges[-1] if window.chat.exchanges else None
    answer = view.answer if view is not None else None
    drawn = document.is_settled and bool(document.area.canvas.rects)
    return Seen(
        active=active.windowTitle() if active is not None else "",
        writing=focus is window.chat.box.edit,
        finding=focus is document.find_bar.edit,
        passages=control.totals.passages,
        reading=control.is_indexing,
        asking=window.chat_control.busy,
        answer=answer.text if answer is not None else "",
        citation=place_of_link(view.browser) if view is not None and answer is not None else None,
        cited=answer.citations[0].text if answer is not None and answer.citations else "",
        page=document.place.document if drawn and document.place is not None else "",
        mark=place_of_mark(window) if drawn else None,
        found=document.find_bar.count.text(),
        said=window.status.text,
    )


def place_of_link(browser: QTextBrowser) -> list[int] | None:
    """Where the first citation of an answer stands."""
    cursor = QTextCursor(browser.document())
    while cursor.movePosition(QTextCursor.MoveOperation.NextCharacter):
        if cursor.charFormat().anchorHref().startswith("cite:"):
            here = browser.cursorRect(cursor)
            cursor.movePosition(QTextCursor.MoveOperation.PreviousCharacter)
            before = browser.cursorRect(cursor)
            return on_screen(browser.viewport(), before.united(here))
    return None


def place_of_mark(window: MainWindow) -> list[int] | None:
    """Where the passage is marked on the page, as far as it is in view."""
    canvas, port = window.document.area.canvas, window.document.area.viewport()
    marked = QRectF(canvas.marked_area()).toAlignedRect()
    seen = marked.translated(canvas.mapTo(port, marked.topLeft()) - marked.topLeft())
    seen = seen.intersected(port.rect())
    return None if seen.isEmpty() else on_screen(port, seen)


def on_screen(widget: QWidget, area: QRect) -> list[int]:
    """`area` of `widget` on the screen."""
    corner = widget.mapToGlobal(area.topLeft())
    return [corner.x(), corner.y(), area.width(), area.height()]


class Watched(app.ui.application.Application):
    """The program, looked at."""

    def start(self, seed_paths: tuple[str, ...] = ()) -> None:
        """Look from the first moment on."""
        super().start(seed_paths)
        Teller(self.window)


if __name__ == "__main__":
    app.ui.application.Application = Watched  # type: ignore[misc]  # what `main` starts
    sys.exit(main(["--library", sys.argv[1]]))
