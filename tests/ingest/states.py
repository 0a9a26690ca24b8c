"""Indexes folders with the real engine and readers, and counts the states per format:

    python -m tests.ingest.states FOLDER... [--made]

`--made` adds a folder of everything that `make_folder` makes. The embedder is a scripted one, so
that what is measured is reading alone. Exits with 1 if a file has no final state, or no reason.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from app.core.types import FileRecord, FileState
from app.engine.protocol import AddPaths, IndexDone
from app.ingest.readers.registry import find_format
from tests.engine.service_stage import Stage
from tests.ingest.make_folder import make_folder

DEADLINE_S = 3 * 3600.0
_COLUMNS = [state for state in FileState if state.final]


def index(folder: Path, library: Path) -> tuple[list[FileRecord], float]:
    """What the files of a folder came to, and how many seconds that took."""
    began = time.monotonic()
    with Stage(library) as stage:
        job = stage.start(lambda number: AddPaths(number, (str(folder),)))
        done = stage.events.ending(job, deadline_s=DEADLINE_S)
        assert isinstance(done, IndexDone), done
        return stage.engine.files(), time.monotonic() - began


def table(files: Sequence[FileRecord]) -> list[str]:
    """Lines of Markdown: the states of each format, and of all."""
    counted: dict[str, Counter[FileState]] = {}
    for each in files:
        found = find_format(Path(each.path))
        counted.setdefault(found.name if found else "(not read)", Counter())[each.state] += 1
    lines = ["| format | files | " + " | ".join(state.value for state in _COLUMNS) + " |"]
    lines.append("| --- |" + " --- |" * (len(_COLUMNS) + 1))
    whole: Counter[FileState] = Counter()
    for name, states in sorted(counted.items()):
        whole += states
        lines.append(_row(name, states))
    return [*lines, _row("all", whole)]


def _row(name: str, states: Counter[FileState]) -> str:
    numbers = [states.total(), *(states[state] for state in _COLUMNS)]
    return f"| {name} | " + " | ".join(str(number or "") for number in numbers) + " |"


def unsettled(files: Sequence[FileRecord]) -> list[str]:
    """The files that have no final state, or hold nothing and do not say why."""
    return [
        each.path
        for each in files
        if not each.state.final or (each.state is not FileState.INDEXED and not each.reason)
    ]


def main(arguments: Sequence[str]) -> int:
    """Entry of the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.ingest.states")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--made", action="store_true")
    parser.add_argument("--reasons", action="store_true", help="tell the reason of each file")
    options = parser.parse_args(arguments)
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("DATA", "CONFIG", "CACHE"):
            os.environ[f"MARGINE_{name}_DIR"] = str(Path(scratch) / name.lower())
        folders = [*options.folders]
        if options.made:
            made = Path(scratch) / "made"
            make_folder(made)
            folders.append(made)
        for number, folder in enumerate(folders):
            files, seconds = index(folder, Path(scratch) / f"library-{number}")
            on_disk = sum(1 for path in folder.rglob("*") if path.is_file())
            bad += unsettled(files)
            out = [f"{folder.name}: {len(files)} of {on_disk} files in {seconds:.0f} s", ""]
            out += [*table(files), ""]
            if options.reasons:
                out += [f"{each.state.value:12} {each.path}: {each.reason}" for each in files]
            sys.stdout.write("\n".join(out) + "\n")
    for path in bad:
        sys.stdout.write(f"no state or reason: {path}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
