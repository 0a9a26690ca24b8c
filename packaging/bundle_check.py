"""Whether a bundle is fit to be handed out: the oldest system it runs on, and that it starts.

`python3 packaging/bundle_check.py FOLDER` checks a bundle that is there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bundle_elf import elf_files, newest_versions, read_facts, unresolved
from setup_base import SetupError

# Debian 12, Ubuntu 22.04, Fedora 36 and whatever came after them.
OLDEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
_START_S = 120
_PROBES = {
    "onnxruntime": "import onnxruntime",
    "llama.cpp": "import app.models.native",
    "hnswlib": "import hnswlib; hnswlib.Index('ip', 4).init_index(4)",
    "Qt": "import PySide6.QtWidgets, PySide6.QtSvg, PySide6.QtNetwork",
    "standard library": "import bz2, ctypes, hashlib, lzma, sqlite3, ssl, uuid, zlib",
}


def check_libraries(folder: Path) -> Iterator[str]:
    """What the libraries below `folder` need of a system. Raises SetupError if it is too much."""
    facts = read_facts(elf_files(folder))
    missing = unresolved(facts)
    if missing:
        lines = (f"{name}, for {paths[0].name}" for name, paths in sorted(missing.items()))
        raise SetupError(
            "Libraries that are neither here nor the system's:\n  " + "\n  ".join(lines)
        )
    outside = [each for each in facts if any(entry.startswith("/") for entry in each.search)]
    if outside:
        raise SetupError(f"{outside[0].path} looks for libraries in {outside[0].search}.")
    yield f"{len(facts)} programs and libraries, all that they need is here or the system's"
    for family, (version, path) in sorted(newest_versions(facts).items()):
        if family not in OLDEST:
            continue
        told = ".".join(map(str, version))
        yield f"{family} {told} ({path.name})"
        if version > OLDEST[family]:
            raise SetupError(
                f"{path.name} needs {family} {told}.",
                f"Build it on a system with at most {'.'.join(map(str, OLDEST[family]))}.",
            )


def try_bundle(program: Path) -> Iterator[str]:
    """Start the parts of the bundle of `program`, in an environment of their own."""
    python = program.parent / "runtime" / "bin" / "python3"
    with tempfile.TemporaryDirectory(prefix="margine-try-") as home:
        told = _run([str(program), "--version"], home)
        yield told.strip()
        for name, code in _PROBES.items():
            _run([str(python), "-I", "-c", code], home)
            yield f"{name} loads"


def _run(command: list[str], home: str) -> str:
    environment = {"HOME": home, "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen"}
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=_START_S
    )
    if result.returncode != 0:
        raise SetupError(f"{' '.join(command)} failed:\n{result.stderr.strip()[-2000:]}")
    return result.stdout


def main() -> int:
    """Check the folder on the command line."""
    folder = Path(sys.argv[1]).resolve()
    try:
        for line in (*check_libraries(folder), *try_bundle(folder / "margine")):
            print(line)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
