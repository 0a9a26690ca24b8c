"""The generator is ready before it is asked, and whatever else is to be done goes first."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.core.types import GateMode, Turn
from app.engine.protocol import AddPaths, AnswerDone, Ask, IndexDone
from tests.engine.service_stage import DEADLINE_S, ScriptedModels, Stage, StuckGenerator
from tests.fakes import ScriptedGenerator


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    text = "The garden is open from nine to seven, and the gate is closed on every Sunday.\n"
    (folder / "garden.txt").write_text(text * 3, encoding="utf-8")
    return folder


class Watched(ScriptedGenerator):
    """Tells when a text was prepared; the first one that is computed may be held up."""

    def __init__(self, *, hold: bool = False) -> None:
        super().__init__("At nine.", on_chunk=self._chunk)
        self.computing = threading.Event()
        self.release = threading.Event()
        self.done = threading.Condition()
        if not hold:
            self.release.set()

    def _chunk(self, _done: int) -> None:
        self.computing.set()
        assert self.release.wait(DEADLINE_S)

    def prepare(self, *arguments: object, **options: object) -> int:
        count = super().prepare(*arguments, **options)  # type: ignore[arg-type]  # passed through
        with self.done:
            self.done.notify_all()
        return count

    def wait_for(self, computed: int) -> None:
        """Wait until so many texts were computed."""
        with self.done:
            assert self.done.wait_for(
                lambda: sum(count > 0 for _, count in self.prepared) >= computed, DEADLINE_S
            ), self.prepared


def fill(stage: Stage, folder: Path) -> None:
    stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)


def test_beginnings_are_computed_while_nobody_asks_and_not_again_for_a_question(
    library: Path, folder: Path
) -> None:
    generator = Watched()
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        fill(stage, folder)
        stage.engine.warm_up()
        generator.wait_for(2)  # the check, and the wording in the library's language
        stage.ask("When does the garden open?", GateMode.ALWAYS)
    check, wording = [text for text, count in generator.prepared if count]
    assert "answerable" not in check
    assert "Corvena" in wording
    asked = [call for call in generator.calls if call.text.startswith(wording)]
    assert asked
    assert all(call.computed < len(call.tokens) / 4 for call in asked)


def test_nothing_is_computed_beforehand_for_a_single_question(library: Path, folder: Path) -> None:
    generator = Watched()
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        fill(stage, folder)
        stage.ask("When does the garden open?", GateMode.ALWAYS)
    assert generator.prepared, "what is on disk is fetched"
    assert all(count == 0 for _, count in generator.prepared)


def test_a_question_interrupts_the_computing_and_it_is_gone_on_with_afterwards(
    library: Path,
) -> None:
    generator = Watched(hold=True)
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        stage.engine.warm_up()
        assert generator.computing.wait(DEADLINE_S)
        job = stage.start(lambda job: Ask(job, "And the sun?", (), GateMode.NEVER))
        token = stage.engine._warm_start._running
        assert token.wait(DEADLINE_S), "it is told to stop while it computes"
        generator.release.set()
        assert isinstance(stage.events.ending(job), AnswerDone)
        generator.wait_for(1)
    assert [call.text for call in generator.calls if "And the sun?" in call.text]


def test_indexing_goes_first(library: Path, folder: Path) -> None:
    generator = Watched(hold=True)
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        stage.engine.warm_up()
        assert generator.computing.wait(DEADLINE_S)
        token = stage.engine._warm_start._running
        job = stage.start(lambda job: AddPaths(job, (str(folder),)))
        assert token.wait(DEADLINE_S)
        generator.release.set()
        assert isinstance(stage.events.ending(job), IndexDone)
        generator.wait_for(2)  # also the wording in the language of what was added


def test_closing_does_not_wait_for_it(library: Path) -> None:
    generator = Watched(hold=True)
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        stage.engine.warm_up()
        assert generator.computing.wait(DEADLINE_S)
        token = stage.engine._warm_start._running
        generator.release.set()
    assert token.cancelled


def test_what_is_prepared_is_no_word_of_anybodys(library: Path, folder: Path) -> None:
    """After a conversation over documents, and in every order: our own texts alone."""
    generator = Watched()
    history = (Turn("Quetzal questions?", "Quetzal answers."),)
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        fill(stage, folder)
        for mode in (GateMode.ALWAYS, GateMode.NEVER):
            stage.run(
                lambda job, mode=mode: Ask(job, "Does the xylophone open?", history, mode),
                AnswerDone,
            )
        stage.engine.warm_up()
        generator.wait_for(1)
        stage.run(lambda job: Ask(job, "And the zither?", history, GateMode.ALWAYS), AnswerDone)
        with generator.done:  # it goes on after the question
            assert generator.done.wait_for(lambda: len(generator.prepared) > 4, DEADLINE_S)
    assert any("Quetzal" in call.text for call in generator.calls)
    assert len(generator.prepared) > 4
    for text, _ in generator.prepared:
        for word in ("Quetzal", "xylophone", "zither", "garden", "Sunday"):
            assert word not in text


class Unwell(ScriptedGenerator):
    def prepare(self, *_arguments: object, **_options: object) -> int:
        raise RuntimeError("no")


def test_answers_do_not_depend_on_it(library: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Stage(library, ScriptedModels(generator=Unwell("Yes."))) as stage:
        stage.engine.warm_up()
        assert stage.ask("Is it so?", GateMode.NEVER).answer.text == "Yes."
    assert "preparing prompts failed" in caplog.text


def test_another_model_is_prepared_when_it_is_loaded(library: Path) -> None:
    generator = StuckGenerator()
    generator.release.set()
    with Stage(library, ScriptedModels(generator=generator)) as stage:
        for model in ("", "other"):
            before = len(generator.prepared)
            stage.run(
                lambda job, model=model: Ask(job, "So?", (), GateMode.NEVER, model_id=model),
                AnswerDone,
            )
            assert len(generator.prepared) > before
