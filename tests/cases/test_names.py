"""Files with names that try to be something else: indexed, found, opened under their own name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.types import FileState, GateMode
from app.engine.codec import decode, encode
from app.engine.protocol import (
    DocumentPageText,
    FilesChanged,
    IndexDone,
    JobDone,
    ListFiles,
    ReadDocumentText,
    RemovePaths,
    Rescan,
)
from tests.cases.folders import index, search
from tests.cases.nasty import NAMES
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import Reply, ScriptedGenerator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows takes no such names")


def word_of(number: int) -> str:
    """A word that stands in one file alone."""
    return f"zz{number}quince"


def write(folder: Path) -> dict[str, Path]:
    """A file of each name; those that this file system does not take are left out."""
    paths: dict[str, Path] = {}
    for number, (what, name) in enumerate(NAMES.items()):
        inside = folder / f"{what} {'[x] #%' if number % 2 else ''}"
        inside.mkdir()
        path = inside / name
        try:
            path.write_text(f"The {word_of(number)} grows here.\n", encoding="utf-8")
        except OSError:
            continue
        paths[what] = path
    return paths


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, dict[str, Path]]]:
    """All of them indexed; opened anew, so that what is stored is what is looked at."""
    folder = tmp_path_factory.mktemp("names")
    paths = write(folder)
    library = tmp_path_factory.mktemp("library")
    models = ScriptedModels(ScriptedGenerator(Reply("It grows here [1].", gap=0.2, denial=0.1)))
    with Stage(library, models) as stage:
        done = index(stage, folder)
        assert done.summary.problems == ()
        assert done.summary.states == {"indexed": len(paths)}
    with Stage(library, models) as stage:
        again = stage.run(Rescan, IndexDone).summary
        assert (again.files_read, again.files_removed) == (0, 0)
        search(stage, "quince")  # its thread lives as long as the engine, not as a test
        yield stage, paths


@pytest.mark.parametrize("what", NAMES)
def test_it_is_found_cited_and_opened_under_its_own_name(
    what: str, shelf: tuple[Stage, dict[str, Path]]
) -> None:
    stage, paths = shelf
    if what not in paths:
        pytest.skip("this file system takes no such name")
    word = word_of(list(NAMES).index(what))
    found = search(stage, f'"{word}"', 1)[0]
    assert found.path == str(paths[what])
    assert word in Path(found.path).read_text(encoding="utf-8")
    page = stage.run(lambda job: ReadDocumentText(job, found.document_id, 0), DocumentPageText)
    assert word in page.text
    assert not page.changed
    citation = stage.ask(f"Where does the {word} grow?", GateMode.ALWAYS).answer.citations[0]
    assert citation.path == str(paths[what])
    assert citation.n == 1


def test_the_window_is_told_the_same_names(shelf: tuple[Stage, dict[str, Path]]) -> None:
    stage, paths = shelf
    stage.run(ListFiles, JobDone)
    told = stage.events.of(FilesChanged)[-1]
    assert {each.path for each in told.changed} == {str(path) for path in paths.values()}
    assert decode(encode(told)) == told


def test_one_of_them_is_taken_out_alone(tmp_path: Path) -> None:
    """Also where names are alike but for their form, or look like patterns."""
    folder = tmp_path / "names"
    folder.mkdir()
    names = ["a_b.txt", "a%b.txt", "aXb.txt", NAMES["composed"], NAMES["decomposed"]]
    for number, name in enumerate(names):
        (folder / name).write_text(f"The {word_of(number)} grows here.\n", encoding="utf-8")
    count = len(os.listdir(folder))  # noqa: PTH208 - names as they are
    with Stage(tmp_path / "library") as stage:
        index(stage, folder)
        for number, name in enumerate(names[:count]):
            path = str(folder / name)
            stage.run(lambda job, path=path: RemovePaths(job, (path,)), JobDone)
            left = {each.path for each in stage.engine.files()}
            assert left == {str(folder / other) for other in names[number + 1 : count]}
            assert search(stage, f'"{word_of(number)}"') == ()
        assert all(each.state is FileState.INDEXED for each in stage.engine.files())
