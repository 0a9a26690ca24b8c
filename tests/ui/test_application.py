"""The window's process: light, quick, and as the settings say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.core.settings import Settings, load_settings
from app.ui.application import Application, command_for
from app.ui.theme import DARK

HEAVY = ("torch", "sentence_transformers", "llama_cpp", "hnswlib", "numpy", "sqlite3", "pypdfium2")


def test_the_window_process_loads_nothing_heavy(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.core.settings import Settings
from app.ui.application import Application
from app.ui.child_process import ChildCommand
app = QApplication([])
window = Application(app, Path({str(tmp_path)!r}) / "l", Settings(), Path({str(tmp_path)!r}) / "s")
window.window.show()
app.processEvents()
print(sorted(name for name in {HEAVY!r} if name in sys.modules))
window.close()
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert result.stdout.strip() == "[]", result.stderr


def test_choices_of_the_window_are_kept(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    application = Application(qapp, tmp_path / "library", Settings(), path)
    application.window.theme_chosen.emit("dark")
    assert application.look.colours is DARK
    application.window.language_chosen.emit("it")
    application.window.chat.box.style_box.setCurrentIndex(1)
    stored = load_settings(path)
    assert stored.text("ui.answer_style") == "quote"
    assert (stored.text("ui.theme"), stored.text("ui.language")) == ("dark", "it")
    assert "next start" in application.window.banner.message
    application.window.close()
    application.close()
    application.look.set_theme("light")
    for translator in application._translators:
        qapp.removeTranslator(translator)


def test_the_size_is_kept_when_the_window_closes(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    application = Application(qapp, tmp_path / "library", Settings(), tmp_path / "s.json")
    application.window.show()
    application.window.close()
    application.close()
    state = json.loads((home / "config" / "window.json").read_text(encoding="utf-8"))
    assert state["geometry"]
    for translator in application._translators:
        qapp.removeTranslator(translator)


@pytest.mark.parametrize("role", ["engine", "page"])
def test_children_are_started_isolated_and_offline(role: str) -> None:
    command = command_for(role)  # type: ignore[arg-type]  # the two roles above
    assert "-I" in command.arguments
    assert command.environment["HF_HUB_OFFLINE"] == "1"


class Bell(QObject):
    rung = Signal(object)


def test_emitting_a_signal_takes_no_reference_of_true() -> None:
    """PySide6 6.12.0 does under Python 3.11, until the interpreter aborts."""
    bell = Bell()
    before = sys.getrefcount(True)
    for _ in range(200):
        bell.rung.emit(None)
    assert sys.getrefcount(True) > before - 100
