"""`margine eval affairs`: what tells questions about one's own affairs by their vectors."""

from __future__ import annotations

import argparse

import numpy as np

from app.answer.affairs import AffairsAxis, stored_axis
from app.core.errors import UserError
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.evaluate.affairs_fit import fit_axis, load_examples, question_vectors
from app.evaluate.bootstrap import auroc
from app.evaluate.mixed_set import AFFAIRS, EVERYDAY, load_own
from app.evaluate.report import Cell, Report, Table
from app.models.contracts import Embedder
from app.terminal.output import complain
from app.terminal.tables import add_report_options, present_report

_INTRODUCTION = (
    "Questions about a person's own affairs lie on one side of a direction of the embedder's "
    "space, around +1, and general ones on the other, around -1. The examples are those that the "
    "direction is found from; the questions are others."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--fit",
        action="store_true",
        help="find the direction from the examples, and print it as affairs.toml has it",
    )
    add_report_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> None:
    """Find the direction or take the stored one, and report. Raises MargineError."""
    models = InstalledModels(settings)
    embedder = models.load_embedder()
    own, general = load_examples()
    if options.fit:
        axis = fit_axis(question_vectors(embedder, own), question_vectors(embedder, general))
        complain(axis_as_toml(axis, models.embedder_id))
    else:
        axis = _stored(models.embedder_id)
    rows = (
        ("examples", *_figures(axis, embedder, own, general)),
        ("questions", *_figures(axis, embedder, _questions(AFFAIRS), _questions(EVERYDAY))),
    )
    columns = ("of", "own affairs", "general", "AUROC", "own affairs, median", "general, median")
    table = Table("How far they are apart", columns, rows)
    present_report(Report("Whose affairs", _INTRODUCTION, (table,)), options, "affairs")


def axis_as_toml(axis: AffairsAxis, embedder_id: str) -> str:
    """The table of `resources/gate/affairs.toml` for an embedder."""
    kept = axis.encoded()
    return (
        f'["{embedder_id}"]\noffset = {kept["offset"]}\ndirection = """\\\n{kept["direction"]}"""'
    )


def _stored(embedder_id: str) -> AffairsAxis:
    axis = stored_axis(embedder_id)
    if axis is None:
        raise UserError(
            f"No direction is stored for {embedder_id or 'the embedder'}.",
            next_step="Find it with --fit.",
        )
    return axis


def _questions(name: str) -> list[str]:
    return [query.text for dataset in load_own(name) for query in dataset.queries]


def _figures(
    axis: AffairsAxis, embedder: Embedder, own: list[str], general: list[str]
) -> tuple[Cell, ...]:
    signs = [
        [axis.sign(vector) for vector in question_vectors(embedder, questions)]
        for questions in (own, general)
    ]
    medians = (float(np.median(each)) for each in signs)
    return (len(own), len(general), auroc(*signs), *medians)
