"""What goes with the search page: its passage on the right, the three lists, and their room."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.ui.areas import Areas
from app.ui.search_page import SearchPage
from app.ui.search_reasons import ReasonsPanel
from app.ui.side_area import SideArea
from app.ui.work_area import WorkArea


class SearchWiring(QObject):
    """Connects the search page with the rest of the window. Window thread only."""

    def __init__(
        self,
        search: SearchPage,
        reasons: ReasonsPanel,
        work: WorkArea,
        tabs: SideArea,
        areas: Areas,
        details: QAction,
    ) -> None:
        """`details` shows the three lists; it is checked while they are shown."""
        super().__init__(search)
        self._search = search
        self._work = work
        self._areas = areas
        work.searching_changed.connect(tabs.set_searching)
        search.picked.connect(reasons.show_passage)
        search.unpicked.connect(reasons.clear)
        search.why_wanted.connect(lambda: tabs.show_wanted(reasons))
        details.triggered.connect(self._show_details)
        search.details_shown.connect(details.setChecked)
        search.details_shown.connect(self._make_room)
        work.searching_changed.connect(self._make_room)

    def _show_details(self, shown: bool) -> None:
        self._search.show_details(shown)
        if shown:
            self._work.show_search()

    def _make_room(self) -> None:
        """The three lists need more room than a conversation."""
        self._areas.widen_middle(wanted=self._work.searching and self._search.details_on)
