"""From a click on a citation to the first paint of its page, in a PDF of 500 pages.

QT_QPA_PLATFORM=offscreen python -m tests.load.citation_click [--pages 500] [--clicks 40]

The window, the page child and the engine's library are the program's own; the engine answers from
this process, so its own hop of a few milliseconds is not in it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.core.types import Span
from app.engine.children import child_command, child_environment
from app.engine.protocol import (
    AddPaths,
    DocumentPageText,
    IndexDone,
    Message,
    ReadDocumentText,
    Search,
    SearchDone,
)
from app.ui.child_process import ChildCommand
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.page_client import PageClient, PageRequest
from tests import pdf_samples
from tests.engine.service_stage import Stage
from tests.ui.scripted import SOME, FakeEngine, cite, found

DEADLINE_S = 20.0


class StageEngine(FakeEngine):
    """Answers for stored texts from a real library."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage

    def _send(self, message: Message) -> None:
        super()._send(message)
        if isinstance(message, ReadDocumentText):
            told = self._stage.run(lambda job: replace(message, job=job), DocumentPageText)
            QTimer.singleShot(0, self, lambda: self.say(replace(told, job=message.job)))


class FirstPaint(QObject):
    """When the page was painted that was drawn last."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.at: float | None = None
        self._drawn = False
        canvas = window.document.area.canvas
        canvas.installEventFilter(self)
        window.document.page_shown.connect(self._note)

    def wait_for(self) -> None:
        self.at, self._drawn = None, False

    def _note(self) -> None:
        self._drawn = True

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self._drawn and self.at is None:
            self.at = time.perf_counter()
        return False


def warm(app: QApplication, drawer: PageClient, folder: Path) -> None:
    """Have the page child draw another document: it starts with the program, not with a click."""
    path = folder / "other.pdf"
    path.write_bytes(pdf_samples.text_pdf([["Another document."]]))
    drawn: list[object] = []
    connection = drawer.drawn.connect(lambda request, *_: drawn.append(request))
    drawer.draw(PageRequest(str(path), 0, 400))
    deadline = time.perf_counter() + DEADLINE_S
    while not drawn and time.perf_counter() < deadline:
        app.processEvents()
    drawer.drawn.disconnect(connection)


def measure(pages: int, clicks: int, folder: Path) -> list[float]:
    """Milliseconds of each click, the first with a document that was not open yet."""
    papers = folder / "papers"
    papers.mkdir()
    path = papers / "long.pdf"
    path.write_bytes(pdf_samples.long_pdf(pages))
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    look = Look(app.font(), "light")
    look.apply()
    with Stage(folder / "library") as stage:
        stage.run(lambda job: AddPaths(job, (str(papers),)), IndexDone)
        hit = stage.run(lambda job: Search(job, "sentence", 1), SearchDone).passages[0]
        engine = StageEngine(stage)
        argv = tuple(child_command("page", "--scratch", str(folder / "scratch")))
        drawer = PageClient(lambda: ChildCommand(argv, child_environment()), folder / "page.log")
        window = MainWindow(look, engine, drawer)
        window.show()
        engine.start()
        engine.become_ready(SOME)
        drawer.warm_up()
        warm(app, drawer, folder)
        paint = FirstPaint(window)
        took = []
        rng = random.Random(7)
        for number in range(clicks):
            page = rng.randrange(pages)
            source = found(
                document_id=hit.document_id,
                path=str(path),
                page_index=page,
                page_label=None,
                spans=(Span(page, 200, 420),),
            )
            paint.wait_for()
            start = time.perf_counter()
            window.sources.open_one_of(cite(1, source), (cite(1, source),))
            while paint.at is None and time.perf_counter() < start + DEADLINE_S:
                app.processEvents()
            if paint.at is None:
                raise TimeoutError(f"page {page + 1} was not painted")
            took.append(1000 * (paint.at - start))
            settled = time.perf_counter() + (1.0 if number == 0 else 0.15)
            while time.perf_counter() < settled:  # as long as somebody looks at it at least
                app.processEvents()
        drawer.stop()
        window.close()
    return took


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.citation_click")
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--clicks", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="margine-click-") as place:
        first, *others = measure(options.pages, options.clicks, Path(place))
    ordered = sorted(others)
    sys.stdout.write(
        f"{options.pages} pages, {options.clicks} clicks: first {first:.0f} ms; then median "
        f"{statistics.median(ordered):.0f} ms, 95 % {ordered[int(0.95 * len(ordered))]:.0f} ms, "
        f"longest {ordered[-1]:.0f} ms\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
