"""The kinds of files that are offered are those that are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ingest.readers.registry import FORMATS, find_format
from app.ui.file_kinds import DOCUMENTS, PICTURES, name_filters


def test_every_kind_that_is_offered_is_read() -> None:
    for extension in DOCUMENTS + PICTURES:
        found = find_format(Path(f"a.{extension}"))
        assert found is not None, extension
        assert (found.name == "picture") is (extension in PICTURES)


def test_every_kind_that_is_read_is_offered_but_code() -> None:
    offered = {find_format(Path(f"a.{each}")) for each in DOCUMENTS + PICTURES}
    assert {each.name for each in FORMATS if each not in offered} == {"code"}


@pytest.mark.usefixtures("qapp")
def test_capitals_are_offered_too() -> None:
    first, second, last = name_filters()
    assert "*.pdf *.PDF" in first
    assert "*.JPG" in first
    assert "*.JPG" in second
    assert "pdf" not in second
    assert last == "All files (*)"
