"""The folders of the library: their rules, what these leave out, and watching them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath

from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.folders import FolderRules, LibraryFolder
from app.core.patterns import LeftOut
from app.core.settings import Settings
from app.engine.protocol import (
    AddPaths,
    ChangesSeen,
    CountLeftOut,
    FoldersTold,
    JobDone,
    LeftOutCounted,
    Message,
    Rescan,
    RetryFiles,
    SetFolderRules,
)
from app.engine.threads import OwnerThread
from app.engine.watch import FolderWatch, WatchedRoot, WatchPorts, WatchSettings
from app.engine.watch_events import EventSource
from app.engine.watch_pending import Changes
from app.index.library import Library
from app.ingest.scan import FoundFile, scan

_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class _Listing:
    """All files of a folder, with their sizes, whatever its rules."""

    path: str
    files: tuple[tuple[str, int], ...]


class Folders:
    """Tends the folders of an open library. Any thread, but `count`: one at a time."""

    def __init__(
        self,
        library: Library,
        store: OwnerThread,
        settings: Settings,
        emit: Callable[[Message], None],
        library_folder: Path,
        *,
        open_source: Callable[[], EventSource] | None = None,
    ) -> None:
        self._library = library
        self._store = store
        self._emit = emit
        self._looks = 0
        self._lock = threading.Lock()
        self._listing: _Listing | None = None
        self._watching = False
        self._watch = FolderWatch(
            WatchPorts(
                self._load,
                self._known_paths,
                lambda: self.are_looked_at,
                self._on_changes,
                self._on_folders,
            ),
            WatchSettings(
                settings.flag("watch.enabled"),
                settings.number("watch.rescan_minutes") * 60,
                str(library_folder.absolute()),
            ),
            open_source or _open_source,
        )

    # ------------------------------------------------------------------------------ watching

    def watch(self) -> None:
        """Watch the folders from now on, and tell how they are."""
        self._watching = True
        self._watch.start()

    def refresh(self) -> None:
        """The folders, or their rules, may be others than before."""
        self._watch.refresh()

    def prepare(self, request: AddPaths | Rescan | RetryFiles, cancel: CancelToken) -> None:
        """Before folders are looked at: have them watched, so that nothing happens unseen.

        Raises CancelledJobError.
        """
        if self._watching and not (
            isinstance(request, Rescan) and (request.paths or request.folders)
        ):
            self._watch.refresh()
            self._watch.wait_until_watching(cancel)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """While folders are looked at, no news of them are told: they are kept for afterwards."""
        with self._lock:
            self._looks += 1
        try:
            yield
        finally:
            with self._lock:
                self._looks -= 1
            self._watch.refresh()  # drives may have been found

    def close(self) -> None:
        """End watching."""
        self._watch.close()

    # --------------------------------------------------------------------------------- rules

    def set_rules(self, request: SetFolderRules) -> Message:
        """Give a folder other rules. Raises UserError if the library does not hold it."""
        self._store.call(lambda: self._set_rules(request.path, request.rules))
        self._listing = None
        self._watch.refresh()
        return JobDone(request.job)

    def _set_rules(self, path: str, rules: FolderRules) -> None:
        for root in self._library.roots():
            if root.path == path:
                self._library.set_folder_rules(root.root_id, rules)
                return
        raise UserError(
            "The library does not hold this folder.",
            why=path,
            next_step="Choose a folder that was added to the library.",
        )

    def count(self, request: CountLeftOut, cancel: CancelToken) -> Message:
        """What rules would leave out. The folder is walked once, and kept for further questions.

        Raises CancelledJobError.
        """
        if self._listing is None or self._listing.path != request.path:
            self._listing = _Listing(request.path, tuple(_list(request.path, cancel)))
        left_out = list(_left_out(self._listing.files, request.rules.left_out))
        return LeftOutCounted(
            request.job, len(self._listing.files), len(left_out), tuple(left_out[:_EXAMPLES])
        )

    # --------------------------------------------------------------------- what watching asks

    def _load(self) -> list[WatchedRoot]:
        return self._store.call(self._read_roots)

    def _read_roots(self) -> list[WatchedRoot]:
        rules, mounts = self._library.folder_rules(), self._library.mounts()
        return [
            WatchedRoot(root, rules.get(root.root_id, FolderRules()), mounts.get(root.root_id, ()))
            for root in self._library.roots()
        ]

    def _known_paths(self, root_id: int) -> Iterable[str]:
        return self._store.call(lambda: self._library.known_files(root_id)).keys()

    @property
    def are_looked_at(self) -> bool:
        """Whether a job that looks at folders is at work. Any thread."""
        with self._lock:
            return self._looks > 0

    def _on_changes(self, changes: Changes) -> None:
        self._emit(ChangesSeen(changes.paths, changes.folders))

    def _on_folders(self, folders: tuple[LibraryFolder, ...]) -> None:
        self._emit(FoldersTold(folders))


def _open_source() -> EventSource:
    """The system's own news; loaded where folders are watched, and not for a command."""
    from app.engine.watch_source import WatchdogSource

    return WatchdogSource()


def _list(path: str, cancel: CancelToken) -> Iterator[tuple[str, int]]:
    for item in scan([path], lambda _: True, cancel):
        if isinstance(item, FoundFile):
            relative = PurePath(item.path).relative_to(path).as_posix() if item.path != path else ""
            yield relative or PurePath(path).name, item.stat.size


def _left_out(files: Iterable[tuple[str, int]], rules: LeftOut) -> Iterator[str]:
    """The files that `rules` leave out; each folder is judged once."""
    folders: dict[str, bool] = {"": False}
    for path, size in files:
        folder, _, _ = path.rpartition("/")
        if folder not in folders:
            folders[folder] = rules.below(folder)
        if folders[folder] or rules.file(path, size):
            yield path
