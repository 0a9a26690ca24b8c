"""`margine bench index` and `margine bench search` as they are typed."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.terminal import bench_index, bench_rescan, bench_search, session
from tests.engine.service_stage import ScriptedModels
from tests.terminal.program import Program

CHILD = Path(__file__).with_name("bench_child.py")
ROOT = Path(__file__).resolve().parents[2]


class Bench(Program):
    """Runs `margine bench …` with a scripted embedder, in its processes too."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(capsys, "bench")

    def tables(self, *words: str) -> dict[str, list[dict[str, Any]]]:
        assert self(*words, "--json") == 0, self.err
        return {each["title"]: each["rows"] for each in json.loads(self.out)["tables"]}


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Bench:
    for module in (bench_index, bench_search, session):
        monkeypatch.setattr(module, "InstalledModels", lambda _settings: ScriptedModels())
    monkeypatch.setattr(bench_rescan, "IDLE_S", 0.01)
    command = [sys.executable, str(CHILD), str(ROOT)]
    monkeypatch.setattr(bench_search, "child_command", lambda _role: command)
    return Bench(capsys)


def test_the_sample_documents_are_taken_in(bench: Bench) -> None:
    rows = bench.tables("index", "--passages", "20")["Stages of indexing"]
    stages = {row["stage"]: row for row in rows}
    assert stages["find"]["amount"] == 7
    assert stages["read"]["readers' peak MB"] > 1  # by real readers
    assert stages["library"]["amount"] == 20


def test_a_second_look_hashes_reads_and_embeds_nothing(bench: Bench, tmp_path: Path) -> None:
    words = ("rescan", "--files", "4", "--runs", "1", "--folder", str(tmp_path))
    tables = bench.tables(*words)
    for row in tables["Looks"]:
        assert (row["files"], row["hashed"], row["read"], row["embedded"]) == (4, 0, 0, 0)
        assert row["files/s"] > 0
    (watching,) = tables["Watching, with nothing happening"]
    assert watching["threads"] >= 1


def test_a_search_of_the_sample_documents(bench: Bench, tmp_path: Path) -> None:
    words = ("search", "--sizes", "40", "--no-peers", "--folder", str(tmp_path))
    tables = bench.tables(*words, "--report", str(tmp_path / "out"))
    assert {row["passages"] for row in tables["Searching the library, 10 results"]} == {40}
    (start,) = tables["From the start of a fresh process to the first result"]
    assert start["BM25 s"] > 0
    assert start["hybrid s"] > 0
    (memory,) = tables["Memory and disk"]
    assert memory["library MB"] > 10
    assert (tmp_path / "out" / "bench-search.html").is_file()


def test_a_size_that_is_given_twice_is_measured_once() -> None:
    parser = argparse.ArgumentParser()
    bench_search.add_options(parser)
    assert parser.parse_args(["--sizes", "2000,1000,2000"]).sizes == [1000, 2000]


@pytest.mark.parametrize(
    "words",
    [
        ("search", "--sizes", "30"),
        ("search", "--sizes", "many"),
        ("index", "--passages", "0"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(bench: Bench, words: tuple[str, ...]) -> None:
    assert bench(*words) == 2


def test_a_folder_that_is_not_there(bench: Bench, tmp_path: Path) -> None:
    assert bench("index", str(tmp_path / "none")) == 1
    assert "There is no" in bench.err
