"""Quotes as answers: the whole engine, with a library and readers, and no generator at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import EnvironmentProblem
from app.core.types import Answer, AnswerSource, AnswerStyle, GateMode, Quote
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    Cancel,
    DocumentPageText,
    GateDecided,
    IndexDone,
    JobCancelled,
    JobFailed,
    ModelState,
    PassagesFound,
    QuoteFound,
    ReadDocumentText,
)
from app.models.contracts import Vectors
from tests import pdf_samples
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import HashedEmbedder, ScriptedGenerator

QUESTION = "How long is the notice period?"
SENTENCE = "The notice period is ninety days."
MISSING = EnvironmentProblem("The model is not installed.", next_step="Fetch it.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A PDF whose second page holds the answer in one of many lines, and a text."""
    folder = tmp_path / "papers"
    folder.mkdir()
    pages = [[f"Clause {n} of page {page} is ordinary." for n in range(12)] for page in range(2)]
    pages[1][6] = SENTENCE
    (folder / "contract.pdf").write_bytes(pdf_samples.text_pdf(pages))
    (folder / "tea.txt").write_text("Green tea is brewed\nat eighty degrees.\n", encoding="utf-8")
    return folder


def models(embedder: HashedEmbedder | EnvironmentProblem | None = None) -> ScriptedModels:
    """No generator, and this embedder."""
    return ScriptedModels(
        generator=MISSING,
        generator_id="",
        embedder=embedder or HashedEmbedder(),
        embedder_id="" if isinstance(embedder, EnvironmentProblem) else "hashed",
    )


def add(stage: Stage, folder: Path) -> None:
    stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)


def ask(stage: Stage, question: str, mode: GateMode = GateMode.ALWAYS) -> Answer:
    def make(job: int) -> Ask:
        return Ask(job, question, (), mode, style=AnswerStyle.QUOTE)

    return stage.run(make, AnswerDone).answer


def quoted(answer: Answer) -> Quote:
    assert answer.quote is not None
    return answer.quote


def test_a_question_is_answered_by_a_quote_and_no_generator(library: Path, folder: Path) -> None:
    scripted = models()
    with Stage(library, scripted) as stage:
        add(stage, folder)
        answer = ask(stage, QUESTION)
        quote = quoted(answer)
        assert SENTENCE in quote.text
        assert answer.source is AnswerSource.DOCUMENTS
        assert answer.style is AnswerStyle.QUOTE
        assert answer.text == f"“{quote.text}” [{quote.n}]"
        (citation,) = answer.citations
        assert (citation.n, citation.document) == (quote.n, "contract.pdf")
        assert (citation.spans, citation.text) == (quote.spans, quote.text)
        assert citation.page_index == 1
        assert answer.timings.total >= answer.timings.first_token >= answer.timings.search > 0
        assert scripted.loads == ["embedder"]


def test_the_quote_is_marked_exactly_where_it_stands(library: Path, folder: Path) -> None:
    with Stage(library, models()) as stage:
        add(stage, folder)
        answer = ask(stage, "At how many degrees is green tea brewed?")
        (citation,) = answer.citations
        assert citation.page_index is None  # a text has no pages
        page = stage.run(
            lambda job: ReadDocumentText(job, citation.document_id, 0), DocumentPageText
        )
        assert page.text[citation.start : citation.end] == "Green tea is brewed\nat eighty degrees."
        assert quoted(answer).text == "Green tea is brewed at eighty degrees."


