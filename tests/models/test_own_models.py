"""Models of the person's own: copied or referred to; what lies elsewhere is never touched."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest
from filelock import FileLock

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, UserError
from app.models.candidate import look_at_model
from app.models.catalog import load_catalog
from app.models.memory import MachineMemory
from app.models.overview import Overview, OverviewSetup
from app.models.own_models import OwnModels
from app.models.removal import remove_model
from tests.models.test_gguf import small_gguf
from tests.models.tiny_encoders import TinyEncoder

MEMORY = MachineMemory(8 << 30, 4 << 30)
GENERATOR = "qwen2.5-coder-0.5b-instruct-q4_k_m"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "elsewhere" / "Modèle à moi.gguf"
    path.parent.mkdir()
    path.write_bytes(small_gguf())
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


def overview(folder: Path, generator: str = "") -> Overview:
    setup = OverviewSetup(folder, folder / "cache", generator, "", 4096, 2)
    return Overview(load_catalog(), setup, MEMORY)


def quiet(_done: int, _total: int) -> None:
    """Nobody watches."""


def test_referring_writes_nothing_but_the_list(source: Path, folder: Path) -> None:
    own = OwnModels(folder)
    added = own.refer(look_at_model(source, 4096))
    assert (added.path, added.copied) == (str(source), False)
    assert [each.name for each in folder.iterdir()] == ["own.json"]
    own.remove(added.path)
    assert own.all() == ()
    assert source.read_bytes() == small_gguf()


def test_a_copy_is_private_whole_and_deleted_alone(source: Path, folder: Path) -> None:
    own = OwnModels(folder)
    told: list[tuple[int, int]] = []
    added = own.copy(look_at_model(source, 4096), lambda *at: told.append(at), CancelToken())
    copy = Path(added.path)
    assert copy.is_relative_to(folder / "own")
    assert copy.read_bytes() == small_gguf()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert told[-1] == (len(small_gguf()), len(small_gguf()))
    second = own.copy(look_at_model(source, 4096), quiet, CancelToken())
    assert second.path != added.path
    own.remove(added.path)
    assert not copy.exists()
    assert Path(second.path).exists()
    assert source.exists()


def test_a_folder_is_copied_without_its_caches(tmp_path: Path, folder: Path) -> None:
    encoder = TinyEncoder().write(tmp_path / "encoder")
    (encoder / ".cache").mkdir()
    (encoder / ".cache" / "x").write_text("x")
    added = OwnModels(folder).copy(look_at_model(encoder, 4096), quiet, CancelToken())
    copied = {p.relative_to(added.path) for p in Path(added.path).rglob("*") if p.is_file()}
    whole = {p.relative_to(encoder) for p in encoder.rglob("*") if p.is_file()}
    assert copied == whole - {Path(".cache/x")}


def test_a_cancelled_copy_leaves_nothing(source: Path, folder: Path) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(CancelledJobError):
        OwnModels(folder).copy(look_at_model(source, 4096), quiet, cancel)
    assert list((folder / "own").iterdir()) == []
    assert OwnModels(folder).all() == ()


def test_no_room_is_said_first(source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    candidate = look_at_model(source, 4096)
    usage = shutil.disk_usage(source.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with pytest.raises(UserError, match="not enough room"):
        OwnModels(folder).copy(candidate, quiet, CancelToken())


@pytest.mark.parametrize("content", ["", "[]", '{"models": [{"path": 1}]}', '{"models": 3}'])
def test_an_unreadable_list_is_empty(folder: Path, content: str) -> None:
    folder.mkdir()
    (folder / "own.json").write_text(content)
    assert OwnModels(folder).all() == ()


def test_the_overview_knows_what_is_here_used_and_broken(source: Path, folder: Path) -> None:
    own = OwnModels(folder)
    own.refer(look_at_model(source, 4096))
    models = {each.name: each for each in overview(folder, str(source)).models()}
    assert models[str(source)].used
    assert models[str(source)].own
    assert not models[GENERATOR].installed
    assert models[GENERATOR].places[0].kind == "wheel"
    assert "part1 …" in models[GENERATOR].places[0].origin
    source.write_bytes(b"<html>gone")
    models = {each.name: each for each in overview(folder, str(source)).models()}
    assert "web page" in models[str(source)].trouble
    assert not models[str(source)].used
    source.unlink()
    models = {each.name: each for each in overview(folder).models()}
    assert "There is no model" in models[str(source)].trouble


def test_a_model_of_the_settings_is_listed_too(source: Path, folder: Path) -> None:
    listed = overview(folder, str(source)).models()
    assert [each.name for each in listed if each.used] == [str(source)]


def test_an_interrupted_fetch_is_seen_and_removed(folder: Path) -> None:
    work = folder / f".{GENERATOR}.fetch"
    work.mkdir(parents=True)
    (work / "x.gguf.part").write_bytes(bytes(1000))
    (folder / GENERATOR).mkdir()
    (folder / GENERATOR / f"{GENERATOR}.gguf").write_bytes(b"short")
    facts = next(each for each in overview(folder).models() if each.name == GENERATOR)
    assert facts.fetched_bytes == 1000
    assert facts.trouble == "It is not complete."
    remove_model(GENERATOR, load_catalog(), folder)
    assert not work.exists()
    assert not (folder / GENERATOR).exists()


def test_nothing_is_removed_that_is_being_fetched(folder: Path) -> None:
    folder.mkdir()
    with (
        FileLock(folder / f".{GENERATOR}.lock"),
        pytest.raises(UserError, match="already being fetched"),
    ):
        remove_model(GENERATOR, load_catalog(), folder)
