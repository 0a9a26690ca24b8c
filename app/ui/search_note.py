"""What the search page says where there are no results to show."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.core.types import Inspection
from app.engine.protocol import JobFailed
from app.ui.look import Look
from app.ui.page_note import Hint, PageNote
from app.ui.richtext import clean_line, shorten

_QUERY_LENGTH = 80


class SearchNote(PageNote):
    """A title, a line, hints, and at most one button; scrolls where the window is low."""

    again_requested = Signal()
    add_requested = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._again = self.add_button(self.tr("Search again"))
        self._again.clicked.connect(self.again_requested)
        self._add = self.add_button(self.tr("Add a folder…"))
        self._add.setProperty("role", "primary")
        self._add.clicked.connect(self.add_requested)
        self.show_start()

    def show_start(self) -> None:
        """Nothing is typed yet."""
        self.say(
            "search",
            self.tr("Find a passage"),
            self.tr("Type a few words or a whole question: results appear as you type."),
            (
                ("quote", self.tr("“Words in quotes” must stand there exactly so.")),
                (
                    "minus",
                    self.tr("A minus before a word (-word) leaves out passages that hold it."),
                ),
                ("down", self.tr("The Down key moves to the results, Enter opens one.")),
            ),
        )

    def show_empty_library(self) -> None:
        """There are no documents."""
        self.say(
            "documents",
            self.tr("There is nothing to search yet"),
            self.tr("Drop a folder on the window, or add one."),
            buttons=(self._add,),
        )

    def show_unread_library(self) -> None:
        """There are documents, none of them read."""
        self.say(
            "documents",
            self.tr("Your documents are still being read"),
            self.tr("Passages can be found as soon as the first file is read."),
            buttons=(self._again,),
        )

    def show_waiting(self) -> None:
        """The engine starts."""
        self.say(
            "refresh",
            self.tr("The engine is starting"),
            self.tr("The search begins by itself as soon as it is ready."),
        )

    def show_searching(self) -> None:
        """The first search takes a while: a model is being loaded."""
        self.say(
            "search",
            self.tr("Searching…"),
            self.tr("The first search after the start takes a little longer."),
        )

    def show_stopped(self, what: str) -> None:
        """The engine is not started again."""
        what = clean_line(what) or self.tr("Choose “Try again” at the top of the window.")
        self.say("info", self.tr("The engine is not running"), what)

    def show_failure(self, failure: JobFailed) -> None:
        """The search failed: what, why, what to do next."""
        why = " ".join(filter(None, (failure.why, failure.next_step)))
        self.say("info", clean_line(failure.what), clean_line(why), buttons=(self._again,))

    def show_nothing(self, query: str, inspection: Inspection) -> None:
        """Nothing was found: say what to try."""
        hints: list[Hint] = []
        if inspection.phrases:
            phrase = shorten(inspection.phrases[0], _QUERY_LENGTH)
            hints.append(
                (
                    "quote",
                    self.tr("No passage holds exactly “{0}”: try it without quotes.").format(
                        phrase
                    ),
                )
            )
        if inspection.excluded:
            word = shorten(inspection.excluded[0], _QUERY_LENGTH)
            hints.append(("minus", self.tr("Take out the minus before “{0}”.").format(word)))
        hints.append(("search", self.tr("Try fewer or other words, or ask in a whole sentence.")))
        self.say("not-found", self.tr("Nothing found"), shorten(query, _QUERY_LENGTH), hints)
