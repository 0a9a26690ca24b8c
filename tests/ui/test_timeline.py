"""What the log keeps of when things happened."""

from __future__ import annotations

import logging

import pytest
from pytestqt.qtbot import QtBot

from app.core.types import GateMode
from app.engine.protocol import AnswerDone, AnswerText, Ask, PassagesFound
from app.ui.main_window import MainWindow
from app.ui.timeline import Timeline
from tests.ui.scripted import FakeEngine, answer, found


def test_each_step_is_noted_once_and_without_words(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="app.ui.timeline")
    Timeline(window, engine)
    window.show()
    qtbot.waitUntil(lambda: bool(caplog.messages))
    engine.become_ready()
    for _ in range(2):
        window.chat_control.ask("Where is the key?", GateMode.AUTO)
        job = engine.last(Ask).job
        engine.say(
            PassagesFound(job, (found(),), ("key",)),
            AnswerText(job, "In the"),
            AnswerText(job, " drawer"),
            AnswerDone(job, answer("In the drawer [1].", (found(),))),
        )
    window.repaint()
    question = [
        "a question is asked",
        *(f"first of a question: {name}" for name in ("PassagesFound", "AnswerText", "AnswerDone")),
    ]
    assert caplog.messages == [
        "the window is painted",
        "the engine is ready",
        *question,
        *question,
    ]
