"""A model is tried in a child before it is loaded."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from app.core.errors import EnvironmentProblem
from app.models import trial
from app.models.trial import find_setup
from app.models.trial_child import run_child


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    return path


def child(tmp_path: Path, body: str) -> list[str]:
    """A command whose child appends its request to a file, and then does as `body` says."""
    log = tmp_path / "children.jsonl"
    script = (
        "import json, os, signal, sys\n"
        "request = json.loads(sys.argv[1])\n"
        f"open({str(log)!r}, 'a').write(sys.argv[1] + '\\n')\n"
        "def say(prompt, answer):\n"
        "    print('a line of a native library')\n"
        "    print(json.dumps({'extra_buffers': request['extra'], 'prompt_per_s': prompt,"
        " 'answer_per_s': answer}))\n"
        f"{body}\n"
    )
    return [sys.executable, "-I", "-c", script]


def requests(tmp_path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (tmp_path / "children.jsonl").read_text().splitlines()]


def test_the_faster_setting_is_taken_and_remembered(model: Path, tmp_path: Path) -> None:
    command = child(tmp_path, "say(100, 20) if request['extra'] else say(50, 20)")
    first = find_setup(model, 2, command, tmp_path / "cache")
    assert first.extra_buffers
    assert find_setup(model, 2, command, tmp_path / "cache") == first
    assert [each["extra"] for each in requests(tmp_path)] == [False, True]
    assert all(each["model"] == str(model) and each["threads"] == 2 for each in requests(tmp_path))


def test_a_little_speed_is_not_worth_the_memory(model: Path, tmp_path: Path) -> None:
    command = child(tmp_path, "say(52, 20) if request['extra'] else say(50, 20)")
    assert not find_setup(model, 2, command, tmp_path / "cache").extra_buffers


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), signal.SIGSEGV)", "sys.exit(1)", "pass"])
def test_a_setting_that_kills_the_child_is_not_used(model: Path, tmp_path: Path, end: str) -> None:
    command = child(tmp_path, f"if request['extra']:\n    {end}\nelse:\n    say(1, 1)")
    assert not find_setup(model, 2, command, tmp_path / "cache").extra_buffers


def test_when_no_setting_works_the_person_is_told_what_to_do(model: Path, tmp_path: Path) -> None:
    command = child(tmp_path, "os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(EnvironmentProblem, match=r"model\.gguf does not run.*Choose another model"):
        find_setup(model, 2, command, tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("*.json"))


def test_a_child_that_works_without_end_is_ended(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "_WORK_S", 0.3)
    command = child(tmp_path, "while request['extra']:\n    pass\nsay(1, 1)")
    assert not find_setup(model, 1, command, tmp_path / "cache").extra_buffers


def test_a_child_that_does_nothing_is_ended_and_one_that_only_waits_is_not() -> None:
    sleeping = [sys.executable, "-I", "-c", "import time; time.sleep(600)"]
    assert run_child(sleeping, work_s=600, rest_s=0.5) is None
    waiting = [sys.executable, "-I", "-c", "import time; time.sleep(1); print('done')"]
    assert run_child(waiting, work_s=600, rest_s=600) == (0, b"done\n")


@pytest.mark.parametrize("changed", ["model", "threads", "build", "processor"])
def test_whatever_changes_the_outcome_is_tried_again(
    model: Path, tmp_path: Path, changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = child(tmp_path, "say(50, 20)")
    find_setup(model, 2, command, tmp_path / "cache")
    if changed == "model":
        model.write_bytes(b"GGUF again")
    elif changed == "build":
        monkeypatch.setattr(trial, "native_build", lambda: ["another"])
    elif changed == "processor":
        monkeypatch.setattr(trial, "_processor", lambda: ["another"])
    find_setup(model, 1 if changed == "threads" else 2, command, tmp_path / "cache")
    assert len(requests(tmp_path)) == 4


@pytest.mark.parametrize("record", ["", "{}", "[1]", '{"extra_buffers": true}', "nonsense"])
def test_a_damaged_record_is_made_again(model: Path, tmp_path: Path, record: str) -> None:
    command = child(tmp_path, "say(50, 20)")
    expected = find_setup(model, 2, command, tmp_path / "cache")
    for path in (tmp_path / "cache").rglob("*.json"):
        path.write_text(record)
    assert find_setup(model, 2, command, tmp_path / "cache") == expected
    assert len(requests(tmp_path)) == 4


@pytest.mark.models
def test_the_real_child_measures_the_real_model(models_dir: Path, tmp_path: Path) -> None:
    name = "qwen2.5-coder-0.5b-instruct-q4_k_m"
    command = [sys.executable, "-m", "app.models.trial"]
    result = find_setup(models_dir / name / f"{name}.gguf", 2, command, tmp_path)
    assert result.prompt_per_s > 1
    assert result.answer_per_s > 0.05
