"""SQLite's file format, read without SQLite: the same rows as SQLite reads, log and all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.index.sqlite_pages import Pages, Row

VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(max_size=200),
    st.text("ab", min_size=3000, max_size=12_000),  # over several pages
    st.binary(max_size=300),
)


def read(path: Path, table: str) -> list[Row]:
    with Pages(path, path.with_name(f"{path.name}-wal")) as pages:
        roots = {row.values[1]: row.values[3] for row in pages.rows(1)}
        root = roots[table]
        assert isinstance(root, int)
        return [row for leaf in pages.leaves_below(root) for row in pages.rows(leaf)]


def fill(connection: sqlite3.Connection, rows: int) -> None:
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text, n)")
    connection.executemany(
        "INSERT INTO t (text, n) VALUES (?, ?)", ((f"text {n} " * (n % 40), n) for n in range(rows))
    )
    connection.commit()


@given(st.lists(st.tuples(VALUES, VALUES), max_size=30), st.sampled_from([512, 4096, 65536]))
@settings(max_examples=25)
def test_every_kind_of_value_is_read(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[object, object]], size: int
) -> None:
    path = tmp_path_factory.mktemp("db") / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
        connection.commit()
    assert [row.values for row in read(path, "t")] == rows
    assert [row.rowid for row in read(path, "t")] == list(range(1, len(rows) + 1))


def test_tables_of_many_pages_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, 20_000)
        expected = [
            Row(n, (None, text, number))
            for n, text, number in connection.execute("SELECT * FROM t")
        ]
    assert read(path, "t") == expected


def test_the_log_stands_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        fill(connection, 500)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.execute("UPDATE t SET text = 'changed' WHERE id % 7 = 0")
        connection.commit()
        expected = connection.execute("SELECT * FROM t").fetchall()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM t")  # never committed
        assert [(row.rowid, *row.values[1:]) for row in read(path, "t")] == expected
        connection.rollback()
        log = path.with_name("a.db-wal")
        content = bytearray(log.read_bytes())
        content[-100] ^= 1  # the last frame's checksum no longer holds: its commit never was
        (tmp_path / "b.db").write_bytes(path.read_bytes())
        (tmp_path / "b.db-wal").write_bytes(content)
        assert all(row.values[1] != "changed" for row in read(tmp_path / "b.db", "t"))
        (tmp_path / "b.db-wal").write_bytes(b"garbage" * 1000)
        assert len(read(tmp_path / "b.db", "t")) == 500


@given(st.binary(max_size=9000), st.binary(max_size=9000))
def test_garbage_is_passed_over(
    tmp_path_factory: pytest.TempPathFactory, database: bytes, log: bytes
) -> None:
    folder = tmp_path_factory.mktemp("garbage")
    (folder / "a.db").write_bytes(b"\r" + database)  # as the first byte of a leaf page
    (folder / "a.db-wal").write_bytes(log)
    with Pages(folder / "a.db", folder / "a.db-wal") as pages:
        for number in range(1, pages.count + 1):
            list(pages.rows(number))
        list(pages.leaves_below(1))


@given(st.data())
@settings(max_examples=20)
def test_a_flipped_page_costs_its_own_rows_at_most(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("db") / "a.db"
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, 600)
        expected = {n: (text, number) for n, text, number in connection.execute("SELECT * FROM t")}
    content = bytearray(path.read_bytes())
    page = data.draw(st.integers(2, len(content) // 4096))
    noise = data.draw(st.binary(min_size=64, max_size=64))
    content[(page - 1) * 4096 : page * 4096] = noise * 64
    path.write_bytes(content)
    with Pages(path, path.with_name("a.db-wal")) as pages:
        leaves = set(pages.leaves_below(2)) | set(pages.other_leaves({page}))
        found = {row.rowid: row.values[1:] for leaf in leaves for row in pages.rows(leaf)}
    right = {n for n, values in found.items() if expected.get(n) == values}
    in_one_page = 4096 // 3  # rows of which the shortest takes three bytes
    assert len(expected) - len(right) <= in_one_page
    assert len(right) >= 300 or page == 2
