"""Every file of the folder of good and bad files is read, or refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.types import FileState
from app.ingest.readers.registry import FORMATS, supported
from tests.ingest import small_files
from tests.ingest.make_folder import UNSUPPORTED, make_folder
from tests.ingest.reading import read_pages, read_state


def test_every_file_ends_in_a_state_that_it_may_end_in(tmp_path: Path) -> None:
    made = make_folder(tmp_path)
    on_disk = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert on_disk >= {each.path for each in made if "." in each.path}
    wrong = {
        each.path: state
        for each in made
        if (state := read_state(tmp_path / each.path)) not in each.states
    }
    assert not wrong
    assert {each.format for each in made} == {each.name for each in FORMATS} | {""}
    assert all(supported(Path(each.path)) is (each.states != UNSUPPORTED) for each in made)


@pytest.mark.parametrize("name", sorted(small_files.VALID))
def test_the_small_files_say_their_two_sentences(name: str, tmp_path: Path) -> None:
    found = next((each for each in FORMATS if each.name == name), None)
    if found is None:
        pytest.skip(f"no reader for {name}")
    path = tmp_path / ("a" + found.extensions[0])
    path.write_bytes(small_files.VALID[name]())
    text = " ".join(" ".join(page.text for page in read_pages(path)).split())
    assert small_files.FIRST in text
    assert small_files.SECOND in text


def test_the_folder_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = make_folder(tmp_path / "a"), make_folder(tmp_path / "b")
    assert first == second
    assert len({each.path for each in first}) == len(first) > 200
    assert {state for each in first for state in each.states} >= set(FileState) - {
        FileState.WAITING,
        FileState.READING,
    }
