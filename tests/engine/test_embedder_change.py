"""Which embedder answers, and which is prepared, when the settings name another one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.core.model_facts import ModelCandidate
from app.core.paths import cache_dir, models_dir
from app.core.settings import Settings
from app.engine.embedder_change import EmbedderPlan, plan_embedders
from app.index.next_vectors import NextVectors
from app.index.records import EmbedderInfo
from app.models.embedder_backends import onnx_identity
from app.models.identity import embedder_identity
from app.models.own_models import OwnModels


def make_model(folder: Path, words: str) -> Path:
    """A folder that looks like an embedder's."""
    folder.mkdir(parents=True)
    (folder / "modules.json").write_text("[]", encoding="utf-8")
    (folder / "vocab.txt").write_text(words, encoding="utf-8")
    return folder


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = make_model(tmp_path / "old", "one")
    candidate = ModelCandidate(str(folder), "Old", "embedder", 1)
    OwnModels(models_dir()).refer(candidate)
    return folder


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return make_model(tmp_path / "new", "two")


def identity(folder: Path) -> str:
    return embedder_identity(folder, cache_dir())


def library_of(library: Path, identity: str) -> Path:
    """A library whose vectors are this embedder's."""
    library.mkdir(exist_ok=True)
    with closing(sqlite3.connect(library / "library.db")) as connection:
        connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        facts = (("embedder_identity", identity), ("embedder_dimension", "3"))
        connection.executemany("INSERT INTO meta VALUES (?, ?)", facts)
        connection.commit()
    return library


def settings_for(folder: Path, backend: str = "auto") -> Settings:
    return Settings({"models.embedder": str(folder), "models.embedder_backend": backend})


def test_nothing_changes_with_the_librarys_own_embedder(library: Path, old: Path) -> None:
    settings = settings_for(old)
    assert plan_embedders(library_of(library, identity(old)), settings) == EmbedderPlan(settings)


@pytest.mark.parametrize("by_onnx", [False, True])
def test_the_old_one_goes_on_as_it_was_run(
    library: Path, old: Path, new: Path, by_onnx: bool
) -> None:
    stored = onnx_identity(identity(old)) if by_onnx else identity(old)
    settings = settings_for(new)
    plan = plan_embedders(library_of(library, stored), settings)
    assert plan.coming is settings
    assert plan.now.text("models.embedder") == str(old)
    assert plan.now.text("models.embedder_backend") == ("onnx" if by_onnx else "torch")


def test_another_way_of_running_it_is_another_embedder(library: Path, old: Path) -> None:
    settings = settings_for(old, "onnx")
    plan = plan_embedders(library_of(library, identity(old)), settings)
    assert plan.coming is settings
    assert plan.now.text("models.embedder_backend") == "torch"


def test_the_new_one_takes_over_when_its_vectors_are_there(
    library: Path, old: Path, new: Path
) -> None:
    settings = settings_for(new)
    folder = library_of(library, identity(old))
    vectors = NextVectors.open(folder, EmbedderInfo(identity(new), 3))
    vectors.store((b"a",), np.eye(3, dtype=np.float32)[:1])
    assert plan_embedders(folder, settings).coming is settings
    vectors.set_complete()
    vectors.close()
    assert plan_embedders(folder, settings) == EmbedderPlan(settings)


def test_without_the_old_one_the_new_one_begins_at_once(library: Path, new: Path) -> None:
    settings = settings_for(new)
    assert plan_embedders(library_of(library, "gone"), settings) == EmbedderPlan(settings)


def test_a_new_library_and_a_missing_model_need_no_plan(library: Path, old: Path) -> None:
    settings = settings_for(old)
    assert plan_embedders(library, settings) == EmbedderPlan(settings)
    missing = Settings({"models.embedder": "/nowhere/model"})
    folder = library_of(library, identity(old))
    assert plan_embedders(folder, missing) == EmbedderPlan(missing)
