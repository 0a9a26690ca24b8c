"""The child's end of the protocol: frames out, requests in, and the end when stdin closes."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import BinaryIO

from app.engine.codec import ProtocolError, frame, read_message
from app.engine.protocol import Message

_log = logging.getLogger(__name__)


class FrameWriter:
    """Writes messages as frames, one at a time. Any thread may call it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def __call__(self, message: Message) -> None:
        """Send `message`. A parent that has gone away is noticed when stdin closes."""
        rest = memoryview(frame(message))
        with self._lock:
            try:
                while rest:  # an unbuffered stream may take a part only
                    rest = rest[self._stream.write(rest) :]
                self._stream.flush()
            except (OSError, ValueError):  # a broken pipe; Windows has another name for it
                _log.debug("the parent has gone")


def receive_requests(
    stream: BinaryIO, deliver: Callable[[Message], None], at_end: Callable[[], None] | None = None
) -> threading.Thread:
    """Start the thread that hands each request on stdin to `deliver`, and return it.

    When stdin closes, the process ends at once, whatever its other threads are doing (after
    `at_end`): its parent has gone, or wants it gone. A frame that is no message ends it too.
    """

    def run() -> None:
        code = 0
        try:
            while (message := read_message(stream)) is not None:
                deliver(message)
        except ProtocolError:
            _log.exception("the parent sent something that is no message")
            code = 1
        finally:
            try:
                if at_end is not None:
                    at_end()
            finally:
                os._exit(code)

    thread = threading.Thread(target=run, name="margine-requests", daemon=True)
    thread.start()
    return thread
