"""The lines of the choice of what is asked: everything, collections, folders and files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QFont, QPainter

from app.core.scopes import Collection, Scope, Ticks
from app.ui.library_model import LibraryModel
from app.ui.library_places import node_at
from app.ui.library_tree import Node
from app.ui.palette_list import Index, PaletteDelegate, PaletteModel, spoken
from app.ui.palette_match import best, fold
from app.ui.palette_sources import Choice, FileSource
from app.ui.richtext import clean_line
from app.ui.scope_words import ScopeCounts, collection_detail, place_name

_MOST_FOUND = 60  # whoever sees more types another letter
_MOST_FOLDERS = 300
_MOST_FILES = 60  # while nothing is typed
_MOST_TICKED = 200  # whoever ticked more finds them by name
_GAP_PX = 8

Sections = list[tuple[str, Sequence[Choice]]]


@dataclass(frozen=True, slots=True)
class ScopeChoice(Choice):
    """One line. A folder or file has a `path`, and is `ticked` or not; with `covered` it is as it
    is because a folder that holds it is. A folder is `partly` ticked where some of it is not as
    the rest."""

    collection: Collection | None = None
    path: str = ""
    ticked: bool = False
    covered: bool = False
    partly: bool = False

    @property
    def check(self) -> Qt.CheckState:
        """As Qt has it."""
        if self.partly:
            return Qt.CheckState.PartiallyChecked
        return Qt.CheckState.Checked if self.ticked else Qt.CheckState.Unchecked


class ScopeRows:
    """Finds the lines for what is typed. Asked at each letter: it has a few ms."""

    def __init__(self, model: LibraryModel) -> None:
        self._model = model
        self._files = FileSource(model, lambda node: node)
        self.collections: tuple[Collection, ...] = ()
        self.scope = Scope()  # that is asked now, and marked

    def find(self, query: str, ticks: Ticks) -> Sections:
        """The lines under their headings; `query` as `fold` leaves it."""
        translate = QCoreApplication.translate
        title = translate("ScopeChooser", "Collections")
        collections = [self._collection(each) for each in self._collections(query)]
        if query:
            nodes = [node for each in self._files.find(query, _MOST_FOUND) if (node := each.run())]
            found = [each for each in nodes if isinstance(each, Node)]
            return [(title, collections), *self._places(found, ticks)]
        everything = ScopeChoice(
            translate("ScopeChooser", "All documents"),
            shortcut=ScopeCounts().files(self._model.root.counts.files),
            icon="state-indexed" if self.scope.is_everything else "documents",
            key="everything",
        )
        own = self._paths(ticks.paths, ticks)
        left_out = self._paths(ticks.without, ticks)
        folders = list(islice(_folders(self._model.root), _MOST_FOLDERS))
        files = list(islice(_loose_first(self._model.root), _MOST_FILES))
        return [
            (translate("ScopeChooser", "Ask in"), [everything]),
            (title, collections),
            (translate("ScopeChooser", "Ticked"), own),
            (translate("ScopeChooser", "Left out"), left_out),
            *self._places([*folders, *files], ticks),
        ]

    def _collections(self, query: str) -> Sequence[Collection]:
        if not query:
            return self.collections
        found = best(query, self.collections, lambda each: fold(each.name), _MOST_FOUND)
        return [each for _points, each in found]

    def _collection(self, collection: Collection) -> ScopeChoice:
        asked = collection.collection_id == self.scope.collection_id
        return ScopeChoice(
            clean_line(collection.name),
            shortcut=collection_detail(collection),  # at the right: a long name does not hide it
            icon="state-indexed" if asked else "collection",
            key="collection",
            collection=collection,
        )

    def _places(self, nodes: Sequence[Node], ticks: Ticks) -> Sections:
        translate = QCoreApplication.translate
        places, own = ticks.places, frozenset((*ticks.paths, *ticks.without))
        made = [
            ScopeChoice(
                node.name,
                clean_line(str(PurePath(node.path).parent)),
                icon="folder" if node.record is None else "file",
                key="place",
                path=node.path,
                ticked=places.cover(node.path),
                covered=node.path not in own and places.cover(node.path),
                partly=node.record is None and places.hold_some_of(node.path),
            )
            for node in nodes
        ]
        return [
            (translate("ScopeChooser", "Folders"), [each for each in made if each.icon != "file"]),
            (translate("ScopeChooser", "Files"), [each for each in made if each.icon == "file"]),
        ]

    def _paths(self, paths: Sequence[str], ticks: Ticks) -> list[ScopeChoice]:
        """The lines of what was ticked, or left out."""
        gone = QCoreApplication.translate("ScopeChooser", "no longer in the library")
        places = ticks.places
        lines: list[ScopeChoice] = []
        for path in paths[:_MOST_TICKED]:
            node = node_at(self._model.root, path)
            line = ScopeChoice(
                place_name(path),
                clean_line(str(PurePath(path).parent)) if node is not None else gone,
                icon="file" if node is not None and node.record is not None else "folder",
                key="place",
                path=path,
                ticked=places.cover(path),
                partly=places.hold_some_of(path),
            )
            lines.append(line)
        return lines


def _folders(node: Node) -> Iterator[Node]:
    """Every folder, each before those inside it."""
    for child in node.children:
        if child.record is not None:
            return  # folders come first
        yield child
        yield from _folders(child)


def _loose_first(root: Node) -> Iterator[Node]:
    """Every file; those that were added by themselves, which lie in no folder, first."""
    yield from (each for each in root.children if each.record is not None)
    for folder in _folders(root):
        yield from (each for each in folder.children if each.record is not None)


class ScopeListModel(PaletteModel):
    """The lines; what can be ticked says so to a screen reader too."""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """As `PaletteModel`, with ticks."""
        choice = self.choice(index.row()) if index.isValid() else None
        if isinstance(choice, ScopeChoice) and choice.path:
            if role == Qt.ItemDataRole.CheckStateRole:
                return choice.check
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return spoken_choice(choice)
        return super().data(index, role)


class ScopeDelegate(PaletteDelegate):
    """As the palette's lines, with a box to be ticked before a folder or file."""

    def _draw_left(
        self, painter: QPainter, area: QRect, choice: Choice, font: QFont, small: QFont
    ) -> None:
        if isinstance(choice, ScopeChoice) and choice.path:
            name = "box-partly" if choice.partly else "box-ticked" if choice.ticked else "box"
            on = choice.partly or (choice.ticked and not choice.covered)
            area = self._draw_icon(painter, area, name, "accent" if on else "muted", _GAP_PX)
        super()._draw_left(painter, area, choice, font, small)


def spoken_choice(choice: ScopeChoice) -> str:
    """A line as a screen reader says it."""
    translate = QCoreApplication.translate
    if not choice.path:
        return spoken(choice)
    if choice.partly:
        state = translate("ScopeChooser", "partly ticked")
    elif choice.covered:
        state = translate("ScopeChooser", "inside a ticked folder")
    elif choice.ticked:
        state = translate("ScopeChooser", "ticked")
    else:
        state = translate("ScopeChooser", "not ticked")
    return f"{spoken(choice)}, {state}"
