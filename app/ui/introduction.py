"""What stands in the place of a conversation: the first steps once, and the welcome after them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.types import AnswerStyle, LibraryTotals
from app.ui.chat_panel import ChatPanel
from app.ui.first_steps import FirstSteps
from app.ui.library_actions import LibraryActions
from app.ui.library_model import LibraryModel
from app.ui.look import Look
from app.ui.samples import Samples


class Introduction(QObject):
    """Does what they offer, and tells them what the library holds. Window thread only."""

    models_requested = Signal()
    ended = Signal()  # the first steps were taken, or skipped

    def __init__(
        self,
        look: Look,
        chat: ChatPanel,
        model: LibraryModel,
        actions: LibraryActions,
        samples: Samples | None,
    ) -> None:
        super().__init__(chat)
        self._look = look
        self._chat = chat
        self._model = model
        self._actions = actions
        self._samples = samples
        chat.welcome.add_folder_requested.connect(actions.choose_folder)
        chat.welcome.samples_requested.connect(actions.add_samples)

    def begin(self) -> None:
        """Introduce the program; called once, at the first start of all."""
        steps = FirstSteps(self._look, samples=self._samples is not None)
        steps.models_requested.connect(self.models_requested)
        steps.add_folder_requested.connect(self._actions.choose_folder)
        steps.samples_requested.connect(self._actions.add_samples)
        steps.without_model.connect(lambda: self._chat.box.choose_style(AnswerStyle.QUOTE))
        steps.finished.connect(self.ended)
        self._chat.begin_first_steps(steps)
        steps.focus_open_step()

    def take_totals(self, totals: LibraryTotals) -> None:
        """What the library holds now."""
        if self._chat.first_steps is not None:
            self._chat.first_steps.take_library(totals.files, self._suggestions())
        if totals.files == 0:
            self._chat.welcome.show_empty()
        else:
            self._chat.welcome.show_ready(self._suggestions())

    def _suggestions(self) -> tuple[str, ...]:
        """Questions to begin with, where the sample documents are what the library holds."""
        if self._samples is None:
            return ()
        roots = {node.path for node in self._model.root.children}
        return self._samples.questions if roots == {str(self._samples.folder)} else ()
