"""`margine bench rescan`: how long a look at folders takes in which nothing has changed.

Files are made, taken into a library of the measurement's own, and looked at again: as at the
start of the program, and as after a change in one of the folders.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.evaluate.bench_clock import time_ms
from app.evaluate.report import Report, Table

FILES_PER_FOLDER = 100
_WORDS = ("river", "stone", "window", "garden", "letter", "number", "paper", "green", "silver")

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at the disk did: `files` seen, read and hashed, passages embedded."""

    files: int
    read: int
    hashed: int
    embedded: int


@dataclass(frozen=True, slots=True)
class RescanFigures:
    """One kind of look, measured: `seconds` is the shortest of several."""

    name: str
    seconds: float
    look: Look


@dataclass(frozen=True, slots=True)
class WatchFigures:
    """What watching `files` costs while nothing happens: `seconds` until all are watched, resident
    memory, threads, and processor time in per cent of one core."""

    files: int
    seconds: float
    memory_mb: float
    threads: int
    cpu_percent: float


def make_files(folder: Path, count: int) -> None:
    """Put `count` small text files into folders of `FILES_PER_FOLDER`; those there are are kept."""
    chosen = random.Random(7)  # noqa: S311 - words, not secrets
    for number in range(count):
        path = folder / f"{number // FILES_PER_FOLDER:04d}" / f"note {number}.txt"
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        words = " ".join(chosen.choices(_WORDS, k=20))
        path.write_text(f"Note {number}. {words}.\n", encoding="utf-8")


def measure_look(
    name: str, look: Callable[[], Look], runs: int, progress: Progress
) -> RescanFigures:
    """Look `runs` times; the shortest counts, since what else runs only makes it longer."""
    results: list[Look] = []
    times = []
    for run in range(runs):
        progress(f"Measuring: {name}, {run + 1} of {runs} …")
        times.append(time_ms(lambda: results.append(look())) / 1000)
    return RescanFigures(name, min(times), results[-1])


def rescan_report(
    figures: list[RescanFigures], watching: WatchFigures, introduction: str
) -> Report:
    """The figures as tables."""
    rows = tuple(
        (
            each.name,
            each.look.files,
            each.seconds,
            round(each.look.files / each.seconds),
            each.look.hashed,
            each.look.read,
            each.look.embedded,
        )
        for each in figures
    )
    columns = ("look", "files", "s", "files/s", "hashed", "read", "embedded")
    looks = Table("Looks", columns, rows)
    watch = Table(
        "Watching, with nothing happening",
        ("files", "s to begin", "MB", "threads", "% of a core"),
        (
            (
                watching.files,
                watching.seconds,
                watching.memory_mb,
                watching.threads,
                watching.cpu_percent,
            ),
        ),
        digits=2,
    )
    return Report("Looking for changes", introduction, (looks, watch))
