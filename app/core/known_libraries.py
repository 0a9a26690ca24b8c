"""Which libraries a person has, as far as the program has noted it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

from app.core.moved_libraries import find_library, moved_from, place_name
from app.core.paths import config_dir, default_library_dir

_log = logging.getLogger(__name__)


def recent_file() -> Path:
    """Where it is kept which libraries windows have opened."""
    return config_dir() / "libraries.json"


def read_recent(path: Path) -> tuple[str, ...]:
    """Folders of the libraries in a file like `recent_file`, the last opened first."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError):
        _log.warning("the list of libraries cannot be read")
        return ()
    if not isinstance(stored, list):
        return ()
    return tuple(each for each in stored if isinstance(each, str))


def known_libraries() -> tuple[Path, ...]:
    """Folders of libraries, each once: those in the program's own place, those that a window has
    opened, and those that were moved, with what a move has left behind. A drive may be away, and a
    folder may hold none any more. Raises OSError if the program's own place cannot be listed.
    """
    return tuple({place_name(each): each for each in _candidates()}.values())


def _candidates() -> Iterator[Path]:
    home = default_library_dir().parent
    if home.is_dir():
        yield from sorted(each for each in home.iterdir() if each.is_dir())
    for name in read_recent(recent_file()):
        yield find_library(Path(name))
    for name in moved_from():
        yield find_library(Path(name))
        if Path(name).is_dir():
            yield Path(name)
