"""Hands files to other programs. Only ever after a click that says so."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.ui.controls import Banner
from app.ui.richtext import clean_line, clean_name


def reveal(path: str) -> bool:
    """Open the folder that holds a file, or a folder itself; whether it is there."""
    target = Path(path)
    folder = target if target.is_dir() else target.parent
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class Outside(QObject):
    """Opens what is there, and says of the rest that it is not: the system would open nothing,
    and say nothing. Window thread only."""

    def __init__(self, banner: Banner) -> None:
        super().__init__(banner)
        self._banner = banner

    def open_file(self, path: str) -> None:
        """Open a file in its own program."""
        if not Path(path).exists():
            self._say_gone(path)
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            name = clean_name(Path(path).name)
            self._banner.say(
                self.tr("“{0}” could not be opened.").format(name),
                self.tr("Choose on your system which program opens such files."),
            )

    def reveal(self, path: str) -> None:
        """Open the folder that holds a file, or a folder itself."""
        if not reveal(path):
            self._say_gone(path)

    def _say_gone(self, path: str) -> None:
        self._banner.say(
            self.tr("“{0}” is not here now.").format(clean_name(Path(path).name)),
            self.tr("{0}: it was moved, renamed or deleted, or its drive is away.").format(
                clean_line(path)
            ),
        )
