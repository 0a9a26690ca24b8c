"""A downloader that makes its wheels up, and can fail or be cut off on demand."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem

Files = Mapping[str, bytes]


class FakeIndex:
    """A package index in memory: requirement → files of its wheel. Counts what was asked for."""

    def __init__(self, wheels: Mapping[str, Files]) -> None:
        self.wheels = dict(wheels)
        self.asked: list[str] = []
        self.platforms: list[str] = []
        self.fail_at: str | None = None
        self.cancel_at: str | None = None

    def __call__(self, requirement: str, folder: Path, platform: str, cancel: CancelToken) -> Path:
        """Write the wheel of `requirement` into `folder`."""
        self.asked.append(requirement)
        self.platforms.append(platform)
        if requirement == self.fail_at:
            raise EnvironmentProblem("no network")
        if requirement == self.cancel_at:
            cancel.cancel()
            cancel.check()
        path = folder / f"{requirement.replace('==', '-')}-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in self.wheels[requirement].items():
                archive.writestr(name, content)
        return path
