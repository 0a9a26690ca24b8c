"""Exchanges of conversations for tests."""

from __future__ import annotations

from app.core.talks import KeptExchange
from app.core.types import AnswerStyle, GateMode
from tests.ui.scripted import answer, found


def kept(
    place: int,
    question: str,
    *,
    text: str = "Five years [1].",
    searched_for: str = "",
    asked_ms: int = 1_000,
    path: str = "/home/anna/Documents/Costituzione.pdf",
) -> KeptExchange:
    """An exchange with an answer from one passage."""
    return KeptExchange(
        place,
        asked_ms,
        question,
        searched_for,
        GateMode.AUTO,
        AnswerStyle.WRITTEN,
        0,
        ("anni",),
        text,
        answer(text, (found(path=path),)),
    )
