"""The vector index: the inputs that make hnswlib raise or lie, and its recall."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.index.dense_file import load_dense, save_dense
from app.index.derived import Origin, StaleFileError
from app.index.hnsw import DenseIndex, check_vectors
from app.index.records import EmbedderInfo, Vectors

DIMENSION = 32
GRAPH_ALWAYS = 1  # exact_below: use the graph for any number of vectors


def vectors_of(count: int, seed: int = 1, dimension: int = DIMENSION) -> Vectors:
    """Unit vectors in clusters, as texts about some subjects are."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(20, dimension))
    raw = centres[random.integers(0, 20, count)] + 0.7 * random.normal(size=(count, dimension))
    return (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float32)


def exact(vectors: Vectors, query: Vectors, k: int) -> list[int]:
    return np.argsort(-(vectors @ query), kind="stable")[:k].tolist()


@pytest.mark.parametrize("exact_below", [GRAPH_ALWAYS, 10_000])
def test_k_above_what_is_live(exact_below: int) -> None:
    index = DenseIndex(DIMENSION, exact_below=exact_below)
    vectors = vectors_of(5)
    assert index.search(vectors[0], 3)[0].tolist() == []  # empty
    index.add(range(5), vectors)
    index.remove([0, 1, 2, 3])
    ids, similarities = index.search(vectors[0], 3)
    assert ids.tolist() == [4]
    assert similarities[0] == pytest.approx(float(vectors[0] @ vectors[4]), abs=1e-5)
    index.remove([4, 4, 99])
    assert index.search(vectors[0], 3)[0].tolist() == []
    assert index.search(vectors[0], 0)[0].tolist() == []


@pytest.mark.parametrize("exact_below", [GRAPH_ALWAYS, 10_000])
def test_more_vectors_than_the_index_was_made_for(exact_below: int) -> None:
    index = DenseIndex(DIMENSION, exact_below=exact_below)
    vectors = vectors_of(3000)
    for start in range(0, 3000, 700):
        index.add(range(start, min(start + 700, 3000)), vectors[start : start + 700])
    assert len(index) == 3000
    assert index.search(vectors[2999], 1)[0].tolist() == [2999]


def test_recall_of_the_graph() -> None:
    vectors, queries = vectors_of(3000, dimension=64), vectors_of(100, seed=2, dimension=64)
    index = DenseIndex(64, exact_below=GRAPH_ALWAYS)
    index.add(range(3000), vectors)
    index.remove(range(0, 3000, 5))  # deleted ones stay in the graph as stepping stones
    live = np.array([n for n in range(3000) if n % 5])
    hits = 0
    for query in queries:
        expected = live[exact(vectors[live], query, 10)].tolist()
        hits += len(set(expected) & set(index.search(query, 10)[0].tolist()))
    assert hits / 1000 >= 0.99


def test_more_candidates_find_more_of_the_nearest() -> None:
    random = np.random.default_rng(4)
    both = random.normal(size=(2050, 64)).astype(np.float32)
    both /= np.linalg.norm(both, axis=1, keepdims=True)
    vectors, queries = both[:2000], both[2000:]
    index = DenseIndex(64, exact_below=GRAPH_ALWAYS)
    index.add(range(2000), vectors)

    def hits(ef: int) -> int:
        found = [set(index.search(query, 10, ef)[0].tolist()) for query in queries]
        nearest = [set(exact(vectors, query, 10)) for query in queries]
        return sum(len(a & b) for a, b in zip(found, nearest, strict=True))

    assert hits(10) < 400 < 490 < hits(500)
    assert len(index.search(queries[0], 30, 1)[0]) == 30  # never below k


