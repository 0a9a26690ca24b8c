"""The window's process: light, quick, and as the settings say."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent, QLocale, QObject, Signal
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.paths import default_library_dir
from app.core.scopes import Scope
from app.core.settings import Settings, load_settings
from app.core.types import About, DigestPoint, DigestTask, GateMode, LibraryTotals, Quote
from app.engine.protocol import (
    PROTOCOL_VERSION,
    AnswerDone,
    AnswerText,
    Ask,
    Cancel,
    DigestProgress,
    ForgetTaken,
    GateDecided,
    JobCancelled,
    JobFailed,
    LibraryMoved,
    ListCollections,
    ListTalks,
    LoadTalk,
    MakeDigest,
    Message,
    PassagesFound,
    PutTalk,
    QuoteFound,
    Ready,
    RemovePaths,
    Rescan,
    TakeTalk,
    TalksListed,
    TalkTaken,
)
from app.ui.application import Application, command_for
from app.ui.digest_values import Source, Wish
from app.ui.main_window import MainWindow
from app.ui.removal import Removed
from app.ui.setting_editors import ChoiceEditor
from app.ui.theme import DARK
from app.ui.waiting_line import WaitingLine
from tests.ui.scripted import answer, cite, found, gate

M = TypeVar("M", bound=Message)

HEAVY = ("torch", "sentence_transformers", "llama_cpp", "hnswlib", "numpy", "sqlite3", "pypdfium2")


def test_the_window_process_loads_nothing_heavy(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.core.settings import Settings
from app.ui.application import Application
from app.ui.child_process import ChildCommand
app = QApplication([])
window = Application(app, Path({str(tmp_path)!r}) / "l", Settings(), Path({str(tmp_path)!r}) / "s")
window.window.show()
app.processEvents()
print(sorted(name for name in {HEAVY!r} if name in sys.modules))
window.close()
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert result.stdout.strip() == "[]", result.stderr


def end(application: Application) -> None:
    """Close, and let the window go: each new style sheet is worked out for all that are there."""
    application.window.close()
    application.close()
    application.window.deleteLater()


def test_choices_of_the_window_are_kept(qapp: QApplication, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    application = Application(qapp, tmp_path / "library", Settings(), path)
    application.window.theme_chosen.emit("dark")
    assert application.look.colours is DARK
    application.window.language_chosen.emit("it")
    qapp.processEvents()
    application.window.chat.box.style_box.setCurrentIndex(1)
    stored = load_settings(path)
    assert stored.text("ui.answer_style") == "quote"
    assert (stored.text("ui.theme"), stored.text("ui.language")) == ("dark", "it")
    end(application)
    application.look.set_theme("light")
    for translator in application._translators:
        qapp.removeTranslator(translator)


def test_another_library_than_the_usual_one_has_its_name_in_the_title(
    qapp: QApplication, tmp_path: Path
) -> None:
    usual = Application(qapp, default_library_dir(), Settings(), tmp_path / "s.json")
    assert usual.window.windowTitle() == "Margine"
    end(usual)
    other = Application(qapp, tmp_path / "Casa", Settings(), tmp_path / "s.json")
    assert other.window.windowTitle() == "Casa"
    other.engine.library_moved.emit(LibraryMoved(str(tmp_path / "Ufficio"), ()))
    assert other.window.windowTitle() == "Ufficio"
    end(other)


def test_the_language_is_switched_without_a_restart(qapp: QApplication, tmp_path: Path) -> None:
    application = Application(qapp, tmp_path / "library", Settings(), tmp_path / "s.json")
    first = application.window
    first.show()
    application.settings.show_window()
    settings = application.settings.window
    assert settings is not None
    editor = settings.fields["ui.language"].editor
    assert isinstance(editor, ChoiceEditor)
    editor.box.setCurrentIndex(editor.box.findData("it"))
    qapp.processEvents()
    assert application.window is not first
    assert application.window.isVisible()
    assert not first.isVisible()
    again = application.settings.window
    assert again is not None
    assert again.windowTitle() == "Impostazioni"
    application.window.theme_chosen.emit("dark")  # heard once, by the new window alone
    assert application.look.colours is DARK
    end(application)
    application.look.set_theme("light")
    for translator in application._translators:
        qapp.removeTranslator(translator)
    QLocale.setDefault(QLocale("en"))


class Talking:
    """An application whose engine is spoken for by the test. Its window may become another."""

    def __init__(self, application: Application, sent: list[Message]) -> None:
        self.application = application
        self.engine = application.engine
        self.sent = sent
        self.ready = Ready(
            PROTOCOL_VERSION, "0", "library", "model", "embedder", LibraryTotals(0, 0, 0, 0)
        )
        self.engine._take(self.ready)
        self.settle()
        sent.clear()

    @property
    def window(self) -> MainWindow:
        return self.application.window

    def settle(self) -> None:
        """Nothing else is being done."""
        for each in list(self.engine._jobs.values()):
            self.engine.forget(each)

    def last(self, kind: type[M]) -> M:
        return [each for each in self.sent if isinstance(each, kind)][-1]

    def ask(self, question: str) -> int:
        self.window.chat_control.ask(question, GateMode.AUTO)
        return self.last(Ask).job


@pytest.fixture
def talking(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[Talking]:
    settings = Settings(getattr(request, "param", {}))
    application = Application(qapp, tmp_path / "library", settings, tmp_path / "s.json")
    sent: list[Message] = []
    monkeypatch.setattr(application.engine, "_send", sent.append)
    yield Talking(application, sent)
    end(application)
    for translator in application._translators:
        qapp.removeTranslator(translator)
    QLocale.setDefault(QLocale("en"))


def test_an_answer_is_waited_for_and_its_conversation_goes_on_in_the_other_language(
    talking: Talking, qapp: QApplication
) -> None:
    engine, first, sent = talking.engine, talking.window, talking.sent
    first.scope_control.choose(Scope(0, ("/home/anna/leases",)))
    asked = talking.ask("How long?")
    first.library_control.rescan()
    looked = talking.last(Rescan)
    first.language_chosen.emit("it")
    qapp.processEvents()
    assert talking.window is first
    assert "as soon as" in first.banner.message
    assert Cancel(looked.job) in sent  # a reading of hours is gone on with afterwards
    assert Cancel(asked) not in sent
    engine._take(JobCancelled(looked.job))
    first.chat.box.edit.setPlainText("And th")
    engine._take(AnswerDone(asked, answer("Five years [1].", (found(),))))
    engine._take(TalksListed(talking.last(ListTalks).job, ()))
    qapp.processEvents()
    second = talking.window
    assert second is not first
    assert not [each for each in sent if isinstance(each, LoadTalk)]  # it is known already
    assert second.chat_control.talk == first.chat_control.talk
    assert [each.question for each in second.chat.exchanges] == ["How long?"]
    assert second.chat.box.edit.toPlainText() == "And th"
    assert second.scope_control.scope.paths == ("/home/anna/leases",)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    sent.clear()
    engine._take(talking.ready)  # it was started again; of the first window nothing hears that
    assert len([each for each in sent if isinstance(each, ListTalks)]) == 1
    assert len([each for each in sent if isinstance(each, ListCollections)]) == 1


@pytest.mark.parametrize("talking", [{"ui.keep_talks": False}], indirect=True)
def test_a_conversation_that_is_not_kept_goes_on_in_the_other_language(
    talking: Talking, qapp: QApplication, qtbot: QtBot
) -> None:
    engine, first = talking.engine, talking.window
    first.show()
    asked = talking.ask("How long?")
    assert talking.last(Ask).talk == ""
    engine._take(AnswerDone(asked, answer("Five years [1].", (found(),))))
    failed = talking.ask("And then?")
    engine._take(JobFailed(failed, "The library is damaged.", "/x: It holds no library.", ""))
    lost = talking.ask("And now?")
    engine._lose(engine._jobs[lost])
    stopped = talking.ask("What else?")
    quote = Quote(1, found().text, 0, 20, (), 0.9)
    engine._take(PassagesFound(stopped, (found(),), ("anni",)))
    engine._take(QuoteFound(stopped, quote))
    engine._take(GateDecided(stopped, gate(retrieved=True)))
    engine._take(AnswerText(stopped, "Half an ans"))
    engine._take(JobCancelled(stopped))
    talking.settle()
    about = About(7, "Lease", "/home/anna/lease.pdf", 3, "4", "")
    first.chat.box.set_about(about)
    first.chat.box.edit.setPlainText("And th")
    first.chat.box.choose_mode(GateMode.ALWAYS)
    first.search.box.edit.setText("durata")
    first.work.show_search()
    first.language_chosen.emit("it")
    qapp.processEvents()
    second = talking.window
    assert second is not first
    qtbot.waitUntil(lambda: len(second.chat.exchanges) == 4)
    whole, failure, broken, half = second.chat.exchanges
    assert whole.badge_text == "Dai tuoi documenti"
    assert "Five years" in whole.browser.toPlainText()
    assert failure.failure.what.text() == "La biblioteca è danneggiata."
    assert failure.failure.why.text() == "/x: non contiene una biblioteca."
    assert failure.failure.isVisibleTo(failure)
    assert broken.failure.what.text() == "Il motore si è fermato durante il lavoro."
    assert broken.failure.why.text().endswith("Ripeti la domanda.")
    assert broken.exchange.remark == broken.failure.what.text()
    assert half.failure.what.text() == "Fermata."
    assert "Half an ans" in half.browser.toPlainText()
    assert half.quote.is_quote
    assert not half.findChildren(WaitingLine)
    assert [each.place for each in second.chat.exchanges] == [1, 2, 3, 4]
    box = second.chat.box
    assert (box.about, box.edit.toPlainText()) == (about, "And th")
    assert box.current_mode() is GateMode.ALWAYS
    assert second.work.searching
    assert second.search.query == "durata"
    assert second.gate_control.questions == ("How long?", "And then?", "And now?", "What else?")
    assert [each.question for each in second.chat.history()] == ["How long?"]
    talking.ask("Why?")
    assert [each.question for each in talking.last(Ask).history] == ["How long?"]


def test_what_was_taken_away_can_be_brought_back_in_the_other_language(
    talking: Talking, qapp: QApplication
) -> None:
    engine, first, sent = talking.engine, talking.window, talking.sent
    first.show()
    first.talk_control.delete("lease")
    deleted = talking.last(TakeTalk).job
    engine._take(TalkTaken(deleted, 3))
    talking.ask("How long?")
    first.chat.clear()  # while it is answered
    talking.settle()
    lease, deed = "/home/anna/lease.pdf", "/home/anna/deed.pdf"
    first.removal.begin(Removed((lease,), aside=False))
    first.removal.begin(Removed((deed,), aside=True))
    first.language_chosen.emit("it")
    qapp.processEvents()
    second = talking.window
    assert second is not first
    assert not [each for each in sent if isinstance(each, RemovePaths | ForgetTaken)]
    assert second.removal.paths == (lease, deed)
    assert second.library.undo_note.text == "«deed.pdf» è stato messo da parte."
    second.removal.undo()
    assert second.removal.paths == (lease,)
    second.removal.finish()
    assert talking.last(RemovePaths).paths == (lease,)
    assert second.left.undo.text == "La risposta a «How long?» è stata interrotta."
    second.left.undo.undo()
    assert talking.last(Ask).question == "How long?"
    assert second.left.undo.text == "Conversazione eliminata."
    second.left.undo.undo()
    assert talking.last(PutTalk).taken == deleted


def test_a_digest_goes_on_in_the_other_language(talking: Talking, qapp: QApplication) -> None:
    first = talking.window
    wish = Wish((Source(1, "/home/anna/lease.pdf", 3),), DigestTask.LIST, "all deadlines")
    first.digest_control.begin(wish)
    job = talking.last(MakeDigest).job
    point = DigestPoint("By May.", (cite(1, found()),))
    talking.engine._take(DigestProgress(job, 1, 3, 9.0, (point,)))
    first.digest_control.stop()
    talking.engine._take(JobCancelled(job))
    talking.settle()
    first.language_chosen.emit("it")
    qapp.processEvents()
    second = talking.window
    assert second is not first
    assert second.digest.result.list.digest.points == (point,)
    assert second.digest.result.title == first.digest.result.title
    second.digest.result.strip.go_on.click()
    assert talking.last(MakeDigest).instruction == "all deadlines"


def test_a_question_that_is_edited_is_edited_in_the_other_language(
    talking: Talking, qapp: QApplication
) -> None:
    first = talking.window
    for question in ("One?", "Two?", "Three?"):
        asked = talking.ask(question)
        talking.engine._take(AnswerDone(asked, answer("Yes [1].", (found(),))))
    talking.settle()
    first.chat.begin_edit(first.chat.exchanges[0])
    first.chat.box.edit.setPlainText("One and a half?")
    first.language_chosen.emit("it")
    qapp.processEvents()
    second = talking.window
    assert second is not first
    assert second.chat.editing is second.chat.exchanges[0]
    assert second.chat.box.edit.toPlainText() == "One and a half?"


def test_the_window_that_stands_hears_of_the_new_place_and_moving_keeps_it(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = Application(qapp, tmp_path / "library", Settings(), tmp_path / "s.json")
    try:
        first, target = application.window, tmp_path / "drive"
        monkeypatch.setattr(application.engine, "move", lambda _folder: None)
        first.keeping.move_to(target)
        first.language_chosen.emit("it")
        qapp.processEvents()
        assert application.window is first  # it knows what is being moved
        application.engine.library_moved.emit(LibraryMoved(str(target), ()))
        first.language_chosen.emit("en")
        first.language_chosen.emit("it")
        qapp.processEvents()
        second = application.window
        assert second is not first
        application.engine.library_moved.emit(LibraryMoved(str(tmp_path / "shelf"), ()))
        second.library_chosen.emit(str(tmp_path / "shelf"))
        assert second.banner.message == "Questa biblioteca è già aperta."
        application.take_error(RuntimeError("uncaught"))
        qapp.processEvents()
        assert second.reports.dialog is not None
    finally:
        end(application)
        for translator in application._translators:
            qapp.removeTranslator(translator)
        QLocale.setDefault(QLocale("en"))


def test_the_size_is_kept_when_the_window_closes(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    application = Application(qapp, tmp_path / "library", Settings(), tmp_path / "s.json")
    application.window.show()
    end(application)
    state = json.loads((home / "config" / "window.json").read_text(encoding="utf-8"))
    assert state["geometry"]
    for translator in application._translators:
        qapp.removeTranslator(translator)


@pytest.mark.parametrize("role", ["engine", "page"])
def test_children_are_started_isolated_and_offline(role: str) -> None:
    command = command_for(role)  # type: ignore[arg-type]  # the two roles above
    assert "-I" in command.arguments
    assert command.environment["HF_HUB_OFFLINE"] == "1"


class Bell(QObject):
    rung = Signal(object)


def test_emitting_a_signal_takes_no_reference_of_true() -> None:
    """PySide6 6.12.0 does under Python 3.11, until the interpreter aborts."""
    bell = Bell()
    before = sys.getrefcount(True)
    for _ in range(200):
        bell.rung.emit(None)
    assert sys.getrefcount(True) > before - 100
