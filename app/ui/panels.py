"""The panels beside the middle area: they can be put away, and come back as wide as before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QWidget

from app.ui.arrangement import Panel
from app.ui.panel_window import PanelWindow


class Panels(QObject):
    """Knows which of the two sides are shown, in the splitter or each in its window. Window thread
    only.

    A splitter keeps no size for a widget that is hidden: the widths are kept here, and given back.
    """

    changed = Signal(str, bool)  # which, and whether it is shown

    def __init__(self, splitter: QSplitter, sides: Mapping[Panel, QWidget], rest: QWidget) -> None:
        """`rest` is the area between them, which is always there and takes the keyboard's focus
        from one that is put away."""
        super().__init__(splitter)
        self._splitter = splitter
        self._sides = dict(sides)
        self._rest = rest
        self._widths: dict[str, int] = {}
        self._windows: dict[str, PanelWindow] = {}
        self._actions: dict[str, QAction] = {}

    @property
    def hidden(self) -> tuple[str, ...]:
        """Those that are put away."""
        return tuple(name for name in self._sides if name in self._widths)

    @property
    def widths(self) -> dict[str, int]:
        """How wide those that are put away will be again, in pixels."""
        return dict(self._widths)

    def follow(self, actions: Mapping[Panel, QAction]) -> None:
        """Each side is shown while its action is ticked; what is done otherwise ticks it, too."""
        self._actions = {str(name): action for name, action in actions.items()}
        for name, action in actions.items():
            action.setChecked(name not in self._widths)
            action.toggled.connect(lambda on, name=name: self.set_shown(name, shown=on))
        self.changed.connect(lambda name, shown: self._actions[name].setChecked(shown))

    def tell_seen(self, name: Panel) -> None:
        """A side was hidden for want of room, or shown again: its action says whether it is."""
        if name in self._actions:
            self._actions[name].setChecked(not self._sides[name].isHidden())

    def hide_all(self, widths: Mapping[str, int]) -> None:
        """Put away these, which were as wide as this."""
        for name, width in widths.items():
            if name in self._sides:
                self.set_shown(Panel(name), shown=False)
                self._widths[name] = width

    def show(self, names: Iterable[Panel]) -> None:
        """Bring back these, where they are put away."""
        for name in names:
            self.set_shown(name, shown=True)

    def lives_in(self, name: Panel, window: PanelWindow | None) -> None:
        """One has gone to a window of its own, or back to the splitter."""
        self._windows.pop(name, None)
        if window is not None:
            self._windows[name] = window

    def set_shown(self, name: Panel, *, shown: bool) -> None:
        """Put one side away, or bring it back; the area between them gives or takes the room."""
        side, window = self._sides[name], self._windows.get(name)
        is_shown = not side.isHidden() if window is None else name not in self._widths
        if shown is is_shown:
            return
        if shown:
            width = self._widths.pop(name, side.minimumWidth())
            if window is None:
                self._bring_back(side, width)
            else:
                window.come_forward()
        else:
            self._widths[name] = side.width()
            self._put_away(side, window)
        self.changed.emit(name, shown)

    def _put_away(self, side: QWidget, window: PanelWindow | None) -> None:
        focused = side.window().focusWidget()
        if window is not None:
            window.set_wanted(wanted=False)
            return
        sizes = self._splitter.sizes()
        at, middle = self._splitter.indexOf(side), self._splitter.indexOf(self._rest)
        sizes[middle] += sizes[at]
        sizes[at] = 0
        side.hide()
        self._splitter.setSizes(sizes)
        if focused is not None and (focused is side or side.isAncestorOf(focused)):
            self._rest.setFocus(Qt.FocusReason.OtherFocusReason)

    def _bring_back(self, side: QWidget, width: int) -> None:
        at, middle = self._splitter.indexOf(side), self._splitter.indexOf(self._rest)
        side.show()
        sizes = self._splitter.sizes()
        room = sizes[at] + sizes[middle]
        sizes[at] = max(side.minimumWidth(), min(width, room - self._rest.minimumWidth()))
        sizes[middle] = room - sizes[at]
        self._splitter.setSizes(sizes)
