"""Gives the middle area room for the three lists, and takes it back."""

from __future__ import annotations

from PySide6.QtWidgets import QSplitter

_WANTED_PX = 740
_TOO_NARROW_PX = 500  # where only hiding the left area leaves room for three lists


class Room:
    """Widens the middle of a splitter of three at the cost of its sides, for a while."""

    def __init__(self, splitter: QSplitter) -> None:
        self._splitter = splitter
        self._before: list[int] | None = None
        self._moved = False  # by the person
        splitter.splitterMoved.connect(self._on_moved)

    def give(self) -> None:
        """Widen the middle area, as far as its neighbours can be narrowed."""
        if self._before is not None:
            return
        self._before = self._splitter.sizes()
        left, middle, right = self._before
        missing = max(0, _WANTED_PX - middle)
        sides = ((self._splitter.widget(0), left), (self._splitter.widget(2), right))
        least_right = sides[1][0].minimumWidth() if sides[1][0] else 0
        spare = [max(0, size - side.minimumWidth()) if side else 0 for side, size in sides]
        from_right = min(spare[1], missing * 2 // 3)
        from_left = min(spare[0], missing - from_right)
        from_right = min(spare[1], missing - from_left)
        wanted = [left - from_left, middle + from_left + from_right, right - from_right]
        self._splitter.setSizes(wanted)
        library = self._splitter.widget(0)
        if self._splitter.sizes()[1] < _TOO_NARROW_PX and library is not None:
            library.hide()
            self._splitter.setSizes([0, left + middle + right - least_right, least_right])
        self._moved = False

    def refit(self) -> None:
        """The window has grown: show the left area again where there is room for it."""
        left, _middle, right = (self._splitter.widget(at) for at in range(3))
        if self._before is None or left is None or right is None or not left.isHidden():
            return
        sides = left.minimumWidth(), right.minimumWidth()
        if self._splitter.width() >= sum(sides) + _TOO_NARROW_PX:
            left.show()
            self._splitter.setSizes([sides[0], self._splitter.width() - sum(sides), sides[1]])

    def take_back(self) -> None:
        """As it was, unless the person has moved the areas meanwhile."""
        if self._before is None:
            return
        library = self._splitter.widget(0)
        was_hidden = library is not None and library.isHidden()
        if library is not None:
            library.show()
        if was_hidden or not self._moved:
            self._splitter.setSizes(self._before)
        self._before = None

    def _on_moved(self) -> None:
        self._moved = True
