"""Every scene of the gallery, looked at by a program: longer words, names, roles, contrast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.look import Look
from app.ui.theme import CONTRAST_PAIRS, DARK, LIGHT, contrast
from tests.ui import looking
from tests.ui.gallery import SCENES
from tests.ui.pseudo import PseudoTranslator, pseudo
from tests.ui.staged import one_look, scene, settle

LEAST_FOR_TEXT = 4.5  # WCAG 2.2, 1.4.3
SMALL = (860, 520)
# Every kind of area: their colours are really changed, the others' are worked out.
CHANGED = ("page", "search_columns", "digest_form", "settings_all", "models", "gate_settings")
IN_LIGHT, IN_DARK = asdict(LIGHT), asdict(DARK)
INKS = {IN_LIGHT[ink]: ink for ink, _ground in CONTRAST_PAIRS}
GROUNDS = {IN_LIGHT[ground]: ground for _ink, ground in CONTRAST_PAIRS}


@pytest.fixture(scope="module", autouse=True)
def _english() -> None:
    """`look` sees to it."""


@pytest.fixture(scope="module")
def look(qapp: QApplication) -> Iterator[Look]:
    """With longer words."""
    with one_look(qapp, PseudoTranslator(qapp)) as look:
        yield look


@dataclass(frozen=True, slots=True)
class Written:
    """A text and the colours it is seen in."""

    text: str
    ink: str
    ground: str

    @property
    def in_light(self) -> float:
        """As it is drawn."""
        return contrast(self.ink, self.ground)

    @property
    def in_dark(self) -> float:
        """As the names of its colours have it there; 0 where they have none."""
        ink, ground = INKS.get(self.ink), GROUNDS.get(self.ground)
        if ink is None or ground is None:
            return 0.0
        return contrast(IN_DARK[ink], IN_DARK[ground])


def texts_on(window: QWidget) -> Iterator[tuple[QWidget, Written]]:
    """The texts of labels and buttons that can be used, as they are drawn."""
    picture = window.grab().toImage()
    for widget in looking.seen(window):
        text = looking.text_of(widget)
        area = looking.place_in(widget, window)
        if area.isEmpty() or not widget.isEnabled() or not any(map(str.isalnum, text)):
            continue
        ink = widget.palette().color(widget.foregroundRole()).name()
        if ground := looking.ground_of(picture, area):
            yield widget, Written(text[:40], ink, ground)


def pale_texts(look: Look) -> list[str]:
    """Texts that do not stand out from what is behind them, in light and in dark.

    Where something is drawn in a colour without a name, as behind a veil, colours are changed.
    """
    light = written()
    pale = [f"pale: {each}" for each in light if each.in_light < LEAST_FOR_TEXT]
    if not pale and any(each.in_dark < LEAST_FOR_TEXT for each in light):
        look.set_theme("dark")
        settle()
        pale = [f"pale in dark: {each}" for each in written() if each.in_light < LEAST_FOR_TEXT]
        look.set_theme("light")
    return pale


def written() -> list[Written]:
    """All texts that are seen."""
    return [each for window in looking.windows() for _widget, each in texts_on(window)]


@pytest.mark.parametrize("name", sorted(SCENES))
def test_nothing_is_cut_joined_unnamed_or_pale(name: str, look: Look) -> None:
    """With longer words in the smallest window, in light and in dark."""
    with scene(name, look, SMALL):
        faults = []
        for window in looking.windows():
            faults += [f"cut: {text}" for text in looking.cut_texts(window)]
            faults += [f"joined: {text}" for text in looking.joined_texts(window)]
            faults += looking.unnamed(window)
        faults += pale_texts(look)
        assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("name", CHANGED)
def test_every_text_follows_the_colours(name: str, look: Look) -> None:
    """What is worked out above holds: ink and ground become those of the same names."""
    with scene(name, look) as stage:
        windows = looking.windows()
        before = {widget: each for window in windows for widget, each in texts_on(window)}
        stage.look.set_theme("dark")
        settle()
        after = {widget: each for window in windows for widget, each in texts_on(window)}
        stage.look.set_theme("light")
    assert len(before) > 5
    stayed = [
        f"{old.text!r}: {old.ink} on {old.ground} became {new.ink} on {new.ground}"
        for old, new in ((old, after[widget]) for widget, old in before.items() if widget in after)
        if (new.ink, new.ground) != (IN_DARK[INKS[old.ink]], IN_DARK[GROUNDS[old.ground]])
    ]
    assert stayed == []


def test_the_pseudo_language_is_longer_and_keeps_what_must_be_kept() -> None:
    assert pseudo("&Ask {0}: %n file(s)", 3).startswith("[&Àšk {0}: 3 fîlé(š) ~")
    assert pseudo("Stop.").endswith(".]")
    assert len(pseudo("Ask about your documents")) >= 1.4 * len("Ask about your documents")
    assert pseudo("PDF (*.pdf)") == "[PDF ~~] (*.pdf)"  # or it is no pattern
