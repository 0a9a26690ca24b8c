"""Has the generator ready before it is asked: what prompts begin with is computed while idle."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, MargineError
from app.engine.models import ModelHost
from app.models.contracts import Generator, OwnText

_log = logging.getLogger(__name__)

OwnTexts = Callable[[Generator], Iterable[OwnText]]  # the most useful one first


class WarmStart:
    """Prepares the program's own beginnings of prompts, and steps aside for any other work.

    They are fetched from disk when a generator was loaded, which takes milliseconds; computed,
    which takes seconds, only after `begin` and while the engine is not `busy`; and put on disk
    when they were computed, be it for a question. Any thread, except where said.
    """

    def __init__(self, models: ModelHost, texts: OwnTexts) -> None:
        """`texts` is called on the generator's thread; it may raise MargineError."""
        self._models = models
        self._texts = texts
        self._lock = threading.Lock()
        self._begun = False
        self._busy = False
        self._closed = False
        self._running = CancelToken()

    def begin(self) -> None:
        """Compute whenever nothing else is to be done, from now on."""
        with self._lock:
            self._begun = True
        self._submit()

    def fetch(self, generator: Generator) -> None:
        """Take from disk what is there. The generator's thread calls this when it was loaded."""
        self._prepare(generator, CancelToken(), compute=False)

    def set_busy(self, busy: bool) -> None:
        """Step aside at once, or go on."""
        with self._lock:
            self._busy = busy
            if busy:
                self._running.cancel()
        if not busy:
            self._submit()

    def close(self) -> None:
        """Stop for good; what is computed still goes to disk."""
        with self._lock:
            self._closed = True
            self._running.cancel()

    def _submit(self) -> None:
        self._models.when_loaded(self._run)

    def _run(self, generator: Generator) -> None:
        with self._lock:
            if self._busy:
                return  # it is submitted again afterwards
            compute = self._begun and not self._closed
            self._running = token = CancelToken()
        try:
            self._prepare(generator, token, compute=compute)
        except CancelledJobError:
            _log.debug("preparing prompts stepped aside")

    def _prepare(self, generator: Generator, cancel: CancelToken, *, compute: bool) -> None:
        try:
            for text in self._texts(generator):
                count = generator.prepare(text, cancel, compute=compute)
                if count:
                    _log.info("prepared %d of %d tokens", count, len(text.tokens))
        except CancelledJobError:
            raise
        except MargineError as error:
            _log.warning("prompts are not prepared: %s", error)
        except Exception:  # noqa: BLE001 - the end of this work: questions compute for themselves
            _log.exception("preparing prompts failed")
