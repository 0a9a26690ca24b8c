"""Which libraries were opened, the last first, in a private file beside the settings."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app.core.known_libraries import read_recent, recent_file
from app.core.paths import appimage, write_private_text

_log = logging.getLogger(__name__)

MOST = 8


class RecentLibraries:
    """Folders of libraries. Those that are gone are not offered, but kept: a drive may be away."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or recent_file()

    def folders(self) -> tuple[str, ...]:
        """All that are remembered."""
        return read_recent(self._path)[:MOST]

    def others(self, library: Path) -> tuple[str, ...]:
        """Those that can be opened now, without `library`."""
        own = str(library.resolve())
        others = (each for each in self.folders() if each != own)
        return tuple(filter(os.path.isdir, others))  # which never raises, as Path's may

    def note(self, library: Path) -> None:
        """`library` was opened now."""
        own = str(library.resolve())
        folders = (own, *(each for each in self.folders() if each != own))[:MOST]
        try:
            write_private_text(self._path, json.dumps(folders, ensure_ascii=False) + "\n")
        except (OSError, UnicodeError):
            _log.warning("the list of libraries cannot be saved")


def window_command(library: str) -> Sequence[str]:
    """Program and arguments that open the window of another library, of this installation."""
    image = appimage()  # whose files go with this window
    program = [image or sys.executable]
    if not image and not getattr(sys, "frozen", False):
        program += ["-I", "-X", "utf8", "-m", "app"]  # isolated, as children: engine/children.py
    return [*program, "--library", library]
