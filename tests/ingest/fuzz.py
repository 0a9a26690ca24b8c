"""Reads damaged files for as long as wanted, and keeps those that a reader did not expect:

    python -m tests.ingest.fuzz --minutes 5 [--here] [--seed 1] [--keep FOLDER] [FORMAT ...]

The files go through real reader processes with their limits of time and memory. A document or an
error that says why is as it should be. An unexpected exception, a process that ended, and a limit
that was met are told, and the file is kept. With `--here` they are read in this process, which is
faster, tells seconds of work instead of the clock's, and ends with the first crash. `--replay
FILE` reads one here, with its traceback.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from app.core.errors import DocumentError
from app.core.types import FileState
from app.engine.file_reading import ReaderLimits
from app.engine.reader_pool import ReaderPool
from app.ingest.readers.registry import FORMATS
from tests.ingest.mutations import damaged, random_damages
from tests.ingest.reading import read_state
from tests.ingest.small_files import VALID

LIMITS = ReaderLimits(
    page_timeout_s=120.0, file_timeout_s=240.0, memory_mb=768, files_per_reader=5_000
)
"""Far more than any small file needs; the time is the clock's, on a machine that may be busy."""

MOST_WORK_S = 15.0

_FAULTS = ("unexpected error", "The reader stopped", "took too long", "more memory than allowed")


def read_one(pool: ReaderPool, path: Path) -> str:
    """What came of reading one file: "read", "refused", or the words of a fault."""
    try:
        document = pool.read(path)
    except DocumentError as error:
        text = str(error)
        return text if any(each in text for each in _FAULTS) else "refused"
    document_text = "".join(page.text for page in document.pages)
    document_text.encode("utf-8")
    return "read"


def read_here(path: Path) -> str:
    """The same in this process."""
    began = time.process_time()
    try:
        state = read_state(path)
    except MemoryError:
        return "MemoryError"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"[:300]
    seconds = time.process_time() - began
    if seconds > MOST_WORK_S:
        return f"{seconds:.0f} s of work"
    return "read" if state is FileState.INDEXED else "refused"


def limit_memory_here() -> None:
    """Let this process take no more than a reader may."""
    if sys.platform != "win32":
        import resource

        most = (LIMITS.memory_mb + 600) * 2**20  # addresses, not memory: what Python takes anyway
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def extensions(names: Sequence[str] = ()) -> dict[str, str]:
    """The first extension of each format that is fuzzed, by its name."""
    return {
        each.name: each.extensions[0]
        for each in FORMATS
        if each.name in VALID and (not names or each.name in names)
    }


def fuzz(
    minutes: float,
    seed: int,
    keep: Path,
    names: Sequence[str],
    read: Callable[[Path], str],
) -> int:
    """Read damaged files in turn; return how many were kept as faults."""
    generator = random.Random(seed)
    wanted = extensions(names)
    valid = {name: VALID[name]() for name in wanted}
    outcomes: dict[str, Counter[str]] = {name: Counter() for name in wanted}
    keep.mkdir(parents=True, exist_ok=True)
    faults = 0
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        for name, extension in wanted.items():
            path = keep / f"current{extension}"
            path.write_bytes(damaged(valid[name], random_damages(generator)))
            outcome = read(path)
            known = outcome in ("read", "refused")
            outcomes[name][outcome if known else "fault"] += 1
            if not known:
                faults += 1
                kept = keep / f"{name}-{faults:03}{extension}"
                path.rename(kept)
                sys.stdout.write(f"{kept}: {outcome}\n")
                sys.stdout.flush()
    for name, counted in outcomes.items():
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counted.items()))
        sys.stdout.write(f"{name:10} {told}\n")
    return faults


def main(arguments: Sequence[str]) -> int:
    """Entry of the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.ingest.fuzz")
    parser.add_argument("formats", nargs="*", help="names of formats (default: all)")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("build") / "fuzz")
    parser.add_argument("--here", action="store_true", help="read in this process")
    parser.add_argument("--replay", type=Path, help="read this file in this process")
    options = parser.parse_args(arguments)
    if options.replay is not None:
        sys.stdout.write(f"{read_state(options.replay)}\n")
        return 0
    wanted = (options.minutes, options.seed, options.keep, options.formats)
    if options.here:
        faulthandler.enable()
        logging.disable()
        limit_memory_here()
        faults = fuzz(*wanted, read_here)
    else:
        pool = ReaderPool(1, LIMITS)
        try:
            faults = fuzz(*wanted, lambda path: read_one(pool, path))
        finally:
            pool.close()
    sys.stdout.write(f"{faults} faults\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
