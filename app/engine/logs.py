"""Log files: rotated, owner-only, never with the text of documents, questions or answers."""

from __future__ import annotations

import logging
import logging.handlers
import os
import traceback
from pathlib import Path
from types import TracebackType

from app.core.errors import MargineError
from app.core.paths import log_dir, make_private_dir
from app.core.report_log import ReportFormatter, report_log_name

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_HARMLESS = (MargineError, OSError)  # what they say is written by us or by the system
_MAX_BYTES = 1_000_000
_MAX_REPORT_BYTES = 200_000
_NOISY = ("pypdf", "transformers", "sentence_transformers", "huggingface_hub", "httpx", "filelock")


class _TextFreeFormatter(logging.Formatter):
    """Leaves out what unexpected exceptions say, since that may quote a document or a question."""

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        """Where an exception and those behind it came from, and of which kinds they are."""
        lines: list[str] = []
        error: BaseException | None = ei[1]
        while error is not None:
            frames = traceback.format_tb(error.__traceback__)
            lines = ["Traceback (most recent call last):\n", *frames, _name(error), "\n", *lines]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(lines).rstrip()


def _name(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return f"{kind}: {error}" if isinstance(error, _HARMLESS) else kind


class _PrivateFileHandler(logging.handlers.RotatingFileHandler):
    """A rotating log file that its owner alone can read."""

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - the base's private type
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()


def start_logging(name: str, *, folder: Path | None = None) -> Path:
    """Send the log of this process to `<folder>/<name>.log`; return that path. Beside it, a log
    for reports is kept (`core.report_log`).

    MARGINE_LOG=debug raises the detail (and may then hold text); nothing goes to the terminal.
    """
    path = make_private_dir(folder or log_dir()) / f"{name}.log"
    handler = _PrivateFileHandler(path, maxBytes=_MAX_BYTES, backupCount=2, encoding="utf-8")
    debug = os.environ.get("MARGINE_LOG") == "debug"
    handler.setFormatter((logging.Formatter if debug else _TextFreeFormatter)(_FORMAT))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    report = _PrivateFileHandler(
        path.with_name(report_log_name(name)),
        maxBytes=_MAX_REPORT_BYTES,
        backupCount=1,
        encoding="utf-8",
    )
    report.setLevel(logging.INFO)
    report.setFormatter(ReportFormatter())
    root.addHandler(report)
    root.setLevel(logging.DEBUG if debug else logging.INFO)
    for library in _NOISY:
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.captureWarnings(True)
    return path


def stop_logging() -> None:
    """Close the log files of this process, which notes nothing any more."""
    root = logging.getLogger()
    for handler in list(root.handlers):
        if isinstance(handler, _PrivateFileHandler):
            root.removeHandler(handler)
            handler.close()
