"""Runs probes (`bench_probe`) in fresh processes, and takes what they tell with its time."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from app.core.errors import EnvironmentProblem
from app.evaluate.bench_probe import Event

MISSING = "missing"
"""Event of a probe whose library is not installed; it names the `library`."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One event of a probe; `after_ms` is how long after the start of its process it came."""

    after_ms: float
    event: Event

    @property
    def name(self) -> str:
        """What the event is."""
        return str(self.event["event"])


class Probes(Protocol):
    """Something that runs probes."""

    def run(self, request: Event) -> list[Reply]:
        """Run one probe to its end; return what it told. Raises EnvironmentProblem if it died."""


@dataclass(frozen=True, slots=True)
class ProbeCommand:
    """How a process for probes is started; it takes the request as JSON on its stdin."""

    words: Sequence[str]
    environment: Mapping[str, str]

    def run(self, request: Event) -> list[Reply]:
        """See `Probes`."""
        replies: list[Reply] = []
        with tempfile.TemporaryFile() as errors:
            began = time.perf_counter()
            with subprocess.Popen(  # noqa: S603 - our own program, arguments as a list
                list(self.words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=dict(self.environment),
            ) as process:
                assert process.stdin is not None  # noqa: S101 - it is a pipe
                assert process.stdout is not None  # noqa: S101 - it is a pipe
                with suppress(OSError):  # it has died already, which is seen below
                    process.stdin.write(json.dumps(request).encode())
                with suppress(OSError):  # what was not written goes out now
                    process.stdin.close()
                for line in process.stdout:
                    after_ms = 1000 * (time.perf_counter() - began)
                    replies.append(Reply(after_ms, json.loads(line)))
            if process.returncode != 0:
                errors.seek(0)
                last = errors.read().decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
                raise EnvironmentProblem(
                    f"The measurement {request['probe']!r} ended before its time.",
                    why=last or f"Its exit code is {process.returncode}.",
                )
        return replies


def find(replies: Iterable[Reply], name: str, **values: Any) -> Reply:  # noqa: ANN401 - JSON values
    """The first reply of this name whose event holds these values. Raises LookupError."""
    for reply in replies:
        if reply.name == name and all(reply.event.get(k) == v for k, v in values.items()):
            return reply
    raise LookupError(name)
