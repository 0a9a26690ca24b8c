"""The window moves its library with the real engine, goes on in the new place, and can cancel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.core.moved_libraries import find_library
from app.core.types import FileState
from app.engine.children import child_command, child_environment
from app.ui.child_process import ChildCommand
from app.ui.engine_client import EngineClient
from app.ui.engine_port import EngineState
from app.ui.look import Look
from app.ui.main_window import MainWindow
from tests.ui.scripted import FakePages

pytestmark = pytest.mark.timeout(600)
DEADLINE_MS = 200_000


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[EngineClient]:
    client = EngineClient(
        tmp_path / "library",
        lambda: ChildCommand(child_command("engine"), child_environment()),
        tmp_path / "logs" / "engine-output.log",
    )
    yield client
    client.stop()


@pytest.fixture
def window(engine: EngineClient, look: Look, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """With one file read, though there is no model."""
    window = MainWindow(look, engine, FakePages())
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(engine.became_ready, timeout=DEADLINE_MS):
        engine.start()
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "tea.txt").write_text("Green tea is brewed at eighty degrees.", encoding="utf-8")
    window.add_paths((str(papers),))
    qtbot.waitUntil(lambda: is_read(window), timeout=DEADLINE_MS)
    return window


def is_read(window: MainWindow) -> bool:
    states = [
        node.record.state
        for root in window.model.root.children
        for node in root.children
        if node.record is not None
    ]
    return states == [FileState.INDEXED] and not window.library_control.is_indexing


def test_it_goes_on_in_the_new_place(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, tmp_path: Path
) -> None:
    target = tmp_path / "drive"
    with qtbot.waitSignal(engine.library_moved, timeout=DEADLINE_MS) as moved:
        window.keeping.move_to(target)
        assert engine.state is EngineState.STARTING
    assert moved.args[0].folder == str(target)
    assert engine.library_folder == target
    assert engine.deaths == ()
    assert not (tmp_path / "library").exists()
    qtbot.waitUntil(lambda: is_read(window), timeout=DEADLINE_MS)
    dialog = window.keeping.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: "in all" in dialog.total.text(), timeout=DEADLINE_MS)
    assert dialog.place.text == str(target)


def test_cancelled_at_once_it_is_in_one_place_and_works(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, tmp_path: Path
) -> None:
    target = tmp_path / "drive"
    window.keeping.move_to(target)
    window.keeping.stop()
    with qtbot.waitSignal(engine.became_ready, timeout=DEADLINE_MS):
        pass
    assert engine.library_folder == find_library(tmp_path / "library")
    assert (engine.library_folder / "library.db").exists()
    assert engine.deaths == ()
    assert not window.keeping.busy


def test_into_a_place_that_cannot_be_it_stays_and_says_so(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(engine.move_failed, timeout=DEADLINE_MS):
        window.keeping.move_to(tmp_path / "away" / "mine")
    qtbot.waitUntil(lambda: engine.state is EngineState.READY, timeout=DEADLINE_MS)
    assert engine.library_folder == tmp_path / "library"
    dialog = window.keeping.dialog
    assert dialog is not None
    assert dialog.outcome.text() == "The library cannot be put there."


def holds_text(folder: Path) -> bool:
    """Whether any file in `folder` still has what was read."""
    files = [each for each in folder.rglob("*") if each.is_file()]
    return any(b"eighty degrees" in each.read_bytes() for each in files)


def test_erased_while_it_is_moved_it_is_nowhere(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, tmp_path: Path
) -> None:
    source, target = tmp_path / "library", tmp_path / "drive"
    (source / "mine.txt").write_text("mine", encoding="utf-8")
    assert holds_text(source)
    window.keeping.move_to(target)
    with qtbot.waitSignal(engine.library_erased, timeout=DEADLINE_MS):
        window._erase()
    qtbot.waitUntil(lambda: engine.state is EngineState.READY, timeout=DEADLINE_MS)
    assert not holds_text(source)
    assert not target.exists() or not holds_text(target)
    assert (source / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "papers" / "tea.txt").exists()
    dialog = window.keeping.dialog
    assert dialog is not None
    assert dialog.outcome.text() == "The library was not moved."
    assert "erased meanwhile" in dialog.why.text()
    assert not window.keeping.busy


def test_what_is_being_erased_is_not_moved(
    window: MainWindow, engine: EngineClient, qtbot: QtBot, tmp_path: Path
) -> None:
    source, target = tmp_path / "library", tmp_path / "drive"
    with qtbot.waitSignal(engine.library_erased, timeout=DEADLINE_MS):
        window._erase()
        window.keeping.move_to(target)  # the old engine has not ended yet
    qtbot.waitUntil(lambda: engine.state is EngineState.READY, timeout=DEADLINE_MS)
    assert not target.exists()
    assert engine.library_folder == source
    assert not holds_text(source)
    assert not window.keeping.busy
