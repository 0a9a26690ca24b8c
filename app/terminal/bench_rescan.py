"""`margine bench rescan`: how long a look at unchanged folders takes."""

from __future__ import annotations

import argparse
import gc
import threading
import time
from pathlib import Path

from app.core.paths import cache_dir, make_private_dir
from app.core.settings import Settings
from app.engine.protocol import AddPaths, FoldersTold, IndexDone, Progress, Rescan
from app.evaluate.bench_clock import memory_mb
from app.evaluate.bench_rescan import (
    FILES_PER_FOLDER,
    Look,
    WatchFigures,
    make_files,
    measure_look,
    rescan_report,
)
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.output import progress_line
from app.terminal.session import EngineSession
from app.terminal.tables import add_report_options, present_report

IDLE_S = 10.0  # over which the watch's processor time is taken


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--files",
        type=whole_number(1),
        default=5000,
        metavar="N",
        help="small text files that are made and looked at (default 5000)",
    )
    parser.add_argument(
        "--runs",
        type=whole_number(1),
        default=3,
        metavar="N",
        help="looks of each kind (default 3)",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="FOLDER",
        help="where files and library are kept for the next time (default: in the cache folder)",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and print. The first time all files are read and embedded, which takes minutes;
    a run that was broken off is gone on with. Raises MargineError."""
    base = (options.folder or cache_dir() / "bench" / "rescan").expanduser().absolute()
    work = make_private_dir(base) / str(options.files)
    files = work / "files"
    status = StatusLine()
    try:
        status.show("Making the files …")
        make_files(files, options.files)
        with EngineSession(work / "library", settings) as session:
            status.show("Taking them in …")
            for event in session.events(AddPaths(session.next_job(), (str(files),))):
                if isinstance(event, Progress):
                    status.show(progress_line(event.progress))
            looks = (
                ("all of it", lambda: _look(session)),
                ("one folder of it", lambda: _look(session, str(files / "0000"))),
            )
            figures = [measure_look(name, look, options.runs, status.show) for name, look in looks]
            status.show("Measuring: watching …")
            watching = _measure_watching(session, options.files)
    finally:
        status.clear()
    introduction = (
        f"{options.files} text files in folders of {FILES_PER_FOLDER}, taken in before; the "
        f"shortest of {options.runs} looks, from the request to its end. The embedder is loaded."
    )
    present_report(rescan_report(figures, watching, introduction), options, "bench-rescan")


def _look(session: EngineSession, folder: str = "") -> Look:
    request = Rescan(session.next_job(), folders=(folder,) if folder else ())
    ending = session.result(request)
    assert isinstance(ending, IndexDone)  # noqa: S101 - the ending of a rescan
    summary = ending.summary
    return Look(
        summary.files_seen, summary.files_read, summary.files_hashed, summary.passages_embedded
    )


def _measure_watching(session: EngineSession, files: int) -> WatchFigures:
    """What watching costs, with nothing happening."""
    gc.collect()
    before_mb, threads = memory_mb(), threading.active_count()
    began = time.perf_counter()
    session.engine.watch()
    session.wait_for(FoldersTold)
    seconds = time.perf_counter() - began
    more_mb, more_threads = memory_mb() - before_mb, threading.active_count() - threads
    cpu = time.process_time()
    threading.Event().wait(IDLE_S)
    share = (time.process_time() - cpu) / IDLE_S
    return WatchFigures(files, seconds, more_mb, more_threads, 100 * share)
