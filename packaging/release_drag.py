"""A small window that a folder can be dragged from: `release_drag.py FOLDER`.

It stays until it is ended: whoever takes the folder asks for its name after the drop. Used by
release_check.py, with the mouse of xdotool.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """Gives its folder to whoever it is dragged to."""

    def __init__(self, folder: str) -> None:
        super().__init__("drag me")
        self._folder = folder
        self.setWindowTitle("margine-drag-source")
        self.resize(180, 120)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin the drag as soon as the button is held and the mouse moves."""
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(self._folder)])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def main() -> int:
    """Show the window."""
    app = QApplication(sys.argv[:1])
    source = Source(sys.argv[1])
    source.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
