"""Sets Margine up with the tests' libraries and runs every check: `python3 packaging/test.py`.

ruff, mypy, then pytest, to which the arguments are handed on; it stops at the first that fails.
The tests run in as many processes as there are cores; `-n 0` runs them in one. Their order is the
same each time, so that a commit is not blamed for what another one did; `--randomly-seed=N` takes
another one.
"""

from __future__ import annotations

import os
import subprocess
import sys

_MEMORY_PER_WORKER = 4 * 2**30  # bytes: a tests' model, torch, and the children that a test starts


def worker_count() -> int:
    """How many processes run tests: one per core, as far as the memory goes."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Windows has no sysconf
        return min(cores, 4)
    return max(1, min(cores, memory // _MEMORY_PER_WORKER))


def checks(python: str) -> list[list[str]]:
    """The checks that come before the tests."""
    targets = ["app", "tests", "packaging"]
    scripts = ["packaging/run.py", "packaging/test.py", "packaging/pin.py"]
    return [
        [python, "-I", "-m", "ruff", "check", *targets],
        [python, "-I", "-m", "ruff", "format", "--check", "--quiet", *targets],
        [python, "-I", "-m", "mypy"],
        [python, "-I", "-m", "mypy", *scripts],
    ]


def start(arguments: list[str]) -> int:
    """Set up, check, then become pytest."""
    from setup_base import ROOT, SetupError, become, models_dir, venv_python
    from setup_flow import prepare

    try:
        prepare(tests=True)
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    os.chdir(ROOT)
    python = str(venv_python())
    for command in checks(python):
        print("$ " + " ".join(command[3:]), flush=True)
        code = subprocess.run(command, check=False).returncode
        if code != 0:
            return code
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["MARGINE_TEST_MODELS_DIR"] = str(models_dir())
    os.environ["MARGINE_REQUIRE_MODELS"] = "1"
    # Files stay together as far as that keeps all workers busy: their fixtures are made once.
    spread = ["-n", str(worker_count()), "--dist", "worksteal", "--randomly-seed=1"]
    tests = [python, "-I", "-m", "pytest", *spread, *arguments]
    print("$ " + " ".join(tests[3:]), flush=True)
    return become(tests)


def main() -> int:
    """Check Python's version before anything is imported that needs it."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python starts this file too
        print("The tests need Python 3.11 or newer.", file=sys.stderr)
        return 1
    try:
        return start(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
