"""The gate in the window: its words, panel, plot, share, settings and calibration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.core.settings import TABLE, Settings
from app.core.types import (
    AnswerSource,
    AnswerStyle,
    GateEvidence,
    GateMode,
    GateReport,
    GateSignal,
)
from app.engine.protocol import (
    AnswerDone,
    AnswerText,
    Ask,
    CalibrateGate,
    CalibrationProgress,
    Cancel,
    DraftText,
    GateCalibrated,
    GateDecided,
    JobCancelled,
    JobFailed,
    PassagesFound,
    QuoteFound,
)
from app.ui import gate_words
from app.ui.exchange_view import ExchangeView
from app.ui.gate_dialog import GateDialog
from app.ui.gate_plot import DraftSteps, GatePlot, _apart
from app.ui.gate_share import SearchShare
from app.ui.gate_values import GateChoice
from app.ui.language import install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from tests.ui.gallery_answers import LEASE, LEASE_WORDS, QUOTE
from tests.ui.gallery_gate import evidence, sure, unsure
from tests.ui.scripted import SOME, FakeEngine, answer, gate

Asked = tuple[ExchangeView, int]


@pytest.fixture
def ask(window: MainWindow, engine: FakeEngine) -> Callable[..., Asked]:
    """Puts a question; returns its view and its job's number."""
    engine.become_ready(SOME)

    def put(question: str = "Quanto?", mode: GateMode = GateMode.AUTO) -> Asked:
        window.chat_control.ask(question, mode)
        return window.chat.exchanges[-1], engine.last(Ask).job

    return put


def finish(engine: FakeEngine, job: int, report: GateReport) -> None:
    source = AnswerSource.DOCUMENTS if report.retrieved else AnswerSource.MEMORY
    passages = LEASE if report.retrieved else tuple(replace(each, used=False) for each in LEASE)
    citations = None if report.retrieved else ()
    done = answer("Ottocento.", passages, source=source, report=report, citations=citations)
    engine.say(GateDecided(job, report), AnswerDone(job, done))


# ------------------------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (
            GateReport(GateMode.AUTO, GateSignal.MARGIN, 0.03, 0.06, False, 8),
            "It was sure of its own words (0.03, searched above 0.06), "
            "so it answered without your documents.",
        ),
        (
            GateReport(GateMode.AUTO, GateSignal.ENTROPY, 0.604, 0.6, True, 8),
            "It was not sure of its own words (0.604, searched above 0.600), "
            "so it turned to your documents.",
        ),
        (
            GateReport(GateMode.AUTO, GateSignal.VARIANCE, 0.4, 0.1, False, 8),
            "It was not sure of its own words (0.40, searched above 0.10), "
            "but no passage was found to read.",
        ),
        (
            GateReport(GateMode.AUTO, GateSignal.EVIDENCE, 0.9, 0.5, True, 8),
            "Its draft and what the search found speak for your documents "
            "(0.90, searched above 0.50), so it turned to them.",
        ),
        (
            GateReport(GateMode.AUTO, GateSignal.EVIDENCE, 0.1, 0.5, False, 8),
            "Neither its draft nor what the search found speaks for your documents "
            "(0.10, searched above 0.50), so it answered without them.",
        ),
        (
            GateReport(GateMode.AUTO, GateSignal.EVIDENCE, 0.9, 0.5, True, 0),
            "What the search found speaks for your documents whatever a draft says "
            "(0.90, searched above 0.50), so it turned to them at once.",
        ),
        (
            GateReport(GateMode.AUTO, GateSignal.MARGIN, None, 0.5, True, 0),
            "There was no draft to judge by, so it turned to your documents.",
        ),
        (
            GateReport(GateMode.ALWAYS, GateSignal.MARGIN, None, None, True, 0),
            "You asked for your documents, so they were read and nothing was weighed.",
        ),
        (
            GateReport(GateMode.NEVER, GateSignal.MARGIN, None, None, False, 0),
            "You asked for no documents, so none was read and nothing was weighed.",
        ),
    ],
)
def test_the_decision_is_said_in_a_sentence(report: GateReport, said: str) -> None:
    assert gate_words.decision(report) == said


