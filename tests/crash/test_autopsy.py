"""The crash tests can fail: what they look for is found where it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.index.store import DATABASE
from tests.crash.autopsy import Left, LostError, check_finished, check_indexes, contents_of
from tests.crash.scene import STEPS, copy_tree, finish_step, make_documents, run_step
from tests.crash.trials import Diary, _hash
from tests.engine.service_stage import ScriptedModels

INDEX = STEPS[0]


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`library` and `documents`, indexed by the whole engine."""
    base = tmp_path_factory.mktemp("indexed")
    make_documents(base / "documents")
    run_step(base / "library", base / "documents", INDEX, ScriptedModels())
    return base


@pytest.fixture
def library(indexed: Path, tmp_path: Path) -> Path:
    copy_tree(indexed / "library", tmp_path / "library")
    return tmp_path / "library"


def test_a_clean_run_is_clean(library: Path, indexed: Path, tmp_path: Path) -> None:
    expected = contents_of(library, indexed / "documents")
    assert sorted({state for state, _ in expected.values()}) == [
        "indexed",
        "no_text",
        "unsupported",
    ]
    check_finished(library, indexed / "documents", expected)
    check_indexes(library, tmp_path / "rebuilt")
    finish_step(library, indexed / "documents", INDEX, ScriptedModels())
    check_finished(library, indexed / "documents", expected)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM vectors WHERE passage_id = 3", "without a vector"),
        ("INSERT INTO vectors VALUES (99999, x'00')", "points at nothing|without a passage"),
        ("UPDATE files SET state = 'reading' WHERE file_id = 1", "still being read"),
        ("UPDATE documents SET live = 0 WHERE document_id = 1", "never finished"),
        ("UPDATE passages SET text = 'other' WHERE passage_id = 2", "other contents"),
        ("UPDATE files SET document_id = NULL WHERE file_id = 1", "no file shows"),
        ("DELETE FROM pages WHERE document_id = 2", "number of pages"),
    ],
)
def test_what_is_wrong_is_found(library: Path, indexed: Path, damage: str, told: str) -> None:
    expected = contents_of(library, indexed / "documents")
    with closing(sqlite3.connect(library / DATABASE)) as connection, connection:
        connection.execute(damage)
    with pytest.raises(LostError, match=told):
        check_finished(library, indexed / "documents", expected)


def test_an_index_that_lacks_something_is_found(library: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(library / DATABASE)) as connection, connection:
        connection.execute("UPDATE passages SET text = text || ' zeppelin' WHERE passage_id = 2")
    with pytest.raises(LostError, match="clean rebuild"):
        check_indexes(library, tmp_path / "rebuilt")


@pytest.mark.parametrize("name", ["bm25-9.bin.part", "library.db-journal", "hnsw-9.json"])
def test_a_file_left_behind_is_found(library: Path, indexed: Path, name: str) -> None:
    expected = contents_of(library, indexed / "documents")
    (library / name).touch()
    with pytest.raises(LostError, match="behind"):
        check_finished(library, indexed / "documents", expected)


def test_work_done_twice_is_found(tmp_path: Path) -> None:
    diary = Diary(tmp_path / "diary")
    diary.embedded(["one", "two"])
    left = Left(frozenset({bytes.fromhex(_hash("two"))}), frozenset())
    diary.check(Left(frozenset(), frozenset()), reread=False)
    with pytest.raises(LostError, match="1 passages were embedded twice"):
        diary.check(left, reread=False)
    (tmp_path / "file").write_bytes(b"")
    diary.read(tmp_path / "file")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    with pytest.raises(LostError, match="1 files were read twice"):
        diary.check(Left(frozenset(), frozenset({empty})), reread=False)
    diary.check(Left(frozenset(), frozenset({empty})), reread=True)
