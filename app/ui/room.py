"""Gives the middle area room for the three lists, and takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QSplitter, QWidget

_WANTED_PX = 740
_TOO_NARROW_PX = 500  # where only hiding the library leaves room for three lists


class Room:
    """Widens the middle of a splitter at the cost of its sides, for a while.

    Either side may be on the left or on the right, or not in the splitter at all.
    """

    def __init__(
        self,
        splitter: QSplitter,
        library: QWidget,
        middle: QWidget,
        found: QWidget,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        """`told` is called when the library was hidden for want of room, or is back."""
        self._told = told
        self._splitter = splitter
        self._library = library
        self._middle = middle
        self._found = found
        self._before: list[int] | None = None
        self._moved = False  # by the person
        self._hid = False  # the library, for want of room
        splitter.splitterMoved.connect(self._on_moved)

    def give(self) -> None:
        """Widen the middle area, as far as its neighbours can be narrowed."""
        if self._before is not None:
            return
        self._before = self._splitter.sizes()
        library, middle, found = map(self._width, (self._library, self._middle, self._found))
        missing = max(0, _WANTED_PX - middle)
        library_spare = max(0, library - self._library.minimumWidth()) if library else 0
        found_spare = max(0, found - self._found.minimumWidth()) if found else 0
        from_library = min(library_spare, missing - min(found_spare, missing * 2 // 3))
        from_found = min(found_spare, missing - from_library)
        self._share(library - from_library, found - from_found)
        if library and self._width(self._middle) < _TOO_NARROW_PX:
            self._library.hide()
            self._hid = True
            self._share(0, self._found.minimumWidth() if found else 0)
            self._told()
        self._moved = False

    def refit(self) -> None:
        """The window has grown: show the library again where there is room for it."""
        if self._before is None or not self._hid:
            return
        library = self._library.minimumWidth()
        found = self._found.minimumWidth() if self._width(self._found) else 0
        if self._splitter.width() >= library + found + _TOO_NARROW_PX:
            self._library.show()
            self._hid = False
            self._share(library, found)
            self._told()

    def leave_library(self) -> None:
        """The person has put the library away, or brought it back: it is not shown unasked."""
        self._hid = False

    def take_back(self) -> None:
        """As it was, unless the person has moved the areas meanwhile."""
        if self._before is None:
            return
        was_hidden, self._hid = self._hid, False
        if was_hidden:
            self._library.show()
            self._told()
        if was_hidden or not self._moved:
            self._splitter.setSizes(self._before)
        self._before = None

    def _width(self, widget: QWidget) -> int:
        at = self._splitter.indexOf(widget)
        return self._splitter.sizes()[at] if at >= 0 and not widget.isHidden() else 0

    def _share(self, library: int, found: int) -> None:
        wanted = {
            self._library: library,
            self._found: found,
            self._middle: self._splitter.width() - library - found,
        }
        widgets = [self._splitter.widget(at) for at in range(self._splitter.count())]
        self._splitter.setSizes([wanted[each] for each in widgets if each is not None])

    def _on_moved(self) -> None:
        self._moved = True
