"""The cell index: by hand, and the published curve."""

from __future__ import annotations

import numpy as np
import pytest

from app.evaluate.ann import ExactSearch
from app.evaluate.classic_cells import measure_cells
from app.evaluate.classic_searches import PROBED, cell_table
from app.evaluate.synthetic import VectorSet, make_synthetic_set

pytest.importorskip("sklearn", reason="the extra `eval` is not installed")


def test_two_clouds_by_hand() -> None:
    """Six vectors to the right, fourteen upwards; two cells find them as they are."""
    right = np.radians(np.linspace(0, 5, 6))
    up = np.radians(np.linspace(85, 98, 14))
    angles = np.concatenate([right, up])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    data = VectorSet("clouds", vectors, np.array([[1, 0]], np.float32))
    one, both = measure_cells(data, ExactSearch(data), [1, 2], cells=2)
    assert one.recall == pytest.approx(0.6)  # six of the ten nearest are in its own cell
    assert one.compared == pytest.approx((6 + 2) / 20)
    assert both.recall == 1
    assert both.compared == pytest.approx((20 + 2) / 20)


def test_the_published_curve() -> None:
    data = make_synthetic_set()
    table = cell_table(measure_cells(data, ExactSearch(data), PROBED))
    published = [row for row in table.rows if row[-1] is not None]
    assert len(published) == 9
    assert [row for row in published if not row[-1]] == []
