"""One engine, used directly: send a request, take its events until the one that ends it."""

from __future__ import annotations

import itertools
import queue
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from app.answer.templates import PromptBook
from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, MargineError, UserError
from app.core.settings import Settings
from app.engine.factory import InstalledModels
from app.engine.models import ModelFactory
from app.engine.protocol import (
    AnswerDone,
    Cancel,
    ChangesSeen,
    DigestDone,
    IndexDone,
    JobCancelled,
    JobDone,
    JobFailed,
    LibraryRepaired,
    Message,
    SearchDone,
)
from app.engine.service import Engine
from app.models.contracts import Generator
from app.terminal.output import complain

T = TypeVar("T")
M = TypeVar("M", bound=Message)

ENDINGS = (AnswerDone, DigestDone, IndexDone, JobCancelled, JobDone, JobFailed, SearchDone)


class EngineSession:
    """An engine for the length of a `with` block, on the calling thread's behalf."""

    def __init__(
        self,
        library: Path,
        settings: Settings,
        *,
        models: ModelFactory | None = None,
        read_only: bool = False,
        book: PromptBook | None = None,
    ) -> None:
        """See `Engine`."""
        self._events: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._news: deque[Message] = deque()  # changes on the disk that came during other work
        self._jobs = itertools.count(1)
        self.engine = Engine(
            library,
            settings,
            models or InstalledModels(settings),
            self._events.put,
            read_only=read_only,
            book=book,
        )

    def __enter__(self) -> EngineSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.engine.close()

    def next_job(self) -> int:
        """A job number for the next request."""
        return next(self._jobs)

    def events(self, request: Message) -> Iterator[Message]:
        """Send `request` and yield the events of its job, the ending last.

        Raises MargineError if the job failed, CancelledJobError if it was cancelled.
        KeyboardInterrupt cancels the job and waits for its end before it goes on.
        """
        job: int = getattr(request, "job")  # noqa: B009 - every request that starts work has one
        self.engine.handle(request)
        while True:
            try:
                event = self._events.get()
            except KeyboardInterrupt:
                self.engine.handle(Cancel(job))
                continue
            if isinstance(event, LibraryRepaired):
                for line in (event.what, event.why, event.next_step):
                    complain(line)
            if isinstance(event, ChangesSeen):
                self._news.append(event)
            if getattr(event, "job", None) != job:
                continue
            if isinstance(event, JobFailed):
                raise _as_error(event)
            if isinstance(event, JobCancelled):
                raise CancelledJobError
            yield event
            if isinstance(event, ENDINGS):
                return

    def wait_for(self, kind: type[M]) -> M:
        """The next event of a kind that belongs to no job; others are passed over."""
        while True:
            event = self._news.popleft() if self._news else self._events.get()
            if isinstance(event, kind):
                return event

    def result(self, request: Message) -> Message:
        """Send `request` and return the event that ends its job. Raises as `events` does."""
        ending: Message | None = None
        for event in self.events(request):
            ending = event
        assert ending is not None  # noqa: S101 - events ends with one
        return ending

    def on_generator(self, work: Callable[[Generator, CancelToken], T]) -> T:
        """Run `work` with the default generator, on its thread, and return its result.

        Raises what it raises; KeyboardInterrupt cancels it, which raises CancelledJobError.
        """
        cancel = CancelToken()
        try:
            return self.engine.on_generator(lambda generator: work(generator, cancel))
        except KeyboardInterrupt:
            cancel.cancel()
            raise CancelledJobError from None


def _as_error(failure: JobFailed) -> MargineError:
    return UserError(failure.what, why=failure.why, next_step=failure.next_step)
