"""The table of cases names tests that exist, and all sixteen cases."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("README.md").read_text(encoding="utf-8")


def test_every_case_has_both_sides() -> None:
    rows = re.findall(r"^\| A(\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$", TABLE, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, 17))
    assert all("`tests/" in cell for row in rows for cell in row[1:])


def test_what_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TABLE)
    assert len(named) > 40
    for path, function in named:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in source, (path, function)
