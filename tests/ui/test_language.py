"""Italian: complete, current, chosen, and nothing cut when words grow."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.core.types import (
    Absence,
    AnswerSource,
    Doubt,
    DoubtFound,
    GateMode,
    Quote,
    Support,
)
from app.engine.protocol import (
    AnswerDone,
    Ask,
    DraftText,
    GateDecided,
    Inspect,
    InspectDone,
    JobFailed,
)
from app.ui.language import choose_language, choose_locale, install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.samples import find_samples
from tests.ui.looking import cut_texts
from tests.ui.scripted import (
    FakeEngine,
    FakePages,
    answer,
    checked,
    file_record,
    files_changed,
    found,
    gate,
    inspected,
    inspection,
    similar,
)

DOUBTED = (
    ("Five [1].", Support.SUPPORTED, ()),
    ("It is 45 [1].", Support.UNSUPPORTED, tuple(DoubtFound(kind, ("45",)) for kind in Doubt)),
    ("It may be [1].", Support.PARTLY, tuple(DoubtFound(kind) for kind in Doubt)),
)
ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "resources" / "translations"


@pytest.fixture(scope="module")
def tools() -> ModuleType:
    """packaging/translations.py"""
    path = ROOT / "packaging" / "translations.py"
    spec = importlib.util.spec_from_file_location("margine_translations", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["en", "it"])
def test_translations_are_complete_and_current(
    language: str, tools: ModuleType, tmp_path: Path
) -> None:
    committed = FOLDER / f"margine_{language}.ts"
    fresh = tmp_path / committed.name
    fresh.write_bytes(committed.read_bytes())
    tools.update(language, fresh)
    again = "run packaging/translations.py"
    assert fresh.read_text(encoding="utf-8") == committed.read_text(encoding="utf-8"), again
    assert tools.untranslated(committed) == []
    compiled = tmp_path / "fresh.qm"
    tools.release(committed, compiled)
    assert compiled.read_bytes() == committed.with_suffix(".qm").read_bytes(), again


def test_placeholders_survive_translation() -> None:
    holes = re.compile(r"\{\d\}|%n")
    for message in ET.parse(FOLDER / "margine_it.ts").iter("message"):  # noqa: S314  # our own file
        source = message.findtext("source") or ""
        translation = message.find("translation")
        assert translation is not None
        for form in translation.findall("numerusform") or [translation]:
            assert sorted(holes.findall(form.text or "")) == sorted(holes.findall(source)), source


def test_the_language_is_the_settings_or_the_systems() -> None:
    assert choose_language("it", QLocale("en_US")) == "it"
    assert choose_language("system", QLocale("it_CH")) == "it"
    assert choose_language("system", QLocale("fr_FR")) == "en"


@pytest.mark.parametrize(
    ("language", "system", "written"),
    [
        ("it", "it_IT", "36.667"),
        ("it", "it_CH", "36'667"),
        ("it", "en_US", "36.667"),
        ("en", "en_GB", "36,667"),
        ("en", "fr_FR", "36,667"),
    ],
)
def test_numbers_are_written_as_in_the_persons_country(
    language: str, system: str, written: str
) -> None:
    assert choose_locale(language, QLocale(system)).toString(36667) == written


@pytest.fixture
def italian(qapp: QApplication) -> object:
    translators = install_language(qapp, "it")
    yield translators
    for translator in translators:
        qapp.removeTranslator(translator)
    QLocale.setDefault(QLocale("en"))


@pytest.mark.usefixtures("italian")
def test_the_window_speaks_italian(
    make_window: Callable[[], MainWindow], engine: FakeEngine
) -> None:
    window = make_window()
    engine.become_ready()
    assert window.chat.welcome.title == "Trascina qui una cartella"
    window.chat_control.ask("Quanti anni?", GateMode.AUTO)
    engine.say(AnswerDone(engine.last(Ask).job, answer("Cinque [1].", (found(),))))
    view = window.chat.exchanges[-1]
    assert view.badge_text == "Dai tuoi documenti"
    assert view.gate_text == "U 0,31 > τ 0,25"
    engine.say(files_changed(file_record(1, "/home/anna/Documents/a.pdf", pages=1)))
    assert window.library.totals == "1 file · 1 pagina · 40 passaggi"


class Stretched(QTranslator):
    """Every text, a third longer and in brackets."""

    def translate(
        self, _context: str, text: str, _disambiguation: str | None = None, n: int = -1
    ) -> str:
        if not text:
            return ""
        longer = text + " ~~~" * max(1, len(text) // 12)
        return f"[{longer}]".replace("%n", str(n)) if n >= 0 else f"[{longer}]"

    def isEmpty(self) -> bool:
        return False


def everything(window: MainWindow, engine: FakeEngine) -> None:
    """As much of the window's text as can be seen at once."""
    for source in (AnswerSource.DOCUMENTS, AnswerSource.NOT_FOUND, AnswerSource.MEMORY):
        window.chat_control.ask("Question?", GateMode.AUTO)
        job = engine.last(Ask).job
        report = gate(retrieved=source is not AnswerSource.MEMORY)
        text, checks = checked(*DOUBTED)
        done = replace(
            answer(text, (found(), found(2)), source=source, report=report, truncated=True),
            checks=checks,
            quote=Quote(1, found().text, 0, 20, (), 0.9),
            absence=Absence(0.9, 0.5, 0.9, 0.82, 0.2),
            suspicious=(1, 2),
        )
        engine.say(DraftText(job, "Four"), GateDecided(job, report), AnswerDone(job, done))
        view = window.chat.exchanges[-1]
        view.check.open()
        view.refusal.numbers_button.setChecked(True)
    window.chat_control.ask("Question?", GateMode.AUTO)
    engine.say(JobFailed(engine.last(Ask).job, "What happened.", "Why.", "What next."))
    engine.give_up()


def a_search(window: MainWindow, engine: FakeEngine, scene: str) -> None:
    """The search page, in one of its conditions."""
    window.work.show_search()
    window.search.show_details(scene == "search, three lists")
    window.search.box.edit.setText("anni")
    window.search_control.search()
    passages = [inspected(found(n, similar=(similar(),))) for n in range(1, 21)]
    if scene == "search, nothing":
        passages = []
    laid_open = inspection(passages, phrases=("cinque anni",), excluded=("guerra", "pace"))
    engine.say(InspectDone(engine.last(Inspect).job, laid_open))
    window.search._enter_results()


@pytest.mark.parametrize(
    "scene",
    ["empty", "ready", "everything", "search", "search, nothing", "search, three lists"],
)
@pytest.mark.parametrize("language", ["it", "stretched"])
def test_nothing_is_cut_in_a_small_window(
    scene: str, language: str, qapp: QApplication, qtbot: QtBot, look: Look
) -> None:
    if language == "it":
        translators = install_language(qapp, "it")
    else:
        translators = [Stretched(qapp)]
        qapp.installTranslator(translators[0])
    engine = FakeEngine()
    try:
        window = MainWindow(look, engine, FakePages(), samples=find_samples("en"))
        qtbot.addWidget(window)
        window.resize(1024, 700)
        window.show()
        engine.start()
        engine.become_ready()
        if scene != "empty":
            engine.say(files_changed(file_record(1, "/home/anna/Documents/a.pdf")))
        if scene == "everything":
            everything(window, engine)
        elif scene.startswith("search"):
            a_search(window, engine, scene)
        for _ in range(10):
            qapp.processEvents()
        assert cut_texts(window) == []
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)
        QLocale.setDefault(QLocale("en"))
