"""What the person set aside is told, at every start, and can be taken back."""

from __future__ import annotations

from pathlib import Path

from app.engine.protocol import (
    AddPaths,
    IndexDone,
    JobDone,
    ListFiles,
    RemovePaths,
    Rescan,
    SetAsideTold,
)
from tests.engine.service_stage import Stage


def test_what_was_set_aside_is_told_and_can_be_taken_back(library: Path, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("tea.txt", "rent.txt", "rain.txt"):
        (folder / name).write_text(f"Words about {name}.", encoding="utf-8")
    tea, rent = str(folder / "tea.txt"), str(folder / "rent.txt")
    with Stage(library) as stage:
        stage.run(lambda job: AddPaths(job, (str(folder),)), IndexDone)
        stage.run(lambda job: RemovePaths(job, (tea, rent)), JobDone)
        assert stage.events.of(SetAsideTold)[-1].paths == (rent, tea)
    with Stage(library) as stage:  # another start
        stage.run(ListFiles, JobDone)
        assert stage.events.of(SetAsideTold)[-1].paths == (rent, tea)
        done = stage.run(lambda job: AddPaths(job, (tea,)), IndexDone)
        assert done.summary.files_seen == 1
        assert stage.events.of(SetAsideTold)[-1].paths == (rent,)
        (folder / "rent.txt").unlink()  # nothing to be read, and no reason to go on naming it
        done = stage.run(lambda job: AddPaths(job, (rent,)), IndexDone)
        assert (done.summary.files_seen, done.summary.problems) == (0, ())
        assert stage.events.of(SetAsideTold)[-1].paths == ()
        (folder / "rent.txt").write_text("It is back.", encoding="utf-8")
        stage.run(Rescan, IndexDone)
        assert stage.engine.totals().files == 3


def test_a_folder_that_was_set_aside_stands_for_what_is_in_it(
    library: Path, tmp_path: Path
) -> None:
    inner = tmp_path / "papers" / "old"
    inner.mkdir(parents=True)
    (inner / "a.txt").write_text("Old words.", encoding="utf-8")
    with Stage(library) as stage:
        stage.run(lambda job: AddPaths(job, (str(inner.parent),)), IndexDone)
        stage.run(lambda job: RemovePaths(job, (str(inner / "a.txt"),)), JobDone)
        stage.run(lambda job: RemovePaths(job, (str(inner),)), JobDone)
        assert stage.events.of(SetAsideTold)[-1].paths == (str(inner),)
