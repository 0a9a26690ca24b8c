"""Conversations in a library: kept, found, renamed, cut, deleted for good."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.core.talks import KeptExchange, LostSource, Talk
from app.core.types import AnswerStyle, GateMode
from app.index.library import Library
from tests.index.shelves import OpenLibrary
from tests.talk_values import kept

ONE, TWO = "1" * 32, "2" * 32


@pytest.fixture
def library(open_library: OpenLibrary) -> Library:
    return open_library()


def load(library: Library, key: str) -> Talk:
    talk, _lost, _older = library.conversations.load(key)
    assert talk is not None
    return talk


def test_a_conversation_comes_back_as_it_was(open_library: OpenLibrary) -> None:
    library = open_library()
    first, second = kept(0, "Quanto dura?", asked_ms=5), kept(3, "E poi?", searched_for="Poi?")
    library.conversations.keep(ONE, first)
    library.conversations.keep(ONE, second)
    library.close()
    talk = load(open_library(), ONE)
    assert talk == Talk(ONE, "", 5, (first, second))


def test_what_stands_at_a_place_or_behind_it_is_replaced(library: Library) -> None:
    for place in range(3):
        library.conversations.keep(ONE, kept(place, f"Question {place}"))
    library.conversations.keep(ONE, kept(1, "Another"))
    assert [each.question for each in load(library, ONE).exchanges] == ["Question 0", "Another"]


def test_a_long_conversation_is_handed_out_from_its_end(library: Library) -> None:
    for place in (1, 2, 4, 5, 9):
        library.conversations.keep(ONE, kept(place, f"Question {place}"))

    def part(before: int) -> tuple[list[int], bool]:
        talk, _lost, older = library.conversations.load(ONE, before=before, limit=2)
        assert talk is not None
        return [each.place for each in talk.exchanges], older

    assert part(0) == ([5, 9], True)
    assert part(5) == ([2, 4], True)
    assert part(2) == ([1], False)
    assert part(1) == ([], False)


def test_the_list_is_newest_first_and_titled_by_the_first_question(library: Library) -> None:
    library.conversations.keep(ONE, kept(0, "First", asked_ms=1))
    library.conversations.keep(TWO, kept(0, "Second", asked_ms=2))
    assert [each.title for each in library.conversations.summaries()] == ["Second", "First"]
    library.conversations.keep(ONE, kept(1, "More", asked_ms=3))
    one, _two = library.conversations.summaries()
    assert (one.title, one.named, one.changed_ms, one.exchanges) == ("First", False, 3, 2)
    library.conversations.rename(ONE, "  The  lease\n")
    assert (
        library.conversations.summaries()[0].title,
        library.conversations.summaries()[0].named,
    ) == ("The lease", True)
    library.conversations.rename(ONE, "")
    assert library.conversations.summaries()[0].title == "First"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("CAUZIONE", [ONE]),
        ("citta", [ONE]),  # without its accent
        ("mesi lease", [TWO]),  # one in its title, one in an answer
        ("cauzione lease", []),
        ("%", []),
        ("  ", [TWO, ONE]),
    ],
)
def test_words_are_searched_in_questions_answers_and_titles(
    library: Library, query: str, found: list[str]
) -> None:
    library.conversations.keep(ONE, kept(0, "Cauzione?", text="In città, tre mesi.", asked_ms=1))
    library.conversations.keep(TWO, kept(0, "Lease?", text="Sei mesi.", asked_ms=2))
    assert [each.key for each in library.conversations.summaries(query)] == found


def test_what_was_found_is_shown_in_its_place(library: Library) -> None:
    text = "parola " * 40 + "İstanbul Größe cercata " + "parola " * 40
    library.conversations.keep(ONE, kept(0, "Dove?", text=text))
    (found,) = library.conversations.summaries("CERCATA")
    assert "Größe cercata" in found.excerpt
    assert found.excerpt.startswith("…")
    assert found.excerpt.endswith("…")
    assert library.conversations.summaries("dove")[0].excerpt == ""


def test_what_is_deleted_is_gone_from_the_disk(library: Library, folder: Path) -> None:
    secret = "Rabarbaro segretissimo"
    library.conversations.keep(ONE, kept(0, secret, text=secret))
    library.conversations.keep(TWO, kept(0, "Other"))
    taken = library.conversations.take(ONE)
    assert taken is not None
    before = Talk(ONE, "", 1_000, (kept(0, secret, text=secret),))
    assert library.conversations.load(ONE) == (None, (), False)
    assert [each.key for each in library.conversations.summaries()] == [TWO]
    assert library.conversations.take(ONE) is None
    held = b"".join(each.read_bytes() for each in folder.iterdir() if each.is_file())
    assert secret.encode() not in held
    library.conversations.put(taken)
    assert load(library, ONE) == before


def test_the_end_of_a_conversation_is_taken_and_put_back(library: Library) -> None:
    for place in range(3):
        library.conversations.keep(ONE, kept(place, f"Question {place}"))
    library.conversations.rename(ONE, "Named")
    before = load(library, ONE)
    taken = library.conversations.take(ONE, since=1)
    assert taken is not None
    assert len(taken.rows) == 2
    assert load(library, ONE).exchanges == before.exchanges[:1]
    library.conversations.keep(ONE, kept(1, "Asked anew"))
    library.conversations.put(taken)
    assert load(library, ONE) == before


def test_paths_and_letters_that_cannot_be_encoded(library: Library) -> None:
    exchange = kept(0, "Odd \ud800?", path="/home/\udcff.pdf")
    library.conversations.keep(ONE, exchange)
    (back,) = load(library, ONE).exchanges
    assert back.question == "Odd ??"
    assert back.answer == exchange.answer


def test_sources_that_are_gone_are_named(library: Library) -> None:
    library.conversations.keep(ONE, kept(0, "Where?", path="/docs/a.pdf"))
    assert library.conversations.load(ONE)[1] == (LostSource(7, changed=False),)


def _spoil(change: Callable[[sqlite3.Connection], object], folder: Path) -> None:
    with closing(sqlite3.connect(folder / "library.db")) as database, database:
        change(database)


@pytest.mark.parametrize("record", ["{}", "{", '{"mode":"new"}', "[]"])
def test_what_another_version_kept_is_shown_as_text(
    open_library: OpenLibrary, folder: Path, record: str
) -> None:
    library = open_library()
    library.conversations.keep(ONE, kept(0, "Where?", text="There."))
    library.close()
    _spoil(lambda database: database.execute("UPDATE exchanges SET record = ?", (record,)), folder)
    (back,) = load(open_library(), ONE).exchanges
    expected = KeptExchange(
        0, back.asked_ms, "Where?", "", GateMode.AUTO, AnswerStyle.WRITTEN, 0, (), "There.", None
    )
    assert back == expected


def test_fields_of_a_newer_version_are_passed_over(open_library: OpenLibrary, folder: Path) -> None:
    library = open_library()
    exchange = kept(0, "Where?")
    library.conversations.keep(ONE, exchange)
    library.close()
    update = 'UPDATE exchanges SET record = replace(record, \'{"mode"\', \'{"new":1,"mode"\')'
    _spoil(lambda database: database.execute(update), folder)
    assert load(open_library(), ONE).exchanges == (exchange,)


def test_conversations_are_saved_from_a_damaged_database(
    open_library: OpenLibrary, folder: Path
) -> None:
    library = open_library()
    exchanges = [kept(place, f"Question {place}", text="word " * 900) for place in range(6)]
    for each in exchanges:
        library.conversations.keep(ONE, each)
    library.conversations.keep(TWO, kept(0, "Named?"))
    library.conversations.rename(TWO, "Name")
    library.close()
    with closing(sqlite3.connect(folder / "library.db")) as database:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'exchanges'"
        (root,) = database.execute(query).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    content = bytearray((folder / "library.db").read_bytes())
    content[(root - 1) * size : root * size] = bytes(size)  # nothing leads to the rows any more
    (folder / "library.db").write_bytes(content)
    (folder / "library.db.suspect").touch()
    library = open_library()
    assert library.take_repair() is not None
    assert library.conversations.load(ONE)[0] == Talk(
        ONE, "", exchanges[0].asked_ms, tuple(exchanges)
    )
    assert [each.title for each in library.conversations.summaries()][-1] in ("Name", "Question 0")
