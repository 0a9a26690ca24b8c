"""Errors that nobody has caught: they are logged without what they say, and told on."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from types import TracebackType

_log = logging.getLogger(__name__)

OnError = Callable[[BaseException], None]


def no_one(_error: BaseException) -> None:
    """For processes in which the log is enough."""


def catch_uncaught(on_error: OnError = no_one) -> None:
    """From now on, log what nobody catches, on whatever thread, and give it to `on_error`.

    Without this, Python prints what such an error says, which may quote a document. A wish to end
    the process is none of these.
    """

    def take(error: BaseException | None) -> None:
        if error is None or isinstance(error, KeyboardInterrupt | SystemExit):
            return
        _log.error("an error that nobody has caught", exc_info=error)
        on_error(error)

    def hook(
        _kind: type[BaseException], error: BaseException, _trace: TracebackType | None
    ) -> None:
        take(error)

    sys.excepthook = hook
    threading.excepthook = lambda told: take(told.exc_value)
    sys.unraisablehook = lambda told: take(told.exc_value)
