"""CASES A14: a model that yields single bytes; letters of every length in UTF-8 arrive whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.types import GateMode
from app.engine.codec import FrameBuffer, frame
from app.engine.protocol import AnswerText, DraftText
from tests.cases.folders import index
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

TEXTS = [
    "plain words",  # 1 byte each
    "ß è ñ Ω ж א",  # 2
    "東京 ไทย € ខ្មែរ",  # 3
    "🧪 𝒳 𠜎 👩\u200d🔬",  # 4
    "a ß 東 🧪 b e\u0301 한 ﷽ c",  # mixed, composed and joined
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("mode", list(GateMode))
def test_no_half_letter_is_ever_told(text: str, mode: GateMode, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.txt").write_text(f"The sign on the door says {text}.\n", encoding="utf-8")
    pieces = tuple(bytes([byte]) for byte in text.encode())
    generator = ScriptedGenerator(Reply(pieces, gap=0.2, denial=0.1))
    with Stage(tmp_path / "library", ScriptedModels(generator)) as stage:
        index(stage, papers)
        done = stage.ask("What does the sign on the door say?", mode)
        told = [*stage.events.of(DraftText), *stage.events.of(AnswerText)]
        assert told
        for event in told:
            assert "\N{REPLACEMENT CHARACTER}" not in event.text
            assert not any("\ud800" <= letter <= "\udfff" for letter in event.text)
            assert list(FrameBuffer().feed(frame(event))) == [event]
        assert text in done.answer.text


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_frames_may_be_cut_anywhere(size: int) -> None:
    """What the window reads of the engine's stream ends in the middle of letters too."""
    sent = [AnswerText(1, text) for text in TEXTS]
    stream = b"".join(frame(each) for each in sent)
    buffer = FrameBuffer()
    got = [
        message
        for at in range(0, len(stream), size)
        for message in buffer.feed(stream[at : at + size])
    ]
    assert got == sent
