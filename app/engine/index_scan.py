"""Compares what is on the disk with what the library knows, and finds what there is to do."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from app.core.cancel import CancelToken
from app.core.types import FileStat, FileState
from app.engine.index_ports import IndexLibrary
from app.engine.index_tasks import FileTask, Store, hash_file, link_known
from app.engine.progress import Reporter
from app.index.records import KnownFile, Root
from app.ingest.readers.unread import unread_reason
from app.ingest.scan import FoundFile, IsSupported, RootAway, UnreadableFolder, UnusableFile, scan

_log = logging.getLogger(__name__)

_BATCH = 200  # files noted at once, so that the library's owner is asked seldom and never long
_NO_STAT = FileStat(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a job looks at: everything at or below `path`, which belongs to `root`."""

    root: Root
    path: str

    @property
    def root_folder(self) -> str:
        """The root, or the folder that a single file lies in."""
        return self.root.path if self.root.is_dir else os.path.dirname(self.root.path)  # noqa: PTH120 - text

    def holds(self, path: str) -> bool:
        """Whether `path` is at or below the scope's."""
        return is_below(path, self.path)


def is_below(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies somewhere in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


@dataclass(slots=True)
class ScanResult:
    """What a comparison found. `away` scopes and `problems` (in words) were not compared."""

    files_seen: int = 0
    files_removed: int = 0
    problems: list[str] = field(default_factory=list)


_Wanted = tuple[FoundFile | UnusableFile, FileState, str]  # what to note, with state and reason


class Comparison:
    """One look at the disk. Runs on one thread; tasks go to `put_task` as they are found."""

    def __init__(
        self,
        store: Store,
        is_supported: IsSupported,
        put_task: Callable[[FileTask], None],
        reporter: Reporter,
        cancel: CancelToken,
    ) -> None:
        self._store = store
        self._is_supported = is_supported
        self._put_task = put_task
        self._reporter = reporter
        self._cancel = cancel
        self._result = ScanResult()
        self._new: dict[int, list[FileTask]] = {}  # files that are new or changed, by size
        self._gone: list[KnownFile] = []

    def run(self, scopes: Iterable[Scope]) -> ScanResult:
        """Compare all scopes. Raises CancelledJobError, LibraryFailure."""
        excluded = self._store.call(lambda library: library.excluded_paths())
        for scope in scopes:
            self._compare(scope, excluded)
        self._follow_renames()
        self._remove_gone()
        return self._result

    def _compare(self, scope: Scope, excluded: frozenset[str]) -> None:
        root_id = scope.root.root_id
        known = {
            path: each
            for path, each in self._store.call(lambda library: library.known_files(root_id)).items()
            if scope.holds(path)
        }
        seen: set[str] = set()
        blind: list[str] = []  # below these, what is not seen may well be there
        waiting: list[FoundFile | UnusableFile] = []
        for item in scan([scope.path], self._is_supported, self._cancel):
            if isinstance(item, RootAway):
                blind.extend(self._meet_away(scope, item))
            elif isinstance(item, UnreadableFolder):
                blind.append(item.path)
                self._result.problems.append(f"{item.path}: {item.reason}")
            elif not _is_excluded(item.path, scope.root.path, excluded):
                seen.add(item.path)
                self._result.files_seen += 1
                waiting.append(item)
            if len(waiting) >= _BATCH:
                self._note(scope, waiting, known)
                waiting = []
        self._note(scope, waiting, known)
        self._gone.extend(
            each
            for path, each in known.items()
            if path not in seen and not any(is_below(path, folder) for folder in blind)
        )

    def _meet_away(self, scope: Scope, item: RootAway) -> Iterator[str]:
        """A root that is not there: a folder is away, a single file in a folder that is, gone."""
        if not scope.root.is_dir and os.path.isdir(os.path.dirname(item.path)):  # noqa: PTH112, PTH120 - text
            return
        if scope.path != scope.root.path and os.path.isdir(scope.root.path):  # noqa: PTH112 - text
            return
        self._result.problems.append(
            f"{item.path}: It is not there now. What was indexed from it is kept."
        )
        yield item.path

    # ------------------------------------------------------------------- noting what was found

    def _note(
        self,
        scope: Scope,
        items: list[FoundFile | UnusableFile],
        known: dict[str, KnownFile],
    ) -> None:
        """Note what is new or different in the library, and hand out what wants work."""
        wanted = [
            (item, state, reason)
            for item in items
            if (decision := _decide(item, known.get(item.path))) is not None
            for state, reason in [decision]
        ]
        if not wanted:
            return
        root_id = scope.root.root_id

        def note(library: IndexLibrary) -> list[tuple[int, _Wanted]]:
            if all(root.root_id != root_id for root in library.roots()):
                return []  # taken out of the library while it was looked through
            excluded = library.excluded_paths()
            return [
                (library.note_file(item.path, root_id, _stat_of(item), state, reason), each)
                for each in wanted
                for item, state, reason in [each]
                if not _is_excluded(item.path, scope.root.path, excluded)
            ]

        noted = self._store.call(note)
        file_ids = [file_id for file_id, _ in noted]
        tasks = [
            FileTask(file_id, root_id, scope.root_folder, item.path, _stat_of(item).size)
            for file_id, (item, state, _) in noted
            if state is FileState.WAITING
        ]
        self._reporter.files_changed(*file_ids)
        for task in tasks:
            self._new.setdefault(task.size, []).append(task)
            self._reporter.add_file(task.file_id, task.size)
            self._put_task(task)

    # --------------------------------------------------------------------- what is not there

    def _follow_renames(self) -> None:
        """Let a new file that holds what a missing one held show its document, before it goes.

        Only files of a missing file's size are looked into; the readers, which look at all new
        files, may come to the same conclusion meanwhile: linking twice does no harm.
        """
        for each in self._gone:
            if each.document_id is None or each.sha256 is None:
                continue
            for task in self._new.get(each.size, ()):
                try:
                    sha256 = hash_file(task.path, self._cancel)
                except OSError:
                    continue  # the reader will say why
                if sha256 == each.sha256:
                    self._link(task, sha256)

    def _link(self, task: FileTask, sha256: str) -> None:
        if self._store.call(lambda library: link_known(library, task.file_id, sha256)):
            self._reporter.files_changed(task.file_id)

    def _remove_gone(self) -> None:
        ids = [each.file_id for each in self._gone]
        for first in range(0, len(ids), _BATCH):
            self._cancel.check()
            batch = ids[first : first + _BATCH]
            self._store.call(partial(_remove_files, file_ids=batch))
            self._reporter.files_removed(batch)
        self._result.files_removed += len(ids)
        if ids:
            _log.info("%d files are gone", len(ids))


def _remove_files(library: IndexLibrary, file_ids: list[int]) -> None:
    library.remove_files(file_ids)


def _decide(
    item: FoundFile | UnusableFile, known: KnownFile | None
) -> tuple[FileState, str] | None:
    """The state to note a file in, with its reason; None if all is known already."""
    if isinstance(item, UnusableFile):
        same = known is not None and (known.state, known.reason) == (FileState.FAILED, item.reason)
        return None if same else (FileState.FAILED, item.reason)
    unchanged = known is not None and known.stat.same_as(item.stat)
    if not item.supported:
        reason = unread_reason(item.path)
        said = (known.state, known.reason) if unchanged and known is not None else None
        same = said == (FileState.UNSUPPORTED, reason)
        return None if same else (FileState.UNSUPPORTED, reason)
    if known is not None and unchanged and _is_settled(known):
        return None
    return FileState.WAITING, ""


def _is_settled(known: KnownFile) -> bool:
    """Whether a file that has not changed needs nothing more."""
    if known.state is FileState.INDEXED:
        return known.document_id is not None
    return known.state.final and known.state is not FileState.UNSUPPORTED


def _stat_of(item: FoundFile | UnusableFile) -> FileStat:
    return item.stat if isinstance(item, FoundFile) else _NO_STAT


def _is_excluded(path: str, root: str, excluded: frozenset[str]) -> bool:
    """Whether `path`, or a folder between it and its root, was taken out of the library.

    What lies around the root does not count: a folder that was added inside an excluded one is a
    root of its own.
    """
    while excluded and path != root:
        if path in excluded:
            return True
        parent = os.path.dirname(path)  # noqa: PTH120 - plain text, by the thousand
        if parent == path:
            return False
        path = parent
    return False
