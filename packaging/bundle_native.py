"""The compiled libraries of a bundle: they run on any x86-64-v2 machine, whoever built them.

llama.cpp is built with a separate CPU backend for each of `VARIANTS`; at the start the best one
that the processor can run is loaded (app/models/native.py). Only variants without AMX are built:
some virtual machines advertise it and die at its first use.
"""

from __future__ import annotations

import platform
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from setup_base import PIP_ENVIRONMENT, SetupError, cache_dir, pip, run_logged, tail
from setup_wheels import NativeWheel, cached_wheel, ensure_wheel, wheel_key

# Names of ggml's variants (ggml/src/CMakeLists.txt), and what each adds to the one before. Those
# between them (AVX without AVX2, AVX-512 without VNNI) gain little over the next lower one.
VARIANTS = (
    "sse42",  # x86-64-v2: what numpy wants too
    "haswell",  # AVX2, FMA, F16C, BMI2
    "alderlake",  # AVX-VNNI
    "cascadelake",  # AVX-512 with VNNI
    "zen4",  # with VBMI and BF16, and no AMX
)
CPU = "any"  # in the cache's key, in the place of this machine's processor
_FUNCTION = "function(ggml_add_cpu_backend_variant tag_name)\n"
_FILTER = (
    "    if (MARGINE_VARIANTS AND NOT tag_name IN_LIST MARGINE_VARIANTS)\n"
    "        return()\n"
    "    endif()\n"
)
_LISTS = Path("vendor/llama.cpp/ggml/src/CMakeLists.txt")
# What llama.cpp's own programs share; the binding uses none of it, and it takes minutes.
_COMMON = 'set(LLAMA_BUILD_COMMON ON CACHE BOOL "Build llama.cpp common library" FORCE)'


def portable_wheels(pins: Mapping[str, str]) -> tuple[NativeWheel, NativeWheel]:
    """hnswlib and llama.cpp as a bundle wants them."""
    hnswlib = NativeWheel("hnswlib", pins["hnswlib"], environment={"HNSWLIB_NO_NATIVE": "1"})
    options = ["-DLLAVA_BUILD=OFF", "-DGGML_NATIVE=OFF"]
    if platform.machine().lower() in ("x86_64", "amd64"):
        options += ["-DGGML_BACKEND_DL=ON", "-DGGML_CPU_ALL_VARIANTS=ON"]
        options.append(f"-DMARGINE_VARIANTS={';'.join(VARIANTS)}")
        # The variants follow the programs: without this they would lie outside of the package.
        options.append("-DCMAKE_INSTALL_BINDIR=llama_cpp/lib")
        options.append("-DCMAKE_INSTALL_RPATH=$ORIGIN")
    llama = NativeWheel(
        "llama-cpp-python",
        pins["llama-cpp-python"],
        ("-C", "build.targets=llama"),
        {"CMAKE_ARGS": " ".join(options)},
        for_python=False,
    )
    return hnswlib, llama


def ensure_portable_wheel(
    wheel: NativeWheel, python: str, on_wait: Callable[[str, float], None]
) -> Path:
    """The wheel from the cache, or built. Raises SetupError."""
    folder = cache_dir() / "wheels" / wheel_key(wheel, CPU, python)
    found = cached_wheel(folder)
    if found is not None:
        return found
    if wheel.name == "llama-cpp-python":
        wheel = replace(wheel, source=_patched_source(wheel))
    return ensure_wheel(wheel, CPU, python, on_wait)


def _patched_source(wheel: NativeWheel) -> Path:
    """The unpacked source of llama.cpp's binding, with our choice of what is built put in."""
    folder = cache_dir() / "sources"
    log = folder / f"{wheel.name}.log"
    stem = f"{wheel.name.replace('-', '_')}-{wheel.version}"
    archive = folder / f"{stem}.tar.gz"
    if not archive.is_file():
        download = pip("download", "--no-deps", "--no-binary", wheel.name, "-d", folder)
        if run_logged([*download, wheel.requirement], log, environment=PIP_ENVIRONMENT) != 0:
            raise SetupError(f"The source of {wheel.requirement} was not fetched:\n{tail(log)}")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    source = folder / stem
    _patch(source / _LISTS, _FUNCTION, _FUNCTION + _FILTER)
    _patch(source / "CMakeLists.txt", _COMMON, _COMMON.replace(" ON ", " OFF "))
    return source


def _patch(path: Path, old: str, new: str) -> None:
    path.write_text(replace_once(path.read_text(encoding="utf-8"), old, new), encoding="utf-8")


def replace_once(text: str, old: str, new: str) -> str:
    """`text` with `old`, which stands in it once, replaced by `new`. Raises SetupError."""
    if text.count(old) != 1:
        raise SetupError(
            f"llama.cpp's build files have changed: they hold {old.strip()!r} not once.",
            "Adapt packaging/bundle_native.py to this version of llama.cpp.",
        )
    return text.replace(old, new)
