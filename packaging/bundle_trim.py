"""What of the installed libraries a bundle does without, and how large the parts of one are."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bundle_elf import elf_files, read_facts

QT_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtNetwork", "QtSvg", "QtDBus")
QT_PLUGINS = (
    *("iconengines", "imageformats", "platforminputcontexts", "platforms", "platformthemes"),
    *("styles", "wayland-decoration-client", "wayland-graphics-integration-client"),
    *("wayland-shell-integration", "xcbglintegrations"),
)
QT_PLATFORMS = ("xcb", "wayland", "offscreen", "minimal", "windows", "cocoa")
QT_LANGUAGES = ("it",)
# Patterns below site-packages: tests, headers, types, tools, and parts that are never imported.
LEFT_OUT = (
    *("bin", "include", "lib", "share", "Scripts", "*.pth"),
    *("**/*.pyi", "**/*.pxd", "**/*.pyx", "**/*.h", "**/*.hpp", "**/*.lib", "**/*.a"),
    *("numpy/**/tests", "numpy/f2py", "numpy/_core/include", "numpy/random/_examples"),
    *("onnx/backend/test", "onnx/test", "onnx/**/*.proto", "onnx/**/*.cc", "onnx/bin"),
    *("onnxruntime/tools", "onnxruntime/transformers", "onnxruntime/quantization"),
    *("onnxruntime/datasets", "onnxruntime/capi/training"),
    *("llama_cpp/server", "llama_cpp/include", "llama_cpp/lib/cmake", "llama_cpp/lib/pkgconfig"),
    *("llama_cpp/lib/*mtmd*", "llama_cpp/lib/*llama-common*"),
    *("lxml/includes", "lxml/isoschematron", "fontTools/**/*.c", "pip/_vendor/distlib/*.exe"),
    *("google/protobuf/**/*_test*", "psutil/tests", "rank_bm25-*.egg-info"),
    # The desktop portal's theme serves GNOME too; this one would bring all of GTK.
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
    *("**/direct_url.json", "**/__pycache__"),
)
_QT_KEPT_FOLDERS = ("lib", "plugins", "translations")


def trim(site: Path) -> None:
    """Take away what is not needed below `site`."""
    for pattern in LEFT_OUT:
        for path in list(site.glob(pattern)):
            remove(path)
    trim_qt(site / "PySide6")


def remove(path: Path) -> None:
    """Delete the file or folder `path`."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def trim_qt(pyside: Path) -> None:
    """Leave the modules that the program imports, their plugins and libraries."""
    for path in list(pyside.iterdir()):
        module = path.name.partition(".")[0]
        if path.name in ("Qt", "support") or path.name.startswith("libpyside6."):
            continue
        kept = path.suffix == ".py" or (path.suffix in (".so", ".pyd") and module in QT_MODULES)
        if not kept and path.suffix.lower() != ".dll":
            remove(path)
    qt = pyside / "Qt"
    if not qt.is_dir():
        return  # on Windows the libraries lie beside the modules
    for path in list(qt.iterdir()):
        if path.name not in _QT_KEPT_FOLDERS:
            remove(path)
    for path in list((qt / "plugins").iterdir()):
        if path.name not in QT_PLUGINS:
            remove(path)
    for path in list((qt / "plugins" / "platforms").iterdir()):
        if not any(path.stem in (f"libq{name}", f"q{name}") for name in QT_PLATFORMS):
            remove(path)
    for path in list((qt / "translations").iterdir()):
        if path.name not in {f"qtbase_{language}.qm" for language in QT_LANGUAGES}:
            remove(path)
    _drop_lame_plugins(qt)
    _drop_unused_libraries(pyside, qt / "lib")


def _drop_lame_plugins(qt: Path) -> None:
    """Delete plugins for parts of Qt that are not in the package. Linux only."""
    for facts in read_facts(elf_files(qt / "plugins")):
        parts = (name for name in facts.needed if name.startswith("libQt6"))
        if not all((qt / "lib" / name).exists() for name in parts):
            remove(facts.path)


def _drop_unused_libraries(pyside: Path, libraries: Path) -> None:
    """Delete Qt libraries that nothing that is left needs. Linux only."""
    outside = [path for path in elf_files(pyside) if path.parent != libraries]
    wanted = {name for facts in read_facts(outside) for name in facts.needed}
    asked: set[str] = set()
    while new := {name for name in wanted - asked if (libraries / name).is_file()}:
        asked |= new
        facts = read_facts([(libraries / name).resolve() for name in new])
        wanted |= {name for each in facts for name in each.needed}
    for path in list(libraries.iterdir()):
        if path.name not in asked:
            remove(path)


def link_copies(folder: Path) -> None:
    """Make one file of a library's copies under several names, which wheels cannot hold as links.

    A library that is loaded under two names from two files would be there twice.
    """
    first: dict[tuple[int, bytes], Path] = {}
    for path in sorted(folder.rglob("*.so*"), key=lambda path: (-len(path.name), path.name)):
        if path.is_symlink() or not path.is_file():
            continue
        key = (path.stat().st_size, path.read_bytes())
        known = first.setdefault(key, path)
        if known is not path and known.parent == path.parent:
            path.unlink()
            path.symlink_to(known.name)


def strip_symbols(paths: Iterable[Path]) -> None:
    """Drop what only a debugger reads from libraries that were compiled here."""
    for path in paths:
        subprocess.run(["strip", "--strip-unneeded", str(path)], check=False)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the bundle and its size."""

    name: str
    size_bytes: int


def folder_size(folder: Path) -> int:
    """Bytes of the files below `folder`; links count nothing."""
    files = (path for path in folder.rglob("*") if not path.is_symlink() and path.is_file())
    return sum(path.stat().st_size for path in files)


def largest_parts(bundle: Path, site: Path, least: int = 1_000_000) -> list[Part]:
    """The parts of at least `least` bytes, the largest first: each model, each library, Python."""
    parts = [Part(f"models/{path.name}", folder_size(path)) for path in _folders(bundle / "models")]
    libraries = [
        Part(path.name, folder_size(path) if path.is_dir() else path.stat().st_size)
        for path in site.iterdir()
    ]
    parts += libraries
    python = folder_size(bundle / "runtime") - sum(part.size_bytes for part in libraries)
    parts.append(Part("Python and system libraries", python))
    chosen = [part for part in parts if part.size_bytes >= least]
    return sorted(chosen, key=lambda part: -part.size_bytes)


def _folders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def size_table(parts: Iterable[Part]) -> str:
    """The parts as lines, in MB of 10^6 bytes."""
    return "\n".join(f"  {part.size_bytes / 1e6:8.1f} MB  {part.name}" for part in parts)
