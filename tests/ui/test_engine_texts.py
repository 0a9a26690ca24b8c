"""What the engine says reaches the window in Italian: every text of it, and whole messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

import pytest
from PySide6.QtCore import QLocale

from app.core.resources import read_resource
from app.core.types import FileState, IndexSummary
from app.engine.protocol import (
    AnswerDone,
    Ask,
    EngineFailed,
    IndexDone,
    JobFailed,
    Message,
    ModelState,
    Rescan,
)
from app.ui import engine_texts, wording
from app.ui.engine_texts import EngineTexts, load_engine_texts
from app.ui.main_window import MainWindow
from tests.ui.engine_sources import MAKERS, collect
from tests.ui.scripted import FakeEngine, answer, file_record, files_changed

TABLE = tomllib.loads(read_resource("translations/engine.it.toml"))
HOLE = re.compile(r"\{\w*\}")
OPAQUE = {  # what other libraries and the system say, and lists of names
    ("app/engine/checkup.py", "', '.join(found)"),
    ("app/engine/checkup.py", "', '.join(map(_short, others))"),
    ("app/engine/checkup.py", "', '.join(map(_short, unwritable))"),
    ("app/engine/checkup.py", "', '.join(missing)"),
    ("app/engine/checkup.py", "', '.join(wrong)"),
    ("app/engine/index_reading.py", "ONLY_IN_CLOUD"),
    ("app/engine/file_reading.py", "STOPPED_TWICE"),
    ("app/engine/folders.py", "path"),
    ("app/engine/index_reading.py", "type(error).__name__"),
    ("app/engine/index_tasks.py", "f'{type(error).__name__}: {error}'[:300]"),
    ("app/engine/adding.py", "' '.join(problems)"),
    ("app/engine/adding.py", "' '.join(steps)"),
    ("app/engine/indexing.py", "', '.join(map(shown_path, paths))"),
    ("app/engine/models.py", "self._factory.generator_note"),  # of app/models/choice.py
    ("app/engine/models.py", "str(error)"),
    ("app/engine/models.py", "str(error)[:300]"),
    ("app/engine/models.py", "str(problem)"),
    ("app/engine/reranking.py", "str(error)"),
    ("app/index/connection.py", "f'{error}.'.capitalize()"),
    ("app/ingest/readers/unread.py", "unread_reason(name)"),
    ("app/models/downloads.py", "last_words(output.read().decode('utf-8', 'replace'))"),
    ("app/models/gguf.py", "_sentence(next_step)"),
    ("app/models/gguf.py", "_sentence(why)"),
    ("app/models/gguf.py", "error.advice"),  # of versions: `_check_version`
    ("app/models/gguf.py", "str(error)"),
    ("app/models/installed_check.py", "why"),
    ("app/models/reranker.py", "why"),
}
HANDED_ON = {f"error.{part}" for part in ("what", "why", "next_step")}


@pytest.fixture(scope="module")
def italian() -> EngineTexts:
    return load_engine_texts("it")


def test_the_table_holds_every_text_of_the_engine_and_no_other() -> None:
    said = collect().templates
    known = {HOLE.sub("{}", source) for source in TABLE["texts"]}
    missing = {text: where for text, where in said.items() if text not in known}
    assert not missing, "translate these in resources/translations/engine.it.toml"
    assert not known - said.keys(), "the engine no longer says these"


def test_no_text_of_the_engine_is_hidden_from_this_test() -> None:
    makers = {(where, name) for where, names in MAKERS.items() for name in names}
    unread = {
        (where, expression)
        for where, expression in collect().opaque
        if expression not in HANDED_ON and (where, expression.partition("(")[0]) not in makers
    }
    assert unread == OPAQUE


def test_translations_fill_in_only_what_the_source_names() -> None:
    for source, translation in {**TABLE["texts"], **TABLE["words"]}.items():
        assert translation
        assert set(HOLE.findall(translation)) <= set(HOLE.findall(source)), source
        assert (source[-1] in ".?") == (translation[-1] in ".?"), source
        assert "'" not in translation, "the apostrophe of print is ’"


def test_every_text_is_found_again_when_it_is_filled_in(italian: EngineTexts) -> None:
    for source, translation in TABLE["texts"].items():
        values = {hole: f"<{number}>" for number, hole in enumerate(HOLE.findall(source))}
        filled = HOLE.sub(lambda hole, values=values: values[hole[0]], source)
        wanted = HOLE.sub(lambda hole, values=values: values[hole[0]], translation)
        assert italian.say(filled) == wanted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("A text of nobody. Not ours.", "A text of nobody. Not ours."),
        (
            "Reading the file took too long. It was given up after 60 seconds on page 3 of 9. "
            "Raise read.timeout in the settings and try again.",
            "La lettura del file ha richiesto troppo tempo. Interrotta dopo 60 secondi alla pagina "
            "3 di 9. Aumenta read.timeout nelle impostazioni e riprova.",
        ),
        (
            "This is not a PDF. It is a picture, whatever its name says.",
            "Non è un PDF. È un’immagine, qualunque cosa dica il nome.",
        ),
        (
            "/a: b/c. d: It does not exist. /e: You do not have the right to open it.",
            "/a: b/c. d: Non esiste. /e: Mancano i permessi per aprirlo.",
        ),
        (
            "The generator model q cannot be loaded. Boom: (x) 7. It broke. "
            "Fetch it again with: margine models fetch",
            "Il modello q (generatore) non si può caricare. Boom: (x) 7. It broke. "
            "Scaricalo di nuovo con: margine models fetch",
        ),
        (
            "It cannot be opened: Input/output error.",
            "Non si può aprire: errore di lettura o scrittura.",
        ),
        ("part of passage 2 (A. B. (c).pdf)", "parte del passaggio 2 (A. B. (c).pdf)"),
    ],
)
def test_sentences_are_said_one_by_one(text: str, said: str, italian: EngineTexts) -> None:
    assert italian.say(text) == said
    assert load_engine_texts("en").say(text) == text


TOO_LONG = (
    "It has 36667 tokens; the context of 16384 tokens must also hold the passages and the answer."
)


def test_numbers_are_written_as_the_language_writes_them(
    italian: EngineTexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = load_engine_texts("en")
    assert english.say(TOO_LONG).startswith("It has 36,667 tokens; the context of 16,384 tokens")
    assert english.say("12 of 1234 pages could not be read.") == (
        "12 of 1,234 pages could not be read."
    )
    year = "There is a collection called “2024” already."  # a name is no number
    assert english.say(year) == year
    monkeypatch.setattr(wording, "QLocale", lambda: QLocale("it"))
    assert italian.say(TOO_LONG).startswith("Ha 36.667 token; nel contesto di 16.384 token")
    assert italian.say("It needs 12.5 GB, and 3.0 GB are free.") == (
        "Servono 12,5 GB e ne sono liberi 3,0."
    )
    assert italian.say("It is called 2024; such files have 20480 MB.") == (
        "Si chiama 2024; questi file hanno 20.480 MB."
    )


def test_the_table_is_not_read_before_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> str:
        raise AssertionError

    monkeypatch.setattr(engine_texts, "read_resource", refuse)
    for language in ("en", "it"):
        texts = load_engine_texts(language)
        assert texts.translate(Rescan(1)) == Rescan(1)
        assert texts.translate(ModelState("generator", "q", "ready", "")).message == ""
    assert load_engine_texts("en").say("The disk is full.") == "The disk is full."


@pytest.mark.parametrize(
    "text", ["x. " * 330, "a: " * 330, "It has 5 " * 110, "It was given up after " * 40, "(" * 999]
)
@pytest.mark.timeout(20)
def test_strange_texts_take_no_time_and_stay(text: str, italian: EngineTexts) -> None:
    assert italian.say(text) == text


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            JobFailed(1, "The question is empty.", "", "Type a question."),
            JobFailed(1, "La domanda è vuota.", "", "Scrivi una domanda."),
        ),
        (
            EngineFailed("The disk is full.", "Why.", "Free some space and try again."),
            EngineFailed("Il disco è pieno.", "Why.", "Libera un po’ di spazio e riprova."),
        ),
        (
            ModelState("generator", "q", "missing", "The model q is not installed."),
            ModelState("generator", "q", "missing", "Il modello q non è installato."),
        ),
        (
            IndexDone(1, IndexSummary(0, 0, 0, 0, {}, ("/a: It does not exist.",))),
            IndexDone(1, IndexSummary(0, 0, 0, 0, {}, ("/a: Non esiste.",))),
        ),
        (
            files_changed(file_record(1, "/a.pdf", FileState.FAILED, reason="The PDF is damaged.")),
            files_changed(
                file_record(1, "/a.pdf", FileState.FAILED, reason="Il PDF è danneggiato.")
            ),
        ),
        (Rescan(1), Rescan(1)),
    ],
)
def test_messages_arrive_in_italian(message: Message, said: Message, italian: EngineTexts) -> None:
    assert italian.translate(message) == said
    assert load_engine_texts("en").translate(message) == message


@pytest.fixture
def engine(italian: EngineTexts) -> FakeEngine:
    return FakeEngine(texts=italian)


def test_the_window_shows_what_it_is_told(
    make_window: Callable[[], MainWindow], engine: FakeEngine
) -> None:
    window = make_window()
    engine.become_ready()
    reason = "The document is locked. It opens with a password only."
    engine.say(
        files_changed(file_record(1, "/home/anna/Documents/a.pdf", FileState.LOCKED, reason=reason))
    )
    window.library.tree.setCurrentIndex(
        window.model.index_of(window.model.root.children[0].children[0])
    )
    assert window.library.details == "Il documento è protetto. Si apre solo con una password."
    window.chat.box.edit.setPlainText("?")
    window.chat.box.button.click()
    done = answer("Yes.", (), trimmed=("2 earlier turns of the conversation",))
    engine.say(AnswerDone(engine.last(Ask).job, done))
    notes = window.chat.exchanges[-1].footer.notes.text()
    assert notes == "The model had no room for 2 scambi precedenti della conversazione."
    engine.give_up(EngineFailed("The library is damaged.", "/x: It holds no library.", ""))
    assert window.banner.message == "La biblioteca è danneggiata."


def test_places_that_could_not_be_looked_at_are_told(
    make_window: Callable[[], MainWindow], engine: FakeEngine
) -> None:
    window = make_window()
    engine.become_ready()
    summary = IndexSummary(0, 0, 0, 0, {}, ("/usb: It does not exist.",))
    engine.say(IndexDone(engine.last(Rescan).job, summary))
    assert window.banner.message == "Not everything could be looked at."
    assert window.banner.explanation == "/usb: Non esiste."
