"""From one library to another: its window opens in a process of its own, and this one closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess

from app.ui.main_window import MainWindow
from app.ui.recent_libraries import window_command
from app.ui.richtext import clean_line, clean_name

LIBRARY_FILE = "library.db"


class LibrarySwitch(QObject):
    """Window thread only."""

    def __init__(
        self,
        window: MainWindow,
        library: Path,
        start: Callable[[Sequence[str]], bool] | None = None,
    ) -> None:
        """`start` starts a program that outlives this one, and says whether it could."""
        super().__init__(window)
        self._window = window
        self.library = library  # that is open
        self._start = start or _start_detached
        window.library_chosen.connect(self.open)

    def open(self, folder: str) -> None:
        """Open the library in `folder`; an empty folder becomes a new one."""
        path = Path(folder)
        banner = self._window.banner
        try:
            if path.resolve() == self.library.resolve():
                banner.say(self.tr("This library is open already."), tone="neutral")
                return
            if not (path / LIBRARY_FILE).exists() and any(path.iterdir()):
                banner.say(
                    self.tr("There is no library in this folder."),
                    self.tr(
                        "Choose a folder that holds one, or an empty folder for a new one. "
                        "To read the documents of a folder, add it with “Add a folder…”."
                    ),
                )
                return
        except FileNotFoundError:
            banner.say(
                self.tr("The library “{0}” is not here now.").format(clean_name(path.name)),
                self.tr(
                    "{0}: its drive may be away. If you have moved it yourself, open it where it "
                    "is now."
                ).format(clean_line(folder)),
            )
            return
        except OSError as error:
            why = f"{clean_line(folder)}: {error.strerror or type(error).__name__}"
            banner.say(self.tr("The folder cannot be looked at."), why, tone="bad")
            return
        if self._start(window_command(str(path))):
            self._window.close()
        else:
            banner.say(self.tr("The other library’s window could not be started."), tone="bad")


def _start_detached(command: Sequence[str]) -> bool:
    started = QProcess.startDetached(command[0], list(command[1:]))
    return bool(started[0]) if isinstance(started, tuple) else bool(started)
