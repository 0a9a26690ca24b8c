"""Which files a filter lets through, and where its words stand in a name."""

from __future__ import annotations

import pytest

from app.core.types import FileState
from app.ui.library_filter import FileFilter, StateGroup, marks, matching_files
from app.ui.library_model import LibraryModel
from tests.ui.scripted import file_record


@pytest.fixture
def model() -> LibraryModel:
    model = LibraryModel()
    model.apply(
        (
            file_record(1, "/a/Banca/Estratto 10.pdf", root="/a"),
            file_record(2, "/a/Banca/Estratto 9.pdf", FileState.LOCKED, root="/a"),
            file_record(3, "/a/Università/tesi.pdf", FileState.FAILED, root="/a"),
            file_record(4, "/a/banca.txt", FileState.READING, root="/a"),
            file_record(5, "/b/tesi.odt", FileState.WAITING, root=""),
        ),
        (),
    )
    return model


def names(model: LibraryModel, wanted: FileFilter, *hidden: str) -> list[str]:
    return [each.name for each in matching_files(model.root, wanted, hidden)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tesi", ["tesi.pdf", "tesi.odt"]),
        ("BANCA", ["Estratto 9.pdf", "Estratto 10.pdf", "banca.txt"]),  # the folder's name counts
        ("banca 10", ["Estratto 10.pdf"]),
        ("universita", ["tesi.pdf"]),
        ("pdf", ["Estratto 9.pdf", "Estratto 10.pdf", "tesi.pdf"]),
        ("tesi banca", []),
    ],
)
def test_every_word_is_in_the_name_or_in_a_folder_around(
    model: LibraryModel, text: str, found: list[str]
) -> None:
    assert names(model, FileFilter(text)) == found


def test_conditions_and_words_go_together(model: LibraryModel) -> None:
    assert names(model, FileFilter(group=StateGroup.PENDING)) == ["banca.txt", "tesi.odt"]
    assert names(model, FileFilter("banca", StateGroup.LOCKED)) == ["Estratto 9.pdf"]
    assert names(model, FileFilter("tesi"), "/a") == ["tesi.odt"]
    assert names(model, FileFilter("tesi"), "/b/tesi.odt") == ["tesi.pdf"]


def test_every_state_is_in_one_group_alone() -> None:
    states = [state for group in StateGroup for state in group.states]
    assert sorted(states) == sorted(FileState)
    assert not FileFilter(" \t ")
    assert FileFilter("x")


@pytest.mark.parametrize(
    ("name", "words", "found"),
    [
        ("Estratto 10.pdf", ("10",), ["10"]),
        ("UNIVERSITÀ di Pisa", ("universita", "pisa"), ["UNIVERSITÀ", "Pisa"]),
        ("Straße.pdf", ("strasse",), ["Straße"]),
        ("ﬁnale.pdf", ("nale", "fi"), ["ﬁnale"[0], "nale"]),
        ("aaa", ("aa", "aaa"), ["aaa"]),
        ("nothing", ("zzz",), []),
    ],
)
def test_marks_stand_on_the_letters_as_written(
    name: str, words: tuple[str, ...], found: list[str]
) -> None:
    assert [name[start:end] for start, end in marks(name, words)] == found
