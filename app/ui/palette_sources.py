"""What the command palette finds, and where it looks: commands, and files of the library.

Anything else that has names joins by being a `PaletteSource`: see `CommandPalette.add_source`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from app.ui.library_model import LibraryModel
from app.ui.library_tree import Node
from app.ui.menus import Command
from app.ui.palette_match import best, fit, fold
from app.ui.richtext import clean_line

_RECENT_BONUS = 8.0  # the last used goes before what fits alike, not before what fits better
_FEWEST_FOR_GROUP = 3  # letters, before the name of a menu finds all that is in it
_GROUP_SHARE = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the palette. `run` does it; `key`, if any, is remembered as used."""

    text: str
    detail: str = ""
    shortcut: str = ""
    icon: str = ""
    key: str = ""
    points: float = 0.0
    run: Callable[[], object] = field(default=lambda: None, repr=False)


class PaletteSource(Protocol):
    """Finds things by name. Asked at each letter, on the window's thread: it has a few ms."""

    @property
    def title(self) -> str:
        """What its things are, in the language in force, above them in the list."""
        ...

    def find(self, query: str, limit: int) -> Sequence[Choice]:
        """At most `limit` things that fit `query` (as `fold` leaves it), the best first. Of an
        empty query: what is likely wanted, or nothing."""
        ...


class CommandSource:
    """The actions of the menus; those used last come first."""

    def __init__(self, commands: Callable[[], Iterator[Command]]) -> None:
        self._commands = commands
        self.recent: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """As said in the list."""
        return QCoreApplication.translate("CommandPalette", "Commands")

    def find(self, query: str, limit: int) -> Sequence[Choice]:
        """All commands for an empty query, in the order of use, then of the menus."""
        order = {key: at for at, key in enumerate(self.recent)}
        found = [self._choice(each, self._points(query, each, order)) for each in self._commands()]
        fitting = [each for each in found if not query or each.points > 0]
        last = len(order)
        if query:
            fitting.sort(key=lambda each: -each.points)
        else:
            fitting.sort(key=lambda each: order.get(each.key, last))
        return fitting[:limit]

    @staticmethod
    def _points(query: str, command: Command, order: dict[str, int]) -> float:
        points = fit(query, fold(command.text))
        if not points and len(query) >= _FEWEST_FOR_GROUP:
            points = fit(query, fold(f"{command.group} {command.text}")) / _GROUP_SHARE
        if points and command.key in order:
            points += _RECENT_BONUS / (1 + order[command.key])
        return points

    @staticmethod
    def _choice(command: Command, points: float) -> Choice:
        keys = command.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        icon = "state-indexed" if command.action.isChecked() else ""
        run = command.action.trigger
        return Choice(command.text, command.group, keys, icon, command.key, points, run)


class FileSource:
    """The files and folders of the library, by name."""

    def __init__(self, model: LibraryModel, show: Callable[[Node], object]) -> None:
        """`show` shows one in the library."""
        self._model = model
        self._show = show
        self._nodes: list[tuple[str, Node]] | None = None
        for signal in (
            model.rowsInserted,
            model.rowsRemoved,
            model.layoutChanged,
            model.modelReset,
        ):
            signal.connect(self._forget)

    @property
    def title(self) -> str:
        """As said in the list."""
        return QCoreApplication.translate("CommandPalette", "Files")

    def find(self, query: str, limit: int) -> Sequence[Choice]:
        """Nothing for an empty query."""
        if not query:
            return ()
        if self._nodes is None:
            self._nodes = [(node.folded, node) for node in _below(self._model.root)]
        return [
            Choice(
                text=node.name,
                detail=clean_line(str(PurePath(node.path).parent)),
                icon="folder" if node.record is None else "file",
                points=points,
                run=partial(self._show, node),
            )
            for points, (_name, node) in best(query, self._nodes, lambda each: each[0], limit)
        ]

    def _forget(self, *_what: object) -> None:
        self._nodes = None


def _below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _below(child)
