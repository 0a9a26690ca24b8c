"""A whole engine in the tests' process: real library, real readers, scripted models."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from app.core.cancel import CancelToken
from app.core.settings import Settings
from app.core.types import GateMode, GateSignal
from app.engine.protocol import (
    AnswerDone,
    Ask,
    BackupMade,
    BackupRestored,
    DigestDone,
    DocumentMatches,
    DocumentPageText,
    FilesUnlocked,
    GateCalibrated,
    IndexDone,
    InspectDone,
    JobCancelled,
    JobDone,
    JobFailed,
    LeftOutCounted,
    LibraryMeasured,
    Message,
    SearchDone,
    TalkLoaded,
    TalksListed,
    TalkTaken,
)
from app.engine.service import Engine
from app.models.contracts import Embedder, Generator, Step, Vectors
from tests.fakes import HashedEmbedder, ScriptedGenerator

DEADLINE_S = 240.0  # a machine that is busy with something else
ENDINGS = (
    AnswerDone,
    BackupMade,
    BackupRestored,
    DigestDone,
    DocumentMatches,
    DocumentPageText,
    FilesUnlocked,
    GateCalibrated,
    IndexDone,
    InspectDone,
    JobCancelled,
    JobDone,
    JobFailed,
    LeftOutCounted,
    LibraryMeasured,
    SearchDone,
    TalkLoaded,
    TalkTaken,
    TalksListed,
)
M = TypeVar("M", bound=Message)


class WatchedEmbedder(HashedEmbedder):
    """Calls `on_batch` with the number of each batch of passages, before it is made."""

    def __init__(
        self, *, on_batch: Callable[[int], None] | None = None, identity: str = ""
    ) -> None:
        super().__init__(identity=identity)
        self.on_batch = on_batch
        self.batches = 0

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if self.on_batch is not None:
            self.on_batch(self.batches)
        self.batches += 1
        return super().embed_passages(texts)


class StuckGenerator(ScriptedGenerator):
    """Begins to write and then waits, until `release` is set or it is cancelled."""

    def __init__(self, replies: str = "Slowly said.") -> None:
        super().__init__(replies)
        self.started = threading.Event()
        self.release = threading.Event()

    def generate(
        self,
        max_tokens: int,
        cancel: CancelToken,
        **options: Any,  # noqa: ANN401 - passed through
    ) -> Iterator[Step]:
        self.started.set()
        with cancel.calling(self.release.set):
            assert self.release.wait(DEADLINE_S)
        cancel.check()
        yield from super().generate(max_tokens, cancel, **options)


@dataclass
class ScriptedModels:
    """A `ModelFactory` over scripted models; an exception in a model's place is raised."""

    generator: Generator | Exception = field(default_factory=ScriptedGenerator)
    embedder: Embedder | Exception = field(default_factory=HashedEmbedder)
    generator_id: str = "scripted"
    generator_note: str = ""
    embedder_id: str = "hashed"
    embedder_window: int = 0
    tau: float = 0.5
    loads: list[str] = field(default_factory=list)
    signals: list[GateSignal] = field(default_factory=list)  # whose τ was asked for
    rule: Mapping[str, float | str] = field(default_factory=dict)

    def threshold(self, model_id: str, signal: GateSignal, prompt_version: str) -> float:
        assert model_id in ("", self.generator_id, "other")
        assert prompt_version
        self.signals.append(signal)
        return self.tau

    def evidence(self, model_id: str, prompt_version: str) -> Mapping[str, float | str]:
        assert model_id in ("", self.generator_id, "other")
        assert prompt_version
        return self.rule

    def absence(self, model_id: str, prompt_version: str) -> Mapping[str, float]:
        assert model_id in ("", self.generator_id, "other")
        assert prompt_version
        return {}

    def load_embedder(self) -> Embedder:
        self.loads.append("embedder")
        if isinstance(self.embedder, Exception):
            raise self.embedder
        return self.embedder

    def load_generator(self, model_id: str) -> Generator:
        self.loads.append(model_id)
        if isinstance(self.generator, Exception):
            raise self.generator
        return self.generator


class EventLog:
    """Every event of one engine, in order. The engine's threads write, the test waits."""

    def __init__(self) -> None:
        self._events: list[Message] = []
        self._changed = threading.Condition()

    def __call__(self, message: Message) -> None:
        with self._changed:
            self._events.append(message)
            self._changed.notify_all()

    @property
    def all(self) -> list[Message]:
        with self._changed:
            return list(self._events)

    def of(self, kind: type[M], job: int | None = None) -> list[M]:
        """The events of one kind, and of one job."""
        return [
            event
            for event in self.all
            if isinstance(event, kind) and (job is None or getattr(event, "job", None) == job)
        ]

    def wait_for(
        self,
        kind: type[M],
        fits: Callable[[M], bool] = lambda _: True,
        *,
        deadline_s: float = DEADLINE_S,
    ) -> M:
        """The first event of a kind that fits; waits for it until the deadline."""

        def find() -> M | None:
            return next(
                (each for each in self._events if isinstance(each, kind) and fits(each)), None
            )

        with self._changed:
            assert self._changed.wait_for(lambda: find() is not None, deadline_s), (
                f"no such {kind.__name__} among {[type(each).__name__ for each in self._events]}"
            )
            found = find()
        assert found is not None
        return found

    def ending(self, job: int, *, deadline_s: float = DEADLINE_S) -> Message:
        """The event that ends a job."""
        return self.wait_for(
            Message,
            lambda event: isinstance(event, ENDINGS) and getattr(event, "job", 0) == job,
            deadline_s=deadline_s,
        )


class Requests(ABC):
    """Sends requests to one engine and waits for what it says."""

    def __init__(self) -> None:
        self.events = EventLog()
        self._jobs = 0

    @abstractmethod
    def send(self, message: Message) -> None:
        """Hand the engine a request."""

    def next_job(self) -> int:
        self._jobs += 1
        return self._jobs

    def start(self, make: Callable[[int], Message]) -> int:
        """Send a request made with a fresh job number; return that."""
        job = self.next_job()
        self.send(make(job))
        return job

    def run(self, make: Callable[[int], Message], kind: type[M]) -> M:
        """Send a request and return its ending, which must be of `kind`."""
        ending = self.events.ending(self.start(make))
        assert isinstance(ending, kind), ending
        return ending


class Stage(Requests):
    """One engine and what it said."""

    def __init__(
        self,
        library: Path,
        models: ScriptedModels | None = None,
        *,
        settings: Settings | None = None,
        read_only: bool = False,
        on_damage: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.models = models or ScriptedModels()
        self.engine = Engine(
            library,
            settings or Settings(),
            self.models,
            self.events,
            read_only=read_only,
            on_damage=on_damage,
        )

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_error: object) -> None:
        self.engine.close()

    def send(self, message: Message) -> None:
        self.engine.handle(message)

    def ask(self, question: str, mode: GateMode = GateMode.AUTO) -> AnswerDone:
        return self.run(lambda job: Ask(job, question, (), mode), AnswerDone)

    def start_ask(self, question: str, mode: GateMode = GateMode.AUTO) -> int:
        return self.start(lambda job: Ask(job, question, (), mode))
