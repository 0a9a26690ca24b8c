"""Finding in a document, and asking about one of its pages: the whole engine, scripted models."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.types import About, FoundPassage, GateMode, Scores, Span
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    DocumentMatches,
    FindInDocument,
    IndexDone,
    Search,
    SearchDone,
)
from app.engine.search_about import narrow, question_about
from app.index.records import SearchResult
from tests import pdf_samples
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

PAGES = [
    ["The rent is nine hundred euros a month.", "It is due on the fifth day."],
    ["The notice period is ninety days.", "It begins with the letter."],
    ["Pets are welcome.", "The Notice", "period does not concern them."],
]
ABOUT = About(1, "contract.pdf", "", 2, None)


def found(number: int, fused: float, dense: float | None = None) -> FoundPassage:
    return FoundPassage(
        rank=number,
        passage_id=number,
        document_id=1,
        document="contract.pdf",
        path="/contract.pdf",
        other_paths=(),
        page_index=2,
        page_label=None,
        spans=(Span(2, 0, 9),),
        heading="",
        text="A passage.",
        scores=Scores(None, dense, fused),
        bm25_rank=None,
        dense_rank=None,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "contract.pdf").write_bytes(pdf_samples.text_pdf(PAGES))
    (folder / "other.txt").write_text("A notice period of one week is usual elsewhere.")
    return folder


def document_of(stage: Stage) -> int:
    hits = stage.run(lambda job: Search(job, "notice period", 5), SearchDone).passages
    return next(each.document_id for each in hits if each.document == "contract.pdf")


def test_a_text_is_found_on_all_pages(tmp_path: Path, folder: Path) -> None:
    with Stage(tmp_path / "library") as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        document = document_of(stage)
        done = stage.run(
            lambda job: FindInDocument(job, document, "notice PERIOD"), DocumentMatches
        )
        assert [each.page_index for each in done.matches] == [1, 2]
        assert done.total == 2
        for sought, id_ in (("zebra", document), (" ", document), ("notice", 999)):
            none = stage.run(
                lambda job, sought=sought, id_=id_: FindInDocument(job, id_, sought),  # type: ignore[misc]  # bound at once
                DocumentMatches,
            )
            assert (none.matches, none.total) == ((), 0)


def test_a_question_about_a_page_is_answered_from_that_page(tmp_path: Path, folder: Path) -> None:
    generator = ScriptedGenerator({"Passage (": Reply("Pets are welcome [1]."), "": Reply("Hm.")})
    with Stage(tmp_path / "library", ScriptedModels(generator=generator)) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        about = About(document_of(stage), "contract.pdf", "", 2, None)
        done = stage.run(
            lambda job: Ask(job, "What is the notice period?", (), GateMode.ALWAYS, about=about),
            AnswerDone,
        )
        assert done.answer.passages
        assert {each.page_index for each in done.answer.passages} <= {1, 2}
        assert all(
            any(span.page_index == 2 for span in each.spans) for each in done.answer.passages
        )


def test_the_searchs_order_is_kept_within_the_page() -> None:
    first, second, third = found(1, 0.9, 0.8), found(2, 0.7, 0.6), found(3, 0.5, 0.4)
    unscored = found(9, 0.0)
    result = SearchResult((first, second, third), ("notice",))
    narrowed = narrow(result, (unscored, third, first), 2)
    assert [each.passage_id for each in narrowed.passages] == [1, 3]
    assert [each.rank for each in narrowed.passages] == [1, 2]
    last = narrow(result, (unscored, third), 5).passages[-1]
    assert last.passage_id == 9
    assert last.scores.dense == 0.4
    assert narrowed.evidence is None


def test_the_selected_text_goes_into_the_question() -> None:
    selected = About(1, "a", "", 2, None, "ninety\ndays")
    assert question_about("Why?", selected) == "Why?\n“ninety days”"
    assert question_about("Why?", ABOUT) == question_about("Why?", None) == "Why?"
