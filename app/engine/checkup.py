"""Checks this installation, from its libraries to the library of documents.

What may crash is tried in a child process of its own (`check_child`). Nothing is changed, nothing
goes online, and no name of one of the person's files is told.
"""

from __future__ import annotations

import json
import locale
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path

import psutil

from app import __version__
from app.answer.templates import load_prompt_book
from app.core.errors import MargineError, UserError
from app.core.findings import CheckFinding, CheckProgress, Level, no_check_progress
from app.core.paths import bundle_dir, cache_dir, config_dir, data_dir, log_dir, models_dir
from app.core.resources import resource_path
from app.core.settings import Settings, find_setting, settings_file
from app.engine.children import child_command, child_environment, creation_flags
from app.index.consistency import check_library
from app.models.catalog import load_catalog, resolve_generator
from app.models.installed_check import check_models
from app.models.model_threads import model_threads
from app.models.trial import find_setup

# What the program cannot do without; a build brings all of them.
PACKAGES = (
    *("PySide6-Essentials", "torch", "sentence-transformers", "llama-cpp-python", "onnxruntime"),
    *("hnswlib", "rank-bm25", "numpy", "pypdf", "pypdfium2", "filelock", "psutil", "tokenizers"),
)
RESOURCES = (
    *("models.toml", "prompts/answer.toml", "prompts/digest.toml", "icons/margine.svg"),
    *("translations/margine_it.qm", "translations/engine.it.toml", "style", "samples.toml"),
)
LIBRARIES = ("qt", "torch", "llama", "onnx", "hnsw", "pdf")
_NOT_IN_BUNDLES = frozenset({"torch", "sentence-transformers"})  # for embedders of one's own
_TRY_S = 120.0
_ROOM_MB = 500
_LITTLE_ROOM_MB = 2_000
_WATCHES = Path("/proc/sys/fs/inotify/max_user_watches")
_FEW_WATCHES = 16_384


def check_all(
    library: Path, settings: Settings, progress: CheckProgress = no_check_progress
) -> Iterator[CheckFinding]:
    """Every finding, as it is made. Reads all of the models and of the library."""
    yield from check_versions()
    yield from check_libraries(progress)
    yield from check_resources()
    yield from check_settings()
    yield from check_places(library)
    yield from check_system()
    yield from _checked_models(progress)
    yield check_generator(settings, progress)
    yield from check_library(library, progress)


def check_versions() -> Iterator[CheckFinding]:
    """The program's own version, and those of what it is built on."""
    python = ".".join(map(str, sys.version_info[:3]))
    found, missing = [], []
    for name in _of_this_build(PACKAGES):
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    yield CheckFinding(
        "installation", Level.OK, f"Margine {__version__}, Python {python}.", ", ".join(found)
    )
    if missing:
        yield CheckFinding(
            "installation",
            Level.PROBLEM,
            "Parts of the program are missing.",
            ", ".join(missing),
            "Install Margine again.",
        )


def check_libraries(progress: CheckProgress = no_check_progress) -> Iterator[CheckFinding]:
    """Native libraries, each loaded in a process of its own: a wrong build may kill it."""
    names = _of_this_build(LIBRARIES)
    for done, name in enumerate(names):
        progress(name, done, len(names))
        code, said = _try(name)
        if code == 0:
            yield CheckFinding("libraries", Level.OK, f"The library {said} works here.")
        else:
            yield CheckFinding(
                "libraries",
                Level.PROBLEM,
                f"The library {name} does not work here.",
                f"Trying it ended with {how_it_ended(code)}.",
                "Install Margine again, so that it is built for this processor and system.",
            )


def _of_this_build(names: Sequence[str]) -> list[str]:
    left_out = frozenset() if bundle_dir() is None else _NOT_IN_BUNDLES
    return [name for name in names if name not in left_out]


