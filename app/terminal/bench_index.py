"""`margine bench index`: how fast documents are read, split, embedded and indexed."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from app.core.errors import UserError
from app.core.paths import cache_dir, log_dir, make_private_dir
from app.core.resources import resource_path
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.reader_pool import ReaderPool
from app.engine.recognition import choose_recognition
from app.engine.service import reader_limits
from app.evaluate.bench_index import IngestBench, ingest_report
from app.terminal.commands import StatusLine
from app.terminal.option_types import whole_number
from app.terminal.tables import add_report_options, present_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help="documents to take in (default: the sample documents)",
    )
    parser.add_argument(
        "--passages",
        type=whole_number(1),
        default=1000,
        metavar="N",
        help="embed and index at most N passages (default 1000)",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Measure, and print. Nothing is kept, and no library is touched."""
    folder = (options.folder or resource_path("samples")).expanduser().absolute()
    if not folder.exists():
        raise UserError(f"There is no {folder}.", next_step="Check the path.")
    status = StatusLine()
    pool = ReaderPool(
        limits=reader_limits(settings),
        recognition=choose_recognition(settings),
        log_path=log_dir() / "readers.log",
    )
    work = make_private_dir(cache_dir() / "bench")
    try:
        with tempfile.TemporaryDirectory(dir=work) as scratch:
            status.show("Loading the embedder …")
            embedder = InstalledModels(settings).load_embedder()
            bench = IngestBench(pool.read, pool.size, embedder, Path(scratch), status.show)
            figures = bench.measure(folder, options.passages)
    finally:
        pool.close()
        status.clear()
    introduction = (
        f"The documents of {folder}, read by {pool.size} reader process(es); of their passages, "
        f"at most {options.passages} are embedded and indexed. Every stage runs by itself."
    )
    present_report(ingest_report(figures, introduction), options, "bench-index")
