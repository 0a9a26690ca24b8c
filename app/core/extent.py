"""How much a path holds, compared with what anybody is likely to mean."""

from __future__ import annotations

import os
from enum import IntEnum
from pathlib import Path

# Where systems show drives, by the folders above: /media/anna/USB, /mnt/disk, /Volumes/USB.
_DRIVES = {"/media": (1, 2), "/run/media": (1, 2), "/mnt": (1,), "/Volumes": (1,)}


class Extent(IntEnum):
    """What is so much that a person is asked before all of it is read; FOLDER is not."""

    FOLDER = 0
    DRIVE = 1
    HOME = 2
    COMPUTER = 3


def extent_of(path: str, home: Path) -> Extent:
    """By the path's text alone: looking at the disk may have to wait for it."""
    place = Path(os.path.normpath(path))
    if place == Path(place.anchor):
        return Extent.COMPUTER if place in home.parents else Extent.DRIVE
    if place == home or place in home.parents:
        return Extent.HOME
    for folder, depths in _DRIVES.items() if os.name == "posix" else ():
        if place.is_relative_to(folder) and len(place.relative_to(folder).parts) in depths:
            return Extent.DRIVE
    return Extent.FOLDER


def leads_to_more(path: str, real: str) -> bool:
    """Whether the absolute `path` names a folder, and what it is in truth, `real`, is a whole
    drive, or holds the home folder. Looks at the disk."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() fails where there is none
    homes = (home, Path(os.path.realpath(home)))
    return not any(extent_of(path, each) for each in homes) and any(
        extent_of(real, each) for each in homes
    )
