"""`margine eval ocr`: how well text recognition reads Italian pages, how fast, by which engine."""

from __future__ import annotations

import argparse

from app.core.errors import UserError
from app.core.paths import models_dir
from app.core.settings import Settings
from app.evaluate.ocr import measure_recognition, recognition_report
from app.evaluate.ocr_pages import DPIS, scanned_pages
from app.ingest.ocr import OcrEngine, OcrSetup, make_recogniser
from app.models.catalog import Role, load_catalog
from app.terminal.commands import StatusLine
from app.terminal.tables import add_report_options, present_report

_ENGINES = tuple(each.value for each in OcrEngine if each is not OcrEngine.NONE)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--engine",
        action="append",
        choices=_ENGINES,
        help="measure this one alone; may be repeated",
    )
    parser.add_argument(
        "--dpi", action="append", type=int, choices=DPIS, help="at this resolution alone"
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:  # noqa: ARG001 - as `Tool` has it
    """Measure every engine that is installed. Raises UserError where there is none."""
    catalog = load_catalog()
    folder = catalog.installed_path(catalog.default(Role.RECOGNISER), models_dir())
    setups = [OcrSetup(OcrEngine(name), folder) for name in options.engine or _ENGINES]
    recognisers = [made for each in setups if (made := make_recogniser(each)) is not None]
    if not recognisers:
        raise UserError(
            "There is no text recognition to be measured.",
            next_step="Fetch one with: margine models fetch pp-ocrv6-small",
        )
    pages = [page for page in scanned_pages() if not options.dpi or page.dpi in options.dpi]
    line = StatusLine()
    try:
        results = measure_recognition(recognisers, pages, line.show)
    finally:
        line.clear()
    present_report(recognition_report(results), options, "ocr")
