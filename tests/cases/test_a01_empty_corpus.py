"""CASES A1: a library without any token. Whatever is asked of it ends, in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.types import AnswerSource, AnswerStyle, FileState, GateMode
from app.engine.protocol import AnswerDone, Ask, IndexDone, Inspect, InspectDone, Rescan
from tests import pdf_samples
from tests.cases.folders import index, search
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

UNSURE = Reply("I do not know.", gap=0.1)
CORPORA: dict[str, dict[str, bytes]] = {
    "nothing at all": {},
    "an empty text": {"a.txt": b""},
    "white space": {"a.md": b"\n \t\n\xe2\x80\x8b"},
    "signs": {"a.txt": b"--- *** !!! ...\n"},
    "an image-only PDF": {"a.pdf": pdf_samples.scanned_pdf(1), "b.txt": b""},
    "nothing readable": {"a.pdf": b"%PDF-1.4 cut", "b.bin": bytes(200)},
}


@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize("embedder", [True, False], ids=["dense", "words"])
def test_everything_can_be_asked_of_it(name: str, embedder: bool, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for file, data in CORPORA[name].items():
        (papers / file).write_bytes(data)
    models = ScriptedModels(ScriptedGenerator(UNSURE))
    if not embedder:
        models.embedder_id = ""
    for _ in range(2):  # and again after a restart
        with Stage(tmp_path / "library", models) as stage:
            done = index(stage, papers)
            assert sum(done.summary.states.values()) == len(CORPORA[name])
            for query in ("anything", "", "the", '"a phrase" -word', "!!!"):
                found = search(stage, query)
                assert all(each.text.strip() for each in found)
                inspected = stage.run(inspecting(query), InspectDone).inspection
                assert len(inspected.passages) <= 1
            for mode in GateMode:
                answer = stage.ask("Where is the key?", mode).answer
                assert answer.citations == ()
                assert answer.text
            quoted = stage.run(
                lambda job: Ask(
                    job, "Where is the key?", (), GateMode.AUTO, style=AnswerStyle.QUOTE
                ),
                AnswerDone,
            )
            assert quoted.answer.source is AnswerSource.NOT_FOUND
            assert all(each.state is not FileState.READING for each in stage.engine.files())
            assert stage.run(Rescan, IndexDone).summary.files_read == 0


def inspecting(query: str) -> Callable[[int], Inspect]:
    return lambda job: Inspect(job, query, 5, 100, "weighted", 0.7)
