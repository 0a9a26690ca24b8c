"""Scenes of the gallery: the list of models, its questions, and the first start."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.model_facts import ModelCandidate
from app.core.types import IndexProgress
from app.engine.protocol import (
    AddPaths,
    FetchModel,
    JobFailed,
    LookAtModel,
    ModelLookedAt,
    ModelProgressed,
    Progress,
)
from app.ui.model_manager import ModelManager
from app.ui.samples import find_samples
from tests.ui import model_facts
from tests.ui.model_facts import FakeDesk
from tests.ui.scripted import file_record, files_changed

if TYPE_CHECKING:
    from tests.ui.gallery import Stage


def _open(stage: Stage, *models: model_facts.ModelFacts) -> tuple[ModelManager, FakeDesk, FakeDesk]:
    stage.fill()
    desk, fetch = FakeDesk(texts=stage.texts), FakeDesk(texts=stage.texts)
    manager = ModelManager(stage.look, desk, fetch, stage.window)
    manager.show(stage.window)
    desk.list(*(models or model_facts.ALL))
    return manager, desk, fetch


def models(stage: Stage) -> None:
    """Every kind of card, one being fetched."""
    manager, _desk, fetch = _open(stage)
    manager.fetch("qwen-1.5b", 0)
    job = fetch.last(FetchModel).job
    fetch.say(ModelProgressed(job, 612_000_000, 1_117_320_768, "fetching"))


def models_below(stage: Stage) -> None:
    """The same, further down."""
    manager, _desk, _fetch = _open(stage)
    assert manager.dialog is not None
    manager.dialog.resize(680, 760)
    manager.dialog.reveal(model_facts.MINILM.name)


def models_none(stage: Stage) -> None:
    """Nothing is installed yet."""
    _open(stage, model_facts.HALF, model_facts.LARGE, model_facts.MINILM)


def models_fetch(stage: Stage) -> None:
    """What is said before anything is fetched."""
    manager, _desk, _fetch = _open(stage)
    manager.ask_to_fetch("qwen-1.5b")


def models_add(stage: Stage) -> None:
    """Copy, or use where it is."""
    manager, desk, _fetch = _open(stage)
    path = "/home/anna/Modèles/mistral à part.gguf"
    manager.look_at((path,))
    candidate = ModelCandidate(path, "Mistral 7B", "generator", 4_372_812_000, 5_100_000_000)
    desk.say(ModelLookedAt(desk.last(LookAtModel).job, candidate, model_facts.MACHINE.disk_free))


def models_error(stage: Stage) -> None:
    """A file that is no model."""
    manager, desk, _fetch = _open(stage)
    manager.look_at(("/home/anna/model.gguf",))
    desk.say(
        JobFailed(
            desk.last(LookAtModel).job,
            "model.gguf is not a usable model file.",
            "It is part 2 of 3 of one model.",
            "Choose a model in one file, or join the parts with llama-gguf-split --merge.",
        )
    )


def first_model(stage: Stage) -> None:
    """The first start, without a model."""
    stage.window.introduction.begin()
    stage.engine.become_ready(generator="")


def first_documents(stage: Stage) -> None:
    """The first start, with one."""
    stage.window.introduction.begin()
    stage.engine.become_ready()


def first_question(stage: Stage) -> None:
    """The sample documents are in the library."""
    first_documents(stage)
    samples = find_samples("en")
    assert samples is not None
    folder = str(samples.folder)
    stage.engine.say(files_changed(file_record(1, f"{folder}/tides.md", root=folder)))


def asked_early(stage: Stage) -> None:
    """A question while files are being read."""
    stage.fill()
    stage.window.add_paths(("/home/anna/Leggi",))
    job = stage.engine.last(AddPaths).job
    progress = IndexProgress(
        False, 3, 120, 31, 90, 400, 30_000, 910_000, "/home/anna/Leggi/a.pdf", 11.0, 31.0, 130.0
    )
    stage.engine.say(Progress(job, progress, False))
    stage.answer_from_documents()


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each
    for each in (
        models,
        models_below,
        models_none,
        models_fetch,
        models_add,
        models_error,
        first_model,
        first_documents,
        first_question,
        asked_early,
    )
}
