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
from app.core.folders import Mount
from app.core.patterns import LeftOut
from app.core.types import FileStat
from app.ingest import junk
from app.ingest.cloud import is_only_in_cloud, name_behind_stub
from app.ingest.stat import from_result

_log = logging.getLogger(__name__)

IsSupported = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file. `supported` tells whether there is a reader for its name.

    One that is `only_in_cloud` must not be opened. `target` is where a link leads, "" for a file
    that is none.
    """

    path: str
    stat: FileStat
    supported: bool
    only_in_cloud: bool = False
    target: str = ""


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


@dataclass(frozen=True, slots=True)
class FoundMount:
    """A folder inside a root at which another drive begins."""

    mount: Mount


ScanItem = FoundFile | UnreadableFolder | UnusableFile | RootAway | FoundMount


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
    roots: Iterable[str],
    is_supported: IsSupported,
    cancel: CancelToken,
    left_out: LeftOut | None = None,
) -> Iterator[ScanItem]:
    """Yield every document that the files and folders `roots` hold, but what is `left_out` (of
    one root; several have none in common).

    Hidden files, tools' folders, system junk and special files are left out; a root itself is
    taken whatever its name. Links to folders are not followed (unless they are roots), so that
    no loop is walked; a link to a file stands for its target where the target was not met
    itself, and links are therefore told of last. A file under two roots is told of once.

    Raises CancelledJobError. Any thread.
    """
    walk = _Walk(is_supported, cancel, left_out or LeftOut())
    for root in roots:
        yield from walk.root(absolute_path(root))
    yield from walk.links()


def scan_part(
    root: str,
    path: str,
    is_supported: IsSupported,
    cancel: CancelToken,
    left_out: LeftOut | None = None,
    *,
    deep: bool = True,
) -> Iterator[ScanItem]:
    """Yield what a scan of `root` would tell of everything at or below `path`.

    Without `deep`, of the files directly in the folder `path`. Nothing, where such a scan does not
    come to `path`. A link is told of even if its target lies elsewhere in `root`. Both paths are
    absolute and tidy. Raises CancelledJobError. Any thread.
    """
    walk = _Walk(is_supported, cancel, left_out or LeftOut())
    if path == root:
        yield from walk.root(root, deep=deep)
    else:
        yield from walk.part(root, path, deep=deep)
    yield from walk.links()


class _Walk:
    """One scan: what it has met, and the links that wait for its end."""

    def __init__(self, is_supported: IsSupported, cancel: CancelToken, left_out: LeftOut) -> None:
        self._is_supported = is_supported
        self._cancel = cancel
        self._left_out = left_out
        self._root = ""
        self._targets: set[str] = set()  # real paths of what was told of
        self._folders: set[str] = set()  # real paths of the folders that were walked
        self._links: list[str] = []

    def root(self, path: str, *, deep: bool = True) -> Iterator[ScanItem]:
        self._root = path
        try:
            result = os.stat(path)  # noqa: PTH116 - see FileStat
        except (FileNotFoundError, NotADirectoryError):
            yield RootAway(shown_path(path))
        except OSError as error:
            yield UnreadableFolder(shown_path(path), _reason(error))
        else:
            if stat.S_ISDIR(result.st_mode):
                yield from self._folder(path, result.st_dev, deep=deep)
            elif stat.S_ISREG(result.st_mode):
                yield from self._file(path, os.path.realpath(path), result)
            else:
                yield UnusableFile(shown_path(path), "This is not a file or a folder.")

    def part(self, root: str, path: str, *, deep: bool) -> Iterator[ScanItem]:
        """What lies at or below `path` in the folder `root`."""
        self._root = root
        if not os.path.isdir(root):  # noqa: PTH112 - plain text
            yield RootAway(shown_path(root))
            return
        folders = []
        folder = os.path.dirname(path)  # noqa: PTH120 - plain text
        while len(folder) > len(root):
            folders.append(folder)
            folder = os.path.dirname(folder)  # noqa: PTH120
        try:
            if not all(self._comes_to(each) for each in reversed(folders)):
                return
            result = os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            yield UnreadableFolder(shown_path(path), _reason(error))
            return
        name = os.path.basename(path)  # noqa: PTH119
        if not stat.S_ISDIR(result.st_mode):
            if deep:  # a file in the place of a folder
                yield from self._told(path, name, os.path.realpath(path), result)
        elif self._may_enter(path, name, result):
            yield from self._folder(path, result.st_dev, deep=deep)

    def _comes_to(self, folder: str) -> bool:
        """Whether a scan walks through `folder`, those above it apart. Raises OSError."""
        name = os.path.basename(folder)  # noqa: PTH119 - plain text
        result = os.lstat(folder)
        if not stat.S_ISDIR(result.st_mode) or not self._may_enter(folder, name, result):
            return False
        return not any(os.path.lexists(os.path.join(folder, each)) for each in junk.MARKERS)  # noqa: PTH118

    def links(self) -> Iterator[ScanItem]:
        """The links to files whose target was not met, each target once."""
        for path in self._links:
            self._cancel.check()
            try:
                result = os.stat(path)  # noqa: PTH116 - see FileStat
            except OSError:
                continue  # leads nowhere, or in a circle
            if stat.S_ISREG(result.st_mode):
                real = os.path.realpath(path)
                yield from self._file(path, real, result, target=real)

    def _folder(self, path: str, device: int, *, deep: bool) -> Iterator[ScanItem]:
        """Walk depth first. The stack holds folders, not open listings."""
        stack = [(path, os.path.realpath(path), device)]
        while stack:
            path, real, device = stack.pop()
            if real in self._folders or junk.is_not_on_disk(real):
                continue
            self._folders.add(real)
            try:
                entries = self._list(path)
            except (FileNotFoundError, NotADirectoryError):
                continue  # gone since its parent was listed
            except OSError as error:
                yield UnreadableFolder(shown_path(path), _reason(error))
                continue
            if path != self._root and junk.is_marked_as_junk(entry.name for entry in entries):
                continue
            below: list[tuple[str, str, int]] = []
            for entry in entries:
                self._cancel.check()
                yield from self._entry(entry, real, device, below)
            yield from self._stubs(path, {entry.name for entry in entries})
            if deep:
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
        self,
        entry: os.DirEntry[str],
        real_folder: str,
        device: int,
        below: list[tuple[str, str, int]],
    ) -> Iterator[ScanItem]:
        """Tell of a file; put a folder into `below` and a link among the links."""
        if junk.is_hidden(entry.name):
            return
        try:
            result = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError as error:
            yield UnusableFile(shown_path(entry.path), _reason(error))
            return
        real = os.path.join(real_folder, entry.name)  # noqa: PTH118 - plain text, see above
        if not stat.S_ISDIR(result.st_mode):
            yield from self._told(entry.path, entry.name, real, result)
        elif (
            self._may_enter(entry.path, entry.name, result)
            and not junk.is_not_on_disk(real)
            and not junk.is_met_elsewhere(real)
        ):
            if 0 not in (device, result.st_dev) and device != result.st_dev and is_storable(real):
                yield FoundMount(Mount(real, result.st_dev))
            below.append((entry.path, real, result.st_dev))

    def _told(self, path: str, name: str, real: str, result: os.stat_result) -> Iterator[ScanItem]:
        """Tell of what is no folder; put a link among the links."""
        if junk.is_hidden(name, result) or junk.is_junk_file(name):
            return
        if stat.S_ISLNK(result.st_mode):
            self._links.append(path)
        elif stat.S_ISREG(result.st_mode):
            yield from self._file(path, real, result)

    def _may_enter(self, path: str, name: str, result: os.stat_result) -> bool:
        """Whether the folder `path` is walked, its own content apart."""
        if junk.is_hidden(name, result) or junk.is_junk_folder(name) or _is_junction(result):
            return False
        return not (self._left_out and self._left_out.folder(self._relative(path)))

    def _stubs(self, folder: str, names: set[str]) -> Iterator[ScanItem]:
        """What iCloud Drive holds of this folder elsewhere."""
        for stub in sorted(each for each in names if each.endswith(".icloud")):
            name = name_behind_stub(stub)
            if name is None or name in names or junk.is_hidden(name) or junk.is_junk_file(name):
                continue
            path = os.path.join(folder, name)  # noqa: PTH118 - plain text
            if is_storable(path) and not self._left_out.file(self._relative(path), 0):
                yield FoundFile(path, FileStat(0, 0, 0), self._is_supported(path), True)

    def _file(
        self, path: str, real: str, result: os.stat_result, target: str = ""
    ) -> Iterator[ScanItem]:
        if self._left_out and self._left_out.file(self._relative(path), result.st_size):
            return
        if real in self._targets or junk.is_not_on_disk(real):
            return
        self._targets.add(real)
        if not is_storable(path):
            yield UnusableFile(
                shown_path(path),
                "Its name, or that of its folder, is not valid UTF-8. Rename it to read it.",
            )
            return
        yield FoundFile(
            path, from_result(result), self._is_supported(path), is_only_in_cloud(result), target
        )

    def _relative(self, path: str) -> str:
        """`path` as patterns see it: below the root, parted by "/"."""
        below = path[len(self._root.rstrip(os.sep)) + 1 :] or os.path.basename(path)  # noqa: PTH119
        return below if os.sep == "/" else below.replace(os.sep, "/")


def _is_junction(result: os.stat_result) -> bool:
    """Whether a folder is a Windows junction, which may lead in circles as a link does."""
    return getattr(result, "st_reparse_tag", 0) == 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT


def _reason(error: OSError) -> str:
    """Why the file system refused, in words."""
    if isinstance(error, PermissionError):
        return "You do not have the right to open it."
    return f"It cannot be opened: {error.strerror or type(error).__name__}."
