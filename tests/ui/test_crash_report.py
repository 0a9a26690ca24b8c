"""Reports: calm, copied by the person, without a word of documents, questions or file names."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from app.core.native_crash import crash_file
from app.core.paths import log_dir, make_private_dir
from app.core.settings import Settings
from app.core.types import GateMode
from app.core.uncaught import catch_uncaught
from app.engine.logs import start_logging
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    FilesChanged,
    IndexDone,
    Search,
    SearchDone,
)
from app.ui.crash_report import make_report
from app.ui.deaths import Death
from app.ui.machine_facts import cpu_features
from app.ui.main_window import MainWindow
from tests.engine.engine_process import EngineProcess
from tests.ui.scripted import SOME, FakeEngine, answer, file_record, files_changed, found

WORDS = ("Zwölfquitten", "Papageienfeder", "Bernsteinzimmer", "Kormoranfang", "Silberdistel")
CRASH = (
    "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n"
    '  File "/home/anna/margine/app/models/native.py", line 12 in decode\n'
)


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(False)


@pytest.fixture
def hooks_as_before() -> Iterator[None]:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = before


def fail(question: str) -> None:
    private = f"{question} {WORDS[2]}"
    raise ValueError(f"cannot read {private}")


# ------------------------------------------------------------------------------- what it holds


@pytest.mark.usefixtures("logging_as_before")
def test_no_word_of_anything_of_the_persons_is_in_it(
    window: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    """Documents, questions and answers in the window; errors and logs that name them all."""
    start_logging("window")
    document, asked, _, replied, path = WORDS
    engine.become_ready(SOME)
    engine.say(files_changed(file_record(1, f"/home/anna/{path}.pdf")))
    window.chat_control.ask(f"What is {asked}?", GateMode.ALWAYS)
    passage = found(text=f"It is the {document}.", path=f"/home/anna/{path}.pdf")
    engine.say(AnswerDone(engine.last(Ask).job, answer(f"{replied} [1].", (passage,))))
    logger = logging.getLogger("app.ui.test")
    logger.warning("cannot open %s", tmp_path / path)
    logger.warning("read %d pages of %r", 7, document)
    logging.getLogger("qt").warning("%s", f"cannot load {path}")
    try:
        fail(asked)
    except ValueError as error:
        logger.exception("a job failed unexpectedly")
        report = make_report([Death(0, 9, 0)], error)
    for word in WORDS:
        assert word not in report
    assert "read 7 pages of …" in report
    assert "builtins.ValueError" in report
    assert "tests/ui/test_crash_report.py" in report
    assert "The engine ended: SIGKILL" in report


@pytest.mark.timeout(300)
def test_nor_after_a_real_engine_has_read_and_searched(tmp_path: Path) -> None:
    folder = tmp_path / WORDS[0]
    folder.mkdir()
    (folder / f"{WORDS[1]}.txt").write_text(f"The {WORDS[2]} lies here.", encoding="utf-8")
    (folder / f"{WORDS[3]}.pdf").write_bytes(b"%PDF-1.4 broken")
    with EngineProcess(tmp_path / "stderr") as engine:
        engine.hello(tmp_path / "library")
        engine.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        engine.run(lambda job: Search(job, WORDS[4], 3), SearchDone)
        assert engine.events.of(FilesChanged)
        engine.close_stdin()
        engine.wait()
    report = make_report()
    assert (log_dir() / "report-engine.log").exists()
    for word in WORDS:
        assert word not in report


def test_it_tells_what_helps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    logs = make_private_dir(log_dir())
    crash_file("engine").write_text(CRASH, encoding="utf-8")
    lines = [f"{n} INFO app.x: line {n}" for n in range(200)]
    (logs / "report-engine.log").write_text("\n".join(lines), encoding="utf-8")
    settings = (
        Settings()
        .with_value("models.generator", str(tmp_path / "Silberdistel.gguf"))
        .with_value("answer.passages", 7)
        .with_value("ui.theme", "dark")
    )
    report = make_report(settings=settings)
    first, second, processor, *_ = report.splitlines()
    assert first.startswith("Margine ")
    assert "Qt 6" in first
    assert "cores" in second
    assert processor.startswith("processor: ")
    assert "answer.passages = 7" in report
    assert "ui.theme = dark" in report
    assert "models.generator = (set)" in report
    assert "Silberdistel" not in report
    assert "  app/models/native.py:12 decode" in report
    assert "line 199" in report
    assert "line 100\n" not in report  # the last lines alone
    assert str(tmp_path) not in report


def test_features_of_the_processor_are_those_that_builds_depend_on(tmp_path: Path) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(
        "model name\t: Some\nflags\t\t: fpu vme avx avx2 fma f16c bmi2 avx512f lm\n",
        encoding="ascii",
    )
    assert cpu_features(cpuinfo) == ("avx", "avx2", "avx512f", "bmi2", "f16c", "fma")
    assert cpu_features(tmp_path / "none") == ()


# ------------------------------------------------------------------------------ how it is shown


@pytest.mark.usefixtures("hooks_as_before")
def test_an_error_that_nobody_catches_is_shown_and_can_be_copied(
    window: MainWindow, qtbot: QtBot
) -> None:
    with capture_exceptions():  # pytest-qt's own hook gives way to ours
        catch_uncaught(window.reports.take)
        QTimer.singleShot(0, window, lambda: fail(WORDS[0]))
        qtbot.waitUntil(lambda: window.reports.dialog is not None)
    dialog = window.reports.dialog
    assert dialog is not None
    assert "documents and the library are not affected" in dialog.why.text()
    assert dialog.close_button.isDefault()
    dialog.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied == dialog.text.toPlainText()
    assert "test_crash_report.py" in copied
    assert WORDS[0] not in copied
    assert window.isEnabled()


@pytest.mark.usefixtures("hooks_as_before")
def test_on_another_thread_too(window: MainWindow, qtbot: QtBot) -> None:
    catch_uncaught(window.reports.take)
    thread = threading.Thread(target=fail, args=(WORDS[0],))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: window.reports.dialog is not None)


def test_the_same_error_again_and_again_opens_one_dialog(window: MainWindow, qtbot: QtBot) -> None:
    def take() -> None:
        try:
            fail(WORDS[0])
        except ValueError as error:
            window.reports.take(error)

    for _ in range(3):
        take()
    qtbot.waitUntil(lambda: window.reports.dialog is not None)
    assert window.reports.dialog is not None
    window.reports.dialog.close()
    take()
    qtbot.wait(1)
    assert window.reports.dialog is None


@pytest.mark.usefixtures("hooks_as_before")
def test_a_wish_to_end_is_no_error(window: MainWindow) -> None:
    catch_uncaught(window.reports.take)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    sys.excepthook(SystemExit, SystemExit(0), None)
    assert window.reports.dialog is None


@pytest.mark.parametrize("process", ["window", "engine"])
def test_a_crash_is_told_at_the_next_start_and_once(window: MainWindow, process: str) -> None:
    assert not window.reports.tell_of_crash()
    make_private_dir(log_dir())
    crash_file(process).write_text(CRASH, encoding="utf-8")
    assert window.reports.tell_of_crash()
    dialog = window.reports.dialog
    assert dialog is not None
    assert f"--- crash of the {process}" in dialog.text.toPlainText()
    dialog.close()
    assert not window.reports.tell_of_crash()


def test_the_menu_shows_one_at_any_time(window: MainWindow) -> None:
    window.menus.report.emit()
    dialog = window.reports.dialog
    assert dialog is not None
    assert dialog.text.toPlainText().startswith("Margine ")
