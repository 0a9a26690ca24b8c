"""`margine eval classics`: what it needs, and what it says."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from app import cli
from app.evaluate import classics
from app.evaluate.report import Table


@pytest.fixture(autouse=True)
def _no_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches take half a minute."""
    searched = Table(
        "searches", ("figure", "published", "measured", "equal"), (("a", 1, 2, False),)
    )
    monkeypatch.setattr(classics, "compare_searches", lambda _progress: [searched])


def test_without_scikit_learn_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "sklearn" else real(name)
    )
    assert cli.main(["eval", "classics"]) == 1
    assert "pip install scikit-learn" in capsys.readouterr().err


def test_without_a_dataset(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sklearn", reason="the extra `eval` is not installed")
    assert cli.main(["eval", "classics", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert [table["title"] for table in value["tables"]] == ["BM25", "searches"]
    assert value["title"].endswith("2 of 3 are equal")


@pytest.mark.data
def test_with_the_dataset(
    capsys: pytest.CaptureFixture[str], evaluation_data: Path, tmp_path: Path
) -> None:
    pytest.importorskip("sklearn", reason="the extra `eval` is not installed")
    words = [str(evaluation_data / "studio_alfa"), "--report", str(tmp_path), "--json"]
    assert cli.main(["eval", "classics", *words]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["title"].endswith("36 of 37 are equal")
    assert (tmp_path / "classics.html").is_file()
