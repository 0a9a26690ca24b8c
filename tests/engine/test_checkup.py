"""The check of the installation: what is well is said so, what is not is named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.core.findings import CheckFinding, Level
from app.core.paths import config_dir, make_private_dir
from app.engine import checkup
from app.engine.protocol import CheckDone, Checked, CheckProgressed
from app.models import catalog
from app.models.catalog import Catalog, HubSource, ModelInfo, Role
from app.models.installed_check import check_models
from tests.engine.check_process import run_check


def levels(found: list[CheckFinding]) -> list[Level]:
    return [each.level for each in found]


def test_this_installation_is_whole() -> None:
    assert levels(list(checkup.check_versions())) == [Level.OK]
    assert levels(list(checkup.check_resources())) == [Level.OK]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "PACKAGES", ("numpy", "no-such-package"))
    monkeypatch.setattr(checkup, "RESOURCES", ("models.toml", "no-such.toml"))
    told = [*checkup.check_versions(), *checkup.check_resources()]
    assert levels(told) == [Level.OK, Level.PROBLEM, Level.PROBLEM]
    assert told[1].why == "no-such-package"
    assert told[2].why == "no-such.toml"
    assert all(each.next_step for each in told[1:])


@pytest.mark.parametrize(
    ("text", "level", "why"),
    [
        (None, Level.OK, ""),
        ('{"answer.passages": 3}', Level.OK, ""),
        (
            '{"answer.passages": 300, "nobody.knows": 1}',
            Level.WARNING,
            "answer.passages, nobody.knows",
        ),
        ("{not json", Level.PROBLEM, ""),
        ("[1]", Level.PROBLEM, ""),
    ],
)
def test_settings_are_looked_through(text: str | None, level: Level, why: str) -> None:
    if text is not None:
        (make_private_dir(config_dir()) / "settings.json").write_text(text, encoding="utf-8")
    (told,) = checkup.check_settings()
    assert told.level is level
    if level is Level.WARNING:
        assert told.why == why


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX's")
def test_a_folder_that_others_may_look_into_is_told(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir(mode=0o700)
    assert Level.WARNING not in levels(list(checkup.check_places(library)))
    library.chmod(0o755)
    told = [each for each in checkup.check_places(library) if each.level is Level.WARNING]
    assert "Others may look" in told[0].what


def test_little_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free_mb, level in ((100, Level.PROBLEM), (1_000, Level.WARNING), (50_000, Level.OK)):
        monkeypatch.setattr(
            checkup.shutil, "disk_usage", lambda _path, free=free_mb: _Usage(free << 20)
        )
        assert list(checkup.check_places(tmp_path / "none"))[-1].level is level


class _Usage:
    def __init__(self, free: int) -> None:
        self.free = free


def test_few_watches_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "max_user_watches"
    limit.write_text("8192\n")
    monkeypatch.setattr(checkup, "_WATCHES", limit)
    assert any("few folders" in each.what for each in checkup.check_system())


def test_a_library_that_kills_its_process_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = {"qt": (0, "PySide6 6"), "torch": (-11, ""), "llama": (-4, ""), "onnx": (1, "")}
    monkeypatch.setattr(checkup, "LIBRARIES", tuple(ends))
    monkeypatch.setattr(checkup, "_try", lambda name: ends[name])
    told = list(checkup.check_libraries())
    assert levels(told) == [Level.OK, *[Level.PROBLEM] * 3]
    assert [each.why for each in told[1:]] == [
        "Trying it ended with SIGSEGV.",
        "Trying it ended with SIGILL.",
        "Trying it ended with code 1.",
    ]


def test_a_library_is_tried_in_a_process() -> None:
    assert checkup._try("hnsw") == (0, "hnswlib")
    assert checkup._try("nothing")[0] == 2


@pytest.fixture
def model(tmp_path: Path) -> ModelInfo:
    """A model of the catalogue that is installed in `tmp_path`, three bytes long."""
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # of b"abc"
    source = HubSource("r", "v", "m.gguf")
    info = ModelInfo(
        "m", Role.GENERATOR, "M", "MIT", "m.gguf", 3, sha256, ("en",), 8, "1", (source,), True
    )
    info.location(tmp_path).parent.mkdir()
    info.location(tmp_path).write_bytes(b"abc")
    return info


def test_models_are_read_to_the_last_byte(
    model: ModelInfo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog.Catalog, "default", lambda _self, _role: model)
    known = Catalog((model,))

    def told() -> list[CheckFinding]:
        return [each for each in check_models(known, tmp_path) if "embedder" not in each.what]

    assert levels(told()) == [Level.OK]
    model.location(tmp_path).write_bytes(b"abd")
    (damaged,) = told()
    assert (damaged.level, damaged.what) == (Level.PROBLEM, "The model m is damaged.")
    assert "goes online" in damaged.next_step  # and is left to the person
    model.location(tmp_path).write_bytes(b"ab")
    assert told()[-1].why == "It is not complete."
    model.location(tmp_path).unlink()
    assert levels(told()) == [Level.WARNING]


@pytest.mark.timeout(300)
def test_the_child_tells_everything_in_messages(tmp_path: Path) -> None:
    messages = run_check(tmp_path / "library")
    done = messages[-1]
    assert isinstance(done, CheckDone)
    found = [each for each in messages if isinstance(each, Checked)]
    assert {each.topic for each in found} == {
        *("installation", "libraries", "settings", "folders", "system", "models", "library"),
    }
    assert done.problems == sum(each.level is Level.PROBLEM for each in found)
    assert any(isinstance(each, CheckProgressed) for each in messages)
