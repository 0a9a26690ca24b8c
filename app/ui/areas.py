"""The areas of the window side by side, and how the room is shared between them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QSplitter, QWidget

from app.ui.arrangement import Panel, Place
from app.ui.look import Look
from app.ui.panels import Panels
from app.ui.room import Room

_LEAST_PX = (200, 360, 280)
_STRETCH = (0, 3, 2)
_FIRST_PX = (290, 570, 420)
_LEFT_MOST_PX = 370  # to begin with, however large the text is


class Areas(QSplitter):
    """The middle, and at its left and right the sides; these can be put away. Window thread
    only."""

    def __init__(self, look: Look, library: QWidget, work: QWidget, found: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._work = work
        self.sides = {Panel.LIBRARY: library, Panel.SIDE: found}
        self._room = Room(self, library, work, found, lambda: self.panels.tell_seen(Panel.LIBRARY))
        self._wide = False
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for at, widget in enumerate((library, work, found)):
            widget.setMinimumWidth(_LEAST_PX[at])
            self.addWidget(widget)
            self.setStretchFactor(at, _STRETCH[at])
        left_px = min(look.scaled(_FIRST_PX[0]), _LEFT_MOST_PX)
        self.setSizes([left_px, *_FIRST_PX[1:]])
        self.panels = Panels(self, self.sides, work)
        self.panels.changed.connect(self._on_put_away)

    def widen_middle(self, *, wanted: bool) -> None:
        """Give the middle area more room for a while, or take it back."""
        self._wide = wanted
        if wanted:
            self._room.give()
        else:
            self._room.take_back()

    def refit(self) -> None:
        """The window has another size."""
        self._room.refit()

    def in_order(self, places: Mapping[Panel, Place]) -> list[QWidget]:
        """What stands here from left to right where the sides are at `places`: the library always
        at the edge. Those elsewhere are left out."""
        left = [each for name, each in self.sides.items() if places[name] is Place.LEFT]
        right = [each for name, each in self.sides.items() if places[name] is Place.RIGHT]
        return [*left, self._work, *reversed(right)]

    def rest(self) -> None:
        """Take back the room that the middle was given, before a side leaves: `arrange` gives it
        again."""
        self._room.take_back()

    def arrange(self, places: Mapping[Panel, Place], widths: Mapping[QWidget, int]) -> None:
        """Stand the sides at `places`; who is not here yet will be as wide as `widths` say, in
        pixels, at the cost of the middle."""
        now = {self.widget(at): size for at, size in enumerate(self.sizes())}
        order = self.in_order(places)
        for at, widget in enumerate(order):
            if self.indexOf(widget) != at:
                self.insertWidget(at, widget)
            if widget not in now:
                widget.show()
        sizes = dict.fromkeys(order, 0)
        room = self.width() - self._work.minimumWidth()
        for widget in order:
            if widget is not self._work and not widget.isHidden():
                width = now.get(widget, widths.get(widget, 0))
                sizes[widget] = max(widget.minimumWidth(), min(width, room))
                room -= sizes[widget]
        sizes[self._work] = self.width() - sum(sizes.values())
        self.setSizes([sizes[each] for each in order])
        self.widen_middle(wanted=self._wide)

    def layout_state(self) -> str:
        """How the room is shared, as Qt saves it, in hexadecimal; see `panels` for what is put
        away."""
        self._room.take_back()
        return bytes(self.saveState().data()).hex()

    def take_up(self, state: str, hidden: Mapping[str, int]) -> None:
        """Share the room as it was when `layout_state` told it; "": as at first."""
        self.panels.hide_all(hidden)  # first: the splitter's sizes are those without them
        if state:
            self.restoreState(QByteArray.fromHex(state.encode("ascii")))

    def _on_put_away(self, name: str) -> None:
        if name == Panel.LIBRARY:
            self._room.leave_library()
