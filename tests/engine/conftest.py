"""Worlds for the tests of indexing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.index.records import EmbedderInfo
from tests.engine.indexing_fakes import DirectAccess, FakeLibrary
from tests.engine.indexing_world import RealAccess, World


@pytest.fixture(params=["fake", "real"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    folder = tmp_path / "documents"
    folder.mkdir()
    if request.param == "fake":
        yield World(folder, DirectAccess(FakeLibrary()))
        return
    access = RealAccess(tmp_path / "library", EmbedderInfo("fake", 8))
    yield World(folder, access)
    access.close()
