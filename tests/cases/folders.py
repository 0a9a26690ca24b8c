"""What the cases share: a folder that is filled and indexed, and what its files came to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from app.core.types import FileRecord, FileState, FoundPassage
from app.engine.protocol import AddPaths, IndexDone, Search, SearchDone
from tests.engine.service_stage import Stage

DEADLINE_S = 280.0  # a machine that is busy with something else
GOOD = "good.txt"  # stands beside every odd file, and is found whatever that one does
GOOD_TEXT = "The lighthouse keeper wrote letters.\n"


def fill(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write `files` into `folder`, and a good one beside them; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in {**files, GOOD: GOOD_TEXT}.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / name).write_bytes(data)
    return folder


def index(stage: Stage, folder: Path) -> IndexDone:
    """Add a folder; what it came to."""
    job = stage.start(lambda number: AddPaths(number, (str(folder),)))
    done = stage.events.ending(job, deadline_s=DEADLINE_S)
    assert isinstance(done, IndexDone), done
    return done


def search(stage: Stage, query: str, k: int = 5) -> tuple[FoundPassage, ...]:
    """The passages found."""
    return stage.run(lambda job: Search(job, query, k), SearchDone).passages


def names(passages: tuple[FoundPassage, ...]) -> list[str]:
    """The files that passages are from, in their order, each once."""
    return list(dict.fromkeys(os.path.basename(each.path) for each in passages))  # noqa: PTH119 - plain text


def records(stage: Stage) -> dict[str, FileRecord]:
    """The library's files by name."""
    return {Path(each.path).name: each for each in stage.engine.files()}


def check_folder(stage: Stage, done: IndexDone, folder: Path) -> None:
    """Each file ended in one state, with a reason where it holds nothing; the good one is found."""
    files = records(stage)
    assert set(files) == {path.name for path in folder.rglob("*") if path.is_file()}
    assert sum(done.summary.states.values()) == len(files)
    for name, each in files.items():
        assert each.state.final, name
        assert bool(each.reason) is (each.state is not FileState.INDEXED), name
        assert "Error" not in each.reason, name
        assert "Traceback" not in each.reason, name
    assert names(search(stage, '"lighthouse keeper"', 1)) == [GOOD]