def test_what_evidence_says_is_called_a_probability() -> None:
    assert gate_words.gate_numbers(evidence()) == "P 0.91 > τ 0.50"
    assert gate_words.gate_numbers(unsure()) == "U 0.26 > τ 0.10"


def test_evidence_is_said_in_words_and_numbers() -> None:
    values = [value for _, value in gate_words.evidence_rows(GateEvidence(0.871, 0.72, 0.2, 0.8))]
    assert values == [
        "0.87",
        "most of them (72\N{NO-BREAK SPACE}%)",
        "hardly any in common (20\N{NO-BREAK SPACE}%)",
        "your own affairs (0.80)",
    ]
    values = [value for _, value in gate_words.evidence_rows(GateEvidence(0.8, 0.25, 1.0))]
    assert values == [
        "0.80",
        "some (25\N{NO-BREAK SPACE}%)",
        "nearly the same ones (100\N{NO-BREAK SPACE}%)",
        "not clear (0.00)",
    ]


# ------------------------------------------------------------------------------------- plot


@pytest.fixture
def plot(look: Look, qtbot: QtBot) -> GatePlot:
    made = GatePlot(look)
    qtbot.addWidget(made)
    made.resize(400, made.sizeHint().height())
    made.show_steps(unsure())
    made.show()
    return made


def test_bars_are_as_high_as_their_steps(plot: GatePlot) -> None:
    steps = DraftSteps.of(unsure())
    assert steps is not None
    assert steps.mean == pytest.approx(sum(unsure().steps) / 20)
    tallest, half = plot.bar_area(6), plot.bar_area(18)
    assert tallest.height() / half.height() == pytest.approx(0.92 / 0.83)
    assert tallest.bottom() == pytest.approx(half.bottom())
    assert [steps.is_over(step) for step in (0, 2, 6)] == [True, False, True]


def test_a_sure_draft_does_not_fill_the_plot(plot: GatePlot) -> None:
    calm = replace(sure(), steps=(0.001,) * 8)
    steps = DraftSteps.of(calm)
    assert steps is not None
    assert steps.top > 0.05  # τ and a least height are in sight
    plot.show_steps(calm)
    assert plot.bar_area(0).height() < 3


def test_evidence_has_no_threshold_among_its_steps() -> None:
    steps = DraftSteps.of(evidence())
    assert steps is not None
    assert steps.threshold is None
    assert not steps.is_over(6)


def test_the_end_of_a_draft_has_no_text(plot: GatePlot) -> None:
    plot.show_steps(replace(sure(), draft=sure().draft[:-1]))
    assert plot.step_text(7) == "Token 8 of 8: the end or a space, 0.03"


