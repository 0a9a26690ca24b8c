"""From a folder of documents to a cited answer, with the real models."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from app.core.paths import log_dir
from app.core.resources import read_resource
from app.engine.protocol import DocumentPageText, ReadDocumentText, Search, SearchDone
from tests.conftest import TEST_GENERATOR
from tests.e2e.conftest import Program
from tests.engine.service_stage import ScriptedModels, Stage
from tests.terminal.shapes import ANSWER, check_shape

pytestmark = [pytest.mark.models, pytest.mark.timeout(600)]

QUESTIONS = [  # and the printed label of the answer's page; the small model knows these two
    ("Per quanti anni si conservano i fascicoli chiusi?", "5"),
    ("How long must a record be to separate S2 from K2?", None),
]


@pytest.mark.usefixtures("model_home")
def test_a_question_about_the_samples_is_answered_and_cited(
    program: Program, samples: Path, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    at = ("--library", str(library))
    indexed = program.json("index", str(samples), *at)
    assert indexed["states"] == {"indexed": len(list(samples.iterdir()))}
    assert indexed["passages_embedded"] > 0
    again = program.json("index", str(samples), *at)
    assert (again["files_read"], again["passages_embedded"]) == (0, 0)
    assert again["states"] == indexed["states"]

    for question, label in QUESTIONS:
        answer = program.json("ask", question, "--mode", "always", "--model", TEST_GENERATOR, *at)
        check_shape(answer, ANSWER)
        check_answer(answer, question, label, samples)
        check_spans(answer, library)

    gated = program.json("ask", QUESTIONS[0][0], "--model", TEST_GENERATOR, *at)
    check_shape(gated, ANSWER)
    gate = gated["gate"]
    assert 0 < gate["draft_tokens"] <= 20
    assert 0 < gate["score"] <= 1
    assert gate["retrieved"] is (gate["score"] > gate["threshold"])
    assert gated["source"] in (("documents", "not_found") if gate["retrieved"] else ("memory",))
    check_logs()


def check_answer(answer: dict[str, Any], question: str, label: str | None, samples: Path) -> None:
    """The answer is the one that the samples' list names, from its page."""
    (expected,) = (
        each
        for each in tomllib.loads(read_resource("samples.toml"))["questions"]
        if each["question"] == question
    )
    assert answer["source"] == "documents"
    assert answer["model"] == TEST_GENERATOR
    assert any(words in answer["answer"].casefold() for words in expected["answer"])
    assert answer["citations"]
    first = answer["citations"][0]
    assert first["document"] == expected["document"]
    assert first["path"] == str(samples / expected["document"])
    assert first["page_index"] == expected.get("page_index")
    assert first["page_label"] == label
    for citation in answer["citations"]:
        assert f"[{citation['n']}]" in answer["answer"]
        passage = answer["passages"][citation["n"] - 1]
        assert passage["used"]
        assert passage["text"] == citation["text"]
    assert answer["tokens"]["answer"] > 0
    assert answer["timings_ms"]["total"] > answer["timings_ms"]["first_token"] > 0


def check_spans(answer: dict[str, Any], library: Path) -> None:
    """Start and end of each citation cut its words out of the stored text of its page."""
    with Stage(library, ScriptedModels(), read_only=True) as stage:
        for citation in answer["citations"]:
            found = stage.run(
                lambda job, text=citation["text"]: Search(job, text, 5), SearchDone
            ).passages
            (document_id,) = {
                passage.document_id for passage in found if passage.path == citation["path"]
            }
            page = stage.run(
                lambda job, document_id=document_id, page=citation["page_index"]: ReadDocumentText(
                    job, document_id, page or 0
                ),
                DocumentPageText,
            )
            assert page.page_label == citation["page_label"]
            cut = " ".join(page.text[citation["start"] : citation["end"]].split())
            assert cut
            assert citation["text"].startswith(cut)


def check_logs() -> None:
    """No log holds a word of the question, the documents or the answer."""
    for path in log_dir().iterdir():
        logged = path.read_text(encoding="utf-8").casefold()
        for word in ("fascicoli", "cider", "seminterrato"):
            assert word not in logged, path.name
