"""Opens the real window without a display, waits for its engine, closes it. Run as a program.

Its arguments are the library's folder and a document that is added to it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.core.settings import Settings
from app.ui.application import Application

DEADLINE_MS = 240_000


def main() -> int:
    """Return 0 once the document was indexed and its first page drawn."""
    library, document = Path(sys.argv[1]), sys.argv[2]
    app = QApplication(sys.argv[:1])
    application = Application(app, library, Settings(), library.parent / "settings.json")
    QTimer.singleShot(DEADLINE_MS, lambda: app.exit(3))
    application.pages.warm_up()

    def look(event: object) -> None:
        if any(record.state.final for record in getattr(event, "changed", ())):
            QTimer.singleShot(0, app, app.quit)

    application.engine.files_changed.connect(look)
    application.start((document,))
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
