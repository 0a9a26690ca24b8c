"""A cell index (inverted file, IVF) by k-means: the plainest approximate search.

Vectors are put into cells by k-means; a query is compared with the centres, then with what is in
the best cells (Sivic & Zisserman 2003; Jégou et al. 2011). scikit-learn is imported when used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from app.evaluate.ann import NEIGHBOURS, ExactSearch
from app.evaluate.synthetic import VectorSet

CELLS = 100


@dataclass(frozen=True, slots=True)
class CellFigures:
    """Means over the queries when so many cells are looked into.

    `compared` are the vectors and the centres compared, as a share of all vectors: above 1 when
    every cell is looked into.
    """

    probed: int
    recall: float
    compared: float


def measure_cells(
    data: VectorSet, exact: ExactSearch, probed: Sequence[int], cells: int = CELLS
) -> tuple[CellFigures, ...]:
    """Recall@10 and share compared of a cell index, for each number of cells in `probed`.

    Cells are ordered by the inner product with their centres, as k-means left them.
    """
    from sklearn.cluster import KMeans

    means = KMeans(cells, n_init=1, random_state=0).fit(data.vectors)
    members = [np.flatnonzero(means.labels_ == cell) for cell in range(cells)]
    order = np.argsort(-(data.queries @ means.cluster_centers_.T), axis=1)
    figures = []
    for count in probed:
        recalls, compared = [], []
        for query, cells_of in enumerate(order[:, :count].tolist()):
            rows = np.concatenate([members[cell] for cell in cells_of])
            best = np.argsort(exact.distances[query, rows], kind="stable")[:NEIGHBOURS]
            recalls.append(exact.recall(query, rows[best]))
            compared.append(len(rows) + cells)
        share = float(np.mean(compared)) / len(data.vectors)
        figures.append(CellFigures(count, float(np.mean(recalls)), share))
    return tuple(figures)
