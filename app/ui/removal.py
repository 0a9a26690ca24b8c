"""Taking files out of the library in such a way that it can be undone for a while.

The engine deletes what it read at once, and reading a folder again may take hours. So for some
seconds what was removed is only left out of the list, and nothing is lost; then the engine is
asked. Whoever asks a question meanwhile, adds something or closes the window wants it gone: then
it is done at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from app.ui.library_rows import LibraryRows
from app.ui.richtext import clean_name
from app.ui.undo_note import UndoNote

UNDO_MS = 12_000
_LOOK_AGAIN_MS = 3_000  # while the pointer or the keys are at the notice


@dataclass(frozen=True, slots=True)
class Removed:
    """What was removed at once; `aside` where its folder stays."""

    paths: tuple[str, ...]
    aside: bool


class Removal(QObject):
    """Removes files, and holds it back for as long as it can be undone. Window thread only.

    What is removed meanwhile is held back as well, and all of it for as long as the last.
    """

    def __init__(
        self,
        rows: LibraryRows,
        note: UndoNote,
        remove: Callable[[Sequence[str], Callable[[], None]], None],
    ) -> None:
        """`remove` has the engine do it, and calls back when it is done or has failed."""
        super().__init__(note)
        self._rows = rows
        self._note = note
        self._remove = remove
        self._held: list[tuple[str, ...]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time)

    @property
    def paths(self) -> tuple[str, ...]:
        """What is removed and can still be brought back."""
        return tuple(path for paths in self._held for path in paths)

    def begin(self, removed: Removed) -> None:
        """Remove these."""
        held = removed.paths
        self._held.append(held)
        self._rows.hide(held)
        self._note.offer(
            self._words(removed), lambda: self._bring_back(held), lambda: self._do(held), removed
        )
        self._timer.start(UNDO_MS)

    def take_out(self) -> tuple[Removed, ...]:
        """What is held back, which is held back elsewhere from now on."""
        self._timer.stop()
        self._held.clear()
        return tuple(each for each in self._note.take_out() if isinstance(each, Removed))

    def _words(self, removed: Removed) -> str:
        more = len(removed.paths) - 1
        if removed.aside:
            said = self.tr("“{0}” was set aside.")
            if more:
                said = self.tr("“{0}” and %n more were set aside.", "", more)
        else:
            said = self.tr("“{0}” was removed.")
            if more:
                said = self.tr("“{0}” and %n more were removed.", "", more)
        return said.format(clean_name(Path(removed.paths[0]).name))

    def undo(self) -> None:
        """Bring back what was removed last."""
        self._note.undo()

    def undo_all(self) -> None:
        """Bring back all that is held back."""
        while self._held:
            self._note.undo()

    def finish(self) -> None:
        """Have it done for good, if something is held back."""
        self._timer.stop()
        self._note.forget()

    def _bring_back(self, paths: tuple[str, ...]) -> None:
        self._held.remove(paths)
        self._rows.unhide(paths)
        if self._held:
            self._timer.start(UNDO_MS)
        else:
            self._timer.stop()

    def _do(self, paths: tuple[str, ...]) -> None:
        self._held.remove(paths)
        self._remove(paths, lambda: self._rows.unhide(paths))

    def _on_time(self) -> None:
        if self._note.is_attended:
            self._timer.start(_LOOK_AGAIN_MS)
        else:
            self.finish()
