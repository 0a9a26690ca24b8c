"""Adding to the library and removing from it, as people ask for it in the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.ui import file_dialogs
from app.ui.library_controller import LibraryController
from app.ui.library_model import LibraryModel
from app.ui.library_panel import LibraryPanel
from app.ui.library_questions import LibraryQuestions
from app.ui.removal import Removal, Removed
from app.ui.samples import Samples

_MANY_FILES = 500  # whose removal is asked about: reading so many again takes many minutes


class LibraryActions(QObject):
    """Asks which files, and asks before much is lost. Window thread only."""

    def __init__(
        self,
        window: QWidget,
        model: LibraryModel,
        panel: LibraryPanel,
        control: LibraryController,
        removal: Removal,
        questions: LibraryQuestions,
        samples: Samples | None,
    ) -> None:
        """`window` is what the dialogs belong to."""
        super().__init__(window)
        self._window = window
        self._model = model
        self._panel = panel
        self._control = control
        self._removal = removal
        self._questions = questions
        self._samples = samples
        panel.add_files_requested.connect(self.choose_files)
        panel.add_folder_requested.connect(self.choose_folder)
        control.removal_requested.connect(self.remove)
        questions.adding_agreed.connect(self.add_paths)
        questions.removal_agreed.connect(self._begin_removal)

    def add_paths(self, paths: Sequence[str]) -> None:
        """Take files and folders into the library."""
        self._removal.finish()  # in the order of what was asked for: it may be the same folder
        self._control.add(paths)

    def take_in(self, paths: Sequence[str]) -> None:
        """Add what was dropped, or named when the program was started; ask before, where it is
        more than anybody is likely to mean."""
        if self._questions.is_everything(paths):
            self._questions.confirm_adding(paths)
        elif paths:
            self.add_paths(paths)

    def add_samples(self) -> None:
        """Take the sample documents into the library."""
        if self._samples is not None:
            self.add_paths((str(self._samples.folder),))

    def choose_files(self) -> None:
        """Ask which files to add."""
        file_dialogs.choose_files(self._window, self.add_paths)

    def choose_folder(self) -> None:
        """Ask which folder to add."""
        file_dialogs.choose_folder(self._window, self.take_in)

    def remove(self, paths: tuple[str, ...]) -> None:
        """Take something out of the library; ask before, where reading it again takes long."""
        if sum(each.totals.files for each in self._panel.selected_nodes) > _MANY_FILES:
            self._questions.confirm_removal(paths)
        else:
            self._begin_removal(paths)

    def _begin_removal(self, paths: tuple[str, ...]) -> None:
        nodes = self._panel.selected_nodes
        aside = all(each.parent is not self._model.root for each in nodes)  # its folder stays
        self._removal.begin(Removed(paths, aside))
