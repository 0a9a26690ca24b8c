"""Files that exist only in the cloud: opening one would download it, so that none is opened.

What cannot be told is left: on Linux a file that rclone or GVFS shows looks like any other.
"""

from __future__ import annotations

import os

# winnt.h: FILE_ATTRIBUTE_OFFLINE, _RECALL_ON_OPEN, _RECALL_ON_DATA_ACCESS. OneDrive, Dropbox
# and iCloud for Windows set the last one (learn.microsoft.com, "Placeholder files").
_WINDOWS_ELSEWHERE = 0x1000 | 0x40000 | 0x400000
# sys/stat.h of macOS 10.15 and later: the content is not here (File Provider's placeholders).
_MACOS_DATALESS = 0x40000000

_STUB = ".icloud"


def is_only_in_cloud(result: os.stat_result) -> bool:
    """Whether the file behind `result` has its content elsewhere."""
    attributes: int = getattr(result, "st_file_attributes", 0)
    flags: int = getattr(result, "st_flags", 0)
    return bool(attributes & _WINDOWS_ELSEWHERE or flags & _MACOS_DATALESS)


def name_behind_stub(name: str) -> str | None:
    """The file that `.name.icloud` stands for, as iCloud Drive leaves it; None for other names."""
    if not name.startswith(".") or not name.endswith(_STUB):
        return None
    return name[1 : -len(_STUB)] or None


def stub_of(path: str) -> str:
    """Where the stub of the file `path` would be."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}{_STUB}")  # noqa: PTH118 - plain text
