"""What is done with a library of tens of thousands of files, of which only the list is real."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.library_filter import StateGroup
from tests.load import listing_child
from tests.load.report import report
from tests.load.run import Run
from tests.load.script import Script, Wait, pause
from tests.load.stage import WindowStage, listing_words

SCROLL = "scroll"  # whose limit is half of the others'
SCROLL_LIMIT_S = 0.050


class Listing(Run):
    """One run over `files` files."""

    def __init__(self, stage: WindowStage, files: int, pictures: Path | None) -> None:
        super().__init__(stage, pictures)
        self._files = files

    def script(self) -> Script:
        """The whole run."""
        self.lateness.start()
        start = time.monotonic()
        yield self._listed()
        self.notes.append(f"{self._files} files were listed after {time.monotonic() - start:.1f} s")
        yield self._stage.idle()
        yield from self._look_around()
        yield from self._scroll()
        yield from self._filter()
        yield from self._select()
        yield from self._add()
        yield from self._change()
        yield from self._restart()
        yield from self._remove()
        self.lateness.stop()

    # ------------------------------------------------------------------------------- parts

    def _look_around(self) -> Script:
        self.lateness.begin("open, close, resize")
        tree = self._window.library.tree
        for _ in range(3):
            tree.expandAll()
            yield pause(0.3)
            tree.collapseAll()
            yield pause(0.3)
        tree.expandAll()
        yield pause(0.3)
        self._picture("open")
        for size in ((900, 600), (1280, 800)):
            self._window.resize(*size)
            yield pause(0.3)

    def _scroll(self) -> Script:
        self.lateness.begin(SCROLL)
        bar = self._window.library.tree.verticalScrollBar()
        for step in (40, 700, bar.maximum() // 50):
            for _ in range(60):
                bar.setValue(0 if bar.value() >= bar.maximum() else bar.value() + step)
                yield pause(0.0)
        view = self._window.library.tree.viewport()
        for y in range(0, view.height(), 7):  # rows under the pointer are drawn otherwise
            move(view, y)
            yield pause(0.0)
        bar.setValue(0)

    def _filter(self) -> Script:
        self.lateness.begin("filter, letter by letter")
        bar = self._window.library.bar
        bar.take_focus()
        for word in ("note 12", "harvest year 1999", "zzz nothing"):
            for end in range(1, len(word) + 1):
                bar.edit.setText(word[:end])
                yield pause(0.1)
            self._picture(f"filter {word.split()[0]}")
            for end in range(len(word), -1, -1):
                bar.edit.setText(word[:end])
                yield pause(0.03)
        for group in (StateGroup.FAILED, StateGroup.READY):
            bar.choices[group].trigger()
            yield pause(0.3)
            self._picture(f"only {group.name}".lower())
        self._window.library.tree.selectAll()
        yield pause(0.5)
        bar.clear()
        yield pause(0.5)

    def _select(self) -> Script:
        self.lateness.begin("select everything, menu, digest")
        tree = self._window.library.tree
        tree.selectAll()
        yield pause(1.0)
        self._window.work.show_digest()
        yield pause(0.5)
        self._picture("digest")
        self._window.library.make_menu(tree.rows.index(0)).deleteLater()
        yield pause(0.3)
        tree.clearSelection()
        yield pause(0.5)
        tree.setFocus()
        keys = [Qt.Key.Key_Down] * 20 + [Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_PageDown]
        for key in keys:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                event = QKeyEvent(kind, key, Qt.KeyboardModifier.ShiftModifier)
                self._stage.app.sendEvent(tree, event)
            yield pause(0.05)
        tree.keyboardSearch("zz")
        self._window.work.show_ask()
        yield pause(0.5)

    def _add(self) -> Script:
        self.lateness.begin("a tenth added and read")
        tree = self._window.library.tree
        done = self._stage.indexed_once_more()
        self._window.add_paths((listing_child.MORE,))
        while not done.holds():
            tree.expandAll()
            tree.selectAll()
            yield pause(0.5)
        self._picture("added")

    def _change(self) -> Script:
        self.lateness.begin("a third renamed, half gone")
        done = self._stage.indexed_once_more()
        self._window.library_control.look((listing_child.CHANGED,))
        yield done
        yield pause(1.0)

    def _restart(self) -> Script:
        self.lateness.begin("the engine dies and lists anew")
        engine = self._stage.application.engine
        engine._child.kill("load")
        yield pause(0.2)
        yield self._stage.ready()
        yield self._listed()
        yield pause(1.0)

    def _remove(self) -> Script:
        self.lateness.begin("remove it, undo, remove it")
        model, removal = self._window.model, self._window.removal
        paths = [each.path for each in model.root.children]
        removal.begin(paths, "Removed.")
        yield pause(0.5)
        removal.undo()
        yield pause(0.5)
        removal.begin(paths, "Removed.")
        yield pause(0.5)
        removal.finish()
        yield Wait("an empty library", lambda: model.root.counts.files == 0, 60)
        yield pause(0.5)

    # ----------------------------------------------------------------------------- helpers

    def _listed(self) -> Wait:
        counts = self._window.model.root.counts
        return Wait("the list", lambda: counts.files >= self._files, 120)


def move(view: QWidget, y: int) -> None:
    """The pointer comes to a place."""
    none = Qt.MouseButton.NoButton
    place = QPointF(60, y)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        place,
        view.mapToGlobal(place),
        none,
        none,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, event)


def run_listed(library: Path, files: int, pictures: Path | None) -> int:
    """Play it over a library that is only listed; print what came of it. 1 if it was not held."""
    stage = WindowStage(library, listing_words(files))
    listing = Listing(stage, files, pictures)
    code = stage.play(listing.script())
    return report(stage, listing.lateness, listing.notes, {SCROLL: SCROLL_LIMIT_S}) or code
