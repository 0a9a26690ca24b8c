"""Collections of folders and files: kept, changed, and told of whenever one is otherwise."""

from __future__ import annotations

from dataclasses import replace

from app.core.scopes import Collection, Scope
from app.engine.jobs import Emit
from app.engine.protocol import (
    CollectionsTold,
    DeleteCollection,
    JobDone,
    ListCollections,
    Message,
    PutCollection,
)
from app.engine.threads import OwnerThread
from app.index.collection_table import CollectionTable

CollectionRequest = ListCollections | PutCollection | DeleteCollection


class Collecting:
    """`do` is called on the library's thread, the other methods on any but that."""

    def __init__(self, kept: CollectionTable, store: OwnerThread, emit: Emit) -> None:
        """`store` is the thread that makes every call on `kept`."""
        self._kept = kept
        self._store = store
        self._emit = emit
        self._told: tuple[Collection, ...] = ()

    def do(self, request: CollectionRequest) -> Message:
        """Do what is asked. Raises UserError for a name that is empty or taken."""
        match request:
            case PutCollection():
                self._kept.put(request.collection)
            case DeleteCollection():
                self._kept.delete(request.collection_id)
        self._tell(always=True)
        return JobDone(request.job)

    def refresh(self) -> None:
        """Files have come or gone: tell of collections that hold them."""
        self._store.call(self._tell, urgent=True)

    def named(self, scope: Scope) -> Scope:
        """`scope` with the name that its collection has now."""
        if not scope.collection_id:
            return scope
        name = self._store.call(lambda: self._kept.name(scope.collection_id), urgent=True)
        return replace(scope, name=name or scope.name)

    def _tell(self, *, always: bool = False) -> None:
        collections = self._kept.listed()
        if always or collections != self._told:
            self._told = collections
            self._emit(CollectionsTold(collections))