def test_marks_of_headings_are_not_in_the_answer(library: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    text = f"# Lease\n\n## {SENTENCE}\n\nGreen tea is brewed at eighty degrees.\n"
    (folder / "lease.md").write_text(text, encoding="utf-8")
    with Stage(library, models()) as stage:
        add(stage, folder)
        answer = ask(stage, QUESTION)
        assert "#" in quoted(answer).text  # by whose places it is marked in the document
        assert "#" not in answer.text
        assert SENTENCE in answer.text


def test_the_window_is_told_of_the_passages_and_the_quote_in_this_order(
    library: Path, folder: Path
) -> None:
    with Stage(library, models()) as stage:
        add(stage, folder)
        answer = ask(stage, QUESTION)
        kinds = (PassagesFound, GateDecided, QuoteFound, AnswerDone)
        told = [event for event in stage.events.all if isinstance(event, kinds)]
        assert [type(event) for event in told] == list(kinds)
        found, _, quote, _ = told
        assert isinstance(found, PassagesFound)
        assert isinstance(quote, QuoteFound)
        unread = tuple(replace(each, used=False) for each in answer.passages)
        assert found.passages == unread
        assert [each.rank for each in answer.passages if each.used] == [answer.citations[0].n]
        assert quote.quote == answer.quote


@pytest.mark.parametrize("mode", list(GateMode))
def test_no_mode_answers_from_memory(library: Path, folder: Path, mode: GateMode) -> None:
    with Stage(library, models()) as stage:
        add(stage, folder)
        assert ask(stage, QUESTION, mode).source is AnswerSource.DOCUMENTS


def test_without_an_embedder_the_words_find_the_quote(library: Path, folder: Path) -> None:
    with Stage(library, models(MISSING)) as stage:
        add(stage, folder)
        assert SENTENCE in quoted(ask(stage, QUESTION)).text


def test_what_is_too_far_is_not_quoted(library: Path, folder: Path) -> None:
    with Stage(library, models()) as stage:
        add(stage, folder)
        answer = ask(stage, "Whose comet crossed Jupiter?")
        assert answer.source is AnswerSource.NOT_FOUND
        assert answer.quote is None
        assert answer.citations == ()
        assert answer.passages  # the closest are shown all the same
        assert answer.text
        assert not stage.events.of(QuoteFound)


def test_an_empty_library_holds_no_answer(library: Path) -> None:
    with Stage(library, models()) as stage:
        answer = ask(stage, QUESTION)
        assert answer.source is AnswerSource.NOT_FOUND
        assert answer.passages == ()


def test_an_empty_question_is_refused_and_the_next_one_answered(
    library: Path, folder: Path
) -> None:
    with Stage(library, models()) as stage:
        add(stage, folder)
        failed = stage.run(
            lambda job: Ask(job, " ", (), GateMode.ALWAYS, style=AnswerStyle.QUOTE), JobFailed
        )
        assert "empty" in failed.what
        assert ask(stage, QUESTION).quote is not None


def test_a_written_answer_still_needs_its_model(library: Path, folder: Path) -> None:
    with Stage(library, models()) as stage:
        add(stage, folder)
        failed = stage.run(lambda job: Ask(job, QUESTION, (), GateMode.ALWAYS), JobFailed)
        assert failed.what == MISSING.what
        assert ask(stage, QUESTION).quote is not None


def test_a_cancelled_question_ends_cancelled(library: Path, folder: Path) -> None:
    class CancelledEmbedder(HashedEmbedder):
        """Has the question cancelled while it is embedded."""

        def embed_query(self, text: str) -> Vectors:
            stage.engine.handle(Cancel(2))
            return super().embed_query(text)

    with Stage(library, models(CancelledEmbedder())) as stage:
        add(stage, folder)
        stage.run(
            lambda job: Ask(job, QUESTION, (), GateMode.ALWAYS, style=AnswerStyle.QUOTE),
            JobCancelled,
        )
        assert not stage.events.of(QuoteFound)


def test_a_generator_that_is_there_is_not_loaded_either(library: Path, folder: Path) -> None:
    scripted = ScriptedModels(generator=ScriptedGenerator("No."))
    with Stage(library, scripted) as stage:
        add(stage, folder)
        assert ask(stage, QUESTION).model_id == ""
        assert scripted.loads == ["embedder"]
        assert all(event.role == "embedder" for event in stage.events.of(ModelState))
