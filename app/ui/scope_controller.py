"""What of the library is asked: one choice for the window, its chips, and the collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.scopes import (
    EVERYTHING,
    Collection,
    Scope,
    Ticks,
    outermost_paths,
)
from app.engine.protocol import (
    CollectionsTold,
    DeleteCollection,
    JobFailed,
    ListCollections,
    Message,
    PutCollection,
    Ready,
)
from app.ui.engine_port import EnginePort
from app.ui.library_model import LibraryModel
from app.ui.look import Look
from app.ui.scope_chip import ScopeChip
from app.ui.scope_chooser import ScopeChooser
from app.ui.scope_rows import ScopeRows


class ScopeController(QObject):
    """Window thread only. The scope is not remembered over the end of the program: a library that
    answers from a part of itself without having been told so today would mislead."""

    changed = Signal(object)  # Scope
    collections_changed = Signal(object)  # tuple of Collection
    failed = Signal(object)  # JobFailed, where no dialog is there to say it

    def __init__(
        self, engine: EnginePort, look: Look, window: QWidget, model: LibraryModel
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._look = look
        self._window = window
        self._rows = ScopeRows(model)
        self._chips: list[ScopeChip] = []
        self.scope = EVERYTHING
        self.collections: tuple[Collection, ...] = ()
        self.chooser: ScopeChooser | None = None
        # Bound methods: they go with the window, and the engine stays.
        engine.became_ready.connect(self._on_ready)
        engine.library_erased.connect(self.clear)
        engine.collections_told.connect(self._on_told)

    @property
    def ticks(self) -> Ticks:
        """Where what is asked lies; nothing for everything."""
        number = self.scope.collection_id
        chosen = [
            each.ticks for each in self.collections if number and each.collection_id == number
        ]
        return chosen[0] if chosen else Ticks(self.scope.paths, self.scope.without)

    def add_chip(self, chip: ScopeChip) -> None:
        """Let `chip` show the scope and open the choice."""
        self._chips.append(chip)
        chip.show_scope(self.scope)
        chip.choice_requested.connect(lambda: self.open(chip))
        chip.everything_requested.connect(self.clear)

    def choose(self, scope: Scope) -> None:
        """Ask nothing outside of `scope` from now on."""
        if scope != self.scope or scope.name != self.scope.name:
            self.scope = scope
            for chip in self._chips:
                chip.show_scope(scope)
            self.changed.emit(scope)

    def choose_paths(self, paths: Sequence[str]) -> None:
        """Ask only these folders and files."""
        if paths:
            self.choose(Scope(0, outermost_paths(paths)))

    def clear(self) -> None:
        """Ask everything."""
        self.choose(EVERYTHING)

    def open(self, chip: ScopeChip | None = None) -> ScopeChooser:
        """Show the choice over the window, at a chip that is seen."""
        if self.chooser is not None:
            return self.chooser
        self._rows.scope, self._rows.collections = self.scope, self.collections
        chooser = ScopeChooser(self._look, self._rows, self._window)
        chooser.chosen.connect(self.choose)
        chooser.put_requested.connect(self._put)
        chooser.deletion_requested.connect(self._delete)
        chooser.finished.connect(self._on_closed)
        self.chooser = chooser
        seen = [each for each in self._chips if each.isVisible()]
        above = chip or (seen[0] if seen else None)
        if above is not None:
            chooser.place(above)
        chooser.open()
        return chooser

    def begin_collection(self, paths: Sequence[str]) -> None:
        """Ask for the name of a new collection of these folders and files."""
        self.open().begin_naming(paths)

    def add_to(self, collection: Collection, paths: Sequence[str]) -> None:
        """Put folders and files into a collection too."""
        ticks = collection.ticks.tick_all(paths, on=True)
        self._put(Collection.of(collection.collection_id, collection.name, ticks))

    # ------------------------------------------------------------------------------ inside

    def _on_ready(self, _ready: Ready) -> None:
        self._engine.submit(ListCollections)

    def _put(self, collection: Collection) -> None:
        self._submit(lambda number: PutCollection(number, collection), self._on_put)

    def _delete(self, collection: Collection) -> None:
        def done() -> None:
            if self.scope.collection_id == collection.collection_id:
                self.clear()
            if self.chooser is not None:
                self.chooser.show_deleted(collection)

        number = collection.collection_id
        self._submit(lambda job: DeleteCollection(job, number), done)

    def _submit(self, build: Callable[[int], Message], done: Callable[[], object]) -> None:
        job = self._engine.submit(build)
        job.done.connect(lambda _done: done())
        job.failed.connect(self._on_failed)

    def _on_put(self) -> None:
        if self.chooser is not None:
            self.chooser.naming.end()

    def _on_failed(self, failure: JobFailed) -> None:
        if self.chooser is not None:
            self.chooser.show_failure(failure.what, failure.next_step)
        else:
            self.failed.emit(failure)

    def _on_told(self, told: CollectionsTold) -> None:
        self.collections = self._rows.collections = told.collections
        number = self.scope.collection_id
        known = next((each for each in told.collections if each.collection_id == number), None)
        if known is not None:
            self.choose(known.scope)  # it may have another name now
        elif number:
            self.clear()
        if self.chooser is not None:
            self._rows.scope = self.scope
            self.chooser.show_collections()
        self.collections_changed.emit(told.collections)

    def _on_closed(self) -> None:
        self.chooser = None
        focus = next((each for each in self._chips if each.isVisible()), None)
        if focus is not None:
            focus.button.setFocus(Qt.FocusReason.PopupFocusReason)
