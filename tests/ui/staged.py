"""Scenes of the gallery for tests that look at many of them: one look for all, one after another.

What costs is to work out the style sheet, and to draw icons anew: both belong to the look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QTranslator
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.ui.language import install_language
from app.ui.look import Look
from tests.ui import looking
from tests.ui.gallery import SCENES, Stage

_TURNS = 6  # of the loop, until nothing is left to be laid out


@contextmanager
def one_look(qapp: QApplication, *translators: QTranslator) -> Iterator[Look]:
    """The program's style, in English or what `translators` make of it."""
    qapp.setStyle("Fusion")
    installed = install_language(qapp, "en")
    for translator in translators:
        qapp.installTranslator(translator)
    look = Look(qapp.font(), "light")
    look.apply()
    yield look
    for translator in (*translators, *installed):
        qapp.removeTranslator(translator)
    qapp.setStyleSheet("")


@contextmanager
def scene(name: str, look: Look, size: tuple[int, int] = (1280, 800)) -> Iterator[Stage]:
    """A scene; nothing of it is left for the next."""
    stage = Stage(look=look, size=size)
    try:
        SCENES[name](stage)
        settle()
        yield stage
    finally:
        for window in looking.windows():
            window.close()
            window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def settle() -> None:
    """Let everything be laid out and drawn."""
    for _ in range(_TURNS):
        QCoreApplication.processEvents()


def top_of(stage: Stage) -> QWidget:
    """The window of a scene that has the keyboard: its last dialog, or itself."""
    dialogs = [each for each in stage.window.findChildren(QDialog) if each.isVisible()]
    return dialogs[-1] if dialogs else stage.window


def wait_for(what: Callable[[], bool], turns: int = 200) -> None:
    """Let the loop turn until something is so."""
    for _ in range(turns):
        if what():
            return
        QCoreApplication.processEvents()
    raise AssertionError("it does not come to that")
