"""What is selected is told of once it is worked out, whatever news come meanwhile."""

from __future__ import annotations

from types import GeneratorType

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.ui import library_selection
from app.ui.digest_values import Source
from app.ui.library_model import LibraryModel
from app.ui.library_selection import LibrarySelection
from app.ui.library_view import LibraryView
from app.ui.look import Look
from app.ui.slices import Slices
from tests.alive import alive
from tests.ui.scripted import file_record

FILES = 4
ROUNDS = 30


def take_in(model: LibraryModel, passages: int) -> None:
    """What the engine tells of all files."""
    path = "/home/anna/Documents/{}.pdf"
    model.apply(
        [
            file_record(n, path.format(n), document_id=n, passages=passages)
            for n in range(1, FILES + 1)
        ],
        (),
    )


def being_worked_out() -> int:
    """Lookings at the selection that are held in memory, each with all that it found."""
    files = [each.gi_code.co_filename for each in alive(GeneratorType)]
    return files.count(library_selection.__file__)


def one_step_a_turn(parent: QObject) -> Slices:
    return Slices(parent, slice_ms=0)


def test_news_that_keep_coming_do_not_pile_up(
    look: Look, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_selection, "_STEP", 1)
    monkeypatch.setattr(library_selection, "Slices", one_step_a_turn)
    model = LibraryModel()
    view = LibraryView(look, model)
    qtbot.addWidget(view)
    selection = LibrarySelection(view)
    told: list[tuple[Source, ...]] = []
    held: list[int] = []

    def hear(sources: tuple[Source, ...], _left_out: int) -> None:
        told.append(sources)
        held.append(being_worked_out())
        if len(told) < ROUNDS:
            take_in(model, 1 + len(told))  # before it is done with these

    selection.changed.connect(hear)
    take_in(model, 1)
    view.selectAll()
    qtbot.waitUntil(lambda: len(told) == ROUNDS)
    assert [each[0].passages for each in told] == list(range(1, 1 + ROUNDS))
    assert [each.document_id for each in told[-1]] == [1, 2, 3, 4]
    assert max(held) == held[0] > 0
    qtbot.waitUntil(lambda: being_worked_out() == 0)