def test_the_pointer_finds_the_token_and_its_tip(plot: GatePlot, qtbot: QtBot) -> None:
    place = QPoint(round(plot.bar_area(6).center().x()), 3)
    assert plot.step_at(place.x()) == 6
    assert plot.step_at(399) == -1
    QTest.mouseMove(plot, place)
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        plot.mapToGlobal(QPointF(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(plot, move)
    assert plot.chosen == 6
    QApplication.sendEvent(plot, QHelpEvent(QEvent.Type.ToolTip, place, plot.mapToGlobal(place)))
    qtbot.waitUntil(lambda: "Token 7 of 20: “750”, 0.92" in QToolTip.text())


def test_keys_step_from_token_to_token(plot: GatePlot, qtbot: QtBot) -> None:
    def press(key: Qt.Key) -> int:
        qtbot.keyClick(plot, key)
        return plot.chosen

    moves = (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End)
    assert [press(key) for key in moves] == [0, 1, 0, 19]
    assert press(Qt.Key.Key_Right) == 19
    assert press(Qt.Key.Key_Up) == 6
    assert plot.accessibleDescription() == "Token 7 of 20: “750”, 0.92"
    assert press(Qt.Key.Key_Home) == 0


def test_the_plot_is_told_to_those_who_cannot_see_it(plot: GatePlot) -> None:
    assert plot.accessibleName() == "How unsure each word of the draft was"
    said = plot.accessibleDescription()
    assert said == "20 tokens; U 0.26; τ 0.10; Least sure of “750”, 0.92"


def test_nothing_to_draw_hides_the_plot(plot: GatePlot) -> None:
    plot.show_steps(gate(retrieved=True, mode=GateMode.ALWAYS))
    assert not plot.isVisible()
    assert plot.step_text(0) == ""
    assert plot.step_at(3) == -1


@pytest.mark.parametrize("heights", [[10.0, 12.0], [12.0, 10.0], [70.0, 69.0], [0.0, 1.0]])
def test_names_of_lines_do_not_overlap(heights: list[float]) -> None:
    places = _apart(heights, 14.0, 70.0)
    assert abs(places[0] - places[1]) >= 14.0
    assert (places[0] < places[1]) == (heights[0] < heights[1])
    assert max(places) <= 63.0


def test_names_of_lines_that_are_apart_stay() -> None:
    assert _apart([10.0, 40.0], 14.0, 70.0) == [10.0, 40.0]
    assert _apart([69.0], 14.0, 70.0) == [63.0]


# ------------------------------------------------------------------------------------ panel


def test_the_badge_opens_the_panel(
    engine: FakeEngine, ask: Callable[..., Asked], qtbot: QtBot
) -> None:
    view, job = ask()
    finish(engine, job, unsure())
    panel = view.footer.panel
    assert not panel.isVisible()
    qtbot.mouseClick(view.footer.badge, Qt.MouseButton.LeftButton)
    assert panel.isVisible()
    assert panel.decision.text() == gate_words.decision(unsure())
    assert panel.draft.text() == "".join(unsure().draft)
    assert panel.plot.isVisible()
    assert panel.cost.text().splitlines() == [
        "The draft: 1,240 ms, 41 tokens read, 20 tokens written. "
        "It was not used: this is what deciding cost.",
        "Reading your documents: 5,200 ms, 1,100 tokens read.",
        "First words after 6.1 s, done after 9.8 s, 1,204 tokens read, 61 written.",
    ]
    qtbot.keyClick(view.footer.numbers, Qt.Key.Key_Space)
    assert not panel.isVisible()


def test_a_no_says_what_it_saved(engine: FakeEngine, ask: Callable[..., Asked]) -> None:
    view, job = ask()
    finish(engine, job, sure())
    lines = view.footer.panel.cost.text().splitlines()
    assert lines[0].startswith("The draft: 611 ms, 33 tokens read, 8 tokens written. The answer")
    assert lines[1] == "Saved: reading the 3 passages found."


def test_nothing_is_said_that_is_not_known(engine: FakeEngine, ask: Callable[..., Asked]) -> None:
    view, job = ask(mode=GateMode.ALWAYS)
    finish(engine, job, gate(retrieved=True, mode=GateMode.ALWAYS))
    view.footer.open_panel(shown=True)
    panel = view.footer.panel
    assert not panel.draft.isVisible()
    assert not panel.plot.isVisible()
    assert "draft" not in panel.cost.text().lower()
    unknown = gate(retrieved=True)  # no steps, no time
    panel.show_gate(unknown, "Vier <b>")
    assert panel.draft.text() == "Vier <b>"
    assert not panel.plot.isVisible()
    assert panel.cost.text().startswith("The draft: 20 tokens written.")


def test_evidence_is_shown_with_its_decision(engine: FakeEngine, ask: Callable[..., Asked]) -> None:
    view, job = ask()
    finish(engine, job, evidence())
    said = [each.accessibleName() for each in view.footer.panel.evidence]
    assert said[1].startswith("The question’s telling words that one passage holds: most of them")
    other, job = ask()
    finish(engine, job, unsure())
    assert other.footer.panel.evidence == ()


def test_nothing_moves_when_a_draft_gives_way(
    engine: FakeEngine, ask: Callable[..., Asked], qtbot: QtBot
) -> None:
    view, job = ask()
    engine.say(PassagesFound(job, LEASE, LEASE_WORDS), QuoteFound(job, QUOTE))
    engine.say(DraftText(job, "Il canone è di mille euro al mese, salvo errori. " * 4))
    qtbot.waitUntil(lambda: view.browser.toPlainText().startswith("Il canone"))
    qtbot.waitUntil(lambda: view.quote.y() > view.browser.geometry().bottom() > 60)
    top, height = view.quote.y(), view.browser.height()
    engine.say(GateDecided(job, unsure()))
    QApplication.processEvents()
    assert view.quote.y() == top
    engine.say(AnswerText(job, "Ottocento"))
    qtbot.waitUntil(lambda: view.browser.toPlainText() == "Ottocento")
    QApplication.processEvents()
    assert view.quote.y() == top
    finish(engine, job, unsure())
    assert view.browser.height() < height


def test_a_stopped_answer_leaves_no_reason_behind(
    engine: FakeEngine, ask: Callable[..., Asked]
) -> None:
    view, job = ask()
    engine.say(DraftText(job, "Mille"), GateDecided(job, unsure()), JobCancelled(job))
    assert view.browser.toPlainText() == ""


# ------------------------------------------------------------------------------------ share


def test_a_share_counts_questions_and_decisions() -> None:
    always = gate(retrieved=True, mode=GateMode.ALWAYS)
    share = SearchShare.of([gate(retrieved=False), gate(retrieved=True), always])
    assert share == SearchShare(3, 2, 2, 1)
    assert share.share == pytest.approx(2 / 3)
    assert SearchShare().share == 0


def test_the_share_of_a_conversation_grows_with_it(
    window: MainWindow, engine: FakeEngine, ask: Callable[..., Asked]
) -> None:
    strip = window.chat.share
    height = strip.height()
    assert strip.text.text == ""
    _view, job = ask()
    engine.say(GateDecided(job, sure()))
    assert strip.text.text == "Searched for 0 of 1 question"
    finish(engine, job, sure())
    _view, job = ask()
    engine.say(GateDecided(job, unsure()))
    assert strip.text.text == "Searched for 1 of 2 questions"
    assert strip.bar.share == 0.5
    assert "each time" in strip.text.toolTip()
    finish(engine, job, unsure())
    _view, job = ask(mode=GateMode.ALWAYS)
    finish(engine, job, gate(retrieved=True, mode=GateMode.ALWAYS))
    assert strip.text.text == "Searched for 2 of 3 questions"
    assert "for 1 of 2" in strip.text.toolTip()
    assert strip.height() == height
    window.chat.clear()
    assert strip.text.text == ""
    assert not strip.bar.isVisible()


def test_a_quotation_counts_as_searched(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready(SOME)
    window.chat_control.ask("Quanto?", GateMode.ALWAYS, AnswerStyle.QUOTE)
    report = gate(retrieved=True, mode=GateMode.ALWAYS)
    done = replace(answer("x", LEASE, report=report), style=AnswerStyle.QUOTE)
    engine.say(AnswerDone(engine.last(Ask).job, done))
    assert window.chat.share.text.text == "Searched for 1 of 1 question"


# --------------------------------------------------------------------------------- settings


@pytest.fixture
def dialog(window: MainWindow, engine: FakeEngine) -> GateDialog:
    """The settings, after twelve questions."""
    engine.become_ready(SOME)
    for number in range(12):
        window.gate_control.note_question(f"Question {number}?")
    window.chat.share.gear.click()
    assert window.gate_control.dialog is not None
    return window.gate_control.dialog


def test_every_signal_can_be_chosen_and_saved(dialog: GateDialog) -> None:
    (setting,) = [each for each in TABLE if each.key == "gate.signal"]
    assert list(dialog.signals) == list(GateSignal)
    assert set(setting.choices) == {each.value for each in GateSignal}
    assert all(button.accessibleDescription() for button in dialog.signals.values())


def test_choosing_is_told_and_asked_with(
    window: MainWindow, engine: FakeEngine, dialog: GateDialog, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.gate_chosen) as told:
        dialog.signals[GateSignal.ENTROPY].click()
    assert told.args == [GateChoice(GateSignal.ENTROPY, 0.3)]
    dialog.slider.setValue(7)
    assert window.gate_control.choice == GateChoice(GateSignal.ENTROPY, 0.7)
    assert dialog.promise.text() == "Searches about 7 of 10 questions."
    window.chat_control.ask("Quanto?", GateMode.AUTO)
    assert engine.last(Ask).signal is GateSignal.ENTROPY


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0, "Searches for hardly any question."),
        (3, "Searches about 3 of 10 questions."),
        (10, "Searches for nearly every question."),
    ],
)
def test_the_slider_says_what_it_does(dialog: GateDialog, value: int, said: str) -> None:
    dialog.slider.setValue(value)
    assert dialog.promise.text() == dialog.slider.accessibleDescription() == said


