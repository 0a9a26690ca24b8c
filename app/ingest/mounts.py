"""Drives under folders: which one a folder lies on, and whether it is there now.

An emptied folder and the empty mount point of a drive that is not there look the same in a
listing. They differ in that the second one was a mount point when the folder was looked at last.
"""

from __future__ import annotations

import os

from app.core.folders import Mount


def find_mount(path: str) -> Mount | None:
    """Where the drive begins that the folder or file `path` lies on; None if it is not there."""
    real = os.path.realpath(path)
    if not os.path.isdir(real):  # noqa: PTH112 - some file systems number their files otherwise
        real = os.path.dirname(real)  # noqa: PTH120
    try:
        device = os.stat(real).st_dev  # noqa: PTH116 - plain text, as in `scan`
        while (parent := os.path.dirname(real)) != real:  # noqa: PTH120
            if os.stat(parent).st_dev != device:  # noqa: PTH116
                break
            real = parent
    except OSError:
        return None
    return Mount(real, device)


def is_mounted(path: str) -> bool:
    """Whether a drive begins at the folder `path` now."""
    try:
        here, above = os.stat(path), os.stat(os.path.join(path, os.pardir))  # noqa: PTH116, PTH118
    except OSError:
        return False
    if here.st_dev != above.st_dev:
        return True
    return here.st_ino == above.st_ino or os.path.ismount(path)  # a root; a Windows volume
