"""How bytes come in: wheels through pip, hub files through the hub's library, each in a child.

A child can be stopped at once, keeps its libraries out of this process, and is the only place
where the hub's library is allowed on the network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, EnvironmentProblem
from app.models.catalog import HubSource

TICK_S = 0.2
ASK_NETWORK = "Check the network connection and try again; what is already here is kept."


class WheelDownloader(Protocol):
    """Fetches one wheel of the package index."""

    def __call__(self, requirement: str, folder: Path, platform: str, cancel: CancelToken) -> Path:
        """Download `requirement` (name==version) into `folder`; return the wheel's path."""


class HubDownloader(Protocol):
    """Fetches one file of the model hub."""

    def __call__(
        self,
        source: HubSource,
        folder: Path,
        on_bytes: Callable[[int], None],
        cancel: CancelToken,
    ) -> Path:
        """Download into `folder`, which may hold an earlier attempt; return the file's path."""


def download_wheel(requirement: str, folder: Path, platform: str, cancel: CancelToken) -> Path:
    """The `WheelDownloader` that uses this environment's pip.

    Raises EnvironmentProblem if pip fails, CancelledJobError.
    """
    _need_python("wheels of the package index")
    command = [sys.executable, "-I", "-m", "pip", "download", "--no-deps", "--no-input"]
    command += ["--disable-pip-version-check", "--progress-bar", "off", "--quiet"]
    command += ["--only-binary", ":all:", "--dest", str(folder)]
    if platform:
        command += ["--platform", platform]
    run_child([*command, requirement], what=requirement, cancel=cancel)
    wheels = sorted(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise EnvironmentProblem(
            f"{requirement} could not be fetched.",
            why=f"pip left {len(wheels)} wheels instead of one.",
            next_step="Try again.",
        )
    return wheels[0]


def download_hub_file(
    source: HubSource,
    folder: Path,
    on_bytes: Callable[[int], None],
    cancel: CancelToken,
    *,
    endpoint: str = "",
) -> Path:
    """The `HubDownloader` that uses huggingface_hub; `endpoint` replaces the library's own.

    Raises EnvironmentProblem if it fails, CancelledJobError.
    """
    _need_python("files of the hub")
    environment = {
        "HF_HUB_OFFLINE": "0",  # the one place where the program may ask the hub
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_XET": "1",  # plain HTTP: one growing file, which shows the progress
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
        "HF_HOME": str(folder / ".hub"),
    }
    if endpoint:
        environment["HF_ENDPOINT"] = endpoint
    command = [sys.executable, "-I", "-m", "app.models.hub_child"]
    command += [source.repository, source.revision, source.file, str(folder)]

    def tick() -> None:
        on_bytes(sum(path.stat().st_size for path in folder.rglob("*.incomplete")))

    run_child(command, what=source.file, cancel=cancel, environment=environment, tick=tick)
    return folder / source.file


def _need_python(what: str) -> None:
    if getattr(sys, "frozen", False):
        raise EnvironmentProblem(
            f"This installation cannot fetch {what}.",
            next_step="Choose a model file that is already on this machine.",
        )


def run_child(
    command: Sequence[str],
    *,
    what: str,
    cancel: CancelToken,
    environment: Mapping[str, str] | None = None,
    tick: Callable[[], None] | None = None,
) -> None:
    """Run `command` until it ends, calling `tick` five times a second.

    Its stdin is a pipe that closes when this process dies: `hub_child` then ends too.
    Raises EnvironmentProblem with the child's last words if it fails, CancelledJobError (the
    child is killed).
    """
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(  # noqa: S603 - our own interpreter, arguments as a list
            command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
        )
        try:
            _wait(child, cancel, tick)
        finally:
            if child.poll() is None:
                child.kill()
            child.wait()
            if child.stdin is not None:
                child.stdin.close()
        if child.returncode != 0:
            output.seek(0)
            raise EnvironmentProblem(
                f"{what} could not be fetched.",
                why=last_words(output.read().decode("utf-8", "replace")),
                next_step=ASK_NETWORK,
            )


def _wait(
    child: subprocess.Popen[bytes], cancel: CancelToken, tick: Callable[[], None] | None
) -> None:
    while True:
        try:
            child.wait(timeout=TICK_S)
        except subprocess.TimeoutExpired:
            if cancel.cancelled:
                raise CancelledJobError from None
            if tick is not None:
                tick()
        else:
            return


def last_words(output: str) -> str:
    """The line of `output` that says best what failed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["It gave no reason."])[-1][:300]
