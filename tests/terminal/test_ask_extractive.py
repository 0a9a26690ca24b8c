"""`margine ask … --extractive`: a quote with its citation, and no generator."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.errors import EnvironmentProblem
from tests.engine.service_stage import ScriptedModels
from tests.terminal.conftest import Terminal
from tests.terminal.shapes import ANSWER, QUOTE, check_shape

QUESTION = "How long is the notice period?"
SENTENCE = "The notice period is ninety days."


@pytest.fixture
def quoting(terminal: Terminal, folder: Path) -> Terminal:
    """A terminal without a generator, whose library holds the folder."""
    terminal.models = ScriptedModels(
        generator=EnvironmentProblem("The model is not installed."), generator_id=""
    )
    assert terminal("index", str(folder)) == 0, terminal.err
    return terminal


def test_it_prints_the_quote_with_its_citation(quoting: Terminal) -> None:
    assert quoting("ask", QUESTION, "--extractive") == 0, quoting.err
    assert SENTENCE in quoting.out
    assert "From your documents." in quoting.out
    assert "contract.pdf, page 2 (printed ii)" in quoting.out
    assert "Gate:" not in quoting.out
    assert quoting("ask", QUESTION) == 1
    assert "The model is not installed." in quoting.err


def test_it_prints_one_object_for_programs(quoting: Terminal) -> None:
    answer = quoting.json("ask", QUESTION, "--extractive")
    check_shape(answer, ANSWER)
    check_shape(answer["quote"], QUOTE)
    assert (answer["style"], answer["source"], answer["model"]) == ("quote", "documents", "")
    quote = answer["quote"]
    assert SENTENCE in quote["text"]
    (citation,) = answer["citations"]
    assert citation["text"] == quote["text"]
    assert citation["n"] == quote["n"]
    cited = next(each for each in answer["passages"] if each["rank"] == quote["n"])
    assert cited["text"][quote["start"] : quote["end"]] == quote["text"]
    times = answer["timings_ms"]
    assert times["total"] >= times["quote"] == times["first_token"] > times["search"] > 0


def test_the_likely_answer_is_shown(quoting: Terminal) -> None:
    assert quoting("ask", "At how many degrees is green tea brewed?", "--extractive") == 0
    assert "Likely: eighty" in quoting.out


def test_what_the_documents_do_not_hold_is_not_quoted(quoting: Terminal) -> None:
    answer = quoting.json("ask", "Whose comet crossed Jupiter?", "--extractive")
    assert answer["source"] == "not_found"
    assert answer["quote"] is None
    assert answer["timings_ms"]["quote"] == 0
    assert answer["citations"] == []