def _try(name: str) -> tuple[int, str]:
    """Exit code of the child that loads a library, and what it said."""
    environment = {**child_environment(), "QT_QPA_PLATFORM": "offscreen"}
    try:
        child = subprocess.run(  # noqa: S603 - our own command, no shell
            child_command("check", "--try", name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            timeout=_TRY_S,
            check=False,
            creationflags=creation_flags(),
        )
    except (OSError, subprocess.TimeoutExpired):
        return 1, ""
    return child.returncode, child.stdout.decode("utf-8", "replace").strip().rpartition("\n")[2]


def how_it_ended(code: int) -> str:
    """The end of a process in words: a signal's name, or its code."""
    try:
        return signal.Signals(-code).name if code < 0 else f"code {code}"
    except ValueError:
        return f"signal {-code}"


def check_resources() -> Iterator[CheckFinding]:
    """What the program brought with it."""
    missing = []
    for name in RESOURCES:
        try:
            path = resource_path(name)
            empty = not any(path.iterdir()) if path.is_dir() else path.stat().st_size == 0
        except OSError:
            empty = True
        if empty:
            missing.append(name)
    try:
        load_catalog()
        load_prompt_book()
    except (MargineError, OSError, ValueError) as error:
        missing.append(type(error).__name__)
    if missing:
        yield CheckFinding(
            "installation",
            Level.PROBLEM,
            "Files of the program are missing or damaged.",
            ", ".join(missing),
            "Install Margine again.",
        )
    else:
        yield CheckFinding("installation", Level.OK, "The program’s own files are complete.")


def check_settings() -> Iterator[CheckFinding]:
    """The settings file: each value fits, or is named."""
    path = settings_file()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        yield CheckFinding("settings", Level.OK, "All settings are the usual ones.")
        return
    except (OSError, ValueError):
        stored = None
    if not isinstance(stored, dict):
        yield CheckFinding(
            "settings",
            Level.PROBLEM,
            "The settings file cannot be read.",
            f"{path.name} is not JSON, or may not be opened; the usual settings are used.",
            "Delete it, or put it right.",
        )
        return
    wrong = []
    for key, value in stored.items():
        try:
            find_setting(str(key)).check(value)
        except UserError:
            wrong.append(str(key))
    if wrong:
        yield CheckFinding(
            "settings",
            Level.WARNING,
            "Some settings do not fit, and are not used.",
            ", ".join(wrong),
            "Put them right in the settings file, or delete them.",
        )
    else:
        yield CheckFinding(
            "settings", Level.OK, f"{len(stored)} settings were changed; all of them fit."
        )


def check_places(library: Path) -> Iterator[CheckFinding]:
    """The folders that the program writes to: there is room, and they are the person's alone."""
    folders = {data_dir(), config_dir(), cache_dir(), log_dir(), models_dir(), library}
    present = sorted(folder for folder in folders if folder.is_dir())
    unwritable = [folder for folder in present if not os.access(folder, os.W_OK)]
    if unwritable:
        yield CheckFinding(
            "folders",
            Level.PROBLEM,
            "A folder of the program cannot be written to.",
            ", ".join(map(_short, unwritable)),
            "Change its permissions, or name another one in MARGINE_DATA_DIR.",
        )
    others = [] if sys.platform == "win32" else [each for each in present if _is_open(each)]
    if others:
        yield CheckFinding(
            "folders",
            Level.WARNING,
            "Others may look into a folder of the program.",
            ", ".join(map(_short, others)),
            "Make it your own alone: chmod 700.",
        )
    if not (unwritable or others):
        yield CheckFinding("folders", Level.OK, "The program’s folders can be used, by you alone.")
    yield _check_room(library)


def _is_open(folder: Path) -> bool:
    return bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)


def _short(path: Path) -> str:
    """A path of the program's own, without the person's name."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def _check_room(library: Path) -> CheckFinding:
    place = next((each for each in (library, *library.parents) if each.exists()), Path.cwd())
    free_mb = shutil.disk_usage(place).free >> 20
    if free_mb < _LITTLE_ROOM_MB:
        level = Level.PROBLEM if free_mb < _ROOM_MB else Level.WARNING
        return CheckFinding(
            "folders",
            level,
            "There is little room on the disk.",
            f"{free_mb} MB are free where the library is.",
            "Free some space: without it, nothing can be indexed.",
        )
    return CheckFinding("folders", Level.OK, f"{free_mb >> 10} GB are free where the library is.")


def check_system() -> Iterator[CheckFinding]:
    """Memory, watches, the language of the system, a display."""
    memory = psutil.virtual_memory()
    yield CheckFinding(
        "system",
        Level.OK,
        f"{memory.total / 2**30:.1f} GB of memory, {memory.available / 2**30:.1f} of them free.",
        f"It has {psutil.cpu_count(logical=False) or 1} cores, and its system is {sys.platform}.",
    )
    yield from _check_watches()
    encoding = locale.getpreferredencoding(False)
    if encoding.lower().replace("-", "") not in ("utf8", "cp65001") and sys.platform != "win32":
        yield CheckFinding(
            "system",
            Level.WARNING,
            "The system’s encoding is not UTF-8.",
            f"It is {encoding}: names of files with other letters may be shown wrongly.",
            "Set LANG to a UTF-8 locale, as C.UTF-8.",
        )
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        yield CheckFinding(
            "system",
            Level.WARNING,
            "There is no display for the window.",
            "Neither DISPLAY nor WAYLAND_DISPLAY is set; the terminal works without.",
        )


def _check_watches() -> Iterator[CheckFinding]:
    try:
        most = int(_WATCHES.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return  # not Linux
    if most < _FEW_WATCHES:
        yield CheckFinding(
            "system",
            Level.WARNING,
            "The system lets few folders be watched.",
            f"There may be {most}; changes in others are found some minutes later.",
            "Raise fs.inotify.max_user_watches.",
        )
    else:
        yield CheckFinding("system", Level.OK, f"The system lets {most} folders be watched.")


def _checked_models(progress: CheckProgress) -> Iterator[CheckFinding]:
    try:
        yield from check_models(load_catalog(), models_dir(), progress)
    except MargineError as error:
        yield CheckFinding("models", Level.PROBLEM, error.what, error.why, error.next_step)


def check_generator(
    settings: Settings, progress: CheckProgress = no_check_progress
) -> CheckFinding:
    """Let the generator compute some tokens in a child, as it does before it is first loaded."""
    progress("llama.cpp", 0, 1)
    threads = model_threads(settings)
    try:
        installed = resolve_generator(settings.text("models.generator"), models_dir())
        trial = find_setup(installed.path, threads, child_command("trial"), cache_dir())
    except MargineError as error:
        return CheckFinding("models", Level.WARNING, error.what, error.why, error.next_step)
    return CheckFinding(
        "models",
        Level.OK,
        f"{installed.model_id} runs on this processor.",
        f"It reads {trial.prompt_per_s:.0f} tokens a second and writes {trial.answer_per_s:.0f}.",
    )
