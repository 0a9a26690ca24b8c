"""The virtual environment: making it, filling it with the pinned libraries, trying it."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setup_base import (
    PIP_ENVIRONMENT,
    ROOT,
    VENV,
    Console,
    SetupError,
    duration,
    pip,
    run_logged,
    tail,
    venv_python,
)
from setup_wheels import read_pins

HERE = Path(__file__).resolve().parent
RUNTIME = HERE / "requirements.txt"
TESTS = HERE / "requirements-test.txt"
CPU_BUILD_HELP = (
    'PyTorch\'s installation page ("Get Started": Linux, Pip, CPU) names the package index of\n'
    "its CPU builds. Set the variable PIP_EXTRA_INDEX_URL to it and run this again."
)
# Libraries that only a GPU build of torch asks for.
GPU_REQUIREMENT = re.compile(r"^(nvidia|cuda|triton|pytorch-triton)\b", re.IGNORECASE)
NETWORK_HELP = "Check the network connection, then run this again: it goes on where it stopped."


def ensure_venv(console: Console, log: Path) -> None:
    """Make the environment unless a working one is there; a broken one is made anew."""
    if VENV.exists() and not is_healthy():
        console.say("  the environment is broken: making it anew")
        shutil.rmtree(VENV)
    if not VENV.exists() and run_logged([sys.executable, "-m", "venv", VENV], log) != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetupError(
            f"The environment could not be made:\n{tail(log)}",
            "On Debian or Ubuntu: apt-get install python3-venv",
        )


def is_healthy() -> bool:
    """Whether the environment's interpreter starts and has pip."""
    probe = [
        str(venv_python()),
        "-I",
        "-c",
        "import pip, sys; sys.exit(sys.version_info < (3, 11))",
    ]
    try:
        return subprocess.run(probe, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def python_tag() -> str:
    """Version and platform of the environment's interpreter, as far as wheels care."""
    code = "import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform())"
    probe = [str(venv_python()), "-I", "-c", code]
    return subprocess.run(probe, capture_output=True, text=True, check=True).stdout.strip()


def upgrade_pip(console: Console, log: Path) -> None:
    """Bring pip to the pinned version: older ones download torch only to read its metadata."""
    pin = read_pins(RUNTIME)["pip"]
    console.passing(f"  pip {pin}")
    _pip(log, "Installing pip", "install", f"pip=={pin}")


def check_torch_build(log: Path) -> None:
    """Stop before several GB of GPU libraries are fetched. Raises SetupError."""
    if sys.platform != "linux" or platform.machine().lower() not in ("x86_64", "amd64"):
        return  # elsewhere the plain package is the CPU build
    report = log.with_name("torch-report.json")
    pin = f"torch=={read_pins(RUNTIME)['torch']}"
    switches = ("--dry-run", "--ignore-installed", "--no-deps", "--report")
    _pip(log, "Looking up torch", "install", *switches, report, pin)
    if wants_gpu(json.loads(report.read_text(encoding="utf-8"))):
        raise SetupError(
            "The torch that pip would install here is a GPU build: several GB that are not needed.",
            CPU_BUILD_HELP,
        )


def wants_gpu(report: dict[str, list[dict[str, dict[str, object]]]]) -> bool:
    """Whether pip's installation report holds a package that asks for GPU libraries."""
    for item in report.get("install", []):
        requirements = item["metadata"].get("requires_dist", [])
        for text in requirements if isinstance(requirements, list) else []:
            name, _, marker = str(text).partition(";")
            if GPU_REQUIREMENT.match(name.strip()) and "extra" not in marker:
                return True
    return False


def install_libraries(console: Console, log: Path, *, tests: bool) -> None:
    """Install the pinned libraries and the project itself. Raises SetupError."""
    files: list[str | Path] = ["-r", RUNTIME]
    if tests:
        files += ["-r", TESTS]

    def show(seconds: float) -> None:
        console.passing(f"  installing libraries, {duration(seconds)}: {_last_library(log)}")

    install = pip("install", "--only-binary", ":all:", "--progress-bar", "off", *files)
    if run_logged(install, log, environment=PIP_ENVIRONMENT, on_wait=show) != 0:
        raise SetupError(f"The libraries could not be installed:\n{tail(log)}", NETWORK_HELP)
    _pip(log, "Installing the program", "install", "--no-deps", "--no-build-isolation", "-e", ROOT)


def _last_library(log: Path) -> str:
    lines = [line for line in tail(log, 40).splitlines() if line.startswith(("Coll", "Inst"))]
    return " ".join(lines[-1].split()[:2]).split("==")[0] if lines else ""


def install_wheels(wheels: list[Path], log: Path) -> None:
    """Install the natively built wheels, replacing other builds of the same version."""
    switches = ("--no-deps", "--no-index", "--force-reinstall")
    _pip(log, "Installing the compiled libraries", "install", *switches, *wheels)


def _pip(log: Path, what: str, *arguments: str | Path) -> None:
    if run_logged(pip(*arguments), log, environment=PIP_ENVIRONMENT) != 0:
        raise SetupError(f"{what} failed:\n{tail(log)}", NETWORK_HELP)


PROBES = (
    ("torch", "import torch; assert torch.version.cuda is None, 'GPU build'"),
    ("onnxruntime", "import os; os.environ['ORT_DISABLE_TELEMETRY'] = '1'; import onnxruntime"),
    ("llama_cpp", "import llama_cpp; llama_cpp.llama_supports_mmap()"),
    ("hnswlib", "import hnswlib; hnswlib.Index('ip', 4).init_index(4)"),
    ("PySide6", "import PySide6.QtWidgets"),
    ("margine", "import app"),
)


def try_environment(console: Console) -> None:
    """Load each library that could fail on this machine, in a child. Raises SetupError."""
    for name, code in PROBES:
        console.passing(f"  trying {name}")
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        probe = [str(venv_python()), "-I", "-c", code]
        result = subprocess.run(probe, capture_output=True, text=True, check=False, env=environment)
        if result.returncode == 0:
            continue
        if "GPU build" in result.stderr:
            raise SetupError("torch was installed as a GPU build.", CPU_BUILD_HELP)
        reason = result.stderr.strip().splitlines() or [f"it ended with code {result.returncode}"]
        raise SetupError(
            f"{name} does not work on this machine: {reason[-1]}",
            f"Delete the folder {VENV} and run this again; if it stays so, report it.",
        )
