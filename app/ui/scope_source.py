"""Collections in the command palette: choosing one there asks it alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.ui.palette_match import best, fold
from app.ui.palette_sources import Choice
from app.ui.richtext import clean_line
from app.ui.scope_controller import ScopeController
from app.ui.scope_words import collection_detail


class CollectionSource:
    """A `PaletteSource`."""

    def __init__(self, control: ScopeController) -> None:
        self._control = control

    @property
    def title(self) -> str:
        """As said in the list."""
        return QCoreApplication.translate("CommandPalette", "Ask only in")

    def find(self, query: str, limit: int) -> Sequence[Choice]:
        """Nothing for an empty query."""
        if not query:
            return ()
        found = best(query, self._control.collections, lambda each: fold(each.name), limit)
        return [
            Choice(
                clean_line(each.name),
                collection_detail(each),
                icon="collection",
                points=points,
                run=partial(self._control.choose, each.scope),
            )
            for points, each in found
        ]
