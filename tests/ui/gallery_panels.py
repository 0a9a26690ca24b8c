"""Scenes of the gallery: panels that stand elsewhere, and one that is being dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.ui.arrangement import Panel, Place
from tests.ui.gallery_cites import cited_page

if TYPE_CHECKING:
    from tests.ui.gallery import Stage


def panels_below(stage: Stage) -> None:
    """Passages and document are seen together."""
    cited_page(stage)
    stage.window.docking.move(Panel.DOCUMENT, Place.BELOW)


def panels_swapped(stage: Stage) -> None:
    """The library is at the right, the passages at the left."""
    cited_page(stage)
    stage.window.docking.move(Panel.LIBRARY, Place.RIGHT)
    stage.window.docking.move(Panel.SIDE, Place.LEFT)


def panels_window(stage: Stage) -> None:
    """The document has a window of its own."""
    cited_page(stage)
    stage.window.docking.move(Panel.DOCUMENT, Place.WINDOW)


def panels_dragged(stage: Stage) -> None:
    """The library is on its way to the right."""
    stage.fill()
    stage.answer_from_documents()
    header, areas = stage.window.left.switch, stage.window._splitter
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=header.tabRect(0).center())
    there = areas.mapToGlobal(QPoint(areas.width() - 90, areas.height() // 2))
    QTest.mouseMove(header, header.mapFromGlobal(there))


SCENES: dict[str, Callable[[Stage], None]] = {
    each.__name__: each for each in (panels_below, panels_swapped, panels_window, panels_dragged)
}
