"""What changed on the disk and waits to be looked at: put together, and held until it is quiet."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import TypeVar

from app.core.types import FileStat

_Key = TypeVar("_Key")

QUIET_S = 1.5  # so long nothing may happen to a file before it is looked at
SETTLE_S = 0.5  # and so long its size and time must stay, for systems that tell of writes late
MOST_S = 10.0  # a stream of changes is looked at this often
MOST_WRITING_S = 600.0  # a file that never comes to rest is looked at this often
MOST_FILES = 2_000  # that are waited for one by one; beyond, for their folders
MOST_PLACES = 64  # that one look goes to; beyond, to the folders that hold them
# The kernel keeps 16,384 events (inotify(7), max_queued_events) and drops what comes after: where
# this many came at once, some may be missing, and the whole root is looked at.
MANY_EVENTS = 10_000
_AT_ONCE_S = 10.0
_LOOK_S = 0.25


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be looked at: all at or below `paths`, and the files directly in `folders`."""

    paths: tuple[str, ...]
    folders: tuple[str, ...]


@dataclass(slots=True)
class _Waiting:
    """Since when something changes, when it did last, and what it looked like then."""

    first: float
    last: float
    stat: FileStat | None = None
    looked: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    path: str
    deep: bool


class PendingChanges:
    """Collects changes by path. Not safe to be used by two threads at once."""

    def __init__(self, clock: Callable[[], float], look: Callable[[str], FileStat | None]) -> None:
        """`clock` tells seconds, `look` what a file is like now (None: it is not there)."""
        self._clock = clock
        self._look = look
        self._files: dict[str, _Waiting] = {}
        self._places: dict[_Place, _Waiting] = {}
        self._events: dict[str, tuple[float, int]] = {}  # by root: since when, how many

    def __len__(self) -> int:
        return len(self._files) + len(self._places)

    def count_event(self, root: str) -> None:
        """Something happened in `root`, whatever it was."""
        now = self._clock()
        since, count = self._events.get(root, (now, 0))
        if now - since > _AT_ONCE_S:
            since, count = now, 0
        self._events[root] = since, count + 1
        if count + 1 >= MANY_EVENTS:
            self.note_folder(root, deep=True)

    def note_file(self, path: str) -> None:
        """A file came, went, or was written to."""
        self._note(self._files, path)
        if len(self._files) > MOST_FILES:
            files, self._files = self._files, {}
            for each, waiting in files.items():
                place = _Place(os.path.dirname(each), deep=False)  # noqa: PTH120 - text
                known = self._places.setdefault(place, waiting)
                known.first = min(known.first, waiting.first)
                known.last = max(known.last, waiting.last)

    def note_folder(self, path: str, *, deep: bool) -> None:
        """A folder came, went or moved (`deep`), or something is different with its files."""
        self._note(self._places, _Place(path, deep))

    def forget_below(self, folder: str) -> None:
        """Nothing below `folder` is waited for any more."""
        start = folder.rstrip(os.sep) + os.sep
        self._files = {
            path: each for path, each in self._files.items() if not path.startswith(start)
        }
        self._places = {
            place: each
            for place, each in self._places.items()
            if place.path != folder and not place.path.startswith(start)
        }

    def due_in(self) -> float | None:
        """Seconds until `take` may have something; None while nothing waits."""
        if not self:
            return None
        last = min(each.last for each in (*self._files.values(), *self._places.values()))
        return max(_LOOK_S, last + QUIET_S - self._clock())

    def take(self, roots: Collection[str]) -> Changes | None:
        """What came to rest, once all did or some waited long enough; None if there is nothing.

        `roots` are the folders beyond which places are not put together.
        """
        now = self._clock()
        files = {path: each for path, each in self._files.items() if self._is_ready(path, each)}
        places = {place: each for place, each in self._places.items() if now - each.last >= QUIET_S}
        ready = [*files.values(), *places.values()]
        if not ready:
            return None
        all_ready = len(ready) == len(self)
        if not all_ready and now - min(each.first for each in ready) < MOST_S:
            return None
        for path in files:
            del self._files[path]
        for place in places:
            del self._places[place]
        folders = {os.path.dirname(path) for path in files}  # noqa: PTH120 - text
        flat = {place.path for place in places if not place.deep} | folders
        return put_together({place.path for place in places if place.deep}, flat, roots)

    def _note(self, among: dict[_Key, _Waiting], key: _Key) -> None:
        now = self._clock()
        waiting = among.setdefault(key, _Waiting(now, now))
        waiting.last = now
        waiting.looked = False

    def _is_ready(self, path: str, waiting: _Waiting) -> bool:
        """Whether a file came to rest; one that did not is looked at again after a moment."""
        now = self._clock()
        if now - waiting.first >= MOST_WRITING_S:
            return True
        if now - waiting.last < QUIET_S:
            return False
        stat = self._look(path)
        if stat is None or (waiting.looked and stat == waiting.stat):
            return True
        waiting.stat, waiting.looked = stat, True
        waiting.last = now - QUIET_S + SETTLE_S
        return False


def put_together(deep: set[str], flat: set[str], roots: Collection[str]) -> Changes:
    """At most about `MOST_PLACES` places that hold all of these, each as small as can be."""
    while True:
        deep = _outermost(deep)
        flat = {path for path in flat if not _is_inside(path, deep)}
        inner = [path for path in (*deep, *flat) if path not in roots]
        if len(deep) + len(flat) <= MOST_PLACES or not inner:
            return Changes(tuple(sorted(deep)), tuple(sorted(flat)))
        depth = max(path.count(os.sep) for path in inner)
        for path in inner:
            if path.count(os.sep) == depth:
                deep.discard(path)
                flat.discard(path)
                deep.add(os.path.dirname(path))  # noqa: PTH120 - text


def _outermost(paths: Iterable[str]) -> set[str]:
    """`paths` without those that lie inside another of them."""
    kept: set[str] = set()
    for path in sorted(paths):
        if not _is_inside(path, kept):
            kept.add(path)
    return kept


def _is_inside(path: str, folders: set[str]) -> bool:
    """Whether `path` is one of `folders` or lies in one."""
    while path not in folders:
        parent = os.path.dirname(path)  # noqa: PTH120 - text
        if parent == path:
            return False
        path = parent
    return True
