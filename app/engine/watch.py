"""Watches the folders of the library while the program runs.

News from the disk only say where to look: what is there is found out by the same comparison as
at the start. Where the system tells of no changes, folders are looked at again and again.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.core.folders import FolderRules, FolderState, LibraryFolder, Mount, NotWatched
from app.core.types import FileStat
from app.engine.index_scope import is_below
from app.engine.presence import find_away
from app.engine.watch_drives import Drive, is_remote, list_drives
from app.engine.watch_events import DiskEvent, EventSource
from app.engine.watch_news import note_event
from app.engine.watch_pending import Changes, PendingChanges
from app.index.records import Root
from app.ingest.junk import surrounds_system
from app.ingest.stat import stat_file

_log = logging.getLogger(__name__)

POLL_S = 5.0  # how often it is seen whether folders and drives are there
MOST_WATCHED = 64  # folders: each takes the system's watches, and a thread
_START_DEADLINE_S = 10.0
_CLOSE_DEADLINE_S = 5.0


@dataclass(frozen=True, slots=True)
class WatchedRoot:
    """A root with what is known of it beside its files."""

    root: Root
    rules: FolderRules
    mounts: tuple[Mount, ...]


@dataclass(frozen=True, slots=True)
class WatchPorts:
    """What watching needs from the engine; each may be called by the watching thread.

    `load` gives all roots, `known_paths` the files of one, `is_busy` whether files are being
    looked at just now; `on_changes` is told what is to be looked at, `on_folders` how the folders
    are, whenever that is different from before.
    """

    load: Callable[[], Sequence[WatchedRoot]]
    known_paths: Callable[[int], Iterable[str]]
    is_busy: Callable[[], bool]
    on_changes: Callable[[Changes], None]
    on_folders: Callable[[tuple[LibraryFolder, ...]], None]


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """Whether folders are watched, how often unwatched ones are looked at, and what is left out:
    the library's own folder."""

    enabled: bool = True
    rescan_s: float = 600.0
    library: str = ""


@dataclass(slots=True)
class _Watched:
    """How one root is."""

    what: WatchedRoot
    state: FolderState = FolderState.UNWATCHED
    why: NotWatched | None = None
    away: tuple[str, ...] | None = None  # None: not seen yet
    identity: tuple[int, int] | None = None  # device and inode of the folder that is watched
    stat: FileStat | None = None  # of a single file
    look_at: float = 0.0  # when it is looked at next, if nothing tells of changes

    @property
    def path(self) -> str:
        return self.what.root.path


