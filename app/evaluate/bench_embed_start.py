"""How long an embedder takes from the start of a process, and how much memory: in a fresh one."""

from __future__ import annotations

from dataclasses import dataclass

from app.evaluate.bench_children import ProbeCommand, find
from app.evaluate.bench_probe import Event


@dataclass(frozen=True, slots=True)
class StartFigures:
    """Seconds, in the order in which they pass, and MB (2²⁰ bytes). `processor` is all the time
    that the process had a processor, until it was ready."""

    name: str
    interpreter: float  # start of the process, and what the measurement itself imports
    torch: float
    library: float  # transformers and sentence-transformers
    model: float
    first_query: float
    processor: float
    memory_ready: float
    memory_peak: float  # while it loads, and embeds passages

    @property
    def total(self) -> float:
        """From the start of the process to the first query's vector."""
        return self.interpreter + self.torch + self.library + self.model + self.first_query


def measure_start(command: ProbeCommand, request: Event) -> StartFigures:
    """Run the probe of `bench_embed_probe` in a process of its own.

    Raises EnvironmentProblem if it dies.
    """
    replies = command.run({"probe": "embedder", **request})
    begun, ready = find(replies, "begun"), find(replies, "ready")
    event = find(replies, "done").event
    return StartFigures(
        name=str(request["variant"]),
        interpreter=begun.after_ms / 1000,
        torch=float(ready.event["torch"]),
        library=float(ready.event["library"]),
        model=float(ready.event["model"]),
        first_query=float(ready.event["first_query"]),
        processor=float(ready.event["processor"]),
        memory_ready=float(ready.event["memory_mb"]),
        memory_peak=float(event["memory_mb"]),
    )
