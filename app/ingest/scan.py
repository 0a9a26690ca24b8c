"""Walks the files and folders that a person added, and tells what is there.

The scan yields as it goes and holds one folder's listing at a time. It opens no file. Nothing
it meets ends it: what cannot be listed is reported, and the rest goes on.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.types import FileStat
from app.ingest import junk
from app.ingest.stat import from_result

_log = logging.getLogger(__name__)

IsSupported = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file. `supported` tells whether there is a reader for its name."""

    path: str
    stat: FileStat
    supported: bool


@dataclass(frozen=True, slots=True)
class UnreadableFolder:
    """A folder that could not be listed: what is known below it is neither seen nor gone."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class UnusableFile:
    """A file that can be listed but not taken in. `path` is fit to be shown and stored."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class RootAway:
    """What was added is not there now (a drive not plugged in): nothing below it is gone."""

    path: str


ScanItem = FoundFile | UnreadableFolder | UnusableFile | RootAway


def absolute_path(path: str) -> str:
    """`path` made absolute and tidied, with its links left as they are."""
    return os.path.abspath(Path(path).expanduser())  # noqa: PTH100 - resolve() follows links


def is_storable(path: str) -> bool:
    """Whether `path` is valid UTF-8, which the library and the protocol need."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def shown_path(path: str) -> str:
    r"""`path` as valid text: bytes that are no UTF-8 become `\xe9`, so that names stay apart."""
    return os.fsencode(path).decode("utf-8", errors="backslashreplace")


def scan(
    roots: Iterable[str], is_supported: IsSupported, cancel: CancelToken
) -> Iterator[ScanItem]:
    """Yield every document that the files and folders `roots` hold.

    Hidden files, tools' folders, system junk and special files are left out; a root itself is
    taken whatever its name. Links to folders are not followed (unless they are roots), so that
    no loop is walked; a link to a file stands for its target where the target was not met
    itself, and links are therefore told of last. A file under two roots is told of once.

    Raises CancelledJobError. Any thread.
    """
    walk = _Walk(is_supported, cancel)
    for root in roots:
        yield from walk.root(absolute_path(root))
    yield from walk.links()


class _Walk:
    """One scan: what it has met, and the links that wait for its end."""

    def __init__(self, is_supported: IsSupported, cancel: CancelToken) -> None:
        self._is_supported = is_supported
        self._cancel = cancel
        self._targets: set[str] = set()  # real paths of what was told of
        self._folders: set[str] = set()  # real paths of the folders that were walked
        self._links: list[str] = []

    def root(self, path: str) -> Iterator[ScanItem]:
        try:
            result = os.stat(path)  # noqa: PTH116 - see FileStat
        except (FileNotFoundError, NotADirectoryError):
            yield RootAway(shown_path(path))
        except OSError as error:
            yield UnreadableFolder(shown_path(path), _reason(error))
        else:
            real = os.path.realpath(path)
            if stat.S_ISDIR(result.st_mode):
                yield from self._folder(path, real)
            elif stat.S_ISREG(result.st_mode):
                yield from self._file(path, real, result)
            else:
                yield UnusableFile(shown_path(path), "This is not a file or a folder.")

    def links(self) -> Iterator[ScanItem]:
        """The links to files whose target was not met, each target once."""
        for path in self._links:
            self._cancel.check()
            try:
                result = os.stat(path)  # noqa: PTH116 - see FileStat
            except OSError:
                continue  # leads nowhere, or in a circle
            if stat.S_ISREG(result.st_mode):
                yield from self._file(path, os.path.realpath(path), result)

    def _folder(self, path: str, real: str) -> Iterator[ScanItem]:
        """Walk depth first. The stack holds folders, not open listings."""
        root = path
        stack = [(path, real)]
        while stack:
            path, real = stack.pop()
            if real in self._folders:
                continue
            self._folders.add(real)
            try:
                entries = self._list(path)
            except (FileNotFoundError, NotADirectoryError):
                continue  # gone since its parent was listed
            except OSError as error:
                yield UnreadableFolder(shown_path(path), _reason(error))
                continue
            if path != root and junk.is_marked_as_junk(entry.name for entry in entries):
                continue
            below: list[tuple[str, str]] = []
            for entry in entries:
                self._cancel.check()
                yield from self._entry(entry, real, below)
            stack.extend(reversed(below))

    def _list(self, path: str) -> list[os.DirEntry[str]]:
        """The folder's entries by name, so that every scan tells the same in the same order."""
        entries: list[os.DirEntry[str]] = []
        with os.scandir(path) as listing:
            for entry in listing:
                self._cancel.check()
                entries.append(entry)
        return sorted(entries, key=lambda entry: entry.name)

    def _entry(
        self, entry: os.DirEntry[str], real_folder: str, below: list[tuple[str, str]]
    ) -> Iterator[ScanItem]:
        """Tell of a file; put a folder into `below` and a link among the links."""
        if junk.is_hidden(entry.name):
            return
        try:
            result = entry.stat(follow_symlinks=False)
            is_junction = stat.S_ISDIR(result.st_mode) and _is_junction(result)
        except FileNotFoundError:
            return
        except OSError as error:
            yield UnusableFile(shown_path(entry.path), _reason(error))
            return
        if junk.is_hidden(entry.name, result):
            return
        if not stat.S_ISDIR(result.st_mode) and junk.is_junk_file(entry.name):
            return
        if stat.S_ISLNK(result.st_mode):
            self._links.append(entry.path)
        elif stat.S_ISDIR(result.st_mode):
            if not is_junction and not junk.is_junk_folder(entry.name):
                below.append((entry.path, os.path.join(real_folder, entry.name)))  # noqa: PTH118
        elif stat.S_ISREG(result.st_mode):
            real = os.path.join(real_folder, entry.name)  # noqa: PTH118 - plain text, see above
            yield from self._file(entry.path, real, result)

    def _file(self, path: str, real: str, result: os.stat_result) -> Iterator[ScanItem]:
        if real in self._targets:
            return
        self._targets.add(real)
        if not is_storable(path):
            yield UnusableFile(
                shown_path(path),
                "Its name, or that of its folder, is not valid UTF-8. Rename it to read it.",
            )
            return
        yield FoundFile(path, from_result(result), self._is_supported(path))


def _is_junction(result: os.stat_result) -> bool:
    """Whether a folder is a Windows junction, which may lead in circles as a link does."""
    return getattr(result, "st_reparse_tag", 0) == 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT


def _reason(error: OSError) -> str:
    """Why the file system refused, in words."""
    if isinstance(error, PermissionError):
        return "You do not have the right to open it."
    return f"It cannot be opened: {error.strerror or type(error).__name__}."
