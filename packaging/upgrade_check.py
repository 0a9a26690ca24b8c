"""Tries what happens to a person's things when versions change: with dpkg, in an empty Debian.

    sudo python3 packaging/upgrade_check.py BUNDLE [--root DIR] [--pictures DIR]

Of the bundle, two packages without models are made: an older version, and a newer one whose library
has a format that the older one does not know. The older one is installed, makes a library of the
sample documents, and is upgraded; the newer one must find library, settings and models. The older
one, unpacked beside it, must refuse the library, in a terminal and in its window (of which a
picture is taken). Removing and purging the package must leave everything of the person's; the
program's own erasing of everything must leave the documents alone. Needs what release_check.py
needs.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from bundle_linux import link_folder, make_deb
from release_check import (
    DOCUMENTS,
    HOME,
    SAMPLES,
    START_LIMIT_S,
    Place,
    check_is_empty,
    check_tools,
    display,
    find_window,
    make_root,
    mounted,
    own,
    picture,
)
from release_times import wait_for
from setup_base import SetupError

OLDER, NEWER = "0.0.9", "99.0.0"
_NEWER_FORMAT = {  # of app/index/schema.py: a library that brings older ones up to date
    "FORMAT_MAJOR = 1\n": "FORMAT_MAJOR = 2\n",
    "MIGRATIONS: Mapping[int, Migration] = {}": (
        "MIGRATIONS: Mapping[int, Migration] = {1: lambda _connection: None}"
    ),
}
_WORD = "casa"  # that one of the sample documents is found by
_LANGUAGE = '{"ui.language": "it"}\n'


def make_version(bundle: Path, target: Path, version: str, changes: Mapping[str, str]) -> None:
    """Make in `target` another version of `bundle`, without models; `changes` are replacements in
    the library's schema. Raises SetupError where one does not fit."""
    link_folder(bundle, target)
    shutil.rmtree(target / "models", ignore_errors=True)
    (site,) = target.glob("runtime/lib/python3*/site-packages")
    (info,) = site.glob("margine-*.dist-info")
    present = info.name.removesuffix(".dist-info").partition("-")[2]
    _replace(info / "METADATA", {f"Version: {present}\n": f"Version: {version}\n"})
    info.rename(info.with_name(f"margine-{version}.dist-info"))
    _replace(site / "app/__init__.py", {f'"{present}"': f'"{version}"'})
    _replace(site / "app/index/schema.py", changes)
    python = target / "runtime/bin/python3"
    for path in (site / "app/__init__.py", site / "app/index/schema.py"):
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()  # linked with the other version's
        command = [python, "-I", "-m", "compileall", "-q", "-f"]
        subprocess.run([*command, "--invalidation-mode", "unchecked-hash", path], check=True)


