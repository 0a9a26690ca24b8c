"""Indexing: from files on the disk to passages that can be searched.

One job looks at the disk, reads what is new and embeds it. Whatever is finished is stored at
once, so that a job that was cancelled or killed is gone on with by the next one.
"""

from __future__ import annotations

import logging
import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, UserError
from app.core.types import FileState, IndexSummary
from app.engine.adding import Admission, OnSeen, admit
from app.engine.answering_gate import AnsweringGate
from app.engine.index_ports import DocumentReader, Embed, IndexLibrary, LibraryAccess
from app.engine.index_scan import Comparison
from app.engine.index_scope import Scope, folder_of, is_below, scopes_at
from app.engine.index_tasks import FileTask, LibraryFailure, Store
from app.engine.index_work import IndexSettings, IndexTools, IndexWork
from app.engine.progress import OnFilesChanged, OnProgress, Reporter
from app.index.records import Root
from app.ingest.leaves import Measure
from app.ingest.scan import absolute_path, shown_path

_log = logging.getLogger(__name__)

MAX_LOOKS = 2  # a file that vanished under the reader may have been renamed: look once more


class IndexingJob:
    """One indexing job. One of `add`, `list_only`, `rescan` and `retry` is called, once, on its
    thread.

    Each of them returns what was done, or raises CancelledJobError (within two seconds of the
    cancellation), UserError (nothing to add, disk full) or EnvironmentProblem (no embedder, no
    reader, library damaged). In every case what was finished is kept, the job's other threads
    have ended, and files that were not finished wait for the next job.
    """

    def __init__(
        self,
        library: LibraryAccess,
        pool: DocumentReader,
        embed: Embed | None,
        measure: Measure,
        *,
        gate: AnsweringGate,
        cancel: CancelToken,
        on_progress: OnProgress,
        on_files_changed: OnFilesChanged,
        settings: IndexSettings | None = None,
        before_look: Callable[[], None] = lambda: None,
        on_seen: OnSeen = lambda _problems, _bare: None,
    ) -> None:
        """`before_look` is called when the roots are known, before they are looked at, `on_seen`
        as soon as there is something to say of paths that are added.

        `embed` is called by the job's thread, `measure` by its reading threads.

        Without `embed` documents are stored without vectors, to be found by their words; a later
        job with it adds the vectors.
        """
        self._reporter = Reporter(on_progress, on_files_changed)
        self._store = Store(library)
        self._cancel = cancel
        self._before_look = before_look
        self._on_seen = on_seen
        self._tools = IndexTools(
            self._store,
            pool,
            embed,
            measure,
            gate,
            self._reporter,
            settings or IndexSettings(),
        )

    def add(self, paths: Sequence[str]) -> IndexSummary:
        """Take files and folders into the library, and index them.

        What was taken out of it before and is not there now, as on a drive that is away, counts
        again and is read when it is back. Raises UserError if none of them is there.
        """
        return self._end_tidily(lambda: self._add(paths))

    def list_only(self, paths: Sequence[str]) -> None:
        """Take files and folders into the library as waiting, for a later job to read: at once,
        while another job may be at work for hours.

        Raises NothingToAddError where that later job would, and CancelledJobError, UserError,
        EnvironmentProblem.
        """
        try:
            admission = self._admit(paths)
            tools = self._tools
            Comparison(
                tools.store,
                tools.settings.is_supported,
                lambda _task: None,
                tools.reporter,
                tools.gate,
                self._cancel,
            ).run([self._add_root(path) for path in admission.paths])
            self._tell_bare(admission)
        except LibraryFailure as failure:
            raise failure.error from failure
        finally:
            self._reporter.tell(now=True)

    def rescan(
        self, paths: Sequence[str] | None = None, folders: Sequence[str] = ()
    ) -> IndexSummary:
        """Compare the roots with the library, index what changed, finish what was left over.

        With `paths`, only what lies at or below these, and directly in `folders`. Paused roots
        are left alone.
        """
        if paths is None and not folders:
            return self._end_tidily(lambda: self._look(self._all_scopes(), []))
        return self._end_tidily(lambda: self._look(self._scopes_at(paths or (), folders), []))

    def retry(self, file_ids: Iterable[int]) -> IndexSummary:
        """Read these files again, whatever their state; ids that are gone are left out."""
        wanted = frozenset(file_ids)
        return self._end_tidily(lambda: self._retry(wanted))

    # -------------------------------------------------------------------------- kinds of jobs

    def _add(self, paths: Sequence[str]) -> IndexSummary:
        admission = self._admit(paths)
        for path in admission.absent:
            self._store.call(lambda library, path=path: library.include_path(path))  # type: ignore[misc]  # mypy cannot type a lambda's default
        scopes = [self._add_root(path) for path in admission.paths]
        summary = self._look(scopes, admission.problems)
        self._tell_bare(admission)
        return summary

    def _admit(self, paths: Sequence[str]) -> Admission:
        """Tell what keeps paths out. Raises NothingToAddError."""
        excluded = self._store.call(lambda library: library.excluded_paths())
        admission = admit(
            map(absolute_path, paths),
            lambda path: any(is_below(each, path) for each in excluded),
        )
        admission.check()
        if admission.refused:
            self._on_seen(admission.problems, ())
        return admission

    def _tell_bare(self, admission: Admission) -> None:
        """Tell which of the paths hold nothing that can be read."""
        known = self._store.call(lambda library: library.file_states())
        readable = sorted(path for _, path, state in known if state is not FileState.UNSUPPORTED)
        bare = [path for path in admission.paths if not _holds(readable, path)]
        if bare:
            self._on_seen((), bare)

    def _add_root(self, path: str) -> Scope:
        is_dir = os.path.isdir(path)  # noqa: PTH112 - plain text, by the thousand elsewhere

        def add(library: IndexLibrary) -> Root:
            root_id = library.add_root(path, is_dir)
            rules = library.folder_rules().get(root_id)
            if rules is not None and rules.paused:  # adding it says that it is to be read
                library.set_folder_rules(root_id, replace(rules, paused=False))
            return next(root for root in library.roots() if root.root_id == root_id)

        return Scope(self._store.call(add), path)

    def _scopes_at(self, paths: Sequence[str], folders: Sequence[str]) -> list[Scope]:
        roots = self._store.call(lambda library: library.roots())
        return scopes_at(roots, paths, folders)

    def _all_scopes(self) -> list[Scope]:
        roots = self._store.call(lambda library: library.roots())
        return [Scope(root, root.path) for root in roots]

    def _retry(self, file_ids: frozenset[int]) -> IndexSummary:
        tasks = [task for scope in self._all_scopes() for task in self._tasks_in(scope, file_ids)]
        for task in tasks:
            self._reporter.add_file(task.file_id, task.size)
        work = IndexWork(self._tools, [], tasks, self._cancel)
        work.run()
        return self._summarise([work], len(tasks), [task.path for task in tasks], [])

    def _tasks_in(self, scope: Scope, file_ids: frozenset[int]) -> list[FileTask]:
        root_id = scope.root.root_id
        known = self._store.call(lambda library: library.known_files(root_id))
        return [
            FileTask(each.file_id, root_id, folder_of(scope.root), path, each.size, force=True)
            for path, each in known.items()
            if each.file_id in file_ids
        ]

    def _look(self, scopes: Sequence[Scope], problems: Sequence[str]) -> IndexSummary:
        self._before_look()
        looks: list[IndexWork] = []
        while len(looks) < MAX_LOOKS and (not looks or looks[-1].reading.vanished):
            looks.append(IndexWork(self._tools, scopes, [], self._cancel))
            looks[-1].run()
        last = looks[-1].found
        paths = [scope.path for scope in scopes]
        problems = [*problems, *last.problems]
        return self._summarise(looks, last.files_seen, paths, problems, last.away)

    # ------------------------------------------------------------------------- how a job ends

    def _end_tidily(self, work: Callable[[], IndexSummary]) -> IndexSummary:
        """Run `work`; leave the library tidy and the window told, however it ends."""
        try:
            return work()
        except LibraryFailure as failure:
            raise failure.error from failure
        finally:
            self._tidy()
            self._reporter.tell(now=True)

    def _tidy(self) -> None:
        """Let files that were being read wait again, and have the derived files written."""
        try:
            self._reporter.files_changed(*self._store.call(_leave_tidy))
        except (LibraryFailure, CancelledJobError) as error:
            # The job's own ending tells the person; opening the library again tidies as well.
            _log.warning("the library could not be tidied: %s", type(error).__name__)

    def _summarise(
        self,
        looks: Sequence[IndexWork],
        files_seen: int,
        paths: Sequence[str],
        problems: Sequence[str],
        away: Sequence[str] = (),
    ) -> IndexSummary:
        """What the job did, with the states of all files at or below `paths`."""
        at = frozenset(paths)
        known = self._store.call(lambda library: library.file_states())
        states = Counter(
            state.value
            for _, file, state in known
            if file in at or any(is_below(file, path) for path in paths)
        )
        return IndexSummary(
            files_seen=files_seen,
            files_read=sum(look.reading.files_read for look in looks),
            passages_embedded=sum(look.embedding.passages_embedded for look in looks),
            files_removed=sum(look.found.files_removed for look in looks),
            states=dict(states),
            problems=tuple(problems),
            away=tuple(away),
            files_hashed=sum(look.found.hashed + look.reading.files_hashed for look in looks),
        )


