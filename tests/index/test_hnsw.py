"""The vector index: the inputs that make hnswlib raise or lie, and its recall."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

import hnswlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.index.dense_file import load_dense, save_dense
from app.index.derived import Origin, StaleFileError
from app.index.graph_file import read_records, read_state, write_graph
from app.index.hnsw import EF_BUILD, LINKS, DenseIndex, check_vectors, rebuild
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


steps_of = st.lists(
    st.tuples(
        st.sampled_from(
            ["add", "later", "remove", "insert", "compact", "save", "load", "rebase", "rebuild"]
        ),
        st.lists(st.integers(0, 30), min_size=1, max_size=12, unique=True),
    ),
    max_size=14,
)


@given(steps=steps_of)
@settings(deadline=None, max_examples=40)
def test_any_history_finds_exactly_what_is_live(steps: list[tuple[str, list[int]]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        check_history(steps, Path(name))


def check_history(steps: list[tuple[str, list[int]]], folder: Path) -> None:
    index, live = DenseIndex(8, exact_below=GRAPH_ALWAYS), dict[int, Vectors]()
    snapshot, saved = index.snapshot(), None
    for number, (step, ids) in enumerate(steps):
        if step in ("add", "later"):
            vectors = vectors_of(len(ids), seed=number, dimension=8)
            index.add(ids, vectors, later=step == "later")
            live.update(zip(ids, vectors, strict=True))
        elif step == "remove":
            index.remove(ids)
            for each in ids:
                live.pop(each, None)
        elif step == "insert":
            index.insert_some(ids[0])
        elif step == "compact":
            index.compact()
            saved = None
        elif step == "save":
            snapshot, saved = index.snapshot(), folder / str(number)
            saved.touch()
            index.save(saved)
        elif step == "load":
            path = folder / str(number)
            path.touch()
            while index.insert_some(3):
                pass
            index.save(path)
            index = DenseIndex.load(path, 8, exact_below=GRAPH_ALWAYS)
            snapshot, saved = index.snapshot(), None
        elif step == "rebase" and saved is not None:
            index.rebase(saved)
        elif step == "rebuild" and saved is not None:
            fresh = rebuild(snapshot, 8, exact_below=GRAPH_ALWAYS)
            assert fresh is not None
            index, saved = index.renewed(fresh, snapshot), None
        query = vectors_of(1, seed=99, dimension=8)[0]
        found, similarities = index.search(query, 40)
        assert set(found.tolist()) == set(live) == set(index.ids.tolist())
        expected = {each: float(vector @ query) for each, vector in live.items()}
        for each, similarity in zip(found.tolist(), similarities.tolist(), strict=True):
            assert similarity == pytest.approx(expected[each], abs=1e-5)
        assert list(similarities) == sorted(similarities, reverse=True)
        some = {each for each in range(31) if each % 3}
        among, _similarities = index.search_among(query, 5, some)
        assert among.tolist() == [each for each in found.tolist() if each in some][:5]
        assert not live or index.differing(list(live), np.stack(list(live.values()))) == []
        assert sorted(index.ids_between(5, 11)) == sorted(e for e in live if 5 <= e <= 11)
        scores = index.scores(query, [*live, 1000])
        assert scores[:-1] == pytest.approx(list(expected.values()), abs=1e-5)
        assert np.isnan(scores[-1])


def test_much_deletion_wears_the_graph_out() -> None:
    index = DenseIndex(DIMENSION)
    index.add(range(100), vectors_of(100))
    index.remove(range(20))
    assert index.deleted == 20
    assert not index.worn
    index.remove(range(20, 31))
    assert index.worn
    index.compact()
    assert (index.deleted, len(index), index.worn) == (0, 69, False)


def test_a_vector_replaced_while_the_graph_is_built_anew() -> None:
    first, other, second = np.eye(3, DIMENSION, dtype=np.float32)
    index = DenseIndex(DIMENSION, exact_below=GRAPH_ALWAYS)
    index.add([1, 2], np.stack((first, other)), later=True)
    snapshot = index.snapshot()
    index.add([1], second[None], later=True)  # neither of the two was in the graph
    fresh = rebuild(snapshot, DIMENSION, exact_below=GRAPH_ALWAYS)
    assert fresh is not None
    renewed = index.renewed(fresh, snapshot)
    assert renewed.differing([1], second[None]) == []
    assert renewed.search(second, 1)[0].tolist() == [1]
    assert len(renewed.ids) == 2


def test_rebuilding_can_be_stopped() -> None:
    index = DenseIndex(DIMENSION)
    index.add(range(100), vectors_of(100))
    left = iter([False, False, True])
    assert rebuild(index.snapshot(), DIMENSION, stop=lambda: next(left)) is None


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


def test_search_among_most_of_many() -> None:
    vectors = vectors_of(2500)
    index = DenseIndex(DIMENSION, exact_below=GRAPH_ALWAYS)
    index.add(range(2500), vectors)
    query = vectors_of(1, seed=7)[0]
    order = exact(vectors, query, 2500)
    for part in (order, order[::2], order[1500:]):  # the last: all the nearest are left out
        allowed = set(part)
        found, _similarities = index.search_among(query, 10, allowed)
        assert len(set(found.tolist()) & set(part[:10])) >= 9
        assert set(found.tolist()) <= allowed


def test_case_a3_search_while_another_thread_puts_vectors_into_the_graph() -> None:
    index = DenseIndex(DIMENSION, exact_below=GRAPH_ALWAYS)
    vectors = vectors_of(3000)
    index.add(range(500), vectors[:500])
    done = threading.Event()

    def insert() -> None:
        while not done.is_set() or index.waiting:
            index.insert_some(8)

    thread = threading.Thread(target=insert)
    thread.start()
    try:
        for start in range(500, 3000, 100):
            index.add(range(start, start + 100), vectors[start : start + 100], later=True)
            index.remove([start - 1, start + 50])
            for number in (start + 3, start + 99, start - 200):
                found, similarities = index.search(vectors[number], 5)
                assert found[0] == number
                assert similarities == pytest.approx((vectors @ vectors[number])[found], abs=1e-5)
            assert not {start - 1, start + 50} & set(index.search(vectors[start], 900)[0].tolist())
    finally:
        done.set()
        thread.join()
    assert (index.waiting, len(index)) == (0, 2950)


EMBEDDER = EmbedderInfo("e", DIMENSION)


def test_a_file_gives_the_same_index(tmp_path: Path) -> None:
    path, vectors = tmp_path / "hnsw-1.bin", vectors_of(200)
    index = DenseIndex(DIMENSION)
    index.add(range(200), vectors)
    index.remove([7])
    save_dense(index, path, Origin("library", 5), EMBEDDER)
    for each in (path, path.with_suffix(".json")):
        assert each.stat().st_mode & 0o077 == 0
    loaded, generation = load_dense(path, "library", EMBEDDER)
    assert generation == 5
    assert loaded.ids.tolist() == index.ids.tolist()
    assert loaded.deleted == 1
    loaded.add([500], vectors_of(1, seed=9))
    loaded.remove([8])
    assert loaded.search(vectors_of(1, seed=9)[0], 1)[0].tolist() == [500]
    assert 8 not in loaded.search(vectors[8], 200)[0].tolist()
    assert loaded.scores(vectors[9], [9, 8]) == pytest.approx([1.0, np.nan], nan_ok=True)


def test_a_library_that_moves_meanwhile_is_not_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    index = DenseIndex(DIMENSION)
    index.add(range(20), vectors_of(20))

    def move() -> None:
        folder.rename(tmp_path / "moved")

    with pytest.raises(FileNotFoundError):
        save_dense(index, folder / "hnsw-1.bin", Origin("library", 5), EMBEDDER, before_valid=move)
    assert not folder.exists()


def test_a_removed_vector_is_gone_from_the_file(tmp_path: Path) -> None:
    path, vectors = tmp_path / "hnsw-1.bin", vectors_of(400)
    index = DenseIndex(DIMENSION, exact_below=GRAPH_ALWAYS)
    index.add(range(400), vectors)
    removed, kept = list(range(0, 400, 4)), [n for n in range(400) if n % 4]
    index.remove(removed)
    save_dense(index, path, Origin("library", 5), EMBEDDER)
    content, vectors = path.read_bytes(), check_vectors(vectors, 400, DIMENSION)
    assert not any(vectors[each].tobytes() in content for each in removed)
    assert all(vectors[each].tobytes() in content for each in kept)
    loaded = DenseIndex.load(path, DIMENSION, exact_below=GRAPH_ALWAYS)
    for query in vectors_of(20, seed=2):
        expected = [kept[n] for n in exact(vectors[kept], query, 10)]
        assert len(set(loaded.search(query, 10)[0].tolist()) & set(expected)) >= 9


@pytest.mark.parametrize("count", [0, 1, 50, 3000])
def test_the_file_is_what_hnswlib_itself_writes(tmp_path: Path, count: int) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    index = DenseIndex(DIMENSION)
    index.add(range(count), vectors_of(count))
    index.save(ours)
    index._graph.save_index(str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("count", [0, 1, 50, 3000])
def test_a_file_that_hnswlib_cannot_open_is_read_for_it(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where the user's name is not in the system's code page."""

    def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError("Cannot open file")

    path, mine, other = tmp_path / "grüße 图", tmp_path / "ours", tmp_path / "theirs"
    index = DenseIndex(DIMENSION, exact_below=GRAPH_ALWAYS)
    index.add(range(count), vectors_of(count))
    index.remove(range(0, count, 5))
    index.save(path)
    theirs = DenseIndex.load(path, DIMENSION, exact_below=GRAPH_ALWAYS)
    with monkeypatch.context() as patch:
        patch.setattr(hnswlib.Index, "load_index", fail)
        ours = DenseIndex.load(path, DIMENSION, exact_below=GRAPH_ALWAYS)
    ours.save(mine)
    theirs.save(other)
    assert mine.read_bytes() == other.read_bytes()
    assert (ours.deleted, len(ours)) == (theirs.deleted, len(theirs))
    queries = vectors_of(20, seed=3)
    for each in (ours, theirs):
        each.remove([1, 2, 3])
        each.add(range(5000, 7000), vectors_of(2000, seed=4))  # more than there is room for
    for query in queries:
        known = [set(each.search(query, 10)[0].tolist()) for each in (ours, theirs)]
        assert len(known[0] & known[1]) >= 9


