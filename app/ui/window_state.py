"""Size and layout of the window, remembered in a private file."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from app.core.paths import write_private_text
from app.ui.arrangement import Arrangement

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WindowState:
    """Geometry and splitter as Qt saves them, in hexadecimal; "" means: the default.

    `search_details` tells that the search page shows the lists behind its result, `introduced`
    that the first steps were taken or skipped; `recent_commands` are the keys of those last chosen
    in the command palette; `hidden` tells how wide the sides were that are put away, in pixels.
    `arrangement` tells where the panels stand.
    """

    geometry: str = ""
    splitter: str = ""
    search_details: bool = False
    introduced: bool = False
    recent_commands: tuple[str, ...] = ()
    hidden: Mapping[str, int] = field(default_factory=dict)
    arrangement: Arrangement = field(default_factory=Arrangement)


def load_window_state(path: Path) -> WindowState:
    """The remembered state; the default where there is none or it cannot be read."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        values = {name: stored.get(name, "") for name in ("geometry", "splitter")}
        for value in values.values():
            bytes.fromhex(value)
        used = stored.get("recent_commands", [])
        return WindowState(
            **values,
            search_details=stored.get("search_details") is True,
            introduced=stored.get("introduced") is True,
            recent_commands=tuple(str(key) for key in used) if isinstance(used, list) else (),
            hidden={str(name): int(width) for name, width in stored.get("hidden", {}).items()},
            arrangement=Arrangement.from_stored(stored.get("arrangement", {})),
        )
    except FileNotFoundError:
        return WindowState()
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        _log.warning("window state cannot be read, the default is used")
        return WindowState()


def save_window_state(state: WindowState, path: Path) -> None:
    """Remember `state`; a full disk is no reason to keep the window open."""
    try:
        write_private_text(path, json.dumps(asdict(state)) + "\n")
    except OSError:
        _log.warning("window state cannot be saved")
