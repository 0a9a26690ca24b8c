"""Names that a person never means when adding a folder: tools' folders, system files, locks."""

from __future__ import annotations

import os
import stat
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

MARKERS = frozenset({"CACHEDIR.TAG", "pyvenv.cfg"})
"""A folder that holds one of these is a cache (bford.info/cachedir) or a Python environment."""

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


def is_marked_as_junk(names: Iterable[str]) -> bool:
    """Whether a folder that holds these names says of itself that it is a tool's."""
    return not MARKERS.isdisjoint(names)
