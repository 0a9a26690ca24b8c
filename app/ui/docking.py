"""Moves the panels of the window: to another side, below another, or to a window of their own."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QWidget

from app.ui.areas import Areas
from app.ui.arrangement import FIRST, Arrangement, Panel, Place, place_at
from app.ui.document_view import DocumentView
from app.ui.panel_window import HeadedPanel, PanelWindow
from app.ui.side_area import SideArea, SideColumn
from app.ui.window_place import bring_within_reach, restore_place

_OFF = QPoint(32, 32)  # where a window first appears, from where its panel was
_HOLD = QPoint(60, 40)  # from the corner of a window's frame to its header, where it is held
_LEAST_SPOT_PX = 160
_LEAST_SIZE = QSize(420, 480)


class Docking(QObject):
    """Knows where each panel stands. Window thread only.

    Library and passages are at the left or the right of the middle area, or in a window; the
    document is a tab with the passages, below them, or in a window. Who closes such a window
    has its panel back where it was before.
    """

    moved = Signal(str, str)  # Panel, Place
    window_made = Signal(QWidget)

    def __init__(
        self,
        owner: QWidget,
        areas: Areas,
        column: SideColumn,
        tabs: SideArea,
        document: DocumentView,
    ) -> None:
        super().__init__(owner)
        self._owner = owner
        self._areas = areas
        self._column = column
        self._tabs = tabs
        self._document = document
        self._sides = areas.sides
        self._places = dict(FIRST)
        self._before = dict(FIRST)  # where each stood last, out of a window
        self._windows: dict[Panel, PanelWindow] = {}
        self._geometries: dict[Panel, str] = {}  # of the windows that there were
        self._split = ""
        self.headed = HeadedPanel(self._title(Panel.DOCUMENT))  # the document while it is no tab
        self.headed.setParent(owner)
        self.headed.hide()
        tabs.wanted.connect(lambda tab: self.reveal(tabs.panel_of(tab)))

    def place(self, panel: Panel) -> Place:
        """Where it stands."""
        return self._places[panel]

    def window(self, panel: Panel) -> PanelWindow | None:
        """The window that it is alone in."""
        return self._windows.get(panel)

    def spot(self, panel: Panel, place: Place) -> QRect:
        """Where it would be seen at `place` in the window or below the passages, in global
        pixels."""
        if panel is Panel.DOCUMENT:
            whole = _global_rect(self._column)
            half = QRect(whole.left(), whole.center().y(), whole.width(), whole.height() // 2)
            return half if place is Place.BELOW else whole
        whole = _global_rect(self._areas)
        width = min(max(self._sides[panel].width(), _LEAST_SPOT_PX), whole.width() // 2)
        left = whole.left() if place is Place.LEFT else whole.right() - width + 1
        return QRect(left, whole.top(), width, whole.height())

    def host(self, panel: Panel) -> QWidget:
        """The window that its spots are in."""
        return self._column.window() if panel is Panel.DOCUMENT else self._owner

    def place_at(self, panel: Panel, point: QPoint) -> Place | None:
        """Where it goes if it is let go of at `point`, in global pixels; None: nowhere else."""
        found = _global_rect(self._column) if self._column.isVisible() else QRect()
        place = place_at(
            panel, point, self._owner.frameGeometry(), _global_rect(self._areas), found
        )
        return None if place is self._places[panel] else place

    @property
    def ring(self) -> list[QWidget]:
        """What the keyboard goes through that is not put away, from left to right, then what is
        not in a row with the others."""
        around = [each for each in self._areas.in_order(self._places) if not each.isHidden()]
        around += [
            self._sides[panel]
            for panel, window in self._windows.items()
            if panel in self._sides and not window.isHidden()
        ]
        ring = [self._tabs if each is self._column else each for each in around]
        if self.headed.isVisible():
            ring.append(self.headed)
        return ring

    # ------------------------------------------------------------------------ what is asked for

    def move(self, panel: Panel, place: Place, at: QPoint | None = None) -> None:
        """Have `panel` stand at `place`, and be seen there; a window below the point `at` of the
        screen, else where it was last."""
        if self._places[panel] is not place:
            if panel in self._sides:
                self._areas.panels.show((panel,))
            focused = self._focused_in(panel)
            self._areas.rest()
            self._leave(panel)
            self._places[panel] = place
            if place is not Place.WINDOW:
                self._before[panel] = place
            self._enter(panel, place, at)
            if focused is not None:
                focused.window().activateWindow()
                focused.setFocus()
            self.moved.emit(panel, place)
        self.reveal(panel)

    def move_back(self) -> None:
        """Have every panel stand where it was at first."""
        for panel, place in FIRST.items():
            self.move(panel, place)

    def reveal(self, panel: Panel) -> None:
        """Have it be seen, whatever it was put away in."""
        holder = panel
        if panel is Panel.DOCUMENT and self._places[panel] is not Place.WINDOW:
            holder = Panel.SIDE
            if self._places[panel] is Place.TABBED:
                self._tabs.setCurrentWidget(self._document)
        if holder in self._sides:
            self._areas.panels.show((holder,))
        if (window := self._windows.get(holder)) is not None:
            window.come_forward()

    # ------------------------------------------------------------------------- its memory

    @property
    def arrangement(self) -> Arrangement:
        """All of it, to be remembered."""
        for panel, window in self._windows.items():
            self._geometries[panel] = _geometry(window)
        split = self._column.split or self._split
        return Arrangement(dict(self._places), dict(self._geometries), split)

    def restore(self, arrangement: Arrangement) -> None:
        """Take up what was remembered."""
        self._geometries = dict(arrangement.windows)
        self._split = arrangement.split
        for panel, place in arrangement.places.items():
            if self._places[panel] is not place:
                self.move(panel, place)

    # ----------------------------------------------------------------------------- inside

    def _leave(self, panel: Panel) -> None:
        window = self._windows.pop(panel, None)
        if panel in self._sides:
            self._areas.panels.lives_in(panel, None)
        elif self._places[panel] is Place.TABBED:
            self.headed.hold(self._tabs.give_document())
        else:
            self._split = self._column.split or self._split
            self.headed.setParent(self._owner)
        if window is not None:
            self._geometries[panel] = _geometry(window)
            self._body(panel).setParent(self._owner)  # or it would go with the window
            window.hide()
            window.deleteLater()

    def _enter(self, panel: Panel, place: Place, at: QPoint | None) -> None:
        body = self._body(panel)
        size = body.size() if panel in self._sides else self._tabs.size()
        if place is Place.WINDOW:
            self._put_in_window(panel, body, size, at)
        elif place is Place.TABBED:
            self._tabs.take_document()
        elif place is Place.BELOW:
            self._column.put_below(body)
            self._column.restore_split(self._split)
        self._areas.arrange(self._places, {body: size.width()})

    def _put_in_window(self, panel: Panel, body: QWidget, size: QSize, at: QPoint | None) -> None:
        corner = self._column if panel is Panel.DOCUMENT else body
        first = corner.mapToGlobal(_OFF)
        window = PanelWindow(self._owner, body, self._title(panel))
        window.setGeometry(QRect(first, size.expandedTo(_LEAST_SIZE)))
        if known := self._geometries.get(panel):
            restore_place(window, known)
        if at is not None:
            window.move(at - _HOLD)
        bring_within_reach(window)
        window.dismissed.connect(lambda: self.move(panel, self._before[panel]))
        self._windows[panel] = window
        if panel in self._sides:
            self._areas.panels.lives_in(panel, window)
        self.window_made.emit(window)

    def _body(self, panel: Panel) -> QWidget:
        return self._sides.get(panel, self.headed)

    def _focused_in(self, panel: Panel) -> QWidget | None:
        body = self._document if panel is Panel.DOCUMENT else self._sides[panel]
        focused = body.window().focusWidget()
        inside = focused is not None and body.isAncestorOf(focused)
        return focused if inside and body.window().isActiveWindow() else None

    def _title(self, panel: Panel) -> str:
        titles: Mapping[Panel, str] = {
            Panel.LIBRARY: self.tr("Library"),
            Panel.SIDE: self.tr("Passages"),
            Panel.DOCUMENT: self.tr("Document"),
        }
        return titles[panel]


def _global_rect(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint()), widget.size())


def _geometry(window: QWidget) -> str:
    return bytes(window.saveGeometry().data()).hex()
