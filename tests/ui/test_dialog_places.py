"""Which folders the dialogs have shown is Qt's to note: among our settings, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.paths import config_dir
from app.engine.erasing import erase_everything, find_everything

_SHOW = """
import sys
from PySide6.QtWidgets import QApplication
from app.ui.file_dialogs import keep_places_private, make_dialog
app = QApplication([])
keep_places_private()
dialog = make_dialog(None, "Add a folder", sys.argv[1])
dialog.open()
dialog.close()
app.sendPostedEvents(None, 0)
app.processEvents()
"""


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="Qt keeps a file on Linux alone")
def test_folders_of_dialogs_are_noted_among_the_settings(tmp_path: Path) -> None:
    shown, elsewhere = tmp_path / "Mandanten", tmp_path / "home"
    shown.mkdir()
    command = [sys.executable, "-c", _SHOW, str(shown)]
    environment = {**os.environ, "HOME": str(elsewhere), "XDG_CONFIG_HOME": str(elsewhere / "conf")}
    subprocess.run(command, check=True, env=environment, timeout=100)
    assert "Mandanten" in (config_dir() / "QtProject.conf").read_text(encoding="utf-8")
    assert not (elsewhere / "conf" / "QtProject.conf").exists()
    erase_everything(find_everything())
    assert not config_dir().exists()
