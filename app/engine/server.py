"""The engine process: requests on stdin, events on stdout, until stdin closes."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import BinaryIO

from app import __version__
from app.core.errors import MargineError
from app.core.native_crash import CrashWatch
from app.core.offline import refuse_network
from app.core.settings import Settings, load_settings
from app.core.uncaught import catch_uncaught
from app.engine.child_io import FrameWriter
from app.engine.children import (
    ENGINE_OOM_POINTS,
    ENGINE_PRIORITY,
    go_first_in_shortage,
    lower_priority,
    protocol_output,
)
from app.engine.codec import ProtocolError, read_message
from app.engine.embedder_change import plan_embedders
from app.engine.factory import InstalledModels
from app.engine.logs import start_logging
from app.engine.models import ModelFactory
from app.engine.place import find_place, settle_in
from app.engine.protocol import (
    PROTOCOL_VERSION,
    EngineFailed,
    Hello,
    LibraryErased,
    Message,
    Quit,
    Ready,
)
from app.engine.service import Engine
from app.index.erase import erase_library
from app.index.moving import finish_moves

_log = logging.getLogger(__name__)

DAMAGED_EXIT_CODE = 3

MakeModels = Callable[[Settings], ModelFactory]


class Ending:
    """What SIGTERM asks for, at the end of a session of the system: to leave the loop of requests
    as when stdin closes, so that jobs are cancelled and the library is saved.

    What the main thread is at is finished first: opening a library or starting a thread is not
    broken off in the middle. A second signal ends the process where it is, which loses nothing
    that was stored.
    """

    def __init__(self) -> None:
        self._wanted = False
        self._waiting = False

    def take_signal(self, _signal: int, _frame: object) -> None:
        """The handler of the signal. Raises SystemExit out of the wait for a request."""
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._wanted = True
        if self._waiting:
            raise SystemExit(0)

    def next_request(self, requests: BinaryIO) -> Message | None:
        """The next request; None where there is none, or none is wanted any more.

        Raises SystemExit where the signal comes meanwhile, ProtocolError.
        """
        self._waiting = True  # first: a signal that comes before it is seen below
        try:
            return None if self._wanted else read_message(requests)
        finally:
            self._waiting = False


def serve(
    requests: BinaryIO,
    emit: FrameWriter,
    make_models: MakeModels = InstalledModels,
    ending: Ending | None = None,
) -> int:
    """Answer the requests of one window; return the exit code."""
    ending = ending or Ending()
    try:
        hello = ending.next_request(requests)
    except ProtocolError:  # another version may well say hello in another way
        _log.exception("the window's first words are no message")
        hello = None
    if not isinstance(hello, Hello) or hello.protocol != PROTOCOL_VERSION:
        emit(
            EngineFailed(
                "The window and the engine are of different versions.",
                f"The engine speaks protocol {PROTOCOL_VERSION}.",
                "Install Margine again.",
            )
        )
        return 1
    try:
        library = find_place(hello, emit)
        if hello.erase:
            finish_moves(library)  # while it knows its copy in the old place, which is to go too
            erased = erase_library(library)
            emit(LibraryErased(erased.files, erased.foreign))
        plan = plan_embedders(library, load_settings())
        models = make_models(plan.now)
        engine = Engine(
            library,
            plan.now,
            models,
            emit,
            coming=None if plan.coming is None else make_models(plan.coming),
            on_damage=lambda: _end_soon(engine),
        )
    except MargineError as error:
        emit(EngineFailed(error.what, error.why, error.next_step))
        return 1
    except OSError as error:  # as of a folder that may not even be looked into
        _log.exception("the library's folder cannot be used")
        emit(
            EngineFailed(
                "The library's folder cannot be used.",
                f"{hello.library}: {error.strerror or error}.",
                "Check that the folder can be written to, or choose another one.",
            )
        )
        return 1
    try:
        emit(
            Ready(
                PROTOCOL_VERSION,
                __version__,
                str(library),
                models.generator_id,
                models.embedder_id,
                engine.totals(),
            )
        )
        settle_in(library, emit)
        engine.watch()
        engine.warm_up()
        while (request := ending.next_request(requests)) is not None:
            if isinstance(request, Quit):
                break
            engine.handle(request)
    finally:
        engine.close()
    return 0


def _end_soon(engine: Engine) -> None:
    """End this process: the next one, which the window starts, repairs the library first."""

    def end() -> None:
        _log.warning("the library is damaged: ending, so that it is repaired")
        try:
            engine.close()
        finally:
            os._exit(DAMAGED_EXIT_CODE)

    threading.Thread(target=end, name="margine-ending", daemon=True).start()


def main(arguments: Sequence[str] | None = None, make_models: MakeModels = InstalledModels) -> int:
    """Entry of the engine process. Measurements of the window bring models of their own."""
    argparse.ArgumentParser(prog="margine --role engine").parse_args(arguments)
    ending = Ending()
    signal.signal(signal.SIGTERM, ending.take_signal)
    output = protocol_output()
    refuse_network()
    start_logging("engine")
    catch_uncaught()
    crash = CrashWatch("engine")
    lower_priority(ENGINE_PRIORITY)
    go_first_in_shortage(ENGINE_OOM_POINTS)
    try:
        return serve(sys.stdin.buffer, FrameWriter(output), make_models, ending)
    except ProtocolError:
        _log.exception("the window sent something that is no message")
        return 1
    finally:
        crash.close()