def test_few_questions_are_not_calibrated_on(window: MainWindow, engine: FakeEngine) -> None:
    engine.become_ready(SOME)
    window.chat_control.ask("Quanto?", GateMode.AUTO)
    window.gate_control.show_dialog()
    dialog = window.gate_control.dialog
    assert dialog is not None
    assert not dialog.button.isEnabled()
    assert "Ask 9 more first." in dialog.hint.text()
    for number in range(9):
        window.gate_control.note_question(f"Question {number}?")
    assert dialog.button.isEnabled()
    assert "the 10 questions you asked here" in dialog.hint.text()


def test_questions_are_calibrated_on(
    window: MainWindow, engine: FakeEngine, dialog: GateDialog, qtbot: QtBot
) -> None:
    window.gate_control.note_question("Question 0?")  # again: it counts once, as the newest
    dialog.button.click()
    request = engine.last(CalibrateGate)
    assert request.questions == tuple(f"Question {n}?" for n in (*range(1, 12), 0))
    assert (request.signal, request.budget) == (GateSignal.EVIDENCE, 0.3)
    engine.say(CalibrationProgress(request.job, 2, 12))
    assert dialog.state.text() == "Drafting question 3 of 12…"
    assert dialog.button.text() == "Stop"
    window.gate_control.calibrate()
    assert len(engine.all(CalibrateGate)) == 1
    engine.say(GateCalibrated(request.job, GateSignal.EVIDENCE, 0.31, 0.2, 0.4, 3, 12))
    assert dialog.state.text() == (
        "Done: it searches above 0.31 from now on (between 0.20 and 0.40 if other questions like "
        "these had been drawn). Of your 12 questions it would search for 3."
    )
    assert not dialog.bar.isVisible()
    dialog.slider.setValue(5)  # the drafts are known: it takes effect without the button
    qtbot.waitUntil(lambda: len(engine.all(CalibrateGate)) == 2)
    assert engine.last(CalibrateGate).budget == 0.5


