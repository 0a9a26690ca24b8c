"""Tries a bundle as a person would, on a machine that has nothing: a desktop's bare libraries.

    sudo python3 packaging/release_check.py BUNDLE [--root DIR] [--pictures DIR]

BUNDLE is the folder, a Debian package or an AppImage. Makes an empty Debian (debootstrap), puts the
bundle there, starts it for an ordinary user on a display of its own (Xvfb), drops the sample
documents on it with the mouse, asks, waits for a cited answer and takes a picture; then starts it
again, asks at once, and tells the four times that a release is judged by (release_times.py). All of
it once more, from scratch, with the network taken away. Needs root, debootstrap, Xvfb, xdotool and,
for the window that is dragged from, the environment of run.py.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bundle_trim import folder_size
from release_times import (
    ANSWER_DONE,
    QUESTION_ASKED,
    WINDOW_SEEN,
    Milestones,
    StartTimes,
    wait_for,
)
from setup_base import SetupError, venv_python
from setup_system import can_find

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "resources" / "samples"
SUITE = "bookworm"  # the oldest Debian whose C library is new enough: bundle_check.OLDEST
# What any desktop has. No Python, no compiler, nothing of Qt.
BASE = (
    *("libgl1", "libegl1", "libx11-6", "libx11-xcb1", "libxcb1", "libxcb-glx0", "libxcb-randr0"),
    *("libxcb-render0", "libxcb-shape0", "libxcb-shm0", "libxcb-sync1", "libxcb-xfixes0"),
    *("libxcb-xkb1", "libdbus-1-3", "libfontconfig1", "libfreetype6", "libglib2.0-0"),
    *("libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libgssapi-krb5-2"),
    *("libstdc++6", "xkb-data", "fonts-dejavu-core"),
)
QUESTION = "Quanti giorni al mese si puo lavorare da casa?"  # xdotool types it without accents
EXPECTED = ("8 giorni", "otto giorni")
SCREEN = "1600x1000x24"
HOME = Path("home/person")
DOCUMENTS = HOME / "Documents" / "samples"
USER = 1000
ENVIRONMENT = ("LANG=C.UTF-8", "TZ=UTC")  # the log's times are in UTC then
START_LIMIT_S = 300.0
READ_LIMIT_S = 900.0
ANSWER_LIMIT_S = 900.0


@dataclass(slots=True)
class Report:
    """What one try took: seconds."""

    first_window_s: float = 0.0
    read_s: float = 0.0
    first_answer_s: float = 0.0
    whole_s: float = 0.0
    times: StartTimes | None = None

    def lines(self) -> Iterator[str]:
        """The figures as lines."""
        yield f"first start of all, until the window is painted: {self.first_window_s:.1f} s"
        yield f"the sample documents dropped, until all are read: {self.read_s:.1f} s"
        yield f"first question of all, until it is answered: {self.first_answer_s:.1f} s"
        if self.times is not None:
            yield from self.times.lines()
        yield f"from scratch until here: {self.whole_s / 60:.1f} min"


@dataclass(frozen=True, slots=True)
class Place:
    """A bundle in a root: `command` starts it there, seen from inside, as the user `user`."""

    root: Path
    command: str
    user: int = USER

    @property
    def home(self) -> Path:
        """The person's home folder, seen from outside."""
        return self.root / HOME

    @property
    def log(self) -> Path:
        """What the window notes."""
        return self.home / ".cache/margine/logs/window.log"

    @property
    def library(self) -> Path:
        """The database of the window's library."""
        return self.home / ".local/share/margine/libraries/default/library.db"

    def inside(self, display: str, *, online: bool) -> list[str]:
        """What starts a command inside, for a person with nothing set."""
        offline = [] if online else ["unshare", "--net"]
        variables = (f"HOME=/{HOME}", f"DISPLAY={display}", "PATH=/usr/bin:/bin", *ENVIRONMENT)
        user = f"--userspec={self.user}:{self.user}"
        return [*offline, "chroot", user, str(self.root), "/usr/bin/env", "-i", *variables]


def check_tools() -> None:
    """Raise SetupError, at once, where something that the check needs is not here."""
    missing = [name for name in ("debootstrap", "Xvfb", "xdotool", "unshare") if not can_find(name)]
    if missing:
        raise SetupError(
            f"Not installed: {', '.join(missing)}.",
            "Debian: apt-get install debootstrap xvfb xdotool util-linux",
        )
    if os.geteuid() != 0:
        raise SetupError("An empty Debian is made, and entered, by root alone.", "Use sudo.")
    command = [str(venv_python()), "-I", "-c", "import PySide6.QtWidgets"]
    if not venv_python().exists() or subprocess.run(command, check=False).returncode != 0:
        raise SetupError(
            "The environment of run.py has no PySide6: the samples are dragged from a window.",
            "Make it with: python3 packaging/run.py --setup",
        )


