"""CASES A2: one to five passages, the query's term in any number of them: it is found, first."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from app.engine.protocol import IndexDone, Rescan
from tests.cases.folders import index, names, search
from tests.engine.service_stage import ScriptedModels, Stage

OTHERS = ("bridge", "violin", "harvest", "glacier", "kiln")
STOPWORDS = ("the of and", "what is this", "il la di e", "che cosa è", "der die das", "的")


@pytest.mark.parametrize("embedder", [True, False], ids=["dense", "words"])
@pytest.mark.parametrize("count", range(1, 6))
def test_a_term_of_any_share_of_the_passages_is_found(
    count: int, embedder: bool, tmp_path: Path
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    models = ScriptedModels()
    if not embedder:
        models.embedder_id = ""
    with Stage(tmp_path / "library", models) as stage:
        for number in range(count):
            (papers / f"{number}.txt").write_text(f"The {OTHERS[number]} is old.\n")
        index(stage, papers)
        for sharing in range(1, count + 1):  # the term comes into one more file each time
            term = f"quince{sharing}x"
            with (papers / f"{sharing - 1}.txt").open("a") as file:
                file.write("".join(f"It tells of quince{n}x.\n" for n in range(sharing, count + 1)))
            stage.run(Rescan, IndexDone)
            found = search(stage, term, 10)
            best = names(found)[:sharing]
            assert sorted(best) == [f"{number}.txt" for number in range(sharing)], term
            for each in found[:sharing]:
                assert each.scores.bm25 is not None
                assert each.scores.bm25 > 0
                assert math.isfinite(each.scores.fused)
        for number in range(count):
            assert names(search(stage, OTHERS[number], 10))[0] == f"{number}.txt"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_query_of_nothing_but_stopwords_is_answered(count: int, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for number in range(count):
        (papers / f"{number}.txt").write_text(f"The {OTHERS[number]} is of the old town.\n")
    with Stage(tmp_path / "library") as stage:
        index(stage, papers)
        for query, k in itertools.product(STOPWORDS, (1, 3, 100)):
            found = search(stage, query, k)
            assert len(found) <= min(k, count)
            assert all(math.isfinite(each.scores.fused) for each in found)
            assert all((each.scores.bm25 or 0) >= 0 for each in found)
