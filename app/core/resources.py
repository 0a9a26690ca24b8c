"""Finds the files of `resources/` from a checkout, an installed wheel and a frozen bundle."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath


def resources_root() -> Path:
    """Folder that holds the resources of this installation."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    package = Path(__file__).resolve().parent.parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def resource_path(name: str) -> Path:
    """Path of the resource `name`, written with forward slashes and relative to `resources/`.

    Raises ValueError for an absolute path or one that leads out of the folder, and
    FileNotFoundError for a resource that does not exist.
    """
    relative = PurePosixPath(name)
    if relative.is_absolute() or ".." in relative.parts:
        raise ValueError(f"not a resource name: {name!r}")
    path = resources_root().joinpath(*relative.parts)
    if not path.exists():
        raise FileNotFoundError(f"missing resource: {name}")
    return path


def read_resource(name: str) -> str:
    """Text of the UTF-8 resource `name`."""
    return resource_path(name).read_text(encoding="utf-8")