def remove_paths(
    library: LibraryAccess, paths: Sequence[str], on_files_changed: OnFilesChanged
) -> None:
    """Take files or whole folders out of the library, never off the disk. Any thread.

    A root is forgotten; what lies in a root is left out of it from now on. Their text is then
    gone from the database, and soon, by work beside, from the derived files. Raises UserError if
    the library holds none of the paths.
    """
    store = Store(library)
    try:
        removed = [
            store.call(lambda library, path=path: _remove(library, path))  # type: ignore[misc]  # mypy cannot type a lambda's default
            for path in paths
        ]
        store.call(_drop_needless)  # what was read of them must not stay either
    except LibraryFailure as failure:
        raise failure.error from failure
    ids = [file_id for each in removed for file_id in each or ()]
    if ids:
        on_files_changed([], ids)
    if any(each is not None for each in removed):
        _save(store)
    else:
        raise UserError(
            "The library does not hold this.",
            why=", ".join(map(shown_path, paths)),
            next_step="Choose a file or folder of the library.",
        )


def _save(store: Store) -> None:
    """Have the log emptied and the derived files written."""
    try:
        store.call(lambda library: library.save())
    except (LibraryFailure, CancelledJobError) as error:
        # Removed it is all the same; the next save, or closing the library, clears it away.
        _log.warning("the library could not be saved: %s", type(error).__name__)


