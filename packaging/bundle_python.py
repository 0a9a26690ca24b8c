"""A Python that can be moved: a copy of an interpreter with what its standard library needs.

Any CPython 3.11 or newer will do. One of python-build-standalone's can be moved as it is; a
distribution's or pyenv's own gets its libraries beside it (bundle_elf.py).
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from setup_base import SetupError

# Of the standard library: what is for making programs, not for running ours.
_LEFT_OUT = (
    *("test", "idlelib", "tkinter", "turtledemo", "turtle.py", "ensurepip", "lib2to3"),
    *("pydoc_data", "config-*", "site-packages", "__pycache__", "venv"),
)
_MODULES_LEFT_OUT = (
    *("_tkinter", "_curses", "_curses_panel", "readline", "nis", "_crypt", "_gdbm", "_dbm"),
    *("_test*", "_xxtestfuzz", "xxlimited*", "_ctypes_test", "ossaudiodev", "spwd"),
)
_ASK = (
    "import json, sys, sysconfig; json.dump({'version': '%d.%d' % sys.version_info[:2], "
    "'full': '%d.%d.%d' % sys.version_info[:3], 'stdlib': sysconfig.get_path('stdlib'), "
    "'library': sysconfig.get_config_var('INSTSONAME') if "
    "sysconfig.get_config_var('Py_ENABLE_SHARED') else '', "
    "'libdir': sysconfig.get_config_var('LIBDIR'), 'executable': sys._base_executable, "
    "'dynload': sysconfig.get_config_var('DESTSHARED')}, sys.stdout)"
)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """An interpreter on this machine."""

    version: str  # such as 3.11
    full: str
    executable: Path
    stdlib: Path
    dynload: Path
    library: Path | None


def ask_interpreter(python: Path) -> Interpreter:
    """Where the parts of `python` lie. Raises SetupError if it cannot be used."""
    result = subprocess.run(
        [str(python), "-I", "-c", _ASK], capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise SetupError(f"{python} does not start: {result.stderr.strip()}")
    told = json.loads(result.stdout)
    library = Path(told["libdir"], told["library"]) if told["library"] else None
    executable = Path(told["executable"]).resolve()
    return Interpreter(
        told["version"],
        told["full"],
        executable,
        Path(told["stdlib"]),
        Path(told["dynload"]),
        library if library is not None and library.is_file() else None,
    )


def copy_interpreter(interpreter: Interpreter, runtime: Path) -> Path:
    """Lay a copy of `interpreter` out in `runtime`; return its program."""
    name = f"python{interpreter.version}"
    library = runtime / "lib" / name
    shutil.copytree(
        interpreter.stdlib, library, ignore=shutil.ignore_patterns(*_LEFT_OUT), symlinks=False
    )
    dynload = library / "lib-dynload"
    if interpreter.dynload.parent != interpreter.stdlib:
        shutil.copytree(interpreter.dynload, dynload, dirs_exist_ok=True)
    for pattern in _MODULES_LEFT_OUT:
        for path in dynload.glob(f"{pattern}.*"):
            path.unlink()
    program = runtime / "bin" / "python3"
    program.parent.mkdir(parents=True)
    shutil.copy2(interpreter.executable, program)
    program.chmod(0o755)
    if interpreter.library is not None:
        shutil.copy2(interpreter.library, runtime / "lib" / interpreter.library.name)
    (library / "site-packages").mkdir()
    return program
