"""What goes along when one window takes the place of another, in another language.

Nothing of it is asked of the engine again: what was not to be kept in the library is nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.ui.chat_controller import LeftQuestion
from app.ui.main_window import MainWindow
from app.ui.talk_controller import TakenOut

PutInto = Callable[[MainWindow], None]
"""Gives a part of what was taken along to the next window."""


def take_along(window: MainWindow) -> tuple[PutInto, ...]:
    """What the window after `window` is to go on with. Nothing is being done for it just now."""
    parts = (_conversation, _question, _digest, _search, _place, _undoing)
    return tuple(part(window) for part in parts)


def go_on_with(window: MainWindow, taken: Sequence[PutInto]) -> None:
    """Have `window`, which is new, go on with it; before it hears of the engine."""
    for put_into in taken:
        put_into(window)


def _conversation(window: MainWindow) -> PutInto:
    """Questions and answers, kept or not, and what the gate can be calibrated on."""
    key, states = window.chat_control.talk, window.chat.states
    asked = window.gate_control.questions

    def put_into(other: MainWindow) -> None:
        other.talk_control.go_on_with(key, states)
        for question in asked:
            other.gate_control.note_question(question)

    return put_into


def _question(window: MainWindow) -> PutInto:
    """What is written and not asked yet, and how it is to be asked."""
    box, editing = window.chat.box, window.chat.editing
    text, about, mode = box.edit.toPlainText(), box.about, box.current_mode()
    scope = window.scope_control.scope
    place = 0 if editing is None else editing.place

    def put_into(other: MainWindow) -> None:
        if place:
            other.chat.edit_at(place)
        other.chat.box.edit.setPlainText(text)
        other.chat.box.set_about(about)
        other.chat.box.choose_mode(mode)
        other.scope_control.choose(scope)

    return put_into


def _digest(window: MainWindow) -> PutInto:
    """The digest, or what there is of it."""
    wish, result = window.digest_control.wish, window.digest.result
    digest, points = result.digest, result.list.digest.points

    def put_into(other: MainWindow) -> None:
        if wish is not None:
            other.digest_control.go_on_with(wish, digest, points)

    return put_into


def _search(window: MainWindow) -> PutInto:
    """What is searched for; it is searched for again."""
    query = window.search.box.edit.text()
    return lambda other: other.search.box.edit.setText(query)


def _place(window: MainWindow) -> PutInto:
    """Which page is turned to, and the document that is open."""
    page, place = window.work.switch.currentIndex(), window.document.place

    def put_into(other: MainWindow) -> None:
        other.work.switch.setCurrentIndex(page)
        if place is not None:
            other.document.show_place(place)

    return put_into


def _undoing(window: MainWindow) -> PutInto:
    """What was taken away and can be brought back; nothing of it is done for good meanwhile."""
    removed, offered = window.removal.take_out(), window.left.undo.take_out()

    def put_into(other: MainWindow) -> None:
        for each in removed:
            other.removal.begin(each)
        for subject in offered:
            if isinstance(subject, TakenOut):
                other.talk_control.offer(subject)
            elif isinstance(subject, LeftQuestion):
                other.left_answer.offer(subject)

    return put_into
