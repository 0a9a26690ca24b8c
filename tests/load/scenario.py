"""What is done with thousands of files, part by part, and what is told of it."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent

from app.core.types import FoundPassage, GateMode, Scores, Span
from tests.load.corpus import BOOK
from tests.load.report import report
from tests.load.run import Run
from tests.load.script import Script, Wait, pause
from tests.load.stage import WindowStage, engine_words

_QUESTIONS = 6


class Load(Run):
    """One run over the documents in `folder`."""

    def __init__(self, stage: WindowStage, folder: Path, pictures: Path | None) -> None:
        super().__init__(stage, pictures)
        self._folder = folder

    def script(self) -> Script:
        """The whole run."""
        self.lateness.start()
        yield self._stage.ready()
        yield self._stage.idle()
        self._stage.watch.add("engine", self._stage.application.engine.process_id)
        yield from self._index()
        yield from self._look_around("look around")
        yield from self._book()
        yield from self._select()
        yield from self._ask()
        yield from self._change()
        yield from self._restart()
        yield from self._remove()
        self.lateness.stop()

    # ------------------------------------------------------------------------------- parts

    def _index(self) -> Script:
        self.lateness.begin("add and index")
        start = time.monotonic()
        done = self._stage.indexed_once_more()
        self._window.add_paths((str(self._folder),))
        yield pause(3)
        self._picture("indexing")
        asked = 0
        while not done.holds():
            self._expand(all_of_it=True)
            yield pause(1.0)
            self._scroll()
            yield pause(0.5)
            if asked < _QUESTIONS // 2 and not self._window.chat_control.busy:
                self._window.chat_control.ask("What about the lighthouse?", GateMode.ALWAYS)
                asked += 1
            yield pause(2.0)
        seconds = time.monotonic() - start
        files = self._stage.index_runs[-1].summary.files_seen
        self.notes.append(
            f"indexed {files} files in {seconds:.0f} s: {files / seconds:.1f} a second"
        )
        yield self._stage.answered()
        self._picture("indexed")

    def _look_around(self, name: str) -> Script:
        self.lateness.begin(name)
        self._expand(all_of_it=True)
        yield pause(0.5)
        for _ in range(20):
            self._scroll()
            yield pause(0.1)
        self._picture("expanded")
        self._window.library.tree.collapseAll()
        yield pause(0.3)
        self._expand(all_of_it=False)
        yield pause(0.3)
        self._window.resize(900, 600)
        yield pause(0.3)
        self._window.resize(1280, 800)
        yield pause(0.3)

    def _book(self) -> Script:
        self.lateness.begin("turn pages of the book")
        path = str(self._folder / BOOK)
        record = next(r for r in self._window.model.root.files() if r.path == path)
        for page in (0, 1999, 1000, 1001, 1002, 1003, 500):
            page = min(page, max(0, record.pages - 1))
            self._window.sources.open_passage(place(record.document_id, path, page))
            yield pause(0.05)
            yield self._stage.page_shown()
            yield pause(0.2)
        self._picture("book")

    def _select(self) -> Script:
        self.lateness.begin("select everything")
        tree = self._window.library.tree
        self._expand(all_of_it=True)
        yield pause(0.3)
        tree.selectAll()
        yield pause(1.0)
        self._window.work.show_digest()
        yield pause(0.5)
        self._picture("digest")
        menu = self._window.library.make_menu(self._window.model.index(0, 0))
        menu.deleteLater()
        tree.clearSelection()
        yield pause(0.5)
        first = self._window.model.index(0, 0)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        tree.selectionModel().setCurrentIndex(first, flag)
        yield pause(0.5)
        tree.setFocus()
        for _ in range(30):
            key = QKeyEvent(
                QKeyEvent.Type.KeyPress, Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier
            )
            self._stage.app.sendEvent(tree, key)
            yield pause(0.03)
        self._window.work.show_ask()
        yield pause(0.3)

    def _ask(self) -> Script:
        self.lateness.begin("ask and search")
        for number in range(_QUESTIONS):
            start = time.monotonic()
            self._window.chat_control.ask(f"Which report names {number}?", GateMode.ALWAYS)
            yield pause(0.05)
            yield self._stage.answered()
            self.notes.append(f"a question was answered in {time.monotonic() - start:.1f} s")
            yield pause(0.2)
        self._window.work.show_search()
        for query in ("lighthouse", "glacier tariff", "the", "report on the harvest"):
            self._window.search.box.edit.setText(query)
            yield self._stage.searched()
            yield pause(0.2)
        self._window.search.show_details(True)
        yield pause(1.0)
        self._picture("search")
        self._window.search.show_details(False)
        yield pause(0.2)
        self._window.work.show_ask()
        yield pause(0.3)

    def _change(self) -> Script:
        self.lateness.begin("rescan, nothing new")
        start = time.monotonic()
        done = self._stage.indexed_once_more()
        self._window.library_control.rescan()
        yield done
        self.notes.append(f"a rescan without changes took {time.monotonic() - start:.1f} s")
        self.lateness.begin("a third renamed, half gone")
        self._expand(all_of_it=True)
        changing = threading.Thread(target=change, args=(self._folder,))
        changing.start()
        yield Wait("the folder's changes", lambda: not changing.is_alive(), 300)
        done = self._stage.indexed_once_more()
        self._window.library_control.rescan()
        yield done
        yield pause(0.5)

    def _restart(self) -> Script:
        self.lateness.begin("the engine dies and lists anew")
        engine = self._stage.application.engine
        engine._child.kill("load")
        yield pause(0.2)
        yield self._stage.ready()
        yield pause(1.0)
        yield self._stage.idle()
        self._stage.watch.add("engine again", engine.process_id)

    def _remove(self) -> Script:
        self.lateness.begin("remove the folder")
        self._window.library_control.remove((str(self._folder),))
        model = self._window.model
        yield Wait("an empty library", lambda: model.rowCount() == 0, 120)
        yield pause(1.0)

    # ------------------------------------------------------------------------------ helpers

    def _expand(self, *, all_of_it: bool) -> None:
        tree = self._window.library.tree
        if all_of_it:
            tree.expandAll()
            return
        index: QModelIndex = self._window.model.index(0, 0)
        while index.isValid():
            tree.expand(index)
            index = self._window.model.index(0, 0, index)

    def _scroll(self) -> None:
        bar = self._window.library.tree.verticalScrollBar()
        step = max(1, bar.maximum() // 7)
        bar.setValue(0 if bar.value() >= bar.maximum() else bar.value() + step)


def change(folder: Path) -> None:
    """Rename a third of the boxes, take away another, and half of the files of the others."""
    for number, box in enumerate(sorted(folder.glob("year */box *"))):
        if number % 3 == 0:
            box.rename(box.with_name(f"moved {box.name}"))
        elif number % 3 == 1:
            shutil.rmtree(box)
        else:
            for file in sorted(box.iterdir())[::2]:
                file.unlink()


def place(document_id: int, path: str, page: int) -> FoundPassage:
    """A passage at the top of a page, to be opened."""
    spans = (Span(page, 0, 40),)
    scores = Scores(None, None, 0.0)
    name = Path(path).name
    return FoundPassage(
        1,
        page,
        document_id,
        name,
        path,
        (),
        page,
        None,
        spans,
        "",
        "",
        1,
        scores,
        None,
        None,
        False,
    )


def run(library: Path, folder: Path, embedder: str, pictures: Path | None, lift: int | None) -> int:
    """Play the load over a new library; print what came of it. 1 if it was not held."""
    stage = WindowStage(library, engine_words(embedder), lift)
    load = Load(stage, folder, pictures)
    code = stage.play(load.script())
    return report(stage, load.lateness, load.notes) or code
