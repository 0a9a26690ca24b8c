"""The file of results: written at once, read again, and refused where it does not fit."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.evaluate import answers_ledger
from app.evaluate.answers_ledger import Ledger, fingerprint_code
from tests.evaluate.answer_values import answered_with, put_question

SETUP = {"model": "small", "prompts": "1"}
FIRST, SECOND = put_question("q1"), put_question("q2")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "results.jsonl"


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def begin(path: Path) -> None:
    with Ledger(path, SETUP) as ledger:
        ledger.add(answered_with("Eighty degrees [1].", FIRST))


def test_a_result_is_there_as_soon_as_it_is_known(path: Path) -> None:
    with Ledger(path, SETUP) as ledger:
        assert len(lines(path)) == 1  # how they are made
        ledger.add(answered_with("Eighty degrees [1].", FIRST))
        assert json.loads(lines(path)[1])["id"] == "q1"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_is_there_is_not_missing(path: Path) -> None:
    begin(path)
    with Ledger(path, SETUP) as ledger:
        assert ledger.missing([FIRST, SECOND]) == [SECOND]
        assert ledger.of([SECOND, FIRST]) == [answered_with("Eighty degrees [1].", FIRST)]
        ledger.add(answered_with("Warm [1].", SECOND))
        assert [each.text for each in ledger.of([SECOND, FIRST])] == [
            "Warm [1].",
            "Eighty degrees [1].",
        ]
        assert not ledger.code_changed
    assert len(lines(path)) == 3


def test_the_same_id_in_another_dataset_is_another_question(path: Path) -> None:
    begin(path)
    other = answered_with("No.", FIRST).question
    renamed = type(other)("large", *[getattr(other, name) for name in other.__slots__[1:]])
    with Ledger(path, SETUP) as ledger:
        assert ledger.missing([renamed]) == [renamed]


def test_text_that_utf8_cannot_hold(path: Path) -> None:
    with Ledger(path, SETUP) as ledger:
        ledger.add(answered_with("odd \ud800 \u2028 text\n[1]", FIRST))
    with Ledger(path, SETUP) as ledger:
        (answered,) = ledger.of([FIRST])
    assert answered.text == "odd \ud800 \u2028 text\n[1]"


def test_a_line_that_was_cut_off_is_asked_again(path: Path) -> None:
    begin(path)
    whole = path.read_bytes()
    with Ledger(path, SETUP) as ledger:
        ledger.add(answered_with("Warm [1].", SECOND))
    path.write_bytes(path.read_bytes()[:-30])
    with Ledger(path, SETUP) as ledger:
        assert ledger.missing([FIRST, SECOND]) == [SECOND]
        assert path.read_bytes() == whole
        ledger.add(answered_with("Warm [1].", SECOND))
    with Ledger(path, SETUP) as ledger:
        assert ledger.missing([FIRST, SECOND]) == []


def test_answers_made_another_way_are_refused(path: Path) -> None:
    begin(path)
    before = path.read_bytes()
    with pytest.raises(UserError, match="made another way") as caught:
        Ledger(path, {"model": "large", "prompts": "1", "depth": "9"})
    assert caught.value.why == "model: small there, large now; depth: nothing there, 9 now."
    with pytest.raises(UserError, match="prompts: 1 there, nothing now"):
        Ledger(path, {"model": "small"})
    assert path.read_bytes() == before


def test_a_file_without_a_result_is_begun_anew(path: Path) -> None:
    Ledger(path, {"model": ""}).__exit__(None, None, None)  # the model was not installed
    begin(path)
    assert json.loads(lines(path)[0])["model"] == "small"
    assert len(lines(path)) == 2


def test_another_version_of_the_dataset_is_refused(path: Path) -> None:
    begin(path)
    with Ledger(path, SETUP) as ledger, pytest.raises(UserError, match="another version of small"):
        ledger.missing([put_question("q1", data="v2")])


def test_changed_code_is_told_and_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(path)
    assert len(fingerprint_code()) == 16
    monkeypatch.setattr(answers_ledger, "fingerprint_code", lambda: "other")
    with Ledger(path, SETUP) as ledger:
        assert ledger.code_changed
        assert ledger.missing([FIRST]) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("some notes", 1),
        ("[]\n", 1),
        ('{"id": 1}\n', 1),
        ('{"format": "1"}\n{"id": "q1"}\n', 2),
        ('{"format": "1"}\nnotes\n', 2),
    ],
)
def test_a_file_of_something_else_is_left_alone(path: Path, text: str, line: int) -> None:
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=f"Line {line} of .* does not fit"):
        Ledger(path, SETUP)
    assert path.read_text(encoding="utf-8") == text


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be kept"):
        Ledger(tmp_path, SETUP)
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be kept"):
        Ledger(tmp_path / "file" / "results.jsonl", SETUP)
