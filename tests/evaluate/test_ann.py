"""Recall, the share compared, and the choice of the cheapest setting."""

from __future__ import annotations

import numpy as np
import pytest

from app.evaluate.ann import ExactSearch, measure_ann
from app.evaluate.ann_report import cheapest_words, report_ann
from app.evaluate.report import Plot, Table
from app.evaluate.synthetic import VectorSet, make_synthetic_set

DATA = make_synthetic_set(1000, 25)


def unit(*angles: float) -> np.ndarray:
    """Vectors in the plane at these angles, in degrees."""
    turned = np.radians(angles)
    return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)


def test_recall_by_hand() -> None:
    # Twelve vectors ever farther from the query: rows 0 to 9 are its neighbours.
    data = VectorSet("plane", unit(*range(12)), unit(0))
    exact = ExactSearch(data)
    assert exact.recall(0, list(range(10))) == 1
    assert exact.recall(0, [0, 1, 2, 3, 4, 5, 6, 7, 10, 11]) == pytest.approx(0.8)
    assert exact.recall(0, [0, 1]) == pytest.approx(0.2)
    assert exact.recall(0, []) == 0
    # What comes after the tenth does not help.
    assert exact.recall(0, [11, *range(10)]) == pytest.approx(0.9)


def test_a_vector_as_near_as_the_tenth_counts() -> None:
    data = VectorSet("plane", unit(*range(9), 9, 9, 9), unit(0))
    exact = ExactSearch(data)
    assert exact.recall(0, [*range(9), 11]) == 1


def test_fewer_vectors_than_neighbours() -> None:
    exact = ExactSearch(VectorSet("plane", unit(0, 10, 20), unit(0)))
    assert exact.recall(0, [2, 1, 0]) == 1


def test_figures_of_a_small_set() -> None:
    told: list[str] = []
    figures = measure_ann(DATA, (4, 16), (10, 1000), ef_build=60, progress=told.append)
    assert [(each.links, each.ef) for each in figures.settings] == [
        (4, 10),
        (4, 1000),
        (16, 10),
        (16, 1000),
    ]
    small, large, _denser, all_held = figures.settings
    assert small.recall < 0.9 < large.recall
    assert small.compared < 0.2
    assert all_held.recall == 1
    assert all_held.compared > 0.99  # as many candidates as vectors: nearly all are compared
    assert all(each.queries_per_s > 0 for each in figures.settings)
    assert [each.links for each in figures.graphs] == [4, 16]
    # 2M links of four bytes in the lowest layer, a little more above it.
    assert 1000 * 32 < figures.graphs[0].link_bytes < 1000 * 32 * 1.5
    assert any("M 4" in text for text in told)


def test_the_cheapest_good_setting() -> None:
    figures = measure_ann(DATA, (16,), (1000, 10, 300), ef_build=60)
    assert figures.cheapest is not None
    assert figures.cheapest.ef == 300
    assert "M 16, ef 300" in cheapest_words(figures)


def test_no_setting_is_good() -> None:
    figures = measure_ann(DATA, (4,), (10,), ef_build=20)
    assert figures.cheapest is None
    assert "No setting" in cheapest_words(figures)


def test_the_report() -> None:
    figures = measure_ann(DATA, (8, 16), (400, 20), ef_build=60)
    report = report_ann(figures, default=(16, 400), exact_below=1000)
    assert "compares them all" not in report.introduction
    assert "1,001 vectors the program" in report_ann(figures, (16, 400), 1001).introduction
    settings, graphs = (part for part in report.parts if isinstance(part, Table))
    assert len(settings.rows) == 5
    assert settings.rows[-1][2] == settings.rows[-1][4] == 1
    assert [row[:2] for row in settings.rows if "default" in str(row[-1])] == [(16, 400)]
    assert sum("cheapest" in str(row[-1]) for row in settings.rows) == 1
    assert [row[0] for row in graphs.rows] == [8, 16]
    plots = [part for part in report.parts if isinstance(part, Plot)]
    assert len(plots) == 3
    for plot in plots:
        assert [line.name for line in plot.series] == ["M 8", "M 16"]
        assert all(line.labels == ("ef 20", "ef 400") for line in plot.series)


def test_the_published_recipe() -> None:
    data = make_synthetic_set()
    assert data.vectors.shape == (20_000, 64)
    assert data.queries.shape == (200, 64)
    np.testing.assert_allclose(np.linalg.norm(data.vectors, axis=1), 1, atol=1e-6)
    again = make_synthetic_set()
    assert np.array_equal(data.vectors, again.vectors)
    assert np.array_equal(data.queries, again.queries)
