"""A library that was repaired: the window says so until the person closes it."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.protocol import LibraryRepaired
from app.ui.engine_texts import load_engine_texts
from app.ui.main_window import MainWindow
from tests.ui.scripted import FakeEngine

REPAIRED = LibraryRepaired(
    "The library was damaged, and has been repaired.",
    "8 documents with 33 passages were saved; whatever is missing is read again by itself.",
    "The damaged file was kept as library.db.damaged-x; delete it when you miss nothing.",
)


def test_a_repair_is_told_and_stays(
    make_window: Callable[[], MainWindow], engine: FakeEngine
) -> None:
    window = make_window()
    engine.say(REPAIRED)
    engine.become_ready()
    assert window.banner.message == REPAIRED.what
    assert window.banner.explanation == f"{REPAIRED.why} {REPAIRED.next_step}"


def test_in_italian_too() -> None:
    said = load_engine_texts("it").translate(REPAIRED)
    assert said.what == "La biblioteca era danneggiata ed è stata riparata."
    assert said.why.startswith("Salvati 8 documenti con 33 passaggi")
    assert "library.db.damaged-x" in said.next_step
