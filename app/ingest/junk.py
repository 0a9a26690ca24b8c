"""Names that a person never means when adding a folder: tools' folders, system files, locks."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable

FOLDERS = frozenset(
    {
        "$recycle.bin",
        "__macosx",
        "__pycache__",
        "lost+found",
        "node_modules",
        "system volume information",
    }
)
"""Folders by name, case-folded. Hidden ones (`.git`, `.venv`) need no mention."""

_NOT_ON_DISK = {  # where the system shows its own state as files
    "linux": ("/dev", "/proc", "/sys"),
    "darwin": ("/dev",),
}
_MET_ELSEWHERE = {
    "linux": ("/run/user",),  # each person's network places and passing files
    "darwin": ("/System/Volumes",),  # where the disk is seen a second time
}

LIBRARY_MARKER = "library.lock"
"""What a library of ours has in its folder (app/index/lock.py): reading it would change it, and so
without an end."""

MARKERS = frozenset({"CACHEDIR.TAG", "pyvenv.cfg", LIBRARY_MARKER})
"""A folder that holds one of these is a cache (bford.info/cachedir), a Python environment or a
library of ours."""

FILES = frozenset({"desktop.ini", "thumbs.db", "ehthumbs.db", "icon\r"})
PREFIXES = ("~$", "~wrl")
SUFFIXES = ("~", ".crdownload", ".part", ".partial", ".swp", ".tmp")
"""Office locks and drafts, half downloads, editors' backups."""

_WINDOWS_HIDDEN = 0x2 | 0x4  # FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_SYSTEM


def is_hidden(name: str, result: os.stat_result | None = None) -> bool:
    """Whether the file manager would hide it: by a leading dot, or by a flag of the system."""
    if name.startswith("."):
        return True
    if result is None:
        return False
    attributes: int = getattr(result, "st_file_attributes", 0)
    flags: int = getattr(result, "st_flags", 0)
    return bool(attributes & _WINDOWS_HIDDEN or flags & getattr(stat, "UF_HIDDEN", 0))


def is_junk_file(name: str) -> bool:
    """Whether a file of this name is never a document of the person's."""
    name = name.casefold()
    return name in FILES or name.startswith(PREFIXES) or name.endswith(SUFFIXES)


def is_junk_folder(name: str) -> bool:
    """Whether a folder of this name never holds documents of the person's."""
    return name.casefold() in FOLDERS


def is_not_on_disk(real: str) -> bool:
    """Whether the folder or file (links followed) is what the system only shows as one: without an
    end, some without a size, and reading a few of them waits for ever."""
    return any(
        real == folder or real.startswith(f"{folder}/")
        for folder in _NOT_ON_DISK.get(sys.platform, ())
    )


def surrounds_system(real: str) -> bool:
    """Whether the folder (links followed) holds what the system only shows as files."""
    return any(
        folder.startswith(real.rstrip("/") + "/") for folder in _NOT_ON_DISK.get(sys.platform, ())
    )


def is_met_elsewhere(real: str) -> bool:
    """Whether nobody who adds a folder around this one (links followed) means it, though it may
    well be added by itself: its files are met at another place, or wait for other computers."""
    return real in _MET_ELSEWHERE.get(sys.platform, ())


def is_marked_as_junk(names: Iterable[str]) -> bool:
    """Whether a folder that holds these names says of itself that it is a tool's."""
    return not MARKERS.isdisjoint(names)
