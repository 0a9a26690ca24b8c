"""The evaluation documents, indexed twice: every file ends in one state, in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.types import FileState
from tests.e2e.conftest import Program

FINAL = {state.value for state in FileState if state.final}


@pytest.mark.data
@pytest.mark.timeout(600)
def test_every_document_ends_in_exactly_one_state(
    program: Program, evaluation_data: Path, tmp_path: Path
) -> None:
    """Without an embedder, so that reading and not embedding takes the time."""
    documents = evaluation_data / "documents"
    at = ("--library", str(tmp_path / "library"))
    first = program.json("index", str(documents), *at)
    paths = {str(path) for path in documents.rglob("*") if path.is_file()}
    status = program.json("status", *at)["files"]
    assert {each["path"] for each in status} == paths
    assert len(status) == len(paths) == sum(first["states"].values())
    for each in status:
        assert each["state"] in FINAL, each
        # A document that is read may have a note: what of it was left out.
        assert each["reason"] or each["state"] == "indexed", each
        assert bool(each["passages"]) == (each["state"] == "indexed"), each
    supported = [each for each in status if Path(each["path"]).suffix in (".pdf", ".md", ".txt")]
    assert not any(each["state"] == "unsupported" for each in supported)
    assert sum(each["state"] == "indexed" for each in supported) >= len(supported) * 2 // 3
    again = program.json("index", str(documents), *at)
    assert (again["files_read"], again["files_removed"]) == (0, 0)
    assert again["states"] == first["states"]
