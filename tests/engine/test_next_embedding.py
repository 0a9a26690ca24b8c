"""Another embedder: the old one answers until the vectors of the new one are all there."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.core.errors import EnvironmentProblem
from app.core.settings import Settings
from app.engine.protocol import AddPaths, EmbedderPrepared, IndexDone, Inspect, InspectDone
from app.engine.service import Engine
from app.index.next_vectors import FILE, peek_embedder
from tests.engine.service_stage import DEADLINE_S, Requests, ScriptedModels, WatchedEmbedder
from tests.fakes import HashedEmbedder

QUERY = "How long is the notice period?"


class Changing(Requests):
    """An engine with one embedder, and another to come."""

    def __init__(
        self, library: Path, now: HashedEmbedder, coming: HashedEmbedder | Exception | None = None
    ) -> None:
        super().__init__()
        to_come = None if coming is None else ScriptedModels(embedder=coming, embedder_id="new")
        self.engine = Engine(
            library, Settings(), ScriptedModels(embedder=now), self.events, coming=to_come
        )

    def __enter__(self) -> Changing:
        return self

    def __exit__(self, *_error: object) -> None:
        self.engine.close()

    def send(self, message: object) -> None:
        self.engine.handle(message)  # type: ignore[arg-type]  # a message

    def found_by_meaning(self) -> int:
        done = self.run(lambda job: Inspect(job, QUERY, 5, 50, "weighted", 0.7), InspectDone)
        return sum(each.passage.dense_rank is not None for each in done.inspection.passages)


@pytest.fixture
def indexed(library: Path, tmp_path: Path) -> Path:
    """A library whose vectors are the old embedder's."""
    folder = tmp_path / "papers"
    folder.mkdir()
    for n in range(6):
        text = f"Paper {n}. The notice period of contract {n} is ninety days.\n"
        (folder / f"{n}.txt").write_text(text, encoding="utf-8")
    with Changing(library, HashedEmbedder(identity="old")) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
    return library


def is_ready(state: EmbedderPrepared) -> bool:
    return state.ready


def test_the_old_one_answers_and_the_new_one_takes_over_at_the_next_start(indexed: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def wait(batch: int) -> None:
        if batch == 0:
            begun.set()
            assert go_on.wait(DEADLINE_S)

    coming = WatchedEmbedder(on_batch=wait, identity="new")
    with Changing(indexed, HashedEmbedder(identity="old"), coming) as stage:
        stage.engine.warm_up()
        assert begun.wait(DEADLINE_S)
        assert stage.found_by_meaning() > 0  # by the old one's vectors
        go_on.set()
        told = stage.events.wait_for(EmbedderPrepared, is_ready)
        assert (told.name, told.done) == ("new", told.total)
        assert told.total >= 6
    found = peek_embedder(indexed)
    assert found is not None
    assert found.identity == "old"
    new = WatchedEmbedder(identity="new")
    with Changing(indexed, new) as stage:
        stage.engine.warm_up()
        assert stage.found_by_meaning() > 0
        assert new.batches == 0  # nothing was embedded again
    assert not (indexed / FILE).exists()


def test_what_was_made_is_kept_when_the_engine_ends(indexed: Path) -> None:
    first = WatchedEmbedder(identity="new")
    with Changing(indexed, HashedEmbedder(identity="old"), first) as stage:
        stage.engine.warm_up()
        stage.events.wait_for(EmbedderPrepared, is_ready)
    assert first.batches > 0
    again = WatchedEmbedder(identity="new")
    with Changing(indexed, HashedEmbedder(identity="old"), again) as stage:
        stage.engine.warm_up()
        stage.events.wait_for(EmbedderPrepared, is_ready)
    assert again.batches == 0


def test_going_back_forgets_what_was_prepared(indexed: Path) -> None:
    with Changing(indexed, HashedEmbedder(identity="old"), HashedEmbedder(identity="new")) as stage:
        stage.engine.warm_up()
        stage.events.wait_for(EmbedderPrepared, is_ready)
    old = WatchedEmbedder(identity="old")
    with Changing(indexed, old) as stage:
        stage.engine.warm_up()
        assert stage.found_by_meaning() > 0
        assert old.batches == 0
    assert not (indexed / FILE).exists()


def test_an_embedder_that_does_not_load_is_told_and_the_old_one_goes_on(indexed: Path) -> None:
    broken = EnvironmentProblem("The model is broken.", next_step="Fetch it again.")
    with Changing(indexed, HashedEmbedder(identity="old"), broken) as stage:
        stage.engine.warm_up()
        told = stage.events.wait_for(EmbedderPrepared)
        assert told.trouble.startswith("The model is broken.")
        assert not told.ready
        assert stage.found_by_meaning() > 0
