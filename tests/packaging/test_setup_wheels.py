"""Compiled wheels: what their key depends on, and that half-done builds repair themselves."""

from __future__ import annotations

import platform
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import setup_wheels
from setup_base import SetupError, cache_dir
from setup_wheels import (
    NO_AMX,
    NativeWheel,
    build_progress,
    cached_wheel,
    ensure_wheel,
    native_wheels,
    read_pins,
    wheel_key,
)

WHEEL = NativeWheel("lib", "1.0", ("-C", "a=b"), {"CFLAGS": "-O2"})


def no_show(_progress: str, _seconds: float) -> None:
    pass


class FakeBuild:
    """Stands in for pip: writes a wheel, or part of one, and returns an exit code."""

    def __init__(self, *, sound: bool = True, code: int = 0) -> None:
        self.calls = 0
        self.sound = sound
        self.code = code

    def __call__(
        self, wheel: NativeWheel, folder: Path, log: Path, on_wait: Callable[[str, float], None]
    ) -> int:
        del on_wait
        self.calls += 1
        path = folder / f"{wheel.name}-{wheel.version}-py3-none-any.whl"
        if self.sound:
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("lib.py", "")
        else:
            path.write_bytes(b"PK half")
        log.write_text("fatal error: no such header\n")
        return self.code


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> FakeBuild:
    fake = FakeBuild()
    monkeypatch.setattr(setup_wheels, "_build", fake)
    return fake


def test_key_depends_on_version_options_cpu_and_python() -> None:
    key = wheel_key(WHEEL, "cpu", "cp311")
    assert key == wheel_key(replace(WHEEL), "cpu", "cp311")
    others = {
        wheel_key(replace(WHEEL, version="1.1"), "cpu", "cp311"),
        wheel_key(replace(WHEEL, arguments=("-C", "a=c")), "cpu", "cp311"),
        wheel_key(replace(WHEEL, environment={"CFLAGS": "-O3"}), "cpu", "cp311"),
        wheel_key(WHEEL, "other cpu", "cp311"),
        wheel_key(WHEEL, "cpu", "cp312"),
    }
    assert len(others) == 5
    assert key not in others
    for_any = replace(WHEEL, for_python=False)
    assert wheel_key(for_any, "cpu", "cp311") == wheel_key(for_any, "cpu", "cp312")


def test_a_wheel_is_built_once(build: FakeBuild) -> None:
    first = ensure_wheel(WHEEL, "cpu", "cp311", no_show)
    assert first.is_relative_to(cache_dir())
    assert ensure_wheel(WHEEL, "cpu", "cp311", no_show) == first
    assert build.calls == 1
    ensure_wheel(WHEEL, "another cpu", "cp311", no_show)
    assert build.calls == 2


@pytest.mark.parametrize("damage", ["truncated", "two", "none"])
def test_a_damaged_cache_entry_is_built_again(build: FakeBuild, damage: str) -> None:
    path = ensure_wheel(WHEEL, "cpu", "cp311", no_show)
    if damage == "truncated":
        path.write_bytes(path.read_bytes()[:20])
    elif damage == "two":
        path.with_name("second.whl").write_bytes(path.read_bytes())
    else:
        path.unlink()
    assert cached_wheel(ensure_wheel(WHEEL, "cpu", "cp311", no_show).parent) is not None
    assert build.calls == 2


def test_leftovers_of_a_killed_build_are_removed(build: FakeBuild) -> None:
    folder = cache_dir() / "wheels"
    leftover = folder / f".{wheel_key(WHEEL, 'cpu', 'cp311')}.4242"
    leftover.mkdir(parents=True)
    (leftover / "half.whl").write_bytes(b"x")
    ensure_wheel(WHEEL, "cpu", "cp311", no_show)
    assert not leftover.exists()
    assert build.calls == 1


@pytest.mark.parametrize(("sound", "code"), [(False, 0), (True, 1)])
def test_a_failed_build_says_why_and_leaves_no_wheel(
    build: FakeBuild, *, sound: bool, code: int
) -> None:
    build.sound, build.code = sound, code
    with pytest.raises(SetupError, match="no such header"):
        ensure_wheel(WHEEL, "cpu", "cp311", no_show)
    assert [path.suffix for path in (cache_dir() / "wheels").iterdir()] == [".log"]
    build.sound, build.code = True, 0
    assert ensure_wheel(WHEEL, "cpu", "cp311", no_show).is_file()


def test_amx_is_switched_off_for_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-g")
    monkeypatch.delenv("CXXFLAGS", raising=False)
    llama = native_wheels(read_pins(), without_amx=True)[1]
    assert llama.environment["CFLAGS"].split() == ["-g", *NO_AMX]
    assert llama.environment["CXXFLAGS"].split() == list(NO_AMX)
    plain = native_wheels(read_pins(), without_amx=False)[1]
    assert "CFLAGS" not in plain.environment
    keys = {wheel_key(wheel, "cpu", "cp311") for wheel in (llama, plain)}
    assert len(keys) == 2


def test_pins_are_read_without_their_markers(tmp_path: Path) -> None:
    path = tmp_path / "requirements.txt"
    path.write_text('# Made.\na==1.0\nb==2.0; sys_platform != "linux"\n', encoding="utf-8")
    assert read_pins(path) == {"a": "1.0", "b": "2.0"}


def test_pins_of_compiled_libraries() -> None:
    assert set(read_pins()) == {"hnswlib", "llama-cpp-python"}


def test_cpu_key_follows_the_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(setup_wheels, "_linux_cpu_flags", lambda: ["flags=avx2"])
    first = setup_wheels.cpu_key()
    monkeypatch.setattr(setup_wheels, "_linux_cpu_flags", lambda: ["flags=amx_tile avx2"])
    assert setup_wheels.cpu_key() != first
    monkeypatch.setattr(setup_wheels, "_linux_cpu_flags", lambda: ["flags=avx2"])
    monkeypatch.setattr(platform, "machine", lambda: "other")
    assert setup_wheels.cpu_key() != first


def test_progress_is_read_from_the_log(tmp_path: Path) -> None:
    log = tmp_path / "build.log"
    assert build_progress(log) == ""
    log.write_text("Collecting\n[1/135] cc a.c\n[12/135] cc b.c\nwarning: x\n")
    assert build_progress(log) == "12 of 135"
