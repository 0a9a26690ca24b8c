"""`margine eval ann`, on vectors that are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app import cli
from app.terminal import eval_ann
from tests.fakes import HashedEmbedder

QUICK = ("--m", "4,8", "--ef", "20,400", "--ef-build", "40", "--queries", "30")


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:  # noqa: ANN401 - JSON
    assert cli.main(["eval", "ann", *words, *QUICK, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def check_tables(value: Any) -> None:  # noqa: ANN401 - JSON
    settings, graphs = value["tables"]
    assert [row["M"] for row in settings["rows"]] == [4, 4, 8, 8, None]
    assert [row["M"] for row in graphs["rows"]] == [4, 8]
    assert settings["rows"][3]["recall@10"] > settings["rows"][0]["recall@10"]


def test_synthetic_vectors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "report"
    value = run_json(capsys, "--synthetic", "--limit", "1500", "--report", str(report))
    check_tables(value)
    assert "1,500 vectors" in value["introduction"]
    assert (report / "ann.html").is_file()


def test_texts_are_embedded_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    class Models:
        def __init__(self, _settings: object) -> None: ...

        def load_embedder(self) -> HashedEmbedder:
            return HashedEmbedder(32)

    monkeypatch.setattr(eval_ann, "InstalledModels", Models)
    text = " ".join(f"word{number}" for number in range(9000))
    (tmp_path / "long.txt").write_text(text, encoding="utf-8")
    check_tables(run_json(capsys, "--texts", str(tmp_path), "--limit", "600"))
    assert len(list((home / "cache" / "evaluate" / "ann").glob("*.npz"))) == 1


def test_a_library_below_the_home_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))  # Windows
    assert cli.main(["eval", "ann", "--library", "~/none"]) == 1
    assert str(tmp_path / "none") in capsys.readouterr().err


def test_a_library_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["eval", "ann", "--library", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err


@pytest.mark.parametrize("words", [("--m", "8,x"), ("--ef", "0"), ("--synthetic", "--texts", "a")])
def test_wrong_use(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["eval", "ann", *words])