def test_the_same_history_gives_the_same_graph(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        index = DenseIndex(DIMENSION)
        index.add(range(300), vectors_of(300))
        path = tmp_path / name
        path.touch()
        index.save(path)
        files.append(path.read_bytes())
    assert files[0] == files[1]


@given(
    steps=st.lists(
        st.tuples(st.booleans(), st.lists(st.integers(0, 30), min_size=1, unique=True)),
        max_size=12,
    )
)
def test_any_history_finds_exactly_what_is_live(steps: list[tuple[bool, list[int]]]) -> None:
    index, live = DenseIndex(8, exact_below=GRAPH_ALWAYS), {}
    for number, (adds, ids) in enumerate(steps):
        if adds:
            vectors = vectors_of(len(ids), seed=number, dimension=8)
            index.add(ids, vectors)
            live.update(zip(ids, vectors, strict=True))
        else:
            index.remove(ids)
            for each in ids:
                live.pop(each, None)
        query = vectors_of(1, seed=99, dimension=8)[0]
        found, similarities = index.search(query, 40)
        assert set(found.tolist()) == set(live) == set(index.ids.tolist())
        expected = {each: float(vector @ query) for each, vector in live.items()}
        for each, similarity in zip(found.tolist(), similarities.tolist(), strict=True):
            assert similarity == pytest.approx(expected[each], abs=1e-5)
        assert list(similarities) == sorted(similarities, reverse=True)
        scores = index.scores(query, [*live, 1000])
        assert scores[:-1] == pytest.approx(list(expected.values()), abs=1e-5)
        assert np.isnan(scores[-1])


def test_deleted_vectors_are_cleared_away() -> None:
    index = DenseIndex(DIMENSION)
    index.add(range(100), vectors_of(100))
    index.remove(range(20))
    assert index.deleted == 20
    index.remove(range(20, 31))
    assert index.deleted == 0  # above 30 %: made anew
    assert len(index) == 69


def test_vectors_that_do_not_fit_are_refused_whole() -> None:
    index = DenseIndex(DIMENSION)
    good = vectors_of(2)
    for bad in (
        np.full((1, DIMENSION), np.nan, np.float32),
        np.full((1, DIMENSION), np.inf, np.float32),
        np.zeros((1, DIMENSION), np.float32),
    ):
        with pytest.raises(ValueError, match="vector"):
            index.add([1, 2, 3], np.concatenate((good, bad)))
        with pytest.raises(ValueError, match="vector"):
            index.search(bad[0], 1)
    for shape in ((2, DIMENSION - 1), (1, DIMENSION), (DIMENSION,)):
        with pytest.raises(ValueError, match="shape"):
            index.add([1, 2], np.ones(shape, np.float32))
    with pytest.raises(ValueError, match="twice"):
        index.add([1, 1], good)
    assert len(index) == 0
    assert check_vectors(np.zeros((0, 4), np.float32), 0, 4).shape == (0, 4)


def test_search_among_is_exact() -> None:
    vectors = vectors_of(50)
    index = DenseIndex(DIMENSION, exact_below=GRAPH_ALWAYS)
    index.add(range(50), vectors)
    ids, _similarities = index.search_among(vectors[3], 2, {3, 8, 9, 777})
    expected = sorted((3, 8, 9), key=lambda n: -float(vectors[n] @ vectors[3]))[:2]
    assert ids.tolist() == expected


EMBEDDER = EmbedderInfo("e", DIMENSION)


def test_a_file_gives_the_same_index(tmp_path: Path) -> None:
    path, vectors = tmp_path / "hnsw.bin", vectors_of(200)
    index = DenseIndex(DIMENSION)
    index.add(range(200), vectors)
    index.remove([7])
    save_dense(index, path, Origin("library", 5), EMBEDDER)
    assert path.stat().st_mode & 0o077 == 0
    # Meanwhile 8 was deleted from the library and 500 added.
    now = np.array([n for n in range(200) if n not in (7, 8)] + [500])
    present = np.concatenate((vectors[now[:-1]], vectors_of(1, seed=9)))
    loaded, generation = load_dense(path, "library", EMBEDDER, now, present)
    assert generation == 5
    assert set(loaded.ids.tolist()) == set(now.tolist()) - {500}
    assert loaded.deleted == 1
    loaded.add([500], present[-1:])
    assert loaded.search(present[-1], 1)[0].tolist() == [500]
    assert 8 not in loaded.search(vectors[8], 200)[0].tolist()


def test_a_file_that_does_not_fit_is_passed_over(tmp_path: Path) -> None:
    path, vectors = tmp_path / "hnsw.bin", vectors_of(20)
    ids = np.arange(20)
    index = DenseIndex(DIMENSION)
    index.add(ids, vectors)

    def is_stale(library: str = "library", embedder: EmbedderInfo = EMBEDDER) -> bool:
        try:
            load_dense(path, library, embedder, ids, vectors)
        except StaleFileError:
            return True
        return False

    assert is_stale()
    save_dense(index, path, Origin("library", 5), EMBEDDER)
    assert not is_stale()
    assert is_stale(library="another")
    assert is_stale(embedder=EmbedderInfo("other", DIMENSION))
    assert is_stale(embedder=EmbedderInfo("e", DIMENSION + 1))
    whole = path.read_bytes()
    for damaged in (whole[:-100], whole[:500] + b"\xff" + whole[501:], b""):
        path.write_bytes(damaged)
        assert is_stale()
    path.write_bytes(whole)
    path.with_suffix(".json").write_text("[]")
    assert is_stale()
    path.with_suffix(".json").write_text("{")
    assert is_stale()
