"""Measures the running program: window latency, questions while indexing, start, first paint.

    python packaging/measure.py window        # how late a 20 ms timer of the window fires
    python packaging/measure.py contention    # a question at rest and in the middle of indexing
    python packaging/measure.py start         # time until the window is seen, and search answers
    python packaging/measure.py paint         # time until another panel, or a cited page, is seen

Run it with the environment's Python after set-up; the window needs a display (Xvfb will do, or
QT_QPA_PLATFORM=offscreen). It prints figures and judges none: machines differ.
"""

from __future__ import annotations

import argparse
import itertools
import os
import queue
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.core.resources import resource_path
from app.core.settings import Settings
from app.core.types import GateMode
from app.engine.factory import InstalledModels
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    IndexDone,
    JobFailed,
    Message,
    Progress,
)
from app.engine.service import Engine
from app.ui.application import Application

TIMER_MS = 20
QUESTION = "How many days of notice does a tenant give?"
QUESTIONS = (  # all different, so that no answer profits from another one's prompt
    "What does the report say about the harbour and the moon?",
    "Which page speaks of the valve pressure in the engine?",
    "Where are the keys of the garden window?",
    "What dose does the nurse give to the patient?",
    "When is the meeting about the heating budget?",
    "How high is the deposit for the water filter?",
    "Which lecture explains the tide signal?",
    "Who pays the invoice for the chair?",
)
_WORDS = (
    *("notice", "tenant", "rent", "deposit", "garden", "keys", "invoice", "meeting", "budget"),
    *("heating", "water", "window", "chair", "report", "patient", "dose", "nurse", "lecture"),
    *("tide", "moon", "harbour", "signal", "engine", "filter", "valve", "pressure", "margin"),
)


def write_pdf(path: Path, pages: int) -> Path:
    """Write a PDF of `pages` pages with some 300 words each, the same on every run."""
    chooser = random.Random(0)  # noqa: S311 - filler text, not a secret
    objects: list[bytes] = []
    kids = []
    for number in range(pages):
        lines = [
            " ".join(chooser.choice(_WORDS) for _ in range(9)).capitalize() + "." for _ in range(34)
        ]
        text = "".join(f"({line}) Tj T* " for line in [f"Page {number + 1}.", *lines])
        stream = f"BT /F1 11 Tf 60 780 Td 20 TL {text}ET".encode()
        page, content = 4 + 2 * number, 5 + 2 * number
        kids.append(f"{page} 0 R")
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {content} 0 R"
            f"/Resources<</Font<</F1 3 0 R>>>>>>".encode()
        )
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream))
    head = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {pages}/Kids[{' '.join(kids)}]>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, data in enumerate([*head, *objects], start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, data)
    table = len(body)
    body += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
    body += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    body += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, table)
    path.write_bytes(bytes(body))
    return path


class Lateness(QObject):
    """Records how much later than asked a timer of the window's thread fires, in ms."""

    def __init__(self) -> None:
        super().__init__()
        self.late_ms: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._fired)
        self._timer.start(TIMER_MS)

    def _fired(self) -> None:
        now = time.perf_counter()
        self.late_ms.append(max(0.0, (now - self._last) * 1000 - TIMER_MS))
        self._last = now


def measure_window(seconds: float) -> None:
    """Index a 300-page PDF and answer questions in the real window; print the timer's lateness."""
    with tempfile.TemporaryDirectory(prefix="margine-") as name:
        folder = Path(name)
        book = write_pdf(folder / "book.pdf", 300)
        app = QApplication(sys.argv[:1])
        application = Application(app, folder / "library", Settings(), folder / "settings.json")
        application.start((str(book),))
        controller = application.window.chat_control
        asked = itertools.count()

        def ask_again() -> None:
            if not controller.busy:
                next(asked)
                controller.ask(QUESTION, GateMode.ALWAYS)

        asker = QTimer()
        asker.timeout.connect(ask_again)
        QTimer.singleShot(4000, lambda: asker.start(1000))  # indexing has begun by then
        lateness = Lateness()
        QTimer.singleShot(int(seconds * 1000), app.quit)
        app.exec()
        application.close()
        late = sorted(lateness.late_ms)
        print(
            f"A {TIMER_MS} ms timer fired {len(late)} times in {seconds:.0f} s, "
            f"while {book.name} was being indexed and {next(asked)} questions were asked."
        )
        print(
            f"Late by {statistics.median(late):.1f} ms (median), "
            f"{late[int(len(late) * 0.999)]:.1f} ms (p99.9), {late[-1]:.1f} ms (maximum)."
        )


