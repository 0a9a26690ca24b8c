"""The first start: three steps, each of which can be skipped, and never again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.core.types import AnswerStyle, GateMode, IndexProgress
from app.engine.protocol import AddPaths, Ask, ModelState, Progress
from app.ui.first_steps import FirstSteps
from app.ui.main_window import MainWindow
from app.ui.samples import find_samples
from app.ui.window_state import WindowState, load_window_state, save_window_state
from tests.ui.scripted import SOME, FakeEngine, file_record, files_changed


def begin(window: MainWindow) -> FirstSteps:
    window.introduction.begin()
    assert window.chat.first_steps is not None
    return window.chat.first_steps


def test_the_whole_way(window: MainWindow, engine: FakeEngine, qtbot: QtBot) -> None:
    steps = begin(window)
    assert steps.step == 1
    engine.become_ready(generator="")
    with qtbot.waitSignal(window.models_requested):
        steps.models_button.click()
    assert window.banner.message == ""  # the step says it
    engine.become_ready()
    assert steps.step == 2
    steps.samples_button.click()
    samples = find_samples("en")
    assert samples is not None
    assert engine.last(AddPaths).paths == (str(samples.folder),)
    folder = str(samples.folder)
    engine.say(files_changed(file_record(1, f"{folder}/a.md", root=folder)))
    assert steps.step == 3
    assert len(steps._hints) == 3
    with qtbot.waitSignal(window.introduced):
        steps._hints[0].click()
    assert engine.last(Ask).question == samples.questions[0]
    assert window.chat.first_steps is None
    assert window.window_state().introduced


def test_going_on_without_a_model_quotes(window: MainWindow, engine: FakeEngine) -> None:
    steps = begin(window)
    engine.become_ready(generator="")
    steps.without_button.click()
    assert steps.step == 2
    assert window.chat.box.current_style() is AnswerStyle.QUOTE


def test_skipping(window: MainWindow, qtbot: QtBot) -> None:
    steps = begin(window)
    assert not window.window_state().introduced
    with qtbot.waitSignal(window.introduced):
        qtbot.keyClick(steps.skip_button, Qt.Key.Key_Space)
    assert window.chat.first_steps is None
    assert window.chat.box.edit.hasFocus() or not window.isActiveWindow()


def test_escape_skips(window: MainWindow, qtbot: QtBot) -> None:
    steps = begin(window)
    steps.skip_button.setFocus()
    with qtbot.waitSignal(window.introduced):
        window.menus.stop.emit()  # what Escape is bound to


def test_a_library_from_before_needs_no_introduction(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    begin(window)
    with qtbot.waitSignal(window.introduced):
        engine.become_ready(SOME)
    assert window.chat.first_steps is None


def test_a_model_that_is_found_later_ticks_its_step(window: MainWindow, engine: FakeEngine) -> None:
    steps = begin(window)
    engine.become_ready(generator="")
    assert steps.step == 1
    engine.say(ModelState("generator", "tiny", "ready", ""))
    assert steps.step == 2


def test_it_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    assert not load_window_state(path).introduced
    save_window_state(WindowState(introduced=True), path)
    assert load_window_state(path).introduced


def test_a_question_while_files_are_read_says_so(
    make_window: Callable[[], MainWindow], engine: FakeEngine
) -> None:
    window = make_window()
    engine.become_ready(SOME)
    window.add_paths(("/home/anna/Leggi",))
    job = engine.last(AddPaths).job
    progress = IndexProgress(
        False, 3, 120, 31, 90, 400, 30_000, 910_000, "/home/anna/Leggi/a.pdf", 11.0, 31.0, 130.0
    )
    engine.say(Progress(job, progress, False))
    window.chat_control.ask("Who?", GateMode.AUTO)
    note = window.chat.exchanges[-1].contents.reading
    assert not note.isHidden()
    assert note.text() == "117 files are still to be read: what is ready answers."


def test_a_question_when_all_is_read_says_nothing(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready(SOME)
    window.chat_control.ask("Who?", GateMode.AUTO)
    assert window.chat.exchanges[-1].contents.reading.isHidden()
