"""When set-up has something to do, and that what was left half-done is done again."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import setup_base
import setup_environment
import setup_flow
import setup_models
import setup_system
from setup_base import SetupError

from app.core import paths
from app.models import onnx_export
from app.models.catalog import Role, load_catalog
from tests.models.tiny_encoders import TinyEncoder

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment that looks finished, as far as the stamp's check goes."""
    folder = tmp_path / "venv"
    python = setup_base.venv_python(folder)
    python.parent.mkdir(parents=True)
    python.write_text("")
    (folder / "pyvenv.cfg").write_text("version = 3.11.7\n")
    monkeypatch.setattr(setup_flow, "VENV", folder)
    monkeypatch.setattr(setup_flow, "STAMP", folder / "margine-setup.json")
    monkeypatch.setattr(setup_flow, "venv_python", lambda: python)
    return folder


class Steps:
    """Counts what `prepare` does."""

    def __init__(self) -> None:
        self.set_up: list[bool] = []
        self.fetched = 0


@pytest.fixture
def steps(venv: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    found = Steps()

    def set_up(_console: object, *, tests: bool) -> None:
        found.set_up.append(tests)
        stamp = {"key": setup_flow.setup_key(), "tests": tests}
        (venv / "margine-setup.json").write_text(json.dumps(stamp))

    def fetch(**_options: object) -> None:
        found.fetched += 1

    monkeypatch.setattr(setup_flow, "_set_up", set_up)
    monkeypatch.setattr(setup_flow, "fetch_models", fetch)
    monkeypatch.setattr(setup_flow, "missing_models", lambda _rows, _folder: [])
    return found


def test_the_second_run_does_nothing(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    setup_flow.prepare(tests=False)

    def no_process(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", no_process)
    setup_flow.prepare(tests=False)
    assert steps.set_up == [False]
    assert steps.fetched == 0


def test_tests_add_to_an_environment_and_stay(steps: Steps, venv: Path) -> None:
    setup_flow.prepare(tests=False)
    setup_flow.prepare(tests=True)
    setup_flow.prepare(tests=False)
    assert steps.set_up == [False, True]
    (venv / "pyvenv.cfg").write_text("version = 3.12.0\n")
    setup_flow.prepare(tests=False)
    assert steps.set_up == [False, True, True]


def test_a_stamp_is_worth_nothing_without_its_environment(steps: Steps, venv: Path) -> None:
    setup_flow.prepare(tests=False)
    setup_base.venv_python(venv).unlink()
    setup_flow.prepare(tests=False)
    assert steps.set_up == [False, False]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"key": "other", "tests": true}'])
def test_an_unusable_stamp_means_set_up(steps: Steps, venv: Path, content: str) -> None:
    (venv / "margine-setup.json").write_text(content)
    setup_flow.prepare(tests=False)
    assert len(steps.set_up) == 1


def test_missing_models_alone_are_fetched(steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    setup_flow.prepare(tests=False)
    monkeypatch.setattr(setup_flow, "missing_models", lambda _rows, _folder: ["x"])
    setup_flow.prepare(tests=False)
    assert (len(steps.set_up), steps.fetched) == (1, 1)


def test_the_key_follows_the_requirements(
    venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = setup_flow.setup_key()
    assert setup_flow.setup_key() == first
    changed = tmp_path / "requirements.txt"
    changed.write_text("numpy==1\n")
    monkeypatch.setattr(setup_flow, "RUNTIME", changed)
    assert setup_flow.setup_key() != first
    del venv


def test_a_failing_step_leaves_no_stamp(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (venv / "margine-setup.json").write_text('{"key": "old", "tests": false}')

    def fail(*_arguments: object) -> None:
        raise SetupError("no compiler")

    monkeypatch.setattr(setup_flow, "check_build_tools", fail)
    with pytest.raises(SetupError, match="no compiler"):
        setup_flow.prepare(tests=False)
    assert not (venv / "margine-setup.json").exists()


def test_a_broken_environment_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "venv"
    folder.mkdir()
    (folder / "left.txt").write_text("half-done")
    monkeypatch.setattr(setup_environment, "VENV", folder)
    monkeypatch.setattr(setup_environment, "venv_python", lambda: setup_base.venv_python(folder))
    made: list[list[str]] = []

    def run(command: list[object], _log: Path) -> int:
        made.append([str(part) for part in command])
        return 0

    monkeypatch.setattr(setup_environment, "run_logged", run)
    setup_environment.ensure_venv(setup_base.Console(), tmp_path / "log")
    assert made == [[sys.executable, "-m", "venv", str(folder)]]
    assert not (folder / "left.txt").exists()


def report(*requirements: str) -> dict[str, list[dict[str, dict[str, object]]]]:
    return {"install": [{"metadata": {"name": "torch", "requires_dist": list(requirements)}}]}


@pytest.mark.parametrize(
    ("requirements", "gpu"),
    [
        (("filelock", "sympy>=1.13", 'optree>=0.13; extra == "optree"'), False),
        (("nvidia-cublas==13.0; platform_system == 'Linux'",), True),
        (("cuda-bindings>=12.9; platform_system == 'Linux'",), True),
        (("triton==3.6.0",), True),
        (('nvidia-thing; extra == "gpu"',), False),
    ],
)
def test_a_gpu_build_is_known_by_what_it_asks_for(
    requirements: tuple[str, ...], *, gpu: bool
) -> None:
    assert setup_environment.wants_gpu(report(*requirements)) is gpu


def test_folders_are_the_programs_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert setup_base.cache_dir() == paths.cache_dir()
    assert setup_base.models_dir() == paths.models_dir()
    monkeypatch.delenv("MARGINE_DATA_DIR")
    monkeypatch.delenv("MARGINE_CACHE_DIR")
    for name in ("", str(tmp_path / "xdg")):
        monkeypatch.setenv("XDG_DATA_HOME", name)
        monkeypatch.setenv("XDG_CACHE_HOME", name)
        assert setup_base.cache_dir() == paths.cache_dir()
        assert setup_base.models_dir() == paths.models_dir()


def test_set_up_and_program_agree_on_what_is_installed(tmp_path: Path) -> None:
    catalog = load_catalog()
    rows = setup_models.wanted_models(tests=True)
    assert {row["id"] for row in rows} == {
        *(catalog.default(role).id for role in Role),
        *setup_models.TEST_MODELS,
    }
    assert len(setup_models.wanted_models(tests=False)) == 3

    def by_program() -> list[str]:
        wanted = [catalog.find(row["id"]) for row in rows]
        return [info.id for info in wanted if catalog.installed_path(info, tmp_path) is None]

    assert setup_models.missing_models(rows, tmp_path) == by_program()
    assert len(by_program()) == 4
    for info in (catalog.find(row["id"]) for row in rows):
        path = info.location(tmp_path)
        path.parent.mkdir(exist_ok=True)
        if info.role is Role.EMBEDDER:
            path.mkdir()
            (path / "modules.json").write_text("[]")
            prepare(path)
        else:
            file = path / info.file if info.role is Role.RECOGNISER else path
            file.parent.mkdir(exist_ok=True)
            with file.open("wb") as stream:
                stream.truncate(info.size_bytes)
        assert setup_models.missing_models(rows, tmp_path) == by_program()
    assert by_program() == []


def prepare(folder: Path, **changes: object) -> None:
    """An embedder's fast form, as far as set-up looks at it."""
    (folder / onnx_export.FOLDER).mkdir(exist_ok=True)
    (folder / onnx_export.FOLDER / onnx_export.MODEL).write_bytes(b"12345")
    record = {"recipe": onnx_export.RECIPE, "size_bytes": 5, "refused": "", **changes}
    (folder / onnx_export.FOLDER / onnx_export.RECORD).write_text(json.dumps(record))


@pytest.mark.parametrize(
    ("changes", "ready"),
    [
        ({}, True),
        ({"refused": "its first module is not a Transformer", "size_bytes": 0}, True),
        ({"size_bytes": 6}, False),
        ({"recipe": "older"}, False),
    ],
)
def test_an_embedder_is_ready_with_its_fast_form(
    tmp_path: Path, changes: dict[str, object], *, ready: bool
) -> None:
    rows = [row for row in setup_models.wanted_models(tests=False) if row["role"] == "embedder"]
    folder = tmp_path / rows[0]["id"]
    folder.mkdir()
    (folder / "modules.json").write_text("[]")
    assert setup_models.missing_models(rows, tmp_path) == [rows[0]["id"]]
    prepare(folder, **changes)
    assert (setup_models.missing_models(rows, tmp_path) == []) is ready


def test_set_up_asks_the_program_to_prepare_what_it_has(tmp_path: Path) -> None:
    """The command that set-up runs, on an embedder installed without its fast form."""
    folder = TinyEncoder().write(tmp_path / "multilingual-e5-small")
    command = [sys.executable, "-I", "-m", "app.models.fetch", "--models-dir", str(tmp_path)]
    result = subprocess.run(
        [*command, folder.name], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert "preparing" in result.stdout
    rows = [row for row in setup_models.wanted_models(tests=False) if row["role"] == "embedder"]
    assert setup_models.missing_models(rows, tmp_path) == []


def test_ldd_output_is_read() -> None:
    output = (
        "\tlinux-vdso.so.1 (0x00007ffd)\n"
        "\tlibEGL.so.1 => /usr/lib/libEGL.so.1 (0x00007f)\n"
        "\tlibxcb-cursor.so.0 => not found\n"
    )
    assert setup_system.parse_ldd(output) == {"libxcb-cursor.so.0"}


def test_without_root_the_exact_command_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(SetupError, match="apt-get install -y libegl1 libxcb-cursor0"):
        setup_system.debian_install(
            {"libxcb-cursor0", "libegl1"}, setup_base.Console(), tmp_path / "log", "To show"
        )


@pytest.mark.parametrize(
    ("display", "wayland", "expected"),
    [("", "", False), (":0", "", True), ("", "wayland-0", True)],
)
def test_display(
    monkeypatch: pytest.MonkeyPatch, display: str, wayland: str, *, expected: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    assert setup_system.has_display() is expected


def test_pins_cover_what_the_project_asks_for() -> None:
    """Every library of pyproject.toml is pinned, exactly once, in one of the three files."""
    import tomllib

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["test"], *extras["eval"]]
    pinned: list[Requirement] = []
    for name in ("requirements", "requirements-native", "requirements-test"):
        lines = (ROOT / "packaging" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        pinned += [Requirement(line) for line in lines if line and not line.startswith("#")]
    pins = {each.name: each for each in pinned}
    assert len(pins) == len(pinned)
    for text in asked:
        requirement = Requirement(text)
        pin = pins[canonicalize_name(requirement.name)]
        (exact,) = pin.specifier
        assert exact.operator == "==", text
        assert requirement.specifier.contains(exact.version), text
        assert pin.marker == requirement.marker, text


def test_a_pin_carries_the_marker_that_the_project_gives() -> None:
    import pin

    asked = ["Some.Thing>=1; sys_platform != 'linux' or platform_machine == 'x86_64'", "other"]
    lines = pin.pin_lines({"some-thing": "1.2", "other": "3"}, pin.markers(asked))
    assert lines == [
        "other==3",
        'some-thing==1.2; sys_platform != "linux" or platform_machine == "x86_64"',
    ]


def test_the_tests_can_be_installed_where_a_reference_has_no_wheel() -> None:
    from packaging.requirements import Requirement

    lines = setup_environment.TESTS.read_text(encoding="utf-8").splitlines()
    (line,) = (each for each in lines if each.startswith("pytrec-eval-terrier"))
    marker = Requirement(line).marker
    assert marker is not None
    assert not marker.evaluate({"sys_platform": "linux", "platform_machine": "aarch64"})
    assert marker.evaluate({"sys_platform": "linux", "platform_machine": "x86_64"})
    assert marker.evaluate({"sys_platform": "darwin", "platform_machine": "arm64"})


def test_what_a_stopped_step_started_is_ended_too(tmp_path: Path) -> None:
    """As with Ctrl-C while pip's compilers run: the grandchild must go as well."""
    pid_file = tmp_path / "grandchild"
    code = (
        "import pathlib, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"pathlib.Path({str(pid_file)!r}).write_text(str(child.pid))\n"
        "time.sleep(600)\n"
    )

    def stop(_seconds: float) -> None:
        if pid_file.exists() and pid_file.read_text():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        setup_base.run_logged([sys.executable, "-c", code], tmp_path / "log", on_wait=stop)
    assert_gone(int(pid_file.read_text()))


def assert_gone(pid: int) -> None:
    """Fail unless the process `pid` ends within ten seconds; one not yet reaped has ended."""
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid):
        with contextlib.suppress(psutil.NoSuchProcess):
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return
        assert time.monotonic() < deadline, f"process {pid} is still running"
        os.sched_yield()
