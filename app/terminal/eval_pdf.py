"""`margine eval pdf [PATH…]`: how pages of PDFs are read, by which library, how fast, how well."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from app.core.errors import UserError
from app.core.settings import Settings
from app.evaluate.pdf_pages import measure_documents, measure_made
from app.evaluate.pdf_report import pdf_report
from app.terminal.commands import StatusLine
from app.terminal.tables import add_report_options, present_report


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="PDFs, or folders that hold some"
    )
    parser.add_argument(
        "--no-made", action="store_true", help="leave out the pages that are made for the purpose"
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:  # noqa: ARG001 - as `Tool` has it
    """Measure the documents and the made pages, and present the report. Raises UserError."""
    paths = _pdfs(options.paths)
    line = StatusLine()
    try:
        documents = measure_documents(paths, line.show)
        made = []
        if not options.no_made:
            with tempfile.TemporaryDirectory(prefix="margine-") as folder:
                made = measure_made(Path(folder), line.show)
    finally:
        line.clear()
    if not documents and not made:
        raise UserError("There is nothing to measure.", next_step="Name a PDF that can be opened.")
    present_report(pdf_report(documents, made), options, "pdf")


def _pdfs(paths: list[Path]) -> list[Path]:
    """The PDFs that are named or lie in the folders named."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(each for each in path.rglob("*") if each.suffix.lower() == ".pdf")
        elif path.exists():
            found.append(path)
        else:
            raise UserError(f"There is no {path}.", next_step="Name a PDF or a folder.")
    return found
