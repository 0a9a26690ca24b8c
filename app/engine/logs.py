"""Log files: rotated, owner-only, never with the text of documents, questions or answers."""

from __future__ import annotations

import logging
import logging.handlers
import os
from pathlib import Path

from app.core.paths import log_dir, make_private_dir

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_MAX_BYTES = 1_000_000
_NOISY = ("pypdf", "transformers", "sentence_transformers", "huggingface_hub", "httpx", "filelock")


class _PrivateFileHandler(logging.handlers.RotatingFileHandler):
    """A rotating log file that its owner alone can read."""

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - the base's private type
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()


def start_logging(name: str, *, folder: Path | None = None) -> Path:
    """Send the log of this process to `<folder>/<name>.log`; return that path.

    MARGINE_LOG=debug raises the detail (and may then hold text); nothing goes to the terminal.
    """
    path = make_private_dir(folder or log_dir()) / f"{name}.log"
    handler = _PrivateFileHandler(path, maxBytes=_MAX_BYTES, backupCount=2, encoding="utf-8")
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if os.environ.get("MARGINE_LOG") == "debug" else logging.INFO)
    for library in _NOISY:
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    return path