def make_root(root: Path) -> None:
    """An empty Debian in `root`, unless one is there. Raises SetupError."""
    ready = root / "var" / "margine-root-ready"
    if ready.is_file():
        return
    command = ["debootstrap", "--variant=minbase", f"--include={','.join(BASE)}", SUITE, str(root)]
    if subprocess.run(command, check=False).returncode != 0:
        raise SetupError("debootstrap failed.", "Its own log: debootstrap/debootstrap.log inside.")
    ready.touch()


def check_is_empty(root: Path) -> None:
    """Raise SetupError if the root has what a bundle must do without."""
    for name in ("python3", "cc", "gcc", "pip", "conda"):
        for folder in ("usr/bin", "usr/local/bin"):
            if (root / folder / name).exists():
                raise SetupError(f"{root} is not empty: it has {name}.")


def put_there(bundle: Path, root: Path) -> Place:
    """Put the bundle and the sample documents into the root, with an empty home folder."""
    target = root / "opt" / "margine"
    shutil.rmtree(target, ignore_errors=True)
    place = Place(root, "/opt/margine/margine")
    if bundle.is_dir():
        shutil.copytree(bundle, target, symlinks=True)
    elif bundle.suffix == ".deb":
        package = root / "opt" / "margine.deb"
        shutil.copy2(bundle, package)
        subprocess.run(["chroot", root, "dpkg", "--install", "/opt/margine.deb"], check=True)
        package.unlink()
        place = Place(root, "/usr/bin/margine")
    else:
        target = target / "Più di uno"
        target.mkdir(parents=True)
        shutil.copy2(bundle, target / "Margine è.AppImage")
        # The bare root has no fusermount, with which others than root mount a file system.
        place = Place(root, "/opt/margine/Più di uno/Margine è.AppImage", user=0)
    shutil.rmtree(place.home, ignore_errors=True)
    (root / DOCUMENTS).parent.mkdir(parents=True)
    shutil.copytree(SAMPLES, root / DOCUMENTS)
    own(place)
    return place


def own(place: Place) -> None:
    """Give the home folder to its person."""
    for path in (place.home, *place.home.rglob("*")):
        os.chown(path, place.user, place.user, follow_symlinks=False)


@contextlib.contextmanager
def display(root: Path) -> Iterator[str]:
    """An X display that programs inside of the root reach too, through a socket alone."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write_end,), stderr=subprocess.DEVNULL)
    os.close(write_end)
    with os.fdopen(read_end, encoding="ascii") as answer:
        number = answer.readline().strip()
    inside = root / "tmp" / ".X11-unix"
    inside.mkdir(parents=True, exist_ok=True)
    with mounted("/tmp/.X11-unix", inside, "--bind"):  # noqa: S108 - where X has its sockets
        try:
            yield f":{number}"
        finally:
            server.terminate()
            server.wait(timeout=20)


@contextlib.contextmanager
def mounted(source: str, target: Path, *options: str) -> Iterator[None]:
    """`source` mounted on `target`."""
    target.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", *options, source, str(target)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(target)], check=True)


def xdotool(name: str, *arguments: str) -> str:
    """What xdotool says on the display `name`; "" where it finds nothing."""
    environment = {**os.environ, "DISPLAY": name}
    told = subprocess.run(
        ["xdotool", *arguments], capture_output=True, text=True, check=False, env=environment
    )
    return told.stdout.strip()


@contextlib.contextmanager
def dropped_samples(name: str) -> Iterator[None]:
    """Drag the sample folder from a small window of ours onto the program's, with the mouse.

    Ours stays open meanwhile: it is asked for the folder's name after the drop.
    """
    source = subprocess.Popen(
        [str(venv_python()), "-I", str(HERE / "release_drag.py"), f"/{DOCUMENTS}"],
        env={**os.environ, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"},
    )
    try:
        title = "margine-drag-source"
        wait_for("window to drag from", lambda: bool(find_window(name, title)), START_LIMIT_S)
        xdotool(name, "windowmove", "--sync", find_window(name, title), "1380", "20")
        xdotool(name, "mousemove", "1450", "60", "sleep", "0.5", "mousedown", "1", "sleep", "0.5")
        for step in range(21):  # a drag begins after some way, and its target is asked as it goes
            xdotool(name, "mousemove", str(1450 - 40 * step), str(60 + 17 * step), "sleep", "0.1")
        xdotool(name, "sleep", "2", "mouseup", "1")
        yield
    finally:
        source.kill()
        source.wait(timeout=20)


def find_window(name: str, title: str) -> str:
    """The visible window with that title, or ""."""
    return xdotool(name, "search", "--onlyvisible", "--name", title).partition("\n")[0]


def indexed(library: Path) -> int:
    """Documents that are read and can be found."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{library}?mode=ro", uri=True)) as database:
            query = "SELECT count(*) FROM files WHERE state = 'indexed'"
            return int(database.execute(query).fetchone()[0])
    except sqlite3.Error:
        return 0


def picture(name: str, path: Path) -> None:
    """Save the whole display."""
    environment = {**os.environ, "DISPLAY": name}
    code = (
        "import sys; from PySide6.QtGui import QGuiApplication as A; a = A([]); "
        "a.primaryScreen().grabWindow(0).save(sys.argv[1])"
    )
    command = [str(venv_python()), "-I", "-c", code, str(path)]
    subprocess.run(command, check=True, env={**environment, "QT_QPA_PLATFORM": "xcb"})


