"""Shared libraries of a Linux bundle: what they need, where it is found, how old a system may be.

Uses binutils' readelf and patchelf.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from setup_base import SetupError

# What every desktop has, and what must be the system's own: the C library and compiler runtime
# (a newer graphics driver may need newer ones than ours), graphics, X11, fonts, Wayland, D-Bus.
OF_THE_SYSTEM = frozenset(
    f"lib{name}"
    for name in (
        *("c.so.6", "m.so.6", "dl.so.2", "pthread.so.0", "rt.so.1", "util.so.1"),
        "resolv.so.2",
        *("stdc++.so.6", "gcc_s.so.1", "EGL.so.1", "GL.so.1", "GLX.so.0", "OpenGL.so.0"),
        *("X11.so.6", "X11-xcb.so.1", "xcb.so.1", "xcb-glx.so.0", "xcb-randr.so.0"),
        *("xcb-render.so.0", "xcb-shape.so.0", "xcb-shm.so.0", "xcb-sync.so.1"),
        *("xcb-xfixes.so.0", "xcb-xkb.so.1", "SM.so.6", "ICE.so.6", "dbus-1.so.3"),
        *("fontconfig.so.1", "freetype.so.6", "glib-2.0.so.0", "gthread-2.0.so.0", "drm.so.2"),
        *("wayland-client.so.0", "wayland-cursor.so.0", "wayland-egl.so.1", "gssapi_krb5.so.2"),
    )
) | {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
_VERSION = re.compile(r"Name: ([A-Z]+)_(\d+(?:\.\d+)*)")
_ENTRY = re.compile(r"\((NEEDED|RPATH|RUNPATH|SONAME)\).*\[(.*)\]")
_CACHED = re.compile(
    r"^\s*(\S+) \(libc6,x86-64.*\) => (\S+)$|^\s*(\S+) \(libc6,AArch64.*\) => (\S+)$"
)
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class ElfFacts:
    """What one library or program asks for; `versions` of symbols by family ("GLIBC": …)."""

    path: Path
    needed: tuple[str, ...]
    search: tuple[str, ...]
    versions: Mapping[str, tuple[int, ...]]


def elf_files(folder: Path) -> list[Path]:
    """Programs and shared libraries below `folder`, links left out."""
    return sorted(path for path in folder.rglob("*") if _is_elf(path))


def _is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    if ".so" not in path.name and path.parent.name != "bin":
        return False
    with path.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def read_facts(paths: Iterable[Path]) -> list[ElfFacts]:
    """The facts about each of `paths`."""
    waiting = list(paths)
    facts: list[ElfFacts] = []
    for start in range(0, len(waiting), _AT_ONCE):
        part = waiting[start : start + _AT_ONCE]
        # A second argument makes readelf name the files, also where there is but one.
        command = ["readelf", "-dVW", *map(str, part), "/dev/null"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        facts += parse_readelf(result.stdout)
    if len(facts) != len(waiting):
        raise SetupError(f"readelf told of {len(facts)} of {len(waiting)} files.")
    return facts


def parse_readelf(output: str) -> list[ElfFacts]:
    """The facts in the output of `readelf -dVW FILE FILE…`."""
    return [_parse_one(block) for block in output.split("\nFile: ")[1:] if "/dev/null" not in block]


def _parse_one(block: str) -> ElfFacts:
    name, _, text = block.partition("\n")
    entries = [(kind, value) for kind, value in _ENTRY.findall(text)]
    versions: dict[str, tuple[int, ...]] = {}
    needs = text.partition("Version needs section")[2]
    for family, numbers in _VERSION.findall(needs):
        found = tuple(map(int, numbers.split(".")))
        versions[family] = max(versions.get(family, ()), found)
    return ElfFacts(
        Path(name.strip()),
        tuple(value for kind, value in entries if kind == "NEEDED"),
        tuple(
            part
            for kind, value in entries
            if kind in ("RPATH", "RUNPATH")
            for part in value.split(":")
        ),
        versions,
    )


def newest_versions(facts: Iterable[ElfFacts]) -> dict[str, tuple[tuple[int, ...], Path]]:
    """For each family of symbols, the newest version that is asked for, and by which file."""
    newest: dict[str, tuple[tuple[int, ...], Path]] = {}
    for each in facts:
        for family, version in each.versions.items():
            if version > newest.get(family, ((), Path()))[0]:
                newest[family] = (version, each.path)
    return newest


def unresolved(facts: Iterable[ElfFacts]) -> dict[str, list[Path]]:
    """What is neither the system's nor found along a file's own search path, and who asks."""
    missing: dict[str, list[Path]] = {}
    for each in facts:
        places = list(_places(each))
        for name in each.needed:
            if name not in OF_THE_SYSTEM and not any((place / name).exists() for place in places):
                missing.setdefault(name, []).append(each.path)
    return missing


def _places(facts: ElfFacts) -> Iterator[Path]:
    for entry in facts.search:
        if entry.startswith("$ORIGIN"):
            yield facts.path.parent / entry.removeprefix("$ORIGIN").lstrip("/")


def bring_libraries(folder: Path, target: Path) -> list[Path]:
    """Copy what files below `folder` need, and the system need not have, into `target`.

    Each file that needs one of them is told to look there too. Returns the copies. Raises
    SetupError where this machine lacks one.
    """
    target.mkdir(parents=True, exist_ok=True)
    copies: list[Path] = []
    waiting = elf_files(folder)
    while waiting:
        facts = read_facts(waiting)
        missing = unresolved(facts)
        waiting = []
        for name in sorted(missing):
            copy = target / name
            if not copy.exists():
                shutil.copy2(_on_this_machine(name), copy)
                copy.chmod(0o755)
                copies.append(copy)
                waiting.append(copy)
        asking = {path for paths in missing.values() for path in paths}
        for each in facts:
            if each.path in asking:
                add_search_path(each, target)
    return copies


def add_search_path(facts: ElfFacts, folder: Path) -> None:
    """Let a file look for its libraries in `folder` too, wherever both are moved to."""
    up = len(facts.path.parent.relative_to(folder.parent).parts)
    here = "/".join(["$ORIGIN", *[".."] * up, folder.name])
    kept = [entry for entry in facts.search if entry.startswith("$ORIGIN") and entry != here]
    set_search_path(facts.path, [*kept, here])


def set_search_path(path: Path, entries: Iterable[str]) -> None:
    """Replace the search path of the file `path`."""
    command = ["patchelf", "--force-rpath", "--set-rpath", ":".join(entries), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SetupError(f"patchelf failed on {path.name}: {result.stderr.strip()}")


def _on_this_machine(name: str) -> Path:
    listed = subprocess.run(
        [shutil.which("ldconfig") or "/sbin/ldconfig", "-p"],
        capture_output=True,
        text=True,
        check=True,
    )
    for line in listed.stdout.splitlines():
        match = _CACHED.match(line)
        if match and match[1] == name:
            return Path(match[2]).resolve()
    raise SetupError(f"{name} is not on this machine.", "Install its package and run this again.")
