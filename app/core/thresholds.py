"""The gate's thresholds that were calibrated on this machine: `gate.json` beside the settings.

A threshold belongs to a generator, a signal and a version of our prompts. What is calibrated here
goes before what `resources/models.toml` has.
"""

from __future__ import annotations

import json
import logging
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.core.paths import config_dir, write_private_text
from app.core.types import GateSignal

_log = logging.getLogger(__name__)

FORMAT = 1

FEWEST_QUESTIONS = 10
"""Questions that a calibration takes at least: a quantile of fewer is next to nothing."""


@dataclass(frozen=True, slots=True)
class CalibratedThreshold:
    """τ with its 95 % interval, and of how many questions it was made."""

    model_id: str
    signal: GateSignal
    prompt_version: str
    threshold: float
    low: float
    high: float
    questions: int

    @property
    def key(self) -> tuple[str, str, str]:
        """What it belongs to."""
        return self.model_id, self.signal.value, self.prompt_version


def thresholds_file() -> Path:
    """Where they are kept."""
    return config_dir() / "gate.json"


def load_thresholds(path: Path | None = None) -> tuple[CalibratedThreshold, ...]:
    """What was calibrated; an entry or a file that does not fit is left out, with a warning."""
    path = path or thresholds_file()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        entries = list(stored["thresholds"]) if stored["format"] == FORMAT else None
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        entries = None
    if entries is None:
        _log.warning("the calibrated thresholds cannot be read, those of the catalogue are used")
        return ()
    kept = []
    for entry in entries:
        try:
            kept.append(_from_json(entry))
        except (KeyError, TypeError, ValueError, OverflowError):
            _log.warning("a calibrated threshold does not fit and is left out")
    return tuple(kept)


def find_threshold(
    model_id: str, signal: GateSignal, prompt_version: str, path: Path | None = None
) -> float | None:
    """The calibrated τ, None where there is none."""
    key = (model_id, signal.value, prompt_version)
    return next((each.threshold for each in load_thresholds(path) if each.key == key), None)


def save_threshold(calibrated: CalibratedThreshold, path: Path | None = None) -> None:
    """Put it in the place of an earlier one of the same key; atomic, owner-only. Raises OSError."""
    path = path or thresholds_file()
    others = [each for each in load_thresholds(path) if each.key != calibrated.key]
    entries = [asdict(each) for each in (*others, calibrated)]
    text = json.dumps({"format": FORMAT, "thresholds": entries}, indent=2, ensure_ascii=False)
    write_private_text(path, text + "\n")


def _from_json(entry: Any) -> CalibratedThreshold:  # noqa: ANN401 - whatever the file holds
    threshold, low, high = (float(entry[name]) for name in ("threshold", "low", "high"))
    if not all(map(math.isfinite, (threshold, low, high))):
        raise ValueError("no finite threshold")
    return CalibratedThreshold(
        model_id=str(entry["model_id"]),
        signal=GateSignal(entry["signal"]),
        prompt_version=str(entry["prompt_version"]),
        threshold=threshold,
        low=low,
        high=high,
        questions=int(entry["questions"]),
    )
