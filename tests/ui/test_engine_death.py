"""The real engine, killed by the system at its different works; the window goes on. No models."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.core.types import DigestTask, FileState, GateMode
from app.engine.children import child_environment
from app.engine.protocol import DigestProgress
from app.ui.child_process import ChildCommand
from app.ui.deaths import Death, explain
from app.ui.engine_client import EngineClient
from app.ui.engine_port import EngineState
from app.ui.look import Look
from app.ui.main_window import MainWindow
from tests import pdf_samples
from tests.ui.scripted import FakePages

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's"),
]
ROOT = Path(__file__).resolve().parents[2]
DEADLINE_MS = 200_000  # readers go last on a busy machine
ENGINE = """
import sys, threading
sys.path.insert(0, sys.argv[1])
from app.engine.server import main
from app.models.native_threads import calm_native_threads
from tests.engine.service_stage import ScriptedModels
from tests.fakes import HashedEmbedder, Reply, ScriptedGenerator

def wait(step):
    threading.Event().wait(0.02)

calm_native_threads()
replies = {"forever": Reply("On and on and on. ", gap=0.2, denial=0.1, endless=True),
           "": Reply("Nine years [1].", gap=0.2, denial=0.1)}
generator = ScriptedGenerator(replies, on_step=wait)
sys.exit(main([], lambda settings: ScriptedModels(generator, HashedEmbedder(max_tokens=512))))
"""


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineClient]:
    """The engine's own program with scripted models, in a process of its own."""
    monkeypatch.setattr("app.ui.engine_client._BACKOFF_MS", (0, 0, 0))
    script = tmp_path / "engine.py"
    script.write_text(ENGINE, encoding="utf-8")
    words = (sys.executable, "-X", "utf8", str(script), str(ROOT))
    client = EngineClient(
        tmp_path / "library",
        lambda: ChildCommand(words, child_environment()),
        tmp_path / "logs" / "engine-output.log",
    )
    yield client
    client.stop()


@pytest.fixture
def window(engine: EngineClient, look: Look, qtbot: QtBot) -> MainWindow:
    window = MainWindow(look, engine, FakePages())
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(engine.became_ready, timeout=DEADLINE_MS):
        engine.start()
    return window


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "contract.txt").write_text("The contract runs for nine years.\n", encoding="utf-8")
    return folder


def settled(window: MainWindow) -> dict[str, FileState]:
    return {Path(each.path).name: each.state for each in window.model.root.files()}


def add_and_wait(window: MainWindow, qtbot: QtBot, folder: Path) -> None:
    window.add_paths((str(folder),))
    qtbot.waitUntil(lambda: not window.library_control.is_indexing, timeout=DEADLINE_MS)
    assert set(settled(window).values()) == {FileState.INDEXED}


def kill(engine: EngineClient, number: signal.Signals) -> None:
    """End the engine as the system does, and see that none of its children is left."""
    process = psutil.Process(engine.process_id)
    children = process.children(recursive=True)
    os.kill(engine.process_id, number)
    _, alive = psutil.wait_procs(children, timeout=DEADLINE_MS / 1000)
    assert alive == []


def wait_until_back(window: MainWindow, engine: EngineClient, qtbot: QtBot, before: int) -> None:
    """Wait for another engine that is ready."""
    qtbot.waitUntil(
        lambda: engine.state is EngineState.READY and engine.process_id not in (0, before),
        timeout=DEADLINE_MS,
    )
    qtbot.waitUntil(lambda: not window.library_control.is_indexing, timeout=DEADLINE_MS)
    assert window.banner.message == ""


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (signal.SIGKILL, "The system ended it, most likely because memory ran out. Nothing is"),
        (signal.SIGSEGV, "One of the libraries that it works with crashed (SIGSEGV). Nothing is"),
    ],
)
def test_an_idle_engine_is_started_again_and_why_is_said(
    number: signal.Signals, why: str, window: MainWindow, engine: EngineClient, qtbot: QtBot
) -> None:
    said: list[str] = []
    engine.state_changed.connect(lambda _state: said.append(window.banner.explanation))
    before = engine.process_id
    kill(engine, number)
    wait_until_back(window, engine, qtbot, before)
    assert any(each.startswith(why) for each in said), said
    assert [each.name for each in engine.deaths] == [number.name]


def test_indexing_goes_on_by_itself(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, folder: Path
) -> None:
    pages = [[f"Line {n} of page {page}." for n in range(20)] for page in range(40)]
    (folder / "book.pdf").write_bytes(pdf_samples.text_pdf(pages, compress=True))
    window.add_paths((str(folder),))
    qtbot.waitUntil(
        lambda: settled(window).get("book.pdf") is FileState.READING, timeout=DEADLINE_MS
    )
    before = engine.process_id
    kill(engine, signal.SIGKILL)
    wait_until_back(window, engine, qtbot, before)
    assert settled(window) == {"book.pdf": FileState.INDEXED, "contract.txt": FileState.INDEXED}