def test_calibrating_can_be_stopped(engine: FakeEngine, dialog: GateDialog) -> None:
    dialog.button.click()
    job = engine.last(CalibrateGate).job
    dialog.button.click()
    assert engine.last(Cancel).job == job
    engine.say(JobCancelled(job))
    assert dialog.state.text() == "Stopped. The threshold is as it was."
    assert dialog.button.text() == "Calibrate on my questions"


def test_a_failure_is_said(engine: FakeEngine, dialog: GateDialog) -> None:
    dialog.button.click()
    engine.say(JobFailed(engine.last(CalibrateGate).job, "No model.", "It is gone.", "Fetch it."))
    assert dialog.state.text() == "No model. It is gone. Fetch it."
    assert not dialog.busy


def test_closing_the_settings_stops_calibrating(
    window: MainWindow, engine: FakeEngine, dialog: GateDialog
) -> None:
    dialog.button.click()
    job = engine.last(CalibrateGate).job
    dialog.accept()
    assert engine.last(Cancel).job == job
    engine.say(CalibrationProgress(job, 3, 6), JobCancelled(job))
    assert window.gate_control.dialog is None
    window.gate_control.show_dialog()
    assert window.gate_control.dialog is not None


def test_the_choice_comes_from_the_settings() -> None:
    settings = Settings({"gate.signal": "variance", "gate.budget": 0.45})
    choice = GateChoice.from_settings(settings)
    assert choice == GateChoice(GateSignal.VARIANCE, 0.45)
    assert choice.of_ten == 4


def test_the_panel_speaks_italian(qapp: QApplication, look: Look, qtbot: QtBot) -> None:
    translators = install_language(qapp, "it")
    try:
        plot = GatePlot(look)
        qtbot.addWidget(plot)
        plot.show_steps(unsure())
        assert plot.step_text(6) == "Token 7 di 20: “750”, 0,92"
        assert gate_words.decision(sure()).startswith("Era sicuro delle proprie parole (0,03, si")
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)
