"""Whether what was added is there now, or away: a drive not plugged in is no deleted folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from app.core.folders import Mount
from app.engine.index_scope import folder_of, is_below
from app.index.records import Root
from app.ingest.mounts import is_mounted

_SAMPLE = 200  # known files that are looked for; one that is there settles it


def find_away(
    root: Root, mounts: Iterable[Mount], known: Callable[[], Iterable[str]]
) -> tuple[str, ...]:
    """What is not there now of `root`: itself, or folders in it that drives began at.

    A drive is away if nothing is mounted where it was, or another one is, and none of the `known`
    files (paths of the root; asked for only then) is there. So a folder that was emptied is not
    away, nor is one whose content was copied to where the drive used to be; but files that were
    put into the empty mount point do not make the drive's own seem deleted. Any thread; touches
    the disk.
    """
    folder = folder_of(root)
    if not os.path.isdir(folder):  # noqa: PTH112 - text
        return (root.path,)
    real = os.path.realpath(folder)
    away = []
    for mount in mounts:
        if is_below(real, mount.path):
            below = folder
        elif is_below(mount.path, real):
            below = folder + mount.path[len(real) :]
        else:
            continue  # the root is a link that leads elsewhere now
        if is_lost(mount) and _all_missing([path for path in known() if is_below(path, below)]):
            away.append(below)
    return (root.path,) if folder in away else tuple(away)


def is_lost(mount: Mount) -> bool:
    """Whether the drive that began there is not mounted there now."""
    if not is_mounted(mount.path):
        return True
    try:
        return os.stat(mount.path).st_dev != mount.device  # noqa: PTH116 - text
    except OSError:
        return True


def may_be_away(path: str, folder: str, mounts: Iterable[Mount]) -> bool:
    """Whether a missing file may be there again: its root's folder is away, or its drive."""
    if not os.path.isdir(folder):  # noqa: PTH112 - text
        return True
    real = os.path.realpath(folder) + path[len(folder) :]
    return any(is_below(real, mount.path) and is_lost(mount) for mount in mounts)


def _all_missing(known: Sequence[str]) -> bool:
    """Whether there is something known of which nothing is there, as far as a sample tells."""
    step = max(1, len(known) // _SAMPLE)
    return bool(known) and not any(os.path.lexists(path) for path in known[::step])