def test_damage_is_met_where_a_file_is_read_for_hnswlib(tmp_path: Path) -> None:
    path = tmp_path / "file"
    index = DenseIndex(DIMENSION)
    index.add(range(200), vectors_of(200))
    index.save(path)
    whole = path.read_bytes()
    empty = hnswlib.Index("ip", DIMENSION)
    empty.init_index(1000, M=LINKS, ef_construction=EF_BUILD)
    state = empty.__getstate__()[0]
    assert read_state(path, state)["cur_element_count"] == 200
    for content in (b"", whole[:50], whole[:-1], whole + b"1", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(StaleFileError):
            read_state(path, state)
    path.write_bytes(whole)
    for key, value in (("M", 8), ("max_elements", 100), ("ser_version", 2)):
        with pytest.raises(StaleFileError):
            read_state(path, {**state, key: value})


def test_a_state_of_another_version_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(StaleFileError, match="version"):
        write_graph({"ser_version": 2}, tmp_path / "file")
    assert not (tmp_path / "file").exists()


def test_rows_of_a_file_are_not_held_in_memory(tmp_path: Path) -> None:
    path, vectors = tmp_path / "hnsw-1.bin", vectors_of(100)
    index = DenseIndex(DIMENSION)
    index.add(range(100), vectors)
    save_dense(index, path, Origin("library", 5), EMBEDDER)
    index.add([100], vectors_of(1, seed=8), later=True)
    index.rebase(path)
    assert not index._vectors._blocks[0].flags.writeable
    assert np.allclose(read_records(path, DIMENSION).vectors, vectors, atol=1e-6)
    assert index.search(vectors[50], 1)[0].tolist() == [50]
    assert index.waiting == 1


def test_a_file_that_does_not_fit_is_passed_over(tmp_path: Path) -> None:
    path, vectors = tmp_path / "hnsw-1.bin", vectors_of(20)
    index = DenseIndex(DIMENSION)
    index.add(range(20), vectors)

    def is_stale(library: str = "library", embedder: EmbedderInfo = EMBEDDER) -> bool:
        try:
            load_dense(path, library, embedder)
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
        path.unlink()
        path.write_bytes(damaged)
        assert is_stale()
    path.write_bytes(whole)
    path.with_suffix(".json").write_text("[]")
    assert is_stale()
    path.with_suffix(".json").write_text("{")
    assert is_stale()


@pytest.mark.parametrize("at", [0, 16, 24, 32, 40])
def test_another_layout_than_the_known_one_is_told(tmp_path: Path, at: int) -> None:
    path = tmp_path / "hnsw-1.bin"
    path.touch()
    index = DenseIndex(DIMENSION)
    index.add(range(20), vectors_of(20))
    index.save(path)
    content = bytearray(path.read_bytes())
    content[at] += 4
    content[at + 1] += 4
    path.write_bytes(content)
    with pytest.raises(StaleFileError):
        read_records(path, DIMENSION)