class EngineWatch:
    """An engine whose events are waited for, job by job."""

    def __init__(self, library: Path) -> None:
        self._events: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._jobs = itertools.count(1)
        settings = Settings()
        self.engine = Engine(library, settings, InstalledModels(settings), self._events.put)
        self.indexed = 0  # passages embedded by the last indexing job

    def index(self, path: Path) -> int:
        """Start to index `path`; return the job."""
        job = next(self._jobs)
        self.engine.handle(AddPaths(job, (str(path),)))
        return job

    def ask(self, question: str) -> float:
        """Ask and wait; return the seconds it took."""
        job = next(self._jobs)
        start = time.perf_counter()
        self.engine.handle(Ask(job, question, (), GateMode.ALWAYS))
        self.wait_for(lambda event: isinstance(event, AnswerDone) and event.job == job)
        return time.perf_counter() - start

    def wait_for(self, wanted: Callable[[Message], bool]) -> Message:
        """The next event that is `wanted`. Ends the program if a job fails."""
        while True:
            event = self._events.get()
            if isinstance(event, JobFailed):
                raise SystemExit(event.what)
            if isinstance(event, Progress):
                self.indexed = event.progress.passages_done
            if wanted(event):
                return event

    def wait_until_indexed(self, passages: int) -> None:
        """Wait until the running job has embedded `passages` passages more."""
        goal = self.indexed + passages
        self.wait_for(lambda _: self.indexed >= goal)


def measure_contention(questions: int) -> None:
    """Ask at rest, then in the middle of indexing; print both, and that indexing goes on."""
    with tempfile.TemporaryDirectory(prefix="margine-") as name:
        folder = Path(name)
        watch = EngineWatch(folder / "library")
        try:
            job = watch.index(write_pdf(folder / "small.pdf", 12))
            watch.wait_for(lambda event: isinstance(event, IndexDone) and event.job == job)
            watch.ask(QUESTION)  # loads the generator
            asked = QUESTIONS[:questions]
            rest = [watch.ask(question) for question in asked]
            watch.indexed = 0
            job = watch.index(write_pdf(folder / "book.pdf", 300))
            busy: list[float] = []
            for question in asked:
                watch.wait_until_indexed(20)
                busy.append(watch.ask(question))
            at_last_answer = watch.indexed
            watch.wait_until_indexed(20)
            after = watch.indexed - at_last_answer
        finally:
            watch.engine.close()
        print(f"At rest:           {_spread(rest)}")
        print(f"While indexing:    {_spread(busy)}")
        print(f"Ratio of medians:  {statistics.median(busy) / statistics.median(rest):.2f}")
        print(f"Passages embedded after the last answer, until this was stopped: {after}")


def _spread(seconds: list[float]) -> str:
    listed = ", ".join(f"{each:.2f}" for each in seconds)
    return f"median {statistics.median(seconds):.2f} s of {listed}"


_START_CODE = """
import sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from pathlib import Path
from app.core.settings import Settings
from app.ui.application import Application

class Painted(QObject):
    at = None
    def eventFilter(self, _watched, event):
        if event.type() is QEvent.Type.Paint and self.at is None:
            self.at = time.time()
        return False

app = QApplication(sys.argv[:1])
application = Application(app, Path(sys.argv[1]), Settings(), Path(sys.argv[1] + ".json"))
window, painted = application.window, Painted()
window.centralWidget().installEventFilter(painted)
application.start()
window.work.show_search()
window.search.box.edit.setText("error code")
asked = []
def look():
    if window.search.result is not None:
        print(painted.at, time.time(), flush=True)
        app.quit()
    elif not asked and window.library_control.totals.passages:
        asked.append(True)
        window.search_control.search()
timer = QTimer()
timer.timeout.connect(look)
timer.start(10)
app.exec()
application.close()
"""


