"""The texts beside the code are found, and the newest section of a changelog."""

from __future__ import annotations

import pytest

from app.core.notices import read_notice, top_section


def test_this_installation_has_its_notices() -> None:
    assert "llama-cpp-python" in read_notice("NOTICE")
    assert "Apache License" in read_notice("LICENSE")
    heading, text = top_section(read_notice("CHANGELOG.md"))
    assert heading
    assert "### " in text


def test_a_missing_text_is_empty() -> None:
    assert read_notice("NO-SUCH-NOTICE") == ""


@pytest.mark.parametrize(
    ("changelog", "expected"),
    [
        ("# Changelog\n\n## [1.2]\n\n- a\n\n## [1.1]\n\n- b\n", ("1.2", "- a")),
        ("# Changelog\n\n## [1.2] - 2026-01-02\n### Added\n- a ## b\n", None),
        ("# Changelog\n", ("", "")),
        ("", ("", "")),
    ],
)
def test_the_top_section(changelog: str, expected: tuple[str, str] | None) -> None:
    found = top_section(changelog)
    assert found == (expected or ("1.2] - 2026-01-02".strip("[]"), "### Added\n- a ## b"))
