"""Draws the icon in several sizes: `draw_icons.py FILE.svg SIZE=FILE.png…`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer


def main() -> int:
    """Draw each size."""
    app = QGuiApplication(sys.argv[:1])
    renderer = QSvgRenderer(sys.argv[1])
    for pair in sys.argv[2:]:
        size, _, name = pair.partition("=")
        image = QImage(int(size), int(size), QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        if not image.save(str(Path(name))):
            return 1
    app.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