class FolderWatch:
    """Watches on a thread of its own.

    `start`, `refresh`, `wait_until_watching` and `close` may be called by any thread.
    """

    def __init__(
        self,
        ports: WatchPorts,
        settings: WatchSettings,
        open_source: Callable[[], EventSource],
        *,
        clock: Callable[[], float] = time.monotonic,
        drives: Callable[[], tuple[Drive, ...]] = list_drives,
    ) -> None:
        """`open_source` is called by the watching thread, when there is something to watch."""
        self._ports = ports
        self._settings = settings
        self._open_source = open_source
        self._source: EventSource | None = None
        self._clock = clock
        self._list_drives = drives
        self._roots: dict[int, _Watched] = {}  # the watching thread's alone, as what follows
        self._drives: tuple[Drive, ...] = ()
        self._folders: tuple[LibraryFolder, ...] | None = None
        self._next_poll = 0.0
        self._thread: threading.Thread | None = None
        self._changed = threading.Condition()  # guards what follows
        self._pending = PendingChanges(clock, _look)
        self._grown: set[str] = set()  # roots with news of folders since the last look at them
        self._wanted = 1  # times that the roots were to be loaded
        self._loaded = 0
        self._poll_now = False
        self._closed = False

    # ---------------------------------------------------------------------------- any thread

    def start(self) -> None:
        """Begin to watch."""
        self._thread = threading.Thread(target=self._run, name="margine-watching", daemon=True)
        self._thread.start()

    def refresh(self) -> None:
        """The roots, their rules or their drives may be others than before."""
        with self._changed:
            self._wanted += 1
            self._changed.notify_all()

    def wait_until_watching(
        self, cancel: CancelToken, timeout_s: float = _START_DEADLINE_S
    ) -> None:
        """Wait until the present roots are watched, so that no change escapes the look that
        follows. Gives up after a while: a drive may answer slowly. Raises CancelledJobError."""
        until = time.monotonic() + timeout_s
        with self._changed:
            wanted = self._wanted
            while self._is_running and self._loaded < wanted:
                cancel.check()
                left = until - time.monotonic()
                if left <= 0:
                    _log.warning("watching takes long to begin")
                    return
                self._changed.wait(min(left, 0.1))

    def close(self) -> None:
        """End; return when the thread has, or after a deadline."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(_CLOSE_DEADLINE_S)

    @property
    def _is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive() and not self._closed

    # ------------------------------------------------------------------- the watching thread

    def _run(self) -> None:
        try:
            while True:
                delay = self.step()
                with self._changed:
                    if not (self._closed or self._poll_now or self._loaded < self._wanted):
                        self._changed.wait(delay)
                    if self._closed:
                        return
        except CancelledJobError:
            return  # the library is closing
        except Exception:  # noqa: BLE001 - the thread ends here; changes are found at the next start
            _log.exception("watching the folders ended")
        finally:
            if self._source is not None:
                self._source.close()

    def step(self) -> float:
        """Do what is due; return in how many seconds there may be more. Called by the thread, or
        by whoever does without one."""
        with self._changed:
            wanted, poll_now = self._wanted, self._poll_now
            self._poll_now = False
        if self._loaded < wanted:
            self._load()
            poll_now = True
        if poll_now or self._clock() >= self._next_poll:
            self._poll()
        with self._changed:
            self._loaded = wanted
            self._changed.notify_all()
        changes = None
        if not self._ports.is_busy():
            with self._changed:
                changes = self._pending.take({each.path for each in self._roots.values()})
        if changes is not None:
            self._ports.on_changes(changes)
        with self._changed:
            due_in = self._pending.due_in()
        until_poll = max(0.05, self._next_poll - self._clock())
        return until_poll if due_in is None else min(until_poll, due_in)

    def _load(self) -> None:
        """Take up the roots as they are now; let go of those that were taken out."""
        roots = {each.root.root_id: each for each in self._ports.load()}
        for root_id in self._roots.keys() - roots.keys():
            self._let_go(self._roots.pop(root_id))
        for root_id, what in roots.items():
            known = self._roots.get(root_id)
            if known is None or known.path != what.root.path:
                self._roots[root_id] = _Watched(what)
            else:
                known.what = what

    def _poll(self) -> None:
        """See which folders are there, watch those that are not watched yet."""
        self._next_poll = self._clock() + POLL_S
        before, self._drives = self._drives, self._list_drives()
        for each in self._roots.values():
            self._poll_root(each)
        if before:
            self._meet_new_drives({drive.path for drive in self._drives if drive not in before})
        self._tell()

    def _poll_root(self, each: _Watched) -> None:
        what = each.what
        known_paths = partial(self._ports.known_paths, what.root.root_id)
        away = find_away(what.root, what.mounts, known_paths)
        back = tuple(path for path in each.away or () if path not in away)
        each.away = away
        if what.rules.paused or each.path in away:
            self._let_go(each)
            each.state = FolderState.PAUSED if what.rules.paused else FolderState.AWAY
            return
        if not self._settings.enabled:
            each.state = FolderState.UNWATCHED
            return
        if what.root.is_dir:
            self._keep_watching(each)
        else:
            self._poll_file(each)
        for path in back:
            self._note(path)

    def _poll_file(self, each: _Watched) -> None:
        """A single file is seen to: the system's watches are for folders."""
        each.state = FolderState.WATCHED
        stat = _look(each.path)
        if each.stat is not None and stat != each.stat:
            with self._changed:
                self._pending.note_file(each.path)
        each.stat = stat or _NO_STAT

    def _keep_watching(self, each: _Watched) -> None:
        """Watch a folder, anew if another one is in its place, or if not all of it is watched any
        more; or look at it if it is time."""
        identity = _identity_of(each.path)
        if identity != each.identity or not self._has_room(each):
            had_one = each.identity is not None
            self._let_go(each)
            self._begin_watching(each)
            each.identity = identity
            if had_one:
                self._note(each.path)
        if each.state is FolderState.RESCANNED and self._clock() >= each.look_at:
            each.look_at = self._clock() + self._settings.rescan_s
            if each.why is NotWatched.LIMIT:  # there may be watches again
                self._begin_watching(each)
            self._note(each.path)

    def _has_room(self, each: _Watched) -> bool:
        """Whether all of a folder that is watched still is; asked where folders came to be."""
        with self._changed:
            grown = each.path in self._grown
            self._grown.discard(each.path)
        if not grown or each.state is not FolderState.WATCHED or self._source is None:
            return True
        return self._source.has_room(each.path)

    def _begin_watching(self, each: _Watched) -> None:
        each.look_at = self._clock() + self._settings.rescan_s
        if surrounds_system(os.path.realpath(each.path)):
            each.state, each.why = FolderState.RESCANNED, NotWatched.SYSTEM
            return
        watched = sum(other.state is FolderState.WATCHED for other in self._roots.values())
        if watched < MOST_WATCHED and self._watch(each.path):
            remote = is_remote(each.path, self._drives)
            each.state = FolderState.RESCANNED if remote else FolderState.WATCHED
            each.why = NotWatched.REMOTE if remote else None
        else:
            each.state, each.why = FolderState.RESCANNED, NotWatched.LIMIT

    def _watch(self, folder: str) -> bool:
        try:
            if self._source is None:
                self._source = self._open_source()
            self._source.watch(folder, partial(self._on_event, folder))
        except OSError as error:
            _log.warning("a folder cannot be watched: %s", error.strerror)
            return False
        return True

    def _let_go(self, each: _Watched) -> None:
        if each.identity is not None and self._source is not None:
            self._source.unwatch(each.path)
        each.identity, each.why = None, None
        with self._changed:
            self._pending.forget_below(each.path)

    def _meet_new_drives(self, paths: set[str]) -> None:
        """Look at drives that were plugged in inside a folder."""
        for each in self._roots.values():
            real = os.path.realpath(each.path)
            for path in paths:
                if each.identity is not None and path != real and is_below(path, real):
                    self._note(each.path + path[len(real) :])

    def _note(self, path: str) -> None:
        with self._changed:
            self._pending.note_folder(path, deep=True)

    def _tell(self) -> None:
        """Say how the folders are, if that is something else than before."""
        folders = tuple(
            LibraryFolder(
                each.path,
                each.what.root.is_dir,
                each.state,
                each.what.rules,
                each.away or (),
                each.why,
            )
            for each in sorted(self._roots.values(), key=lambda each: each.path)
        )
        if folders != self._folders:
            self._folders = folders
            self._ports.on_folders(folders)

    # --------------------------------------------------------------- the event source's thread

    def _on_event(self, root: str, event: DiskEvent) -> None:
        with self._changed:
            if event.is_dir:
                self._grown.add(root)
            if note_event(self._pending, root, event, self._settings.library):
                self._poll_now = True
            self._changed.notify_all()


_NO_STAT = FileStat(-1, 0, 0)  # of a file that is not there


def _look(path: str) -> FileStat | None:
    try:
        return stat_file(path)
    except OSError:
        return None


def _identity_of(folder: str) -> tuple[int, int] | None:
    try:
        result = os.stat(folder)  # noqa: PTH116 - text
    except OSError:
        return None
    return result.st_dev, result.st_ino
