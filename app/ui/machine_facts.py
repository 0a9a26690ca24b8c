"""What a report tells of program, system, processor, screens and settings: nothing that is
anybody's own."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from app import __version__
from app.core.settings import TABLE, Settings

_CPUINFO = Path("/proc/cpuinfo")
# On which the builds of the libraries depend: <asm/cpufeatures.h>, and the names that ARM uses.
_FEATURES = re.compile(
    r"sse4_[12]|ssse3|avx\w*|fma|f16c|bmi[12]|amx\w*|asimd\w*|sve\w*|i8mm|bf16|fphp"
)
_DESKTOPS = re.compile(r"[\w:+-]{1,40}")


def program_lines() -> Iterator[str]:
    """Versions, system and machine."""
    import psutil

    memory = psutil.virtual_memory()
    frozen = "built" if getattr(sys, "frozen", False) else "from source"
    yield (
        f"Margine {__version__} ({frozen}), Python {platform.python_version()}, "
        f"Qt {qVersion()}, PySide {pyside_version}"
    )
    yield f"{platform.platform()}, {psutil.cpu_count(logical=False)} cores"
    yield f"processor: {platform.machine()} {' '.join(cpu_features())}".rstrip()
    yield f"memory {memory.total >> 20} MB, free {memory.available >> 20} MB"


def cpu_features(cpuinfo: Path = _CPUINFO) -> tuple[str, ...]:
    """What the processor can do, where the system tells (Linux)."""
    try:
        text = cpuinfo.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ()
    line = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
    words = line[1].split() if line else []
    return tuple(sorted({word for word in words if _FEATURES.fullmatch(word)}))


def screen_lines() -> Iterator[str]:
    """How Qt draws, and on what."""
    app = QGuiApplication.instance()
    if not isinstance(app, QGuiApplication):
        return
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "")
    known = f", {desktop}" if _DESKTOPS.fullmatch(desktop) else ""
    yield f"display: {app.platformName()}{known}"
    for screen in app.screens():
        size = screen.size()
        yield f"screen {size.width()} × {size.height()}, scale {screen.devicePixelRatio():g}"


def setting_lines(settings: Settings) -> Iterator[str]:
    """Settings that differ from their defaults: numbers and choices; of words only that they do."""
    stored = settings.as_dict()
    for setting in TABLE:
        if setting.key in stored and stored[setting.key] != setting.default:
            free = isinstance(setting.default, str) and not setting.choices
            yield f"{setting.key} = {'(set)' if free else stored[setting.key]}"
