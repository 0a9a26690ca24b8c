from __future__ import annotations

import json
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.thresholds import (
    CalibratedThreshold,
    find_threshold,
    load_thresholds,
    save_threshold,
    thresholds_file,
)
from app.core.types import GateSignal

ONE = CalibratedThreshold("m", GateSignal.MARGIN, "2", 0.25, 0.2, 0.3, 40)


def test_a_threshold_is_found_by_model_signal_and_prompts(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    assert find_threshold("m", GateSignal.MARGIN, "2", path) is None
    save_threshold(ONE, path)
    save_threshold(replace(ONE, signal=GateSignal.ENTROPY, threshold=0.5), path)
    assert find_threshold("m", GateSignal.MARGIN, "2", path) == 0.25
    assert find_threshold("m", GateSignal.ENTROPY, "2", path) == 0.5
    assert find_threshold("m", GateSignal.MARGIN, "3", path) is None
    assert find_threshold("n", GateSignal.MARGIN, "2", path) is None


def test_a_new_one_takes_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    save_threshold(ONE, path)
    save_threshold(replace(ONE, threshold=0.75), path)
    assert load_thresholds(path) == (replace(ONE, threshold=0.75),)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "gate.json"
    save_threshold(ONE, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2, "thresholds": []}', "7"])
def test_a_damaged_file_is_passed_over(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "gate.json"
    path.write_text(text, encoding="utf-8")
    assert load_thresholds(path) == ()
    assert "cannot be read" in caplog.text
    caplog.clear()


def test_an_entry_that_does_not_fit_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "gate.json"
    save_threshold(ONE, path)
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["thresholds"] += [{"model_id": "m"}, stored["thresholds"][0] | {"low": "nan"}, 5]
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert load_thresholds(path) == (ONE,)
    assert "left out" in caplog.text
    caplog.clear()


def test_it_is_kept_beside_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARGINE_CONFIG_DIR", str(tmp_path))
    assert thresholds_file() == tmp_path / "gate.json"
