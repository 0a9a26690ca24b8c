"""Conversations as the engine keeps them, and follow-up questions as it completes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.core.types import AnswerStyle, GateMode, Turn
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    ForgetTaken,
    IndexDone,
    JobDone,
    JobFailed,
    ListTalks,
    LoadTalk,
    PassagesFound,
    PutTalk,
    QuestionCompleted,
    RenameTalk,
    TakeTalk,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from tests.engine.service_stage import Stage

KEY = "a" * 32
HISTORY = (Turn("How is green tea brewed?", "At eighty degrees."),)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "tea.txt").write_text("Green tea is brewed at eighty degrees.\n", encoding="utf-8")
    return folder


def add(stage: Stage, folder: Path) -> None:
    stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)


def quote(stage: Stage, question: str, *, talk: str = KEY, place: int = 1, **more: bool) -> int:
    """Ask by quotation, which needs no generator; return the job."""
    job = stage.start(
        lambda job: Ask(
            job,
            question,
            HISTORY if place > 1 else (),
            GateMode.ALWAYS,
            style=AnswerStyle.QUOTE,
            talk=talk,
            place=place,
            **more,
        )
    )
    ending = stage.events.ending(job)
    assert isinstance(ending, AnswerDone)
    assert ending.kept
    return job


def listed(stage: Stage, query: str = "") -> list[str]:
    done = stage.run(lambda job: ListTalks(job, query), TalksListed)
    return [each.title for each in done.talks]


def load(stage: Stage) -> TalkLoaded:
    return stage.run(lambda job: LoadTalk(job, KEY), TalkLoaded)


def test_an_answer_is_kept_with_all_that_was_shown(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        job = quote(stage, "How is green tea brewed?")
        answer = stage.events.of(AnswerDone, job)[0].answer
        words = stage.events.of(PassagesFound, job)[0].words
    with Stage(library) as stage:
        loaded = load(stage)
        assert loaded.talk is not None
        (kept,) = loaded.talk.exchanges
        assert (kept.question, kept.answer, kept.words) == (
            "How is green tea brewed?",
            answer,
            words,
        )
        assert loaded.lost == ()
        assert listed(stage, "TEA") == ["How is green tea brewed?"]


def test_without_a_conversation_nothing_is_kept(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        quote(stage, "How is green tea brewed?", talk="")
        assert listed(stage) == []


def test_a_follow_up_is_completed_and_said(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        quote(stage, "How is green tea brewed?")
        job = quote(stage, "Why?", place=2)
        (said,) = stage.events.of(QuestionCompleted, job)
        assert said.question == "How is green tea brewed? Why?"
        talk = load(stage).talk
        assert talk is not None
        assert (talk.exchanges[1].question, talk.exchanges[1].searched_for) == (
            "Why?",
            said.question,
        )
        job = quote(stage, "Why?", place=3, as_written=True)
        assert stage.events.of(QuestionCompleted, job) == []


def test_taking_putting_back_and_renaming(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        quote(stage, "How is green tea brewed?")
        quote(stage, "Is green tea good for cats?", place=2)
        stage.run(lambda job: RenameTalk(job, KEY, "Tea"), JobDone)
        assert listed(stage) == ["Tea"]
        before = load(stage).talk
        end = stage.run(lambda job: TakeTalk(job, KEY, 2), TalkTaken)
        assert end.exchanges == 1
        whole = stage.run(lambda job: TakeTalk(job, KEY), TalkTaken)
        assert whole.exchanges == 1
        assert listed(stage) == []
        assert load(stage).talk is None
        stage.run(lambda job: PutTalk(job, whole.job), JobDone)
        stage.run(lambda job: PutTalk(job, end.job), JobDone)
        assert load(stage).talk == before
        assert stage.run(lambda job: TakeTalk(job, "b" * 32), TalkTaken).exchanges == 0


def test_what_cannot_be_undone_any_more_is_gone(library: Path, folder: Path) -> None:
    with Stage(library) as stage:
        add(stage, folder)
        quote(stage, "How is green tea brewed?")
        taken = stage.run(lambda job: TakeTalk(job, KEY), TalkTaken).job
        stage.run(lambda job: ForgetTaken(job, taken), JobDone)
        failed = stage.run(lambda job: PutTalk(job, taken), JobFailed)
        assert failed.what == "The conversation could not be brought back."
        quote(stage, "Is green tea good for cats?")
        taken = stage.run(lambda job: TakeTalk(job, KEY), TalkTaken).job
    with Stage(library) as stage:  # deleted stays deleted
        assert listed(stage) == []
        stage.run(lambda job: PutTalk(job, taken), JobFailed)
        assert listed(stage) == []


def test_an_answer_outlives_its_source_and_says_so(library: Path, folder: Path) -> None:
    file = folder / "tea.txt"
    with Stage(library) as stage:
        add(stage, folder)
        quote(stage, "How is green tea brewed?")
        file.write_text("Green tea is brewed at seventy degrees.\n", encoding="utf-8")
        add(stage, folder)
        loaded = load(stage)
        assert [each.changed for each in loaded.lost] == [True]
        assert loaded.talk is not None
        answer = loaded.talk.exchanges[0].answer
        assert answer is not None
        assert "eighty" in answer.citations[0].text
        file.unlink()
        add(stage, folder)
        assert [each.changed for each in load(stage).lost] == [False]


def test_a_cancelled_answer_is_not_kept(library: Path, folder: Path) -> None:
    """Its conversation may have been deleted between its end and its keeping."""
    with Stage(library) as stage:
        add(stage, folder)
        job = quote(stage, "How is green tea brewed?", talk="")
        answer = stage.events.of(AnswerDone, job)[0].answer
        token = CancelToken()
        token.cancel()
        asked = Ask(99, "How?", (), GateMode.ALWAYS, talk=KEY, place=1)
        with pytest.raises(CancelledJobError):
            stage.engine._talks.keep(asked, "How?", answer, token)
        assert listed(stage) == []