def _remove(library: IndexLibrary, path: str) -> list[int] | None:
    """Ids of the files that went with `path`; None if the library knows nothing of it."""
    inside = [root for root in library.roots() if is_below(root.path, path)]
    ids = [file_id for root in inside for file_id in library.remove_root(root.root_id)]
    around = [root for root in library.roots() if is_below(path, root.path)]
    if around:
        ids += library.exclude_path(path)
    return ids if inside or around else None


def _holds(paths: Sequence[str], path: str) -> bool:
    """Whether `path`, or one below it, is among the sorted `paths`."""
    starts = (path, path.rstrip(os.sep) + os.sep)
    firsts = [paths[at : at + 1] for at in (bisect_left(paths, start) for start in starts)]
    return any(is_below(first, path) for each in firsts for first in each)


def _leave_tidy(library: IndexLibrary) -> list[int]:
    """Return the ids of the files that wait again."""
    states = library.file_states()
    reading = [file_id for file_id, _, state in states if state is FileState.READING]
    for file_id in reading:
        library.set_state(file_id, FileState.WAITING)
    _drop_needless(library)
    library.save()
    return reading


def _drop_needless(library: IndexLibrary) -> None:
    """With nothing left to do, documents that were never finished belong to no file: they go."""
    if all(state.final for _, _, state in library.file_states()):
        for document in library.unfinished_documents():
            library.drop_document(document.document_id)