def _replace(path: Path, changes: Mapping[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes.items():
        if text.count(old) != 1:
            raise SetupError(f"{path.name} has changed: {old.strip()} is not in it once.")
        text = text.replace(old, new)
    path.unlink()  # its contents are linked with the other version's
    path.write_text(text, encoding="utf-8")


class Machine:
    """An empty Debian and a person in it, with documents, settings and a model of their own."""

    def __init__(self, root: Path, bundle: Path) -> None:
        self.root = root
        self.place = Place(root, "/usr/bin/margine")
        shutil.rmtree(root / "opt" / "margine", ignore_errors=True)
        shutil.rmtree(self.place.home, ignore_errors=True)
        (root / DOCUMENTS).parent.mkdir(parents=True)
        shutil.copytree(SAMPLES, root / DOCUMENTS)
        for model in (bundle / "models").glob("*e5*"):  # as if it had been fetched
            shutil.copytree(model, self.place.home / ".local/share/margine/models" / model.name)
        settings = self.place.home / ".config/margine/settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(_LANGUAGE, encoding="utf-8")
        own(self.place)

    def dpkg(self, *arguments: str) -> str:
        """What dpkg says. Raises SetupError."""
        told = subprocess.run(
            ["chroot", str(self.root), "dpkg", *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        if told.returncode != 0:
            raise SetupError(f"dpkg {' '.join(arguments)}: {told.stderr}")
        return told.stdout

    def install(self, package: Path) -> None:
        """Install or upgrade to `package`."""
        inside = self.root / "tmp" / package.name  # /opt goes with the package that is removed
        shutil.copy2(package, inside)
        self.dpkg("--install", f"/{inside.relative_to(self.root)}")
        inside.unlink()

    def margine(self, *arguments: str, program: str = "") -> tuple[int, str]:
        """Exit code and words of the program, as the person."""
        command = [program or self.place.command, *arguments]
        told = subprocess.run(
            [*self.place.inside(":0", online=False), *command],
            capture_output=True,
            text=True,
            check=False,
        )
        return told.returncode, told.stdout + told.stderr

    def kept(self) -> dict[str, str]:
        """The person's files that no version may touch, with their hashes."""
        home = self.place.home
        folders = (self.root / DOCUMENTS, home / ".config", home / ".local/share/margine/models")
        files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
        return {
            str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in files
        }


def check(machine: Machine, packages: Sequence[Path], older: Path, pictures: Path) -> None:
    """Go through all of it. Raises SetupError at the first thing that is not as it should be."""
    before = machine.kept()
    machine.install(packages[0])
    expect(machine.margine("--version"), 0, OLDER)
    expect(machine.margine("index", f"/{DOCUMENTS}"), 0, "7 indexed")
    tell(f"{OLDER} installed, and a library made")
    machine.install(packages[1])
    expect(machine.margine("--version"), 0, NEWER)
    expect(machine.margine("search", _WORD), 1, "older version")  # a reader changes nothing
    expect(machine.margine("index", f"/{DOCUMENTS}"), 0, "Read 0")
    expect(machine.margine("search", _WORD), 0, "")
    expect_kept(machine, before)
    tell(f"upgraded to {NEWER}: library, settings and models are found, nothing was read again")
    target = machine.root / "opt" / "older"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(older, target, symlinks=True)
    refused = machine.margine("status", program="/opt/older/margine")
    expect(refused, 1, "newer version of Margine")
    tell(f"{OLDER} beside it, in a terminal: {' '.join(refused[1].split())}")
    with display(machine.root) as name:
        command = [*machine.place.inside(name, online=False), "/opt/older/margine"]
        window = subprocess.Popen(command)
        try:
            wait_for("window", lambda: bool(find_window(name, "Margine")), START_LIMIT_S)
            log = machine.place.log
            wait_for("refusal", lambda: "child gone" in _text(log), START_LIMIT_S)
            time.sleep(3)  # another program's window, which paints what it was told
            picture(name, pictures / "refused.png")
        finally:
            window.terminate()
            window.wait(timeout=60)
    shutil.rmtree(target)
    expect(machine.margine("status"), 0, "")
    tell(f"{NEWER} opens the library as before")
    library = machine.place.library
    for how in ("--remove", "--purge"):
        tell(f"dpkg {how}: {' '.join(machine.dpkg(how, 'margine').split())}")
        expect_kept(machine, before)
        if not library.is_file():
            raise SetupError(f"dpkg {how} took the library away.")
    left = [path for path in ("opt/margine", "usr/bin/margine") if (machine.root / path).exists()]
    if left:
        raise SetupError(f"Still there after all: {left}")
    tell("removed and purged: documents, library, settings and models are all there")
    machine.install(packages[1])
    told = machine.margine("erase", "--everything", "--yes")
    expect(told, 0, "Everything was erased.")
    rest = list(machine.place.home.rglob("*margine*"))
    if rest:
        raise SetupError(f"Still there after all was erased: {rest}")
    documents = str(DOCUMENTS.relative_to(HOME))
    expect_kept(machine, {name: before[name] for name in before if name.startswith(documents)})
    machine.dpkg("--purge", "margine")
    tell("installed again, and everything erased by the program: nothing is left but documents")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def expect(told: tuple[int, str], code: int, words: str) -> None:
    """Raise SetupError unless a command ended so, and said so."""
    if told[0] != code or words not in told[1]:
        raise SetupError(f"Expected {code} and {words!r}, but it was {told[0]}: {told[1]}")


def expect_kept(machine: Machine, before: Mapping[str, str]) -> None:
    """Raise SetupError unless the person's files are as they were."""
    now = machine.kept()
    changed = sorted(name for name in before if now.get(name) != before[name])
    if changed:
        raise SetupError(f"Changed or gone: {changed}")


def tell(text: str) -> None:
    """Say how far it is."""
    print(f"- {text}", flush=True)


def main() -> int:
    """Make the versions, and check."""
    parser = argparse.ArgumentParser(prog="upgrade_check.py", description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--root", type=Path, default=Path("/var/tmp/margine-root"))  # noqa: S108
    parser.add_argument("--pictures", type=Path, default=Path("build/release-check"))
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    bundle = options.bundle.resolve()
    try:
        check_tools()
        make_root(options.root)
        check_is_empty(options.root)
        with ExitStack() as stack:
            work = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=bundle.parent)))
            packages = []
            for version, changes in ((OLDER, {}), (NEWER, _NEWER_FORMAT)):
                folder = work / version / "margine"
                folder.parent.mkdir()
                make_version(bundle, folder, version, changes)
                packages.append(make_deb(folder, work / "log", level=1))
            machine = Machine(options.root, bundle)
            stack.enter_context(mounted("proc", options.root / "proc", "-t", "proc"))
            stack.enter_context(mounted("/dev", options.root / "dev", "--bind"))
            check(machine, packages, work / OLDER / "margine", options.pictures)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
