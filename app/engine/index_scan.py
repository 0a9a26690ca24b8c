"""Compares what is on the disk with what the library knows, and finds what there is to do."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from app.core.cancel import CancelToken
from app.core.folders import ONLY_IN_CLOUD, FolderRules, Mount
from app.core.types import FileStat, FileState
from app.engine.answering_gate import AnsweringGate
from app.engine.index_ports import IndexLibrary
from app.engine.index_scope import Scope, folder_of, is_below
from app.engine.index_tasks import FileTask, Store, hash_file, link_known
from app.engine.presence import find_away
from app.engine.progress import Reporter
from app.index.records import KnownFile, Root
from app.ingest.mounts import find_mount
from app.ingest.readers.unread import unread_reason
from app.ingest.scan import (
    FoundFile,
    FoundMount,
    IsSupported,
    RootAway,
    UnreadableFolder,
    UnusableFile,
    scan_part,
)

_log = logging.getLogger(__name__)

_BATCH = 200  # files noted at once, so that the library's owner is asked seldom and never long
_NO_STAT = FileStat(0, 0, 0)


@dataclass(slots=True)
class ScanResult:
    """What a comparison found.

    What is `away` (paths) and the `problems` (in words) were not compared; `hashed` files were
    read from end to end, to be recognised under another name.
    """

    files_seen: int = 0
    files_removed: int = 0
    hashed: int = 0
    problems: list[str] = field(default_factory=list)
    away: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Look:
    """What is known of one root before it is looked at, and what was met."""

    root: Root
    known: dict[str, KnownFile]
    mounts: tuple[Mount, ...]
    away: tuple[str, ...]
    seen: set[str] = field(default_factory=set)
    blind: list[str] = field(default_factory=list)  # below these, files may be there unseen
    found_mounts: set[Mount] = field(default_factory=set)
    waiting: list[FoundFile | UnusableFile] = field(default_factory=list)

    @property
    def link_start(self) -> str:
        """What paths of the root begin with after links are followed."""
        return os.path.realpath(self.root.path)

    def path_of(self, target: str) -> str:
        """Where the library would know the file `target` that a link leads to."""
        start = self.link_start
        return self.root.path + target[len(start) :] if is_below(target, start) else target


_Wanted = tuple[FoundFile | UnusableFile, FileState, str]  # what to note, with state and reason


class Comparison:
    """One look at the disk. Runs on one thread; tasks go to `put_task` as they are found.

    It waits while a question is being answered.
    """

    def __init__(
        self,
        store: Store,
        is_supported: IsSupported,
        put_task: Callable[[FileTask], None],
        reporter: Reporter,
        gate: AnsweringGate,
        cancel: CancelToken,
    ) -> None:
        self._store = store
        self._is_supported = is_supported
        self._put_task = put_task
        self._reporter = reporter
        self._gate = gate
        self._cancel = cancel
        self._result = ScanResult()
        self._new: dict[int, list[FileTask]] = {}  # files that are new or changed, by size
        self._gone: list[KnownFile] = []

    def run(self, scopes: Iterable[Scope]) -> ScanResult:
        """Compare all scopes but those of paused roots.

        Raises CancelledJobError, LibraryFailure.
        """
        excluded, rules, mounts = self._store.call(
            lambda library: (library.excluded_paths(), library.folder_rules(), library.mounts())
        )
        by_root: dict[Root, list[Scope]] = {}
        for scope in scopes:
            by_root.setdefault(scope.root, []).append(scope)
        for root, parts in by_root.items():
            rule = rules.get(root.root_id, FolderRules())
            if not rule.paused:
                self._compare(root, parts, rule, mounts.get(root.root_id, ()), excluded)
        self._follow_renames()
        self._remove_gone()
        return self._result

    def _compare(
        self,
        root: Root,
        scopes: list[Scope],
        rules: FolderRules,
        mounts: tuple[Mount, ...],
        excluded: frozenset[str],
    ) -> None:
        known = self._store.call(lambda library: library.known_files(root.root_id))
        look = _Look(root, known, mounts, find_away(root, mounts, known.keys))
        self._result.away.extend(look.away)
        look.blind.extend(look.away)
        for scope in scopes:
            if not any(is_below(scope.path, path) for path in look.away):
                self._walk(look, scope, rules, excluded)
        if any(scope.is_whole for scope in scopes):
            self._note_mounts(look)
        self._gone.extend(
            each
            for path, each in known.items()
            if path not in look.seen
            and any(scope.holds(path) for scope in scopes)
            and not any(is_below(path, folder) for folder in look.blind)
        )

    def _walk(
        self, look: _Look, scope: Scope, rules: FolderRules, excluded: frozenset[str]
    ) -> None:
        root = scope.root.path
        items = scan_part(
            root, scope.path, self._is_supported, self._cancel, rules.left_out, deep=scope.deep
        )
        for item in items:
            if isinstance(item, RootAway):
                if scope.root.is_dir:  # gone this moment; a single file is just deleted
                    look.blind.append(item.path)
                    self._result.away.append(item.path)
            elif isinstance(item, UnreadableFolder):
                look.blind.append(item.path)
                self._result.problems.append(f"{item.path}: {item.reason}")
            elif isinstance(item, FoundMount):
                look.found_mounts.add(item.mount)
            elif not _is_excluded(item.path, root, excluded) and not _is_known_by_target(
                item, look, scope
            ):
                look.seen.add(item.path)
                self._result.files_seen += 1
                look.waiting.append(item)
            if len(look.waiting) >= _BATCH:
                self._note_waiting(look)
        self._note_waiting(look)

    def _note_mounts(self, look: _Look) -> None:
        """Keep where drives begin, for the day on which one is not there."""
        if look.root.path in look.away:
            return
        mounts = {each for each in look.mounts if self._is_inside(look, each)}
        mounts |= look.found_mounts
        own = find_mount(look.root.path)
        if own is not None:
            mounts.add(own)
        if mounts != set(look.mounts):
            root_id = look.root.root_id
            self._store.call(lambda library: library.set_mounts(root_id, mounts))

    @staticmethod
    def _is_inside(look: _Look, mount: Mount) -> bool:
        """Whether a drive inside the root is away, and so is to be remembered."""
        return any(is_below(look.path_of(mount.path), path) for path in look.away)

    # ------------------------------------------------------------------- noting what was found

    def _note_waiting(self, look: _Look) -> None:
        """Note what is new or different in the library, and hand out what wants work.

        A question goes first, but where a folder was just added: its files are listed at once.
        """
        if look.known:
            self._gate.wait_until_free(self._cancel)
        items, look.waiting = look.waiting, []
        wanted = [
            (item, state, reason)
            for item in items
            if (decision := _decide(item, look.known.get(item.path))) is not None
            for state, reason in [decision]
        ]
        if wanted:
            self._note(look.root, wanted)

    def _note(self, root: Root, wanted: list[_Wanted]) -> None:
        root_id = root.root_id

        def note(library: IndexLibrary) -> list[tuple[int, _Wanted]]:
            if all(each.root_id != root_id for each in library.roots()):
                return []  # taken out of the library while it was looked through
            if library.folder_rules().get(root_id, FolderRules()).paused:
                return []  # paused meanwhile
            excluded = library.excluded_paths()
            return [
                (library.note_file(item.path, root_id, _stat_of(item), state, reason), each)
                for each in wanted
                for item, state, reason in [each]
                if not _is_excluded(item.path, root.path, excluded)
            ]

        noted = self._store.call(note)
        file_ids = [file_id for file_id, _ in noted]
        tasks = [
            FileTask(file_id, root_id, folder_of(root), item.path, _stat_of(item).size)
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

        Only files of a missing file's size are looked into, each once; the readers, which look at
        all new files, may come to the same conclusion meanwhile: linking twice does no harm.
        """
        gone: dict[int, set[str]] = {}
        for each in self._gone:
            if each.document_id is not None and each.sha256 is not None:
                gone.setdefault(each.size, set()).add(each.sha256)
        for size, wanted in gone.items():
            for task in self._new.get(size, ()):
                self._gate.wait_until_free(self._cancel)
                self._result.hashed += 1
                try:
                    sha256 = hash_file(task.path, size, self._cancel)
                except OSError:
                    continue  # the reader will say why
                if sha256 in wanted:
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
    if item.only_in_cloud and known is not None and known.document_id is not None:
        return None  # what was read of it while it was here stays
    if item.only_in_cloud or not item.supported:
        reason = ONLY_IN_CLOUD if item.supported else unread_reason(item.path)
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


def _is_known_by_target(item: FoundFile | UnusableFile, look: _Look, scope: Scope) -> bool:
    """Whether a link leads to a file that the library knows by itself.

    A look at a part of a root does not meet the target.
    """
    if scope.is_whole or not isinstance(item, FoundFile) or not item.target:
        return False
    path = look.path_of(item.target)
    return path in look.known or path in look.seen


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
