"""Several files of answers side by side, over the questions that all of them answer.

Made for the budget of the prompt against accuracy: the same questions with other settings, a row
a file, beside the settings in which the files differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.errors import UserError
from app.evaluate.answers_figures import (
    CONTAINED,
    MEASURES,
    RIGHTLY_REFUSED,
    WRONGLY_REFUSED,
    Measure,
    costs,
    difference,
    estimate,
)
from app.evaluate.answers_ledger import KeptAnswers
from app.evaluate.answers_scoring import Judged, judge
from app.evaluate.bootstrap import LEVEL
from app.evaluate.report import Cell, Plot, Report, Series, Table

_SHOWN = (CONTAINED, "right citation", "citation precision", WRONGLY_REFUSED, RIGHTLY_REFUSED)
_COSTS = (
    "first words, median s",
    "total, median s",
    "prompt tokens",
    "prompt tokens computed",
    "passages read",
)
_COMPUTED = "prompt tokens computed"
_DIFFERENCE = f"{CONTAINED}, less the first"
_FIRST = "results"


@dataclass(frozen=True, slots=True)
class ComparedFile:
    """One file, named apart from the others; `differing` is its value of each setting in which
    the files differ, `judged` its answers by dataset."""

    name: str
    differing: Mapping[str, str]
    code: str
    judged: Mapping[str, tuple[Judged, ...]]


def compare_files(files: Sequence[KeptAnswers]) -> list[ComparedFile]:
    """Judge the questions that all of `files` answer, over the same version of their dataset.

    Raises UserError if there is none.
    """
    keys = [{(*each.question.key, each.question.data) for each in file.answered} for file in files]
    common = set.intersection(*keys)
    if not common:
        raise UserError(
            "There is no question that all of these files answer.",
            why="Questions count as the same if dataset, its version and their id are.",
            next_step="Ask the same datasets with the same --limit and --half.",
        )
    settings = [
        key
        for key in dict.fromkeys(key for file in files for key in file.setup)
        if len({file.setup.get(key) for file in files}) > 1
    ]
    names = _names(files)
    compared = []
    for name, file in zip(names, files, strict=True):
        by_dataset: dict[str, list[Judged]] = {}
        for each in sorted(file.answered, key=lambda each: each.question.key):
            if (*each.question.key, each.question.data) in common:
                by_dataset.setdefault(each.question.dataset, []).append(judge(each))
        compared.append(
            ComparedFile(
                name,
                {key: file.setup.get(key, "–") for key in settings},
                file.code,
                {dataset: tuple(judged) for dataset, judged in by_dataset.items()},
            )
        )
    return compared


def compare_report(files: Sequence[ComparedFile]) -> Report:
    """A table for each dataset, and what accuracy costs in tokens as a plot; at least one file."""
    datasets = list(files[0].judged)
    tables = [_table(files, dataset) for dataset in datasets]
    series = tuple(_series(files, dataset) for dataset in datasets)
    plots = [
        Plot(
            "Accuracy by what the model reads",
            "prompt tokens computed for a question, mean",
            CONTAINED,
            tuple(each for each in series if each.points),
        )
    ]
    introduction = "Files of answers over the questions that all of them answer."
    if len({file.code for file in files}) > 1:
        introduction += (
            "\nThey were made with different versions of the answering, which may differ in more "
            "than the settings shown."
        )
    return Report("Answers compared", introduction, (*tables, *plots))


def _table(files: Sequence[ComparedFile], dataset: str) -> Table:
    measures = {each.name: each for each in MEASURES}
    first = files[0].judged[dataset]
    shown = [
        name
        for name in _SHOWN
        if any(estimate(measures[name], file.judged[dataset]) is not None for file in files)
    ]
    against = len(files) > 1 and CONTAINED in shown
    columns = (
        _FIRST,
        *files[0].differing,
        *shown,
        *((_DIFFERENCE,) if against else ()),
        *_COSTS,
    )
    rows = []
    for number, file in enumerate(files):
        judged = file.judged[dataset]
        cost = costs(judged)
        change: tuple[Cell, ...] = ()
        if against:
            change = (_change(measures[CONTAINED], judged, first) if number else None,)
        rows.append(
            (
                file.name,
                *(_as_cell(each) for each in file.differing.values()),
                *(estimate(measures[name], judged) for name in shown),
                *change,
                *(cost[name] for name in _COSTS),
            )
        )
    answerable = sum(each.answerable for each in first)
    digits = [0] * (1 + len(files[0].differing)) + [3] * (len(shown) + against)
    return Table(
        f"{dataset}: {answerable} questions with an answer, {len(first) - answerable} without",
        columns,
        tuple(rows),
        f"In brackets: {LEVEL:.0%} confidence intervals; the difference is paired, and where its "
        "interval holds 0, the questions are too few to tell. Tokens and passages are means.",
        column_digits=(*digits, 2, 2, 0, 0, 1),
    )


def _change(measure: Measure, judged: Sequence[Judged], first: Sequence[Judged]) -> Cell:
    return difference(measure, judged, first)[0]


def _series(files: Sequence[ComparedFile], dataset: str) -> Series:
    """Accuracy over tokens, by tokens; without the files that have no accuracy."""
    (contained,) = (each for each in MEASURES if each.name == CONTAINED)
    points = []
    for file in files:
        judged = file.judged[dataset]
        value = estimate(contained, judged)
        if value is not None:
            points.append((float(costs(judged)[_COMPUTED]), value.value, _label(file)))
    points.sort()
    return Series(
        dataset,
        tuple((tokens, value) for tokens, value, _ in points),
        tuple(label for _, _, label in points),
    )


def _label(file: ComparedFile) -> str:
    """What a point is called: the only setting that differs, or the file."""
    values = list(file.differing.values())
    return values[0] if len(values) == 1 else file.name


def _names(files: Sequence[KeptAnswers]) -> list[str]:
    """Names of the files, with their folder where two have the same."""
    names = [file.path.stem for file in files]
    return [
        name if names.count(name) == 1 else f"{file.path.parent.name}/{file.path.name}"
        for name, file in zip(names, files, strict=True)
    ]


def _as_cell(value: str) -> Cell:
    """A number stands to the right of its column."""
    return int(value) if value.isdecimal() else value