def measure_start(runs: int) -> None:
    """Start the program several times over a library of one manual; print how long it takes until
    the window is painted and until a search answers. The first start, which warms the disk, is
    not counted."""
    with tempfile.TemporaryDirectory(prefix="margine-") as name:
        library = Path(name) / "library"
        watch = EngineWatch(library)
        job = watch.index(resource_path("samples"))
        watch.wait_for(lambda event: isinstance(event, IndexDone) and event.job == job)
        watch.engine.close()
        seen, found = [], []
        for run in range(runs + 1):
            started = time.time()
            result = subprocess.run(
                [sys.executable, "-I", "-c", _START_CODE, str(library)],
                capture_output=True,
                text=True,
                check=True,
                timeout=300,
                env=dict(os.environ),
            )
            painted, answered = (float(each) - started for each in result.stdout.split())
            if run:
                seen.append(painted)
                found.append(answered)
        print(f"Process start to painted window: {_spread(seen)}")
        print(f"Process start to search results: {_spread(found)}")


class Painted(QObject):
    """Tells when a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.at: float | None = None
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Note the first time."""
        if event.type() is QEvent.Type.Paint and self.at is None:
            self.at = time.perf_counter()
        return False


def measure_paint(runs: int) -> None:
    """Go from panel to panel; then click citations of a PDF of 500 pages. Print the longest and
    the median time until what was asked for is painted."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # what follows is the tests'
    from tests.load import citation_click
    from tests.ui.gallery import SCENES, Stage

    app = QApplication.instance() or QApplication(sys.argv[:1])
    app.setStyle("Fusion")  # type: ignore[attr-defined]  # it is a QApplication
    stage = Stage(size=(1280, 800))
    SCENES["page"](stage)
    window = stage.window
    panels: tuple[tuple[str, Callable[[], object], QWidget], ...] = (
        ("Search", window.work.show_search, window.search),
        ("Digest", window.work.show_digest, window.digest),
        ("Ask", window.work.show_ask, window.chat),
        ("Conversations", window.left.show_talks, window.talks),
        ("Library", window.left.show_library, window.library),
        ("Passages", lambda: window.tabs.setCurrentWidget(window.passages), window.passages),
        ("Document", lambda: window.tabs.setCurrentWidget(window.document), window.document),
    )
    took: dict[str, list[float]] = {name: [] for name, _show, _widget in panels}
    for _ in range(runs):
        for name, show, widget in panels:
            for _settling in range(20):
                app.processEvents()
            painted = Painted(widget)
            started = time.perf_counter()
            show()
            while painted.at is None and time.perf_counter() < started + 10:
                app.processEvents()
            widget.removeEventFilter(painted)
            if painted.at is None:
                raise SystemExit(f"{name} was not painted.")
            took[name].append(1000 * (painted.at - started))
    for name, times in took.items():
        print(f"{name}: median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms")
    window.close()
    with tempfile.TemporaryDirectory(prefix="margine-") as folder:
        first, *others = citation_click.measure(500, max(20, runs), Path(folder))
    print(
        f"Citation click: first {first:.0f} ms, then median {statistics.median(others):.0f} ms, "
        f"longest {max(others):.0f} ms"
    )


def main() -> int:
    """Run the measurement that is named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("window", "contention", "start", "paint"))
    parser.add_argument("--seconds", type=float, default=60.0, help="length of `window`")
    parser.add_argument("--runs", type=int, default=5, help="questions or starts of the others")
    options = parser.parse_args()
    if options.what == "window":
        measure_window(options.seconds)
    elif options.what == "contention":
        measure_contention(options.runs)
    elif options.what == "start":
        measure_start(options.runs)
    else:
        measure_paint(options.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
