"""The embedder's window, read from its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.models.window import embedder_window


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"max_seq_length": 128, "do_lower_case": false}', 128),
        ('{"max_seq_length": null}', 0),
        ('{"max_seq_length": "128"}', 0),
        ("{}", 0),
        ("[128]", 0),
        ("not JSON", 0),
    ],
)
def test_the_window_is_what_the_settings_say(tmp_path: Path, content: str, expected: int) -> None:
    (tmp_path / "sentence_bert_config.json").write_text(content, encoding="utf-8")
    assert embedder_window(tmp_path) == expected


def test_a_folder_without_settings_does_not_tell(tmp_path: Path) -> None:
    assert embedder_window(tmp_path) == 0
