"""Libraries that are compiled for this machine's CPU, kept in a cache of our own.

pip's cache knows a wheel by name and version alone: it would hand a build made with other options
or for another CPU back to us. Here the key holds version, options and CPU, and a wheel appears in
the cache complete or not at all.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from setup_base import (
    PIP_ENVIRONMENT,
    SetupError,
    cache_dir,
    make_private_dir,
    pip,
    run_logged,
    tail,
)
from setup_system import COMPILER_HELP, compiles, cxx

PINS = Path(__file__).resolve().parent / "requirements-native.txt"
# Some virtual machines advertise AMX and cannot run it: ggml's AMX kernels then die with SIGSEGV
# at the first decode. Everything else of the native build stays, and it is the faster for it.
NO_AMX = ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
# The image parts are not used, and the command-line tools that are built by default take minutes.
LLAMA_CMAKE = "-DLLAVA_BUILD=OFF"
LLAMA_TARGETS = "build.targets=llama;llama-common"
PROGRESS = re.compile(rb"\[(\d+)/(\d+)\]")


@dataclass(frozen=True, slots=True)
class NativeWheel:
    """One library to build: pip's extra arguments and environment."""

    name: str
    version: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    for_python: bool = True  # the wheel fits one version of Python only
    source: Path | None = None  # a folder to build from, in the place of the index

    @property
    def requirement(self) -> str:
        """As pip wants it."""
        return f"{self.name}=={self.version}"


def read_pins(path: Path = PINS) -> dict[str, str]:
    """Versions by name from a pinned requirements file, whatever their markers say."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    pins = (line.partition(";")[0] for line in lines if line and not line.startswith("#"))
    pairs = (pin.partition("==") for pin in pins)
    return {name: version.strip() for name, _, version in pairs}


def cpu_key() -> str:
    """A hash that differs between CPUs on which a native build may not run alike."""
    facts = [platform.system(), platform.machine()]
    if sys.platform == "linux":
        facts += _linux_cpu_flags()
    elif sys.platform == "darwin":
        query = ["sysctl", "-n", "machdep.cpu.brand_string"]
        facts.append(subprocess.run(query, capture_output=True, text=True, check=False).stdout)
    else:
        facts.append(os.environ.get("PROCESSOR_IDENTIFIER", ""))
    return _hash(facts)


def _linux_cpu_flags() -> list[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    names = ("model name", "flags", "Features", "CPU part", "CPU implementer")
    found: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() in names:
            found.setdefault(name.strip(), " ".join(sorted(value.split())))
    return [f"{name}={value}" for name, value in sorted(found.items())]


def _hash(parts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def wheel_key(wheel: NativeWheel, cpu: str, python: str) -> str:
    """Name of the wheel's folder in the cache."""
    options = [f"{name}={value}" for name, value in sorted(wheel.environment.items())]
    parts = [wheel.requirement, *wheel.arguments, *options, cpu]
    if wheel.for_python:
        parts.append(python)
    return f"{wheel.name}-{wheel.version}-{_hash(parts)}"


def native_wheels(pins: Mapping[str, str], *, without_amx: bool) -> tuple[NativeWheel, ...]:
    """What is to be built, the short build first."""
    cmake = " ".join(part for part in (LLAMA_CMAKE, os.environ.get("CMAKE_ARGS", "")) if part)
    environment = {"CMAKE_ARGS": cmake}
    if without_amx:
        for name in ("CFLAGS", "CXXFLAGS"):
            environment[name] = " ".join([*os.environ.get(name, "").split(), *NO_AMX])
    hnswlib = NativeWheel("hnswlib", pins["hnswlib"])
    llama = NativeWheel(
        "llama-cpp-python",
        pins["llama-cpp-python"],
        ("-C", LLAMA_TARGETS),
        environment,
        for_python=False,
    )
    return hnswlib, llama


def can_switch_off_amx() -> bool:
    """Whether this is an x86-64 machine whose compiler knows the flags."""
    compiler = cxx()
    if platform.machine().lower() not in ("x86_64", "amd64") or compiler is None:
        return False
    return compiles(compiler, NO_AMX)


def ensure_wheel(
    wheel: NativeWheel, cpu: str, python: str, on_wait: Callable[[str, float], None]
) -> Path:
    """The wheel from the cache, built first if it is not there. Raises SetupError.

    `on_wait(progress, seconds)` is called while it is being built.
    """
    cache = make_private_dir(cache_dir() / "wheels")
    folder = cache / wheel_key(wheel, cpu, python)
    found = cached_wheel(folder)
    if found is not None:
        return found
    shutil.rmtree(folder, ignore_errors=True)
    _remove_leftovers(cache, folder.name)
    temporary = make_private_dir(cache / f".{folder.name}.{os.getpid()}")
    log = cache / f"{folder.name}.log"
    log.unlink(missing_ok=True)
    try:
        code = _build(wheel, temporary, log, on_wait)
        if code != 0 or cached_wheel(temporary) is None:
            raise SetupError(
                f"{wheel.requirement} could not be built. The end of {log}:\n\n{tail(log)}\n",
                f"A compiler or the network may be missing.\n{compiler_help()}",
            )
        temporary.replace(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    built = cached_wheel(folder)
    if built is None:
        raise SetupError(f"{wheel.requirement} vanished from {folder}.", "Run this again.")
    return built


def compiler_help() -> str:
    """How to get a C++ compiler here."""
    return COMPILER_HELP.get(sys.platform, COMPILER_HELP["linux"])


def cached_wheel(folder: Path) -> Path | None:
    """The one sound wheel in `folder`, or None."""
    wheels = list(folder.glob("*.whl"))
    return wheels[0] if len(wheels) == 1 and zipfile.is_zipfile(wheels[0]) else None


def _remove_leftovers(cache: Path, name: str) -> None:
    """Remove half-done builds of `name` (the set-up's lock says that no other one runs)."""
    for leftover in cache.glob(f".{name}.*"):
        shutil.rmtree(leftover, ignore_errors=True)


def _build(
    wheel: NativeWheel, folder: Path, log: Path, on_wait: Callable[[str, float], None]
) -> int:
    command = pip("wheel", "--verbose", "--no-deps", "--no-cache-dir", "--no-binary", wheel.name)
    command += ["--wheel-dir", folder, *wheel.arguments, wheel.source or wheel.requirement]
    environment = {**PIP_ENVIRONMENT, **wheel.environment}
    return run_logged(
        command,
        log,
        environment=environment,
        on_wait=lambda seconds: on_wait(build_progress(log), seconds),
    )


def build_progress(log: Path) -> str:
    """The builder's own count, such as "120 of 245", from the end of its log; else empty."""
    try:
        with log.open("rb") as stream:
            stream.seek(max(0, log.stat().st_size - 20_000))
            counts = PROGRESS.findall(stream.read())
    except OSError:
        return ""
    return f"{int(counts[-1][0])} of {int(counts[-1][1])}" if counts else ""
