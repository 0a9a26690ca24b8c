"""CASES A3, A4: more asked for than there is, more added than there was, in any order of things.

One thread adds, edits and deletes files and has them indexed; another searches all the time.
"""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from app.engine.protocol import IndexDone, RemovePaths, Rescan, Search, SearchDone
from tests.cases.folders import index, names, search
from tests.engine.service_stage import Stage

STEPS = 14
MOST = 40


@pytest.mark.parametrize("seed", range(3))
def test_what_is_found_is_what_is_there(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    papers = tmp_path / "papers"
    papers.mkdir()
    live: dict[str, int] = {}
    stopped = threading.Event()
    trouble: list[BaseException] = []

    def search_on(stage: Stage) -> None:
        try:
            while not stopped.is_set():
                found = stage.run(lambda job: Search(job, "melon", 100), SearchDone).passages
                assert len({each.passage_id for each in found}) == len(found)
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            trouble.append(error)

    with Stage(tmp_path / "library") as stage:
        index(stage, papers)
        searching = threading.Thread(target=search_on, args=(stage,))
        searching.start()
        try:
            for step in range(STEPS):
                change(rng, papers, live, step)
                if live and rng.random() < 0.2:  # out of the library, not off the disk
                    gone = rng.choice(sorted(live))
                    path = str(papers / gone)
                    stage.run(Rescan, IndexDone)
                    stage.send(RemovePaths(stage.next_job(), (path,)))
                    (papers / gone).unlink()
                    del live[gone]
                stage.run(Rescan, IndexDone)
                for k in (1, 3, len(live) + 7):
                    found = search(stage, "melon", k)
                    assert len(found) == min(k, len(live)), step
                assert set(names(search(stage, "melon", MOST * 2))) == set(live)
        finally:
            stopped.set()
            searching.join()
    assert not trouble
    with Stage(tmp_path / "library") as stage:
        assert set(names(search(stage, "melon", MOST * 2))) == set(live)


def change(rng: random.Random, papers: Path, live: dict[str, int], step: int) -> None:
    """Add some files, or many, delete most of them, or edit some."""
    kind = rng.choice(("add", "add many", "delete", "delete all but one", "edit"))
    if kind.startswith("add"):
        for number in range(12 if "many" in kind else 2):
            if len(live) < MOST:
                write(papers, live, f"{step}-{number}.txt", step)
    elif kind == "edit":
        for name in rng.sample(sorted(live), min(3, len(live))):
            write(papers, live, name, 100 + step)
    else:
        keep = 1 if "all" in kind else max(0, len(live) - 2)
        for name in rng.sample(sorted(live), max(0, len(live) - keep)):
            (papers / name).unlink()
            del live[name]


def write(papers: Path, live: dict[str, int], name: str, version: int) -> None:
    """A file with one passage, unlike all others: near-duplicates stand behind one another."""
    rng = random.Random(f"{name}{version}")
    others = " ".join("".join(rng.choices("bcdfgklmnprst", k=6)) for _ in range(12))
    (papers / name).write_text(f"Melon {others}.\n")
    live[name] = version
