"""Keeps in the log when the window was seen, the engine ready, and news of a question came.

By it, what somebody calls slow can be followed, and packaging/release_check.py measures. No words
of questions or documents are in it.
"""

from __future__ import annotations

import logging

from PySide6.QtCore import QEvent, QObject

from app.engine.protocol import AnswerDone, Message
from app.ui.engine_port import EnginePort
from app.ui.main_window import MainWindow

_log = logging.getLogger(__name__)

WINDOW_SEEN = "the window is painted"
ENGINE_READY = "the engine is ready"
QUESTION_ASKED = "a question is asked"
QUESTION_NEWS = "first of a question: %s"  # the message's name, each once a question


class Timeline(QObject):
    """Listens to `window`, and ends with it. Window thread only."""

    def __init__(self, window: MainWindow, engine: EnginePort) -> None:
        super().__init__(window)
        self._told: set[type[Message]] = set()
        window.installEventFilter(self)
        engine.became_ready.connect(self._on_ready)
        window.chat_control.question_asked.connect(self._on_asked)
        window.chat_control.news_came.connect(self._on_news)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note the first time that the window is painted."""
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            _log.info(WINDOW_SEEN)
        return False

    def _on_ready(self) -> None:
        _log.info(ENGINE_READY)

    def _on_asked(self) -> None:
        self._told.clear()
        _log.info(QUESTION_ASKED)

    def _on_news(self, message: Message) -> None:
        if type(message) not in self._told:
            self._told.add(type(message))
            _log.info(QUESTION_NEWS, type(message).__name__)
        if isinstance(message, AnswerDone):
            self._told.clear()
