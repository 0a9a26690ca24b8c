"""Files and folders of ours are their owner's alone; resources are found and confined."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from app.core.paths import data_dir, make_private_dir, write_private_text
from app.core.resources import read_resource, resource_path


def test_new_folders_are_private_all_the_way(tmp_path: Path) -> None:
    deep = make_private_dir(tmp_path / "a" / "b" / "c")
    for folder in (deep, deep.parent, deep.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_an_existing_folder_of_others_is_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_private_dir(tmp_path / "mine")
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_writing_replaces_whole_files(tmp_path: Path) -> None:
    path = tmp_path / "x" / "note.txt"
    write_private_text(path, "one")
    write_private_text(path, "due")
    assert path.read_text() == "due"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["note.txt"]


def test_data_lives_in_the_home_of_the_test(home: Path) -> None:
    assert home in data_dir().parents


@pytest.mark.parametrize("name", ["/etc/passwd", "../pyproject.toml", "a/../../b"])
def test_a_resource_name_cannot_lead_elsewhere(name: str) -> None:
    with pytest.raises(ValueError, match="not a resource name"):
        resource_path(name)


def test_a_missing_resource_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"no/such\.file"):
        read_resource("no/such.file")
