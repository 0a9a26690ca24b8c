"""The set-up as a whole: what is done, in which order, and when nothing is to be done.

A stamp inside the environment says for which requirements, options and CPU it was finished. It is
taken away before anything is changed, so that whatever was left half-done is gone through again;
every step finds out by itself what it has already.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

from setup_base import (
    ROOT,
    VENV,
    Console,
    SetupError,
    cache_dir,
    duration,
    make_private_dir,
    models_dir,
    open_private,
    venv_python,
)
from setup_environment import (
    RUNTIME,
    TESTS,
    check_torch_build,
    ensure_venv,
    install_libraries,
    install_wheels,
    python_tag,
    try_environment,
    upgrade_pip,
)
from setup_models import ModelFetch, fetch_models, missing_models, wanted_models
from setup_system import check_build_tools, check_qt_libraries
from setup_wheels import PINS, can_switch_off_amx, cpu_key, ensure_wheel, native_wheels, read_pins

STAMP = VENV / "margine-setup.json"
STEPS_VERSION = 1  # raised when a step changes, so that finished environments go through it
LOCK_POLL_S = 0.5
STOP_S = 10.0


def prepare(*, tests: bool) -> None:
    """Bring environment and models to what this checkout needs. Raises SetupError.

    With everything in place this takes milliseconds and starts no process.
    """
    console = Console()
    stamp = read_stamp(STAMP)
    if not is_current(stamp, setup_key(), tests=tests):
        with _lock(console):
            _set_up(console, tests=tests or bool(stamp.get("tests")))
    elif missing_models(wanted_models(tests=tests), models_dir()):
        log = make_private_dir(cache_dir() / "logs") / "setup-models.log"
        with _lock(console):
            console.say("Fetching the models")
            fetch_models(tests=tests, console=console, log=log)


def setup_key() -> str:
    """A hash of all that a finished environment depends on."""
    digest = hashlib.sha256()
    for path in (RUNTIME, TESTS, PINS, ROOT / "pyproject.toml", VENV / "pyvenv.cfg"):
        digest.update(path.read_bytes() if path.is_file() else b"missing")
        digest.update(b"\0")
    facts = (str(ROOT), cpu_key(), os.environ.get("CMAKE_ARGS", ""), str(STEPS_VERSION))
    digest.update("\0".join(facts).encode())
    return digest.hexdigest()


def read_stamp(path: Path) -> dict[str, object]:
    """The stamp, or an empty one."""
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_current(stamp: dict[str, object], key: str, *, tests: bool) -> bool:
    """Whether the environment is finished for `key`, with the tests' libraries if wanted."""
    complete = stamp.get("key") == key and (bool(stamp.get("tests")) or not tests)
    return complete and venv_python().exists()


@contextlib.contextmanager
def _lock(console: Console) -> Iterator[None]:
    """Let only one set-up run on this machine at a time."""
    path = make_private_dir(cache_dir()) / "setup.lock"
    with open_private(path) as stream:
        waited = False
        while not _try_lock(stream.fileno()):
            if not waited:
                console.say("Another set-up is running: waiting for it to end")
            waited = True
            time.sleep(LOCK_POLL_S)
        yield  # the system lets the lock go when the file is closed, or this process dies


def _try_lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _set_up(console: Console, *, tests: bool) -> None:
    started = time.monotonic()
    logs = make_private_dir(cache_dir() / "logs")
    log = logs / "setup.log"
    log.unlink(missing_ok=True)
    console.say(f"Setting up Margine (about 10 minutes the first time; log: {log})")
    STAMP.unlink(missing_ok=True)

    console.say("1/5 Compiler and environment")
    check_build_tools(console, log)
    ensure_venv(console, log)
    upgrade_pip(console, log)
    check_torch_build(log)

    # Compiling takes the processor and fetching the network: they go on side by side.
    build = _BackgroundBuild()
    build.start()
    models = ModelFetch(
        missing_models(wanted_models(tests=tests), models_dir()), logs / "setup-models.log"
    )
    try:
        console.say("2/5 Libraries (llama.cpp is compiled meanwhile, unless it is in the cache)")
        install_libraries(console, log, tests=tests)
        check_qt_libraries(console, log)
        models.start()
        console.say("3/5 Compiled libraries (the models are fetched meanwhile)")
        wheels = build.finish(console, models)
        install_wheels(wheels, log)
        console.say("4/5 Models")
        models.finish(console)
    finally:
        build.stop()
        models.stop()
    console.say("5/5 Trying it all")
    try_environment(console)
    stamp = {"key": setup_key(), "tests": tests}
    STAMP.write_text(json.dumps(stamp) + "\n", encoding="utf-8")
    console.say(f"Set up in {duration(time.monotonic() - started)}.")


class _BackgroundBuild:
    """Compiles the native wheels on a thread of its own, one after the other."""

    def __init__(self) -> None:
        self._result: Future[list[Path]] = Future()
        self._thread = threading.Thread(target=self._run, name="margine-build", daemon=True)
        self._status = "starting"
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._result.set_result(self._build())
        except (SetupError, OSError) as error:
            self._result.set_exception(error)

    def _build(self) -> list[Path]:
        cpu, python = cpu_key(), python_tag()
        wheels = []
        for wheel in native_wheels(read_pins(), without_amx=can_switch_off_amx()):

            def show(progress: str, seconds: float, name: str = wheel.name) -> None:
                if self._stopped.is_set():
                    raise SetupError("Stopped.")
                self._status = " ".join(f"compiling {name}, {duration(seconds)} {progress}".split())

            wheels.append(ensure_wheel(wheel, cpu, python, show))
        return wheels

    def stop(self) -> None:
        """End the build if it is still running, and wait until its compilers are gone."""
        self._stopped.set()
        self._thread.join(timeout=STOP_S)

    def finish(self, console: Console, models: ModelFetch) -> list[Path]:
        """Wait for the wheels, showing both jobs. Raises SetupError."""
        while self._thread.is_alive():
            fetching = f"; {models.status}" if models.running else ""
            console.passing(f"  {self._status}{fetching}")
            self._thread.join(timeout=0.2)
        return self._result.result()
