"""`margine eval pdf` over a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import cli
from tests import pdf_samples


def test_a_folder_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf_samples.write(tmp_path / "A.PDF", pdf_samples.text_pdf([["One."], ["Two."]]))
    (tmp_path / "notes.txt").write_text("no")
    assert cli.main(["eval", "pdf", str(tmp_path), "--no-made", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    speed = next(each for each in report["tables"] if each["title"] == "Speed")
    assert [row["pages"] for row in speed["rows"]] == [2, 2, 2]


@pytest.mark.parametrize("name", ["missing.pdf", "."])
def test_nothing_to_measure_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert cli.main(["eval", "pdf", str(tmp_path / name), "--no-made"]) != 0
    assert "There is no" in capsys.readouterr().err
