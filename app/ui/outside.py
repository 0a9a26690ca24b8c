"""Hands files to other programs. Only ever after a click that says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.ui.controls import Banner
from app.ui.last_question import LastQuestion
from app.ui.richtext import clean_line, clean_name


class Outside(QObject):
    """Opens what is there, and says of the rest that it is not: the system would open nothing,
    and say nothing. The last wish counts. Window thread only; the disk is asked beside it."""

    def __init__(self, banner: Banner) -> None:
        super().__init__(banner)
        self._banner = banner
        self._disk = LastQuestion(self)

    def open_file(self, path: str) -> None:
        """Open a file in its own program."""

        def go_on(is_there: bool) -> None:
            if not is_there:
                self._say_gone(path)
            elif not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
                self._say_unopened(path)

        self._disk.ask(lambda: _is(Path(path).exists), go_on)

    def reveal(self, path: str) -> None:
        """Open the folder that holds a file, or a folder itself."""

        def go_on(folder: Path | None) -> None:
            if folder is None or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
                self._say_gone(path)

        self._disk.ask(lambda: _folder_of(Path(path)), go_on)

    def forget(self) -> None:
        """Open nothing of what was asked for and has not been found yet."""
        self._disk.forget()

    def _say_unopened(self, path: str) -> None:
        self._banner.say(
            self.tr("“{0}” could not be opened.").format(clean_name(Path(path).name)),
            self.tr("Choose on your system which program opens such files."),
        )

    def _say_gone(self, path: str) -> None:
        self._banner.say(
            self.tr("“{0}” is not here now.").format(clean_name(Path(path).name)),
            self.tr("{0}: it was moved, renamed or deleted, or its drive is away.").format(
                clean_line(path)
            ),
        )


def _folder_of(path: Path) -> Path | None:
    """The folder that holds a file, or the folder itself; None where it is not there."""
    folders = (path, path.parent)
    return next((each for each in folders if _is(each.is_dir)), None)


def _is(ask: Callable[[], bool]) -> bool:
    """What the disk says; a drive that cannot be asked holds nothing."""
    try:
        return ask()
    except OSError:
        return False
