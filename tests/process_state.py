"""What a test could leave behind in the process for the tests after it, and whether it did.

Which tests share a process, and in which order, is another matter each time: what leaks makes a
test fail that is not to blame, on a day when nobody changed it.
"""

from __future__ import annotations

import csv
import decimal
import gc
import locale
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping

_MISSING = "(missing)"
_TESTS_OWN = {  # what pytest sets for a test, and what each test is given
    *("PYTEST_CURRENT_TEST", "SIGALRM"),
    *("MARGINE_DATA_DIR", "MARGINE_CONFIG_DIR", "MARGINE_CACHE_DIR"),
}
# Set when a library is brought in, by itself or by us, and always to the same.
_LIBRARIES_OWN = (
    *("GOMP_", "HF_", "KMP_", "ONEDNN_", "OPENBLAS_", "ORT_", "TOKENIZERS_", "TORCHINDUCTOR_"),
    "TRANSFORMERS_",
)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _signals() -> dict[str, object]:
    named = [each for each in signal.valid_signals() if isinstance(each, signal.Signals)]
    return {each.name: signal.getsignal(each) for each in named if each.name not in _TESTS_OWN}


def _loggers() -> dict[str, object]:
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "app"]
    found: dict[str, object] = {}
    for logger in (logging.root, *map(logging.getLogger, sorted(names))):
        found[logger.name] = (logger.level, tuple(logger.handlers), logger.propagate)
    return found


def _environment() -> dict[str, str]:
    return {
        key: value
        for key, value in os.environ.items()
        if key not in _TESTS_OWN and not key.startswith(_LIBRARIES_OWN)
    }


def _limits() -> object:
    try:
        import resource
    except ImportError:  # Windows
        return None
    names = ("RLIMIT_NOFILE", "RLIMIT_AS", "RLIMIT_CORE", "RLIMIT_FSIZE")
    return {name: resource.getrlimit(getattr(resource, name)) for name in names}


def _modules() -> dict[str, object]:
    """The names of our own modules, each with what it stands for."""
    return {
        f"{module_name}.{name}": id(value)
        for module_name, module in list(sys.modules.items())
        if module_name.split(".")[0] == "app" and module is not None
        for name, value in vars(module).items()
        if not name.startswith("__")
    }


READINGS: Mapping[str, Callable[[], object]] = {
    "umask": _umask,
    "working folder": os.getcwd,
    "environment": _environment,
    "signal handlers": _signals,
    "loggers": _loggers,
    "limits": _limits,
    "priority": lambda: os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0,
    "locale": lambda: locale.setlocale(locale.LC_ALL),
    "hooks": lambda: (sys.excepthook, threading.excepthook, sys.unraisablehook, sys.displayhook),
    "standard streams": lambda: (sys.__stdin__, sys.__stdout__, sys.__stderr__),
    "sys.path": lambda: tuple(sys.path),
    "switch interval": sys.getswitchinterval,
    "recursion limit": sys.getrecursionlimit,
    "trace and profile": lambda: (sys.gettrace(), sys.getprofile()),
    "garbage collector": lambda: (gc.isenabled(), gc.get_threshold()),
    "temporary folder": lambda: tempfile.tempdir,
    "socket timeout": socket.getdefaulttimeout,
    "decimal precision": lambda: decimal.getcontext().prec,
    "csv field limit": csv.field_size_limit,
    "our modules": _modules,
}


def read_state() -> dict[str, object]:
    """Everything that a test must leave as it found it."""
    return {name: read() for name, read in READINGS.items()}


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """What changed, a line each; a name that is new in a module is none: it was imported."""
    lines: list[str] = []
    for name, was in before.items():
        now = after[name]
        if isinstance(was, dict) and isinstance(now, dict):
            for key in sorted({*was, *now}):
                old, new = was.get(key, _MISSING), now.get(key, _MISSING)
                fresh = name in ("our modules", "loggers") and old == _MISSING
                if old != new and not fresh:
                    lines.append(f"{name}: {key} was {old!r}, is {new!r}")
        elif was != now:
            lines.append(f"{name}: was {was!r}, is {now!r}")
    return lines
