"""Size and layout of the window, remembered in a private file."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path

from app.core.paths import write_private_text

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WindowState:
    """Geometry and splitter as Qt saves them, in hexadecimal; "" means: the default.

    `search_details` tells that the search page shows the lists behind its result.
    """

    geometry: str = ""
    splitter: str = ""
    search_details: bool = False


def load_window_state(path: Path) -> WindowState:
    """The remembered state; the default where there is none or it cannot be read."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        values = {name: stored.get(name, "") for name in ("geometry", "splitter")}
        for value in values.values():
            bytes.fromhex(value)
        return WindowState(**values, search_details=stored.get("search_details") is True)
    except FileNotFoundError:
        return WindowState()
    except (OSError, ValueError, TypeError, AttributeError):
        _log.warning("window state cannot be read, the default is used")
        return WindowState()


def save_window_state(state: WindowState, path: Path) -> None:
    """Remember `state`; a full disk is no reason to keep the window open."""
    try:
        write_private_text(path, json.dumps(asdict(state)) + "\n")
    except OSError:
        _log.warning("window state cannot be saved")
