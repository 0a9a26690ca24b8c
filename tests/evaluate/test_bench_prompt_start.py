"""Fresh processes are measured in turn, without and with what the one before left on disk."""

from __future__ import annotations

import sys

import pytest

from app.core.errors import EnvironmentProblem
from app.core.settings import Settings
from app.evaluate.bench_prompt_start import measure_starts

PROGRAM = """
import json, os, pathlib, sys
kept = pathlib.Path(os.environ["MARGINE_CACHE_DIR"]) / "beginnings"
config = pathlib.Path(os.environ["MARGINE_CONFIG_DIR"])
settings = json.loads((config / "settings.json").read_text())
assert settings == {"models.threads": 1}
found = kept.is_dir()
kept.mkdir(parents=True, exist_ok=True)
times = {"first_token": 0 if sys.argv[1] == "no" else 2000, "total": 3000}
print(json.dumps({"timings_ms": times, "tokens": {"prompt_evaluated": 10 if found else 90}}))
"""


def starts(word: str, program: str = PROGRAM) -> list[tuple[str, int, float]]:
    seen: list[str] = []
    figures = measure_starts(
        [sys.executable, "-c", program], {}, Settings({"models.threads": 1}), [word], seen.append, 2
    )
    assert seen
    return [(each.name, each.computed, each.first_word - each.loading) for each in figures]


def test_starts_take_turns() -> None:
    cold, warm = ("nothing on disk", 90, 2.0), ("beginnings on disk", 10, 2.0)
    assert starts("yes") == [cold, warm, cold, warm]


def test_a_refusal_counts_until_its_end() -> None:
    assert starts("no")[0] == ("nothing on disk", 90, 3.0)


def test_a_process_that_fails_is_told() -> None:
    with pytest.raises(EnvironmentProblem, match="no such model"):
        starts("yes", "import sys; sys.exit('no such model')")
