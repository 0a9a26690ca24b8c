"""`margine eval compare`: results of other settings in one table."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.evaluate.answers_ledger import Ledger
from tests.evaluate.answer_values import answered_with, put_question
from tests.terminal.program import Program


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys, "eval", "compare")


def write(path: Path, passage_tokens: int, texts: list[str]) -> str:
    with Ledger(path, {"answer.passage_tokens": str(passage_tokens)}) as ledger:
        for number, text in enumerate(texts):
            ledger.add(answered_with(text, put_question(f"q{number}")))
    return str(path)


def test_budgets_stand_in_one_table(command: Program, tmp_path: Path) -> None:
    right, wrong = "At eighty degrees [1].", "Hot [1]."
    files = [
        write(tmp_path / "whole.jsonl", 0, [right] * 4),
        write(tmp_path / "cut.jsonl", 80, [right, wrong, right, wrong]),
    ]
    (table,) = command.json(*files)["tables"]
    contained = [row["answer contained"]["value"] for row in table["rows"]]
    assert contained == [1.0, 0.5]
    assert [row["answer.passage_tokens"] for row in table["rows"]] == [0, 80]
    assert command(*files, "--report", str(tmp_path / "out")) == 0
    assert "small: 4 questions with an answer" in command.out
    assert (tmp_path / "out" / "compare.html").exists()
    halves = [command.json(*files, "--half", half)["tables"][0] for half in ("tune", "report")]
    asked = [int(each["title"].split()[1]) for each in halves]
    assert sum(asked) == 4


def test_what_is_no_result_is_told(command: Program, tmp_path: Path) -> None:
    assert command(str(tmp_path / "none.jsonl")) == 1
    assert "cannot be read" in command.err
    (tmp_path / "notes.jsonl").write_text("notes\n", encoding="utf-8")
    assert command(str(tmp_path / "notes.jsonl")) == 1
    assert "does not fit" in command.err
