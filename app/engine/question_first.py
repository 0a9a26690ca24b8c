"""Long work with the generator that steps aside whenever a question is asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.engine.answering_gate import AnsweringGate
from app.engine.models import ModelHost
from app.models.contracts import Generator

T = TypeVar("T")


class QuestionFirst:
    """Hands the generator to one piece of long work at a time, and takes it back for questions.

    What a question interrupts is begun anew when it has been answered. Any thread.
    """

    def __init__(self, models: ModelHost) -> None:
        self._models = models
        self._questions = AnsweringGate(self._give_way)
        self._lock = threading.Lock()
        self._working: CancelToken | None = None

    def question(self) -> AbstractContextManager[None]:
        """Keep long work from the generator for the length of a `with` block."""
        return self._questions.answering()

    def run(
        self, model_id: str, work: Callable[[Generator, CancelToken], T], cancel: CancelToken
    ) -> T:
        """Run `work` on the generator's thread; it checks the token that it is given.

        Raises what `work` raises, and CancelledJobError where `cancel` was cancelled.
        """
        while True:
            self._questions.wait_until_free(cancel)
            token = CancelToken()
            try:
                return self._work(model_id, work, cancel, token)
            except CancelledJobError:
                cancel.check()
                if not token.cancelled:
                    raise  # the generator's thread has ended

    def _work(
        self,
        model_id: str,
        work: Callable[[Generator, CancelToken], T],
        cancel: CancelToken,
        token: CancelToken,
    ) -> T:
        """Run `work` once; `token` is cancelled by a question, and with `cancel`."""
        with cancel.calling(token.cancel), self._interruptible(token):
            return self._models.with_generator(model_id, lambda generator: work(generator, token))

    @contextmanager
    def _interruptible(self, token: CancelToken) -> Iterator[None]:
        with self._lock:
            self._working = token
        try:
            if self._questions.busy:  # it came before anybody could be interrupted
                token.cancel()
            yield
        finally:
            with self._lock:
                self._working = None

    def _give_way(self, busy: bool) -> None:
        with self._lock:
            token = self._working
        if busy and token is not None:
            token.cancel()
