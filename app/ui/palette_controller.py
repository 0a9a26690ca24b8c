"""Opens the command palette, does what was chosen in it, and remembers which commands were used."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from app.ui.command_palette import CommandPalette
from app.ui.library_panel import LibraryPanel
from app.ui.library_tree import Node
from app.ui.look import Look
from app.ui.menus import Command
from app.ui.palette_sources import Choice, CommandSource, FileSource, PaletteSource

_MOST_RECENT = 8


class PaletteController(QObject):
    """Window thread only. Names of files and searches are not remembered: commands alone are."""

    def __init__(
        self,
        look: Look,
        window: QWidget,
        commands: Callable[[], Iterator[Command]],
        library: LibraryPanel,
    ) -> None:
        super().__init__(window)
        self._look = look
        self._window = window
        self._library = library
        self._commands = CommandSource(commands)
        self._sources: list[PaletteSource] = [
            self._commands,
            FileSource(library.model, self._show_file),
        ]

    def add_source(self, source: PaletteSource) -> None:
        """Find other things too."""
        self._sources.append(source)

    @property
    def recent(self) -> tuple[str, ...]:
        """Keys of the commands used here, the last first."""
        return self._commands.recent

    @recent.setter
    def recent(self, keys: tuple[str, ...]) -> None:
        self._commands.recent = keys[:_MOST_RECENT]

    def open(self) -> None:
        """Show the palette over the window."""
        palette = CommandPalette(self._look, self._sources, self._window)
        palette.chosen.connect(self._do)
        palette.place()
        palette.open()

    def _do(self, choice: Choice) -> None:
        # A library's name is a path: it is in the list of libraries, and nowhere else.
        if choice.key and not choice.key.startswith("library:"):
            self.recent = (choice.key, *(key for key in self.recent if key != choice.key))
        choice.run()

    def _show_file(self, node: Node) -> None:
        """Show a file in the library, if it is still there."""
        model = self._library.model
        *_, top = (node, *node.ancestors())
        if top is model.root:
            tree = self._library.tree
            tree.show_node(node)
            tree.setFocus(Qt.FocusReason.ShortcutFocusReason)
