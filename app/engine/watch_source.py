"""The file system's own news of what changes in a folder, by the library watchdog."""

from __future__ import annotations

import errno
import logging
import os

from watchdog.events import (
    DirAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from app.engine.watch_events import DiskEvent, OnEvent

_log = logging.getLogger(__name__)

# What is not here (opening, closing after reading, a folder's own time) says nothing new; that
# a file is read by this program itself must not come back as news of it.
_WANTED: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileClosedEvent,
    FileDeletedEvent,
    FileMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    DirAttribEvent,
]


class WatchdogSource:
    """An `EventSource` by inotify, FSEvents or ReadDirectoryChangesW, as the system has it."""

    def __init__(self) -> None:
        self._observer: BaseObserver | None = None
        self._watches: dict[str, ObservedWatch] = {}

    def watch(self, folder: str, on_event: OnEvent) -> None:
        """See `EventSource`. Links to folders are not followed, but `folder` may be one."""
        observer = self._observer
        if observer is None:
            observer = Observer()
            observer.start()
            self._observer = observer
        real = os.path.realpath(folder)
        watch = observer.schedule(
            _Handler(folder, real, on_event), real, recursive=True, event_filter=_WANTED
        )
        self._watches[folder] = watch
        try:
            self._check_limit(observer, real)
        except OSError:
            self.unwatch(folder)
            raise

    def unwatch(self, folder: str) -> None:
        """See `EventSource`."""
        watch = self._watches.pop(folder, None)
        if watch is not None and self._observer is not None:
            self._observer.unschedule(watch)

    def has_room(self, folder: str) -> bool:
        """See `EventSource`."""
        if self._observer is None:
            return True
        try:
            self._check_limit(self._observer, os.path.realpath(folder))
        except OSError:
            return False
        return True

    def close(self) -> None:
        """See `EventSource`."""
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()
            self._observer = None
        self._watches.clear()

    @staticmethod
    def _check_limit(observer: BaseObserver, folder: str) -> None:
        """Raise OSError where the last watches could not be had.

        watchdog passes over sub-folders that it cannot watch; so one more watch is asked for, on
        the folder above, which is refused if the limit was reached.
        """
        above = os.path.dirname(folder)  # noqa: PTH120 - text
        if above == folder:
            return
        try:
            probe = observer.schedule(FileSystemEventHandler(), above, event_filter=[])
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EMFILE):
                raise
            return  # it may not be read, which says nothing of the limit
        observer.unschedule(probe)


class _Handler(FileSystemEventHandler):
    """Turns watchdog's events into ours, with the paths that the library knows."""

    def __init__(self, folder: str, real: str, on_event: OnEvent) -> None:
        self._folder = folder
        self._real = real
        self._on_event = on_event

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Called by watchdog's thread."""
        moved_to = self._path(event.dest_path) if event.dest_path else ""
        self._on_event(DiskEvent(self._path(event.src_path), event.is_directory, moved_to))

    def _path(self, path: bytes | str) -> str:
        text = os.fsdecode(path)
        if self._real != self._folder and text.startswith(self._real):
            return self._folder + text[len(self._real) :]
        return text
