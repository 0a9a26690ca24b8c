"""Where the program keeps its files, all of them readable by their owner alone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs

APP_NAME = "margine"
BUNDLE_RECORD = "bundle.json"


def data_dir() -> Path:
    """Folder of libraries and downloaded models (override: MARGINE_DATA_DIR)."""
    override = os.environ.get("MARGINE_DATA_DIR")
    return Path(override) if override else Path(platformdirs.user_data_dir(APP_NAME, False))


def config_dir() -> Path:
    """Folder of the settings file (override: MARGINE_CONFIG_DIR)."""
    override = os.environ.get("MARGINE_CONFIG_DIR")
    return Path(override) if override else Path(platformdirs.user_config_dir(APP_NAME, False))


def cache_dir() -> Path:
    """Folder of what can be made again, as model probes (override: MARGINE_CACHE_DIR)."""
    override = os.environ.get("MARGINE_CACHE_DIR")
    return Path(override) if override else Path(platformdirs.user_cache_dir(APP_NAME, False))


def log_dir() -> Path:
    """Folder of log files."""
    return cache_dir() / "logs"


def models_dir() -> Path:
    """Folder of the models, one sub-folder per model id."""
    return data_dir() / "models"


def bundle_dir() -> Path | None:
    """The folder of the bundle that runs this program; None from source or an installed wheel.

    A bundle holds its own Python in a folder, and beside that the record of how it was made
    (packaging/bundle.py).
    """
    folder = Path(sys.prefix).parent
    return folder if (folder / BUNDLE_RECORD).is_file() else None


def appimage() -> str:
    """The AppImage that this program was started from, "" where it was not.

    The folder that it shows its files in goes with the program that it started.
    """
    image, folder = os.environ.get("APPIMAGE", ""), os.environ.get("APPDIR", "")
    return image if image and folder and bundle_dir() == Path(folder) else ""


def brought_models_dir() -> Path | None:
    """Folder of the models that came with a bundle, for reading only; None elsewhere."""
    bundle = bundle_dir()
    return bundle / "models" if bundle is not None else None


def default_library_dir() -> Path:
    """The library that the window opens."""
    return data_dir() / "libraries" / "default"


def make_private_dir(path: Path) -> Path:
    """Create `path` and its missing parents, each readable by its owner alone; return `path`."""
    missing = [path, *path.parents]
    for folder in reversed([each for each in missing if not each.exists()]):
        folder.mkdir(mode=0o700, exist_ok=True)
    return path


def write_private_text(path: Path, text: str, *, make_folder: bool = True) -> None:
    """Write `text` to `path` as UTF-8, as `write_private_bytes` does."""
    write_private_bytes(path, text.replace("\n", os.linesep).encode(), make_folder=make_folder)


def write_private_bytes(path: Path, data: bytes, *, make_folder: bool = True) -> None:
    """Write `data` to `path` atomically, readable by its owner alone.

    Its folder is created where it is missing, or else (`make_folder`) OSError is raised.
    """
    if make_folder:
        make_private_dir(path.parent)
    temporary = path.with_name(path.name + ".part")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that names given in `folder` until now survive a power failure, where that can be
    asked for: a rename is in the folder's own data, which the system may write much later."""
    if sys.platform == "win32":  # folders cannot be opened there; NTFS keeps a journal of names
        return
    with suppress(OSError):  # some file systems cannot; the content itself is safe
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
