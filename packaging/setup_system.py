"""What must come from the operating system: Python, a compiler, Qt's libraries, a font.

On Debian and its kin as root, what is missing is installed; elsewhere the command is printed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from setup_base import Console, SetupError, run_logged, tail, venv_python

# Debian package of each shared library that Qt's window and offscreen plugins load.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libgl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
QT_FILES = (
    "lib/libQt6Core.so.6",
    "lib/libQt6Gui.so.6",
    "lib/libQt6Widgets.so.6",
    "lib/libQt6DBus.so.6",
    "plugins/platforms/libqxcb.so",
    "plugins/platforms/libqwayland.so",
    "plugins/platforms/libqoffscreen.so",
)
FONT_PACKAGE = "fonts-dejavu-core"
COMPILER_HELP = {
    "linux": "Debian or Ubuntu: apt-get install g++    Fedora: dnf install gcc-c++",
    "darwin": "xcode-select --install",
    "win32": 'Install the Visual Studio Build Tools with "Desktop development with C++".',
}


def find_compiler(*names: str) -> str | None:
    """The first of the compilers `names` that is on the path."""
    return next((found for name in names if name and (found := shutil.which(name))), None)


def can_find(name: str) -> bool:
    """Whether the program `name` is on the path."""
    return shutil.which(name) is not None


def cxx() -> str | None:
    """The C++ compiler that a build would use."""
    chosen = os.environ.get("CXX", "").split(" ")[0]
    return find_compiler(chosen, "c++", "g++", "clang++")


def compiles(compiler: str, flags: Sequence[str], source: str = "int main() { return 0; }") -> bool:
    """Whether `compiler` accepts `source` with `flags`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [compiler, *flags, "-x", "c++", "-c", "-", "-o", str(Path(folder) / "probe.o")]
        result = subprocess.run(command, input=source, text=True, capture_output=True, check=False)
    return result.returncode == 0


def check_build_tools(console: Console, log: Path) -> None:
    """Make sure of a C++ compiler, Python's headers and the venv module.

    Raises SetupError saying how to get what is missing.
    """
    if sys.platform == "win32":
        return  # the build itself finds the compiler through the registry, and says if it cannot
    missing = []
    if cxx() is None:
        missing.append("g++")
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        missing.append("python3-dev")
    if not _has_ensurepip():
        missing.append("python3-venv")
    if not missing:
        return
    if sys.platform == "linux":
        debian_install(missing, console, log, "To build and install the program's libraries")
    if cxx() is None:
        help_text = COMPILER_HELP.get(sys.platform, COMPILER_HELP["linux"])
        raise SetupError("There is no C++ compiler on this machine.", help_text)


def _has_ensurepip() -> bool:
    # Debian ships the module without the wheels it installs, so its presence proves nothing.
    probe = [sys.executable, "-I", "-c", "import ensurepip; print(ensurepip.version())"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def debian_install(packages: Iterable[str], console: Console, log: Path, why: str) -> None:
    """Install Debian packages when root, else raise SetupError with the exact command."""
    names = sorted(set(packages))
    command = f"apt-get update && apt-get install -y {' '.join(names)}"
    if shutil.which("apt-get") is None:
        raise SetupError(
            f"{why}, this machine needs what Debian calls: {' '.join(names)}.",
            "Install them with your system's package manager and run this again.",
        )
    if os.geteuid() != 0:
        raise SetupError(
            f"{why}, some system packages are missing.",
            f"Run this once, then start again:\n  sudo sh -c '{command}'",
        )
    console.say(f"  installing system packages: {' '.join(names)}")
    environment = {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    # A stale list still serves when the update cannot reach every source: only the install counts.
    run_logged(["apt-get", "update"], log, environment=environment)
    if run_logged(install, log, environment=environment) != 0:
        raise SetupError(f"apt-get failed:\n{tail(log)}", f"Try it by hand: {command}")


def check_qt_libraries(console: Console, log: Path) -> None:
    """Make sure of the system libraries that Qt loads, and of one font. Linux only."""
    if sys.platform != "linux" or shutil.which("ldd") is None:
        return
    missing = missing_libraries(_qt_folder())
    packages = {QT_LIBRARIES[name] for name in missing if name in QT_LIBRARIES}
    if not _has_font():
        packages.add(FONT_PACKAGE)
    if packages:
        debian_install(packages, console, log, "To show its window")
    unknown = sorted(name for name in missing_libraries(_qt_folder()) if name not in QT_LIBRARIES)
    if unknown:
        console.say(f"  note: Qt does not find {', '.join(unknown)}; the window may not open")


def _qt_folder() -> Path:
    library = next((venv_python().parent.parent / "lib").glob("python3*"), Path())
    return library / "site-packages" / "PySide6" / "Qt"


def missing_libraries(qt: Path) -> set[str]:
    """Names of shared libraries that files of the Qt folder need and the system does not have."""
    missing: set[str] = set()
    for name in QT_FILES:
        path = qt / name
        if path.is_file():
            result = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False)
            missing |= parse_ldd(result.stdout)
    return missing


def parse_ldd(output: str) -> set[str]:
    """Libraries that `ldd` did not find."""
    lines = (line.strip().split(" => ") for line in output.splitlines())
    return {parts[0] for parts in lines if len(parts) == 2 and parts[1].startswith("not found")}


def _has_font() -> bool:
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts")]
    folders += [Path.home() / ".fonts", Path.home() / ".local/share/fonts"]
    kinds = {".ttf", ".otf", ".ttc"}
    return any(
        path.suffix.lower() in kinds
        for folder in folders
        if folder.is_dir()
        for path in folder.rglob("*")
    )


def has_display() -> bool:
    """Whether a window can be opened."""
    if sys.platform != "linux":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
