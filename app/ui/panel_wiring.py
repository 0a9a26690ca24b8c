"""Panels by mouse and menu: what is chosen or dragged is moved, and the menus tell where it is."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint

from app.ui.arrangement import Panel, Place
from app.ui.docking import Docking
from app.ui.left_area import LeftArea
from app.ui.look import Look
from app.ui.menus import Menus
from app.ui.panel_drag import PanelDrag
from app.ui.panels import Panels
from app.ui.side_area import SideArea


class PanelWiring(QObject):
    """Connects the panels with the menus and with their headers. Window thread only."""

    def __init__(
        self,
        look: Look,
        docking: Docking,
        panels: Panels,
        menus: Menus,
        left: LeftArea,
        tabs: SideArea,
    ) -> None:
        super().__init__(docking)
        self._docking = docking
        self._menus = menus
        self.drag = PanelDrag(
            look,
            docking,
            {
                left.switch: lambda _at: Panel.LIBRARY,
                tabs.tabBar(): lambda at: tabs.panel_of(tabs.widget(at)),
                docking.headed.header: lambda _at: Panel.DOCUMENT,
            },
        )
        self.drag.menu_requested.connect(self._offer_places)
        panels.follow(
            {
                Panel.LIBRARY: menus.actions["library_panel"],
                Panel.SIDE: menus.actions["side_panel"],
            }
        )
        menus.library_at.connect(lambda place: docking.move(Panel.LIBRARY, Place(place)))
        menus.side_at.connect(lambda place: docking.move(Panel.SIDE, Place(place)))
        menus.document_at.connect(lambda place: docking.move(Panel.DOCUMENT, Place(place)))
        menus.usual_places.connect(docking.move_back)
        docking.moved.connect(self._show_place)

    def _show_place(self, panel: str, place: str) -> None:
        self._menus.show_choice(f"{panel}_at", place)

    def _offer_places(self, panel: str, at: QPoint) -> None:
        self._menus.choices[f"{panel}_at"].popup(at)
