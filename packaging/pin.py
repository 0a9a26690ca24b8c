"""Rewrites the pinned requirements from what this environment holds.

For maintainers, after an upgrade: `.venv/bin/python -I packaging/pin.py`. Every library that
pyproject.toml asks for, and every library those ask for, is pinned to the installed version.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement  # the library, not this folder
from packaging.utils import canonicalize_name

HERE = Path(__file__).resolve().parent
NATIVE = ("hnswlib", "llama-cpp-python")  # built for this CPU and cached: setup_wheels.py
BUILD = ("pip", "setuptools")  # pip first of all; setuptools installs the project itself
RUNTIME_HEAD = "# Everything the program needs, pinned. Made by pin.py.\n"
TEST_HEAD = "# What the tests and the measurements need besides, pinned. Made by pin.py.\n"
NATIVE_HEAD = (
    "# Built on this machine from source, pinned. Made by pin.py, used by setup_wheels.py.\n"
)


def closure(requirements: Iterable[str]) -> dict[str, str]:
    """Versions of `requirements` and of all that they need here, by canonical name."""
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    waiting = [(Requirement(text), "") for text in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        for wanted in ("", *sorted(requirement.extras)):
            if (name, wanted) in seen:
                continue
            seen.add((name, wanted))
            # A local version (2.13.0+cpu) names one build; the pin leaves the build open.
            found[name] = metadata.version(name).partition("+")[0]
            waiting += [(Requirement(text), wanted) for text in metadata.requires(name) or ()]
    return found


def write(name: str, head: str, versions: dict[str, str]) -> None:
    """Write one requirements file, sorted."""
    lines = [f"{library}=={version}\n" for library, version in sorted(versions.items())]
    (HERE / name).write_text(head + "".join(lines), encoding="utf-8")


def main() -> None:
    """Write the three files."""
    text = (HERE.parent / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    runtime = closure([*project["dependencies"], *BUILD])
    extras = project["optional-dependencies"]
    test = closure([*extras["test"], *extras["eval"]])
    native = {name: runtime.pop(name) for name in NATIVE}
    write("requirements.txt", RUNTIME_HEAD, runtime)
    write("requirements-native.txt", NATIVE_HEAD, native)
    extra = {name: version for name, version in test.items() if name not in runtime}
    write("requirements-test.txt", TEST_HEAD, extra)


if __name__ == "__main__":
    main()
