"""Published tables, measured again: each published figure beside ours."""

from __future__ import annotations

from app.core.errors import UserError
from app.evaluate.ann import Progress
from app.evaluate.classic_figures import (
    SPLIT_PASSAGES,
    compare_bm25,
    compare_lsa,
    compare_splits,
    compare_tfidf,
)
from app.evaluate.classic_ledger import count_equal
from app.evaluate.classic_searches import compare_searches
from app.evaluate.classic_text import vectorize
from app.evaluate.datasets import Dataset
from app.evaluate.report import Plot, Report, Table


def measure_classics(dataset: Dataset | None, progress: Progress = lambda _text: None) -> Report:
    """Measure everything published; without `dataset` what needs none.

    Raises UserError if `dataset` is not the one that the figures are of.
    """
    parts: list[Table | Plot] = []
    if dataset is not None:
        _check(dataset)
        progress("TF-IDF and LSA …")
        vectors = vectorize(dataset)
        parts += [compare_tfidf(dataset, vectors), compare_lsa(dataset, vectors)]
        parts.append(compare_splits(dataset))
    parts.append(compare_bm25())
    parts += compare_searches(progress)
    equal, published = count_equal(part for part in parts if isinstance(part, Table))
    title = f"Published figures, measured again: {equal} of {published} are equal"
    introduction = "Figures count as equal when they are so to the digits that were published."
    if dataset is None:
        introduction += " Without a dataset, those that need none."
    return Report(title, introduction, tuple(parts))


def _check(dataset: Dataset) -> None:
    ids = {each.passage_id for each in dataset.passages}
    if len(ids) != 18 or len(dataset.queries) != 19 or not ids.issuperset(SPLIT_PASSAGES):
        raise UserError(
            f"The published figures are not those of {dataset.name}.",
            why="They are of studio_alfa, a handbook of 18 passages with 19 questions.",
            next_step="Give its folder, or none for the figures that need no dataset.",
        )
