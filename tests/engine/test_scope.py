"""Questions within a scope, through a whole engine: collections are told of, and nothing from
outside reaches a prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.scopes import Collection, CollectionPlace, Scope
from app.core.types import AnswerStyle, GateMode, Turn
from app.engine.protocol import (
    AddPaths,
    AnswerDone,
    Ask,
    CollectionsTold,
    DeleteCollection,
    IndexDone,
    Inspect,
    InspectDone,
    JobDone,
    JobFailed,
    ListCollections,
    PassagesFound,
    PutCollection,
    RemovePaths,
    Search,
    SearchDone,
)
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

INSIDE, OUTSIDE = "The notice period is ninety days.", "The notice period is forty days."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    for name, text in (("lease", INSIDE), ("offer", OUTSIDE)):
        (folder / name).mkdir(parents=True)
        (folder / name / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


def add(stage: Stage, *paths: Path) -> None:
    stage.run(lambda job: AddPaths(job, tuple(map(str, paths))), IndexDone)


def put(stage: Stage, name: str, *paths: Path, number: int = 0) -> Collection:
    places = tuple(CollectionPlace(str(each)) for each in paths)
    stage.run(lambda job: PutCollection(job, Collection(number, name, places)), JobDone)
    return next(each for each in told(stage) if each.name == name)


def told(stage: Stage) -> tuple[Collection, ...]:
    return stage.events.of(CollectionsTold)[-1].collections


def ask(stage: Stage, scope: Scope, *, mode: GateMode = GateMode.ALWAYS, **more: object) -> Ask:
    history: tuple[Turn, ...] = more.pop("history", ())  # type: ignore[assignment]
    return Ask(stage.next_job(), "What is the notice period?", history, mode, scope=scope, **more)  # type: ignore[arg-type]


def prompts_of(generator: ScriptedGenerator) -> str:
    branched = [each for call in generator.branchings for each in call.texts]
    return "\n".join([*(call.text for call in generator.calls), *branched])


def test_search_and_its_reasons_stay_inside(library: Path, folder: Path) -> None:
    with Stage(library, ScriptedModels()) as stage:
        add(stage, folder)
        scope = Scope(0, (str(folder / "lease"),))
        found = stage.run(lambda job: Search(job, "notice period", 9, scope), SearchDone)
        assert [each.text for each in found.passages] == [INSIDE]
        opened = stage.run(
            lambda job: Inspect(job, "notice period", 9, 50, "weighted", 0.7, 0, scope), InspectDone
        )
        assert [each.passage.text for each in opened.inspection.passages] == [INSIDE]


@pytest.mark.parametrize("style", list(AnswerStyle))
def test_nothing_from_outside_reaches_an_answer(
    library: Path, folder: Path, style: AnswerStyle
) -> None:
    generator = ScriptedGenerator(Reply("Ninety days [1]."))
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        add(stage, folder)
        lease = put(stage, "Lease", folder / "lease")
        earlier = (
            Turn("And in the offer?", "It is forty days there."),
            Turn("Where is it?", "In clause seven.", lease.scope),
        )
        request = ask(stage, lease.scope, style=style, history=earlier)
        stage.send(request)
        done = stage.events.ending(request.job)
        assert isinstance(done, AnswerDone)
        answer = done.answer
        assert {each.text for each in answer.passages} == {INSIDE}
        assert all("forty" not in each.text for each in answer.citations)
        found = stage.events.of(PassagesFound, request.job)
        assert {each.text for event in found for each in event.passages} == {INSIDE}
        assert answer.scope == lease.scope
        assert answer.scope.name == "Lease"
        read = prompts_of(generator)
        assert "forty days" not in read  # neither the passage nor the answer made from it
        if style is AnswerStyle.WRITTEN:
            assert "In clause seven." in read


def test_an_answer_from_a_part_may_be_read_when_all_is_asked(library: Path, folder: Path) -> None:
    generator = ScriptedGenerator(Reply("Ninety days [1]."))
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        add(stage, folder)
        part = Scope(0, (str(folder / "lease"),))
        request = ask(stage, Scope(), history=(Turn("Where?", "In clause seven.", part),))
        stage.send(request)
        assert isinstance(stage.events.ending(request.job), AnswerDone)
        assert "In clause seven." in prompts_of(generator)


def test_collections_are_told_of_whenever_one_is_otherwise(library: Path, folder: Path) -> None:
    with Stage(library, ScriptedModels()) as stage:
        stage.run(ListCollections, JobDone)
        assert told(stage) == ()
        made = put(stage, "Lease", folder / "lease")
        assert [each.files for each in made.places] == [0]  # nothing was added yet
        add(stage, folder)
        stage.events.wait_for(
            CollectionsTold, lambda event: bool(event.collections) and not event.collections[0].left
        )
        stage.run(lambda job: RemovePaths(job, (str(folder / "lease"),)), JobDone)
        (gone,) = told(stage)
        assert gone.left == gone.places
        renamed = put(stage, "Contracts", folder / "lease", number=made.collection_id)
        assert (renamed.collection_id, told(stage)) == (made.collection_id, (renamed,))
        stage.run(lambda job: DeleteCollection(job, made.collection_id), JobDone)
        assert told(stage) == ()


def test_a_scope_without_anything_fails_with_a_way_on(library: Path, folder: Path) -> None:
    with Stage(library, ScriptedModels()) as stage:
        add(stage, folder)
        for scope in (Scope(99), Scope(0, (str(folder / "nowhere"),))):
            request = ask(stage, scope)
            stage.send(request)
            failed = stage.events.ending(request.job)
            assert isinstance(failed, JobFailed)
            assert failed.next_step == "Choose something else, or ask everything."


def test_a_taken_name_fails_and_changes_nothing(library: Path, folder: Path) -> None:
    with Stage(library, ScriptedModels()) as stage:
        put(stage, "Lease", folder)
        job = stage.start(lambda number: PutCollection(number, Collection(0, "LEASE")))
        assert isinstance(stage.events.ending(job), JobFailed)
        assert [each.name for each in told(stage)] == ["Lease"]
