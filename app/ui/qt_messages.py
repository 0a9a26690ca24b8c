"""What Qt has to say goes into the window's log instead of to the terminal."""

from __future__ import annotations

import logging

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_log = logging.getLogger("qt")

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def log_qt_messages() -> None:
    """From now on. They may name files; the log for reports leaves out what they say."""
    qInstallMessageHandler(_take)


def _take(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "%s", message)