def ask(place: Place, name: str, *, online: bool) -> str:
    """What the bundle's own command answers, about the library that the window has made."""
    told = subprocess.run(
        [*place.inside(name, online=online), place.command, "ask", "--json", QUESTION],
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode != 0:
        raise SetupError(f"margine ask failed: {told.stderr.strip()[-1000:]}")
    answer = json.loads(told.stdout)
    return str(answer.get("answer", answer.get("text", "")))


@contextlib.contextmanager
def running(place: Place, name: str, *, online: bool) -> Iterator[Milestones]:
    """The program with its window, which is closed at the end as a person closes it."""
    started = time.time()
    program = subprocess.Popen([*place.inside(name, online=online), place.command])
    milestones = Milestones(place.log, started, lambda: program.poll() is None)
    try:
        milestones.wait_for(WINDOW_SEEN, START_LIMIT_S)
        wait_for("window", lambda: bool(find_window(name, "Margine")), START_LIMIT_S)
        yield milestones
        xdotool(name, "key", "ctrl+q")
        program.wait(timeout=60)
    finally:
        if program.poll() is None:
            program.terminate()
            program.wait(timeout=60)


def run_once(bundle: Path, root: Path, pictures: Path, *, online: bool) -> Report:
    """One whole try. Raises SetupError where something is not as it should be."""
    begun = time.monotonic()
    place = put_there(bundle, root)
    report = Report()
    which = "online" if online else "offline"
    with (
        mounted("proc", root / "proc", "-t", "proc"),
        mounted("/dev", root / "dev", "--bind"),
        display(root) as name,
    ):
        with running(place, name, online=online) as first:
            report.first_window_s = first.seconds(WINDOW_SEEN)
            count = sum(path.is_file() for path in SAMPLES.iterdir())
            with dropped_samples(name):
                report.read_s = wait_for(
                    "library", lambda: indexed(place.library) >= count, READ_LIMIT_S
                )
            type_question(name, delay_ms=20)
            first.wait_for(ANSWER_DONE, ANSWER_LIMIT_S)
            report.first_answer_s = first.seconds(ANSWER_DONE) - first.seconds(QUESTION_ASKED)
            time.sleep(1)  # another program's window, which paints what it has noted
            picture(name, pictures / f"{which}.png")
        text = ask(place, name, online=online)
        if not any(each in text for each in EXPECTED) or "[1]" not in text:
            raise SetupError(f"The answer is not as expected: {text}")
        print(f"{which}: {text}", flush=True)
        with running(place, name, online=online) as again:
            type_question(name, delay_ms=4)
            again.wait_for(ANSWER_DONE, ANSWER_LIMIT_S)
            report.times = again.times()
            time.sleep(1)
            picture(name, pictures / f"{which}-again.png")
    report.whole_s = time.monotonic() - begun
    return report


def type_question(name: str, *, delay_ms: int) -> None:
    """Write the question into the window's box, and press Enter."""
    xdotool(name, "windowfocus", "--sync", find_window(name, "Margine"))
    xdotool(name, "key", "ctrl+l")
    xdotool(name, "type", "--delay", str(delay_ms), QUESTION)
    xdotool(name, "key", "Return")


def sizes(bundle: Path) -> Iterator[str]:
    """How large the bundle is, and the packages that were made of it."""
    if bundle.is_dir():
        whole, models = folder_size(bundle), folder_size(bundle / "models")
        yield f"{bundle}: {whole / 1e6:.1f} MB, without models {(whole - models) / 1e6:.1f} MB"
    packages = bundle.parent.iterdir() if bundle.is_dir() else (bundle,)
    for path in sorted(packages):
        if path.suffix in (".deb", ".AppImage"):
            yield f"{path}: {path.stat().st_size / 1e6:.1f} MB"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the bundle twice, with the network and without; return 1 where it fails, or is slower
    than a release promises."""
    parser = argparse.ArgumentParser(prog="release_check.py", description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--root", type=Path, default=Path("/var/tmp/margine-root"))  # noqa: S108
    parser.add_argument("--pictures", type=Path, default=Path("build/release-check"))
    parser.add_argument("--offline-only", action="store_true")
    options = parser.parse_args(arguments)
    options.pictures.mkdir(parents=True, exist_ok=True)
    reports: dict[str, Report] = {}
    try:
        check_tools()
        make_root(options.root)
        check_is_empty(options.root)
        for online in (False,) if options.offline_only else (True, False):
            title = f"{'with' if online else 'without'} network"
            reports[title] = run_once(options.bundle, options.root, options.pictures, online=online)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        for title, report in reports.items():
            print(f"\n{title}:\n  " + "\n  ".join(report.lines()), flush=True)
    print("\n" + "\n".join(sizes(options.bundle)))
    times = [report.times for report in reports.values()]
    return 0 if all(each is not None and each.in_time for each in times) else 1


if __name__ == "__main__":
    sys.exit(main())
