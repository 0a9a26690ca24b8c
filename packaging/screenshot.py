"""Takes the pictures of the README and of the guides: the real program, answering about samples.

    .venv/bin/python -I packaging/screenshot.py [FOLDER] [--question TEXT]
    .venv/bin/python -I packaging/screenshot.py [FOLDER] --guide en     # or it

Starts a display of its own (Xvfb), a window with the real engine and the installed models over a
library in a temporary folder, adds the sample documents, asks, opens the first citation, searches
for the same, and writes `window.png`, `window-dark.png` and `search.png` to docs/images (or
FOLDER). With `--guide` it goes the way of a newcomer in that language, from the first start to the
page behind an answer, and writes `guide-en-1-start.png` and so on.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ui.main_window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
QUESTION = "What does error code E-52 mean on the dehumidifier?"
GUIDE = {  # the folder of somebody's own, and what is asked about it
    "en": ("House", ("brezza-d240-manual.pdf", "tides-lecture-notes.md"), QUESTION),
    "it": (
        "Ufficio",
        ("regolamento-interno.pdf", "contratto-di-locazione.md"),
        "Quanti giorni al mese si può lavorare da casa?",
    ),
}
SEARCH = "error code E-52 dehumidifier"
SIZE = (1280, 800)
START_LIMIT_S = 300.0
ANSWER_LIMIT_S = 600.0
PAGE_LIMIT_S = 60.0


@contextlib.contextmanager
def display(size: tuple[int, int] = SIZE) -> Iterator[None]:
    """A display of our own, on a free number that Xvfb chooses."""
    program = shutil.which("Xvfb")
    if program is None:
        raise SystemExit("Xvfb not found. Install it (Debian: apt install xvfb) and run again.")
    read_end, write_end = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    command = [program, "-displayfd", str(write_end), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write_end,), stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end, encoding="ascii") as answer:
        number = answer.readline().strip()
    if not number:
        raise SystemExit("Xvfb did not start.")
    os.environ["DISPLAY"] = f":{number}"
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    try:
        yield
    finally:
        server.terminate()
        server.wait(timeout=10)


@contextlib.contextmanager
def home_of_its_own() -> Iterator[Path]:
    """Folders that last as long as the pictures take, with the installed models linked in."""
    from app.core.paths import models_dir

    models = models_dir()
    if not models.is_dir():
        raise SystemExit("No models installed. Run packaging/run.py once, then this again.")
    with tempfile.TemporaryDirectory(prefix="margine-picture-") as name:
        home = Path(name)
        (home / "data").mkdir()
        (home / "data" / "models").symlink_to(models)
        for part in ("data", "config", "cache"):
            os.environ[f"MARGINE_{part.upper()}_DIR"] = str(home / part)
        yield home


def wait_until(done: Callable[[], bool], limit_s: float, what: str) -> None:
    """Let the window live until `done`. Ends the program with a message after `limit_s`."""
    from PySide6.QtCore import QEventLoop, QTimer

    end = time.monotonic() + limit_s
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if done() or time.monotonic() > end else None)
    timer.start(50)
    loop.exec()
    timer.stop()
    if not done():
        raise SystemExit(f"Gave up waiting: {what}")


def take_pictures(home: Path, folder: Path, question: str) -> None:
    """Drive the real window and grab it."""
    from PySide6.QtCore import QUrl
    from PySide6.QtWidgets import QApplication

    from app.core.resources import resource_path
    from app.core.settings import Settings
    from app.core.types import GateMode
    from app.ui.application import Application

    settings = Settings({"ui.theme": "light", "ui.language": "en"})
    app = QApplication(sys.argv[:1])
    program = Application(app, home / "library", settings, home / "config" / "settings.json")
    window = program.window
    window.resize(*SIZE)
    try:
        program.start((str(resource_path("samples")),))
        control = window.library_control
        wait_until(
            lambda: control.totals.passages > 0 and not control.is_indexing,
            START_LIMIT_S,
            "the sample documents are not indexed",
        )
        chat = window.chat_control
        chat.ask(question, GateMode.AUTO)
        wait_until(lambda: not chat.busy, ANSWER_LIMIT_S, "no answer")
        answer = window.chat.exchanges[-1].answer
        if answer is not None and not answer.citations:  # the model was sure: the other way
            chat.repeat(window.chat.exchanges[-1], GateMode.ALWAYS)
            wait_until(lambda: not chat.busy, ANSWER_LIMIT_S, "no answer from the documents")
            answer = window.chat.exchanges[-1].answer
        if answer is None or not answer.citations:
            raise SystemExit("The answer has no citation to click.")
        print(f"{answer.text}\n({answer.timings.total / 1000:.0f} s)")
        first = answer.citations[0].n
        window.chat.exchanges[-1].browser.anchorClicked.emit(QUrl(f"cite:{first}"))
        wait_until(lambda: window.document.is_settled, PAGE_LIMIT_S, "the page is not drawn")
        folder.mkdir(parents=True, exist_ok=True)
        for theme, name in (("light", "window.png"), ("dark", "window-dark.png")):
            program.look.set_theme(theme)
            wait_for_paint()
            window.grab().save(str(folder / name))
            print(folder / name)
        program.look.set_theme("light")
        search_for(window, SEARCH)
        window.grab().save(str(folder / "search.png"))
        print(folder / "search.png")
    finally:
        window.close()
        program.close()


def take_guide(home: Path, folder: Path, language: str) -> None:
    """Go from the first start to the page behind an answer, and grab each step."""
    from PySide6.QtCore import QUrl
    from PySide6.QtWidgets import QApplication

    from app.core.resources import resource_path
    from app.core.settings import Settings
    from app.core.types import GateMode
    from app.ui.application import Application

    name, documents, question = GUIDE[language]
    own = home / name
    own.mkdir()
    for document in documents:
        shutil.copy(resource_path("samples") / document, own)
    folder.mkdir(parents=True, exist_ok=True)
    settings = Settings({"ui.theme": "light", "ui.language": language})
    app = QApplication(sys.argv[:1])
    program = Application(app, home / "library", settings, home / "config" / "settings.json")
    window = program.window
    window.resize(*SIZE)

    def grab(step: str) -> None:
        wait_for_paint()
        window.grab().save(str(folder / f"guide-{language}-{step}.png"))
        print(folder / f"guide-{language}-{step}.png", flush=True)

    try:
        program.start()
        steps, control = window.chat.first_steps, window.library_control
        wait_until(lambda: steps is None or steps.step > 1, START_LIMIT_S, "no model is found")
        wait_until(lambda: not control.is_indexing, START_LIMIT_S, "the start has not ended")
        grab("1-start")
        window.add_paths((str(own),))
        wait_until(
            lambda: control.totals.passages > 0 and not control.is_indexing,
            START_LIMIT_S,
            "the folder is not indexed",
        )
        window.chat.box.edit.setPlainText(question)
        grab("2-folder")
        window.chat.box.edit.clear()
        chat = window.chat_control
        chat.ask(question, GateMode.ALWAYS)
        wait_until(lambda: not chat.busy, ANSWER_LIMIT_S, "no answer")
        view = window.chat.exchanges[-1]
        if view.answer is None or not view.answer.citations:
            raise SystemExit("The answer has no citation to click.")
        grab("3-answer")
        view.browser.anchorClicked.emit(QUrl(f"cite:{view.answer.citations[0].n}"))
        wait_until(lambda: window.document.is_settled, PAGE_LIMIT_S, "the page is not drawn")
        grab("4-page")
    finally:
        window.close()
        program.close()


def search_for(window: MainWindow, query: str) -> None:
    """Search with the lists laid open, and choose the best passage."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    page = window.search
    window.work.show_search()
    page.show_details(True)
    page.box.edit.setText(query)
    window.search_control.search()
    wait_until(lambda: page.result is not None, PAGE_LIMIT_S, "nothing was found")
    QTest.keyClick(page.box.edit, Qt.Key.Key_Down)
    wait_for_paint()


def wait_for_paint() -> None:
    """Let whatever is pending be laid out and drawn."""
    ended = time.monotonic() + 1.0
    wait_until(lambda: time.monotonic() > ended, 2.0, "painting")


def main() -> int:
    """Parse the command line and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=IMAGES)
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--guide", choices=sorted(GUIDE), help="the guide's pictures instead")
    options = parser.parse_args()
    with display(), home_of_its_own() as home:
        if options.guide:
            take_guide(home, options.folder.resolve(), options.guide)
        else:
            take_pictures(home, options.folder.resolve(), options.question)
    return 0


if __name__ == "__main__":
    sys.exit(main())
