"""What kind of drive a folder lies on, as far as watching it goes."""

from __future__ import annotations

import os
from dataclasses import dataclass

import psutil

from app.engine.index_scope import is_below

# Changes that another machine makes on these are told of to nobody here.
_REMOTE = frozenset(
    {
        *("9p", "afpfs", "afs", "ceph", "cifs", "davfs", "drvfs", "glusterfs", "gpfs", "lustre"),
        *("macfuse", "ncpfs", "nfs", "nfs4", "osxfuse", "prl_fs", "smb3", "smbfs", "vboxsf"),
        *("virtiofs", "vmhgfs", "webdav"),
    }
)
_LOCAL_FUSE = frozenset(("fuseblk", "fuse.ntfs-3g", "fuse.encfs", "fuse.gocryptfs"))


@dataclass(frozen=True, slots=True)
class Drive:
    """Where a drive begins, and whether it is another machine's or a program's."""

    path: str
    remote: bool


def list_drives() -> tuple[Drive, ...]:
    """All drives that are mounted now; none where the system does not tell. Any thread."""
    try:
        parts = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):
        return ()
    return tuple(Drive(each.mountpoint, _is_remote(each.fstype, each.opts)) for each in parts)


def is_remote(folder: str, drives: tuple[Drive, ...]) -> bool:
    """Whether `folder` lies on a drive whose changes may go unseen."""
    real = os.path.realpath(folder)
    around = [drive for drive in drives if is_below(real, drive.path)]
    return bool(around) and max(around, key=lambda drive: len(drive.path)).remote


def _is_remote(kind: str, options: str) -> bool:
    kind = kind.casefold()
    if "remote" in options.split(","):  # psutil's word for network drives on Windows
        return True
    return kind in _REMOTE or (kind.startswith("fuse.") and kind not in _LOCAL_FUSE)