def test_a_question_is_kept_and_can_be_asked_again(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, folder: Path
) -> None:
    add_and_wait(window, qtbot, folder)
    window.chat_control.ask("How long does it run, forever?", GateMode.ALWAYS)
    view = window.chat.exchanges[-1]
    qtbot.waitUntil(lambda: bool(view.passages), timeout=DEADLINE_MS)
    before = engine.process_id
    kill(engine, signal.SIGSEGV)
    qtbot.waitUntil(lambda: view.failure.isVisible(), timeout=DEADLINE_MS)
    assert view.failure.what.text() == "The engine stopped while working."
    assert not window.chat.box.busy
    assert view.wish.question == "How long does it run, forever?"
    wait_until_back(window, engine, qtbot, before)
    view.failure.again.click()
    again = window.chat.exchanges[-1]
    assert again is not view
    assert again.wish.question == view.wish.question
    qtbot.waitUntil(lambda: bool(again.passages), timeout=DEADLINE_MS)
    window.chat_control.stop()
    qtbot.waitUntil(lambda: not window.chat_control.busy, timeout=DEADLINE_MS)
    window.chat_control.ask("How long does the contract run?", GateMode.ALWAYS)
    qtbot.waitUntil(lambda: not window.chat_control.busy, timeout=DEADLINE_MS)
    assert window.chat.exchanges[-1].answer is not None


def test_a_digest_fails_clearly_or_goes_on(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, folder: Path
) -> None:
    add_and_wait(window, qtbot, folder)
    window.library.tree.selectAll()
    window.show_digest(DigestTask.SUMMARY)
    seen: list[object] = []
    window.digest.form.start.click()
    job = window.digest_control._job
    assert job is not None
    job.happened.connect(seen.append)
    qtbot.waitUntil(
        lambda: any(isinstance(each, DigestProgress) for each in seen) or not job.running,
        timeout=DEADLINE_MS,
    )
    before = engine.process_id
    kill(engine, signal.SIGKILL)
    wait_until_back(window, engine, qtbot, before)
    qtbot.waitUntil(lambda: window.digest_control._job is None, timeout=DEADLINE_MS)


def test_three_deaths_in_a_row_stop_it_with_a_report_to_copy(
    window: MainWindow, engine: EngineClient, qtbot: QtBot
) -> None:
    window.chat_control.ask("Does it wait?", GateMode.ALWAYS)
    for count in range(1, 4):
        before = engine.process_id
        os.kill(before, signal.SIGSEGV)
        qtbot.waitUntil(lambda count=count: len(engine.deaths) == count, timeout=DEADLINE_MS)
        if count < 3:
            qtbot.waitUntil(
                lambda before=before: engine.process_id not in (0, before), timeout=DEADLINE_MS
            )
    assert engine.state is EngineState.GAVE_UP
    assert window.banner.message == "The engine stopped 3 times in a row and is not started again."
    assert "SIGSEGV" in window.banner.explanation
    assert "your questions are still here" in window.banner.explanation
    assert window.chat.exchanges[-1].wish.question == "Does it wait?"
    assert window.isEnabled()
    window.banner.second_chosen.emit()
    dialog = window.reports.dialog
    assert dialog is not None
    dialog.copy()
    report = QGuiApplication.clipboard().text()
    assert report.count("The engine ended: SIGSEGV") == 3
    assert "--- crash of the engine\nFatal Python error: Segmentation fault" in report
    dialog.close()
    with qtbot.waitSignal(engine.became_ready, timeout=DEADLINE_MS):
        window.banner.action_chosen.emit()
    assert window.banner.message == ""
    assert engine.deaths == ()


def test_an_engine_that_dies_once_in_a_while_is_always_started_again(
    window: MainWindow, engine: EngineClient, qtbot: QtBot
) -> None:
    """Deaths of long ago do not add up."""
    engine.deaths = tuple(Death(at, 9, 0) for at in (0.0, 1.0))
    before = engine.process_id
    kill(engine, signal.SIGKILL)
    wait_until_back(window, engine, qtbot, before)
    assert len(engine.deaths) == 1


def test_the_library_is_erased_whatever_the_engine_does(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, folder: Path
) -> None:
    """In the middle of an answer, and then while the engine gave up over a damaged database."""
    add_and_wait(window, qtbot, folder)
    library = engine.library_folder
    window.chat_control.ask("How long does it run, forever?", GateMode.ALWAYS)
    view = window.chat.exchanges[-1]
    qtbot.waitUntil(lambda: bool(view.passages), timeout=DEADLINE_MS)
    (library / "mine.txt").write_text("mine", encoding="utf-8")
    with qtbot.waitSignal(engine.library_erased, timeout=DEADLINE_MS) as erased:
        window._erase()
    assert erased.args[0].foreign == ("mine.txt",)
    qtbot.waitUntil(lambda: engine.state is EngineState.READY, timeout=DEADLINE_MS)
    qtbot.waitUntil(lambda: not window.library_control.is_indexing, timeout=DEADLINE_MS)
    assert settled(window) == {}
    assert engine.deaths == ()
    add_and_wait(window, qtbot, folder)  # and it works on
    os.kill(engine.process_id, signal.SIGSTOP)  # it hangs, too
    with qtbot.waitSignal(engine.library_erased, timeout=DEADLINE_MS):
        window._erase()
    qtbot.waitUntil(lambda: engine.state is EngineState.READY, timeout=DEADLINE_MS)
    assert window.library_control.totals.files == 0


# ------------------------------------------------------------------------------ in words


@pytest.mark.parametrize(
    ("death", "name", "said"),
    [
        (Death(0, 9, 0), "SIGKILL", "memory"),
        (Death(0, 11, 0), "SIGSEGV", "crashed (SIGSEGV)"),
        (Death(0, 6, 0), "SIGABRT", "crashed (SIGABRT)"),
        (Death(0, 250, 0), "signal 250", ""),
        (Death(0, 0, 3), "exit code 3", ""),
        (Death(0, 0, -1), "did not start", ""),
    ],
)
def test_an_end_is_explained_where_something_is_known(death: Death, name: str, said: str) -> None:
    assert death.name == name
    assert said in explain(death) if said else explain(death) == ""
