"""The engine process: requests on stdin, events on stdout, until stdin closes."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from app import __version__
from app.core.errors import MargineError
from app.core.offline import refuse_network
from app.core.settings import Settings, load_settings
from app.engine.child_io import FrameWriter
from app.engine.children import (
    ENGINE_OOM_POINTS,
    ENGINE_PRIORITY,
    go_first_in_shortage,
    lower_priority,
    protocol_output,
)
from app.engine.codec import ProtocolError, read_message
from app.engine.factory import InstalledModels
from app.engine.logs import start_logging
from app.engine.models import ModelFactory
from app.engine.protocol import PROTOCOL_VERSION, EngineFailed, Hello, LibraryErased, Quit, Ready
from app.engine.service import Engine
from app.index.erase import erase_library

_log = logging.getLogger(__name__)

DAMAGED_EXIT_CODE = 3

MakeModels = Callable[[Settings], ModelFactory]


def serve(requests: BinaryIO, emit: FrameWriter, make_models: MakeModels = InstalledModels) -> int:
    """Answer the requests of one window; return the exit code."""
    try:
        hello = read_message(requests)
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
    settings = load_settings()
    models = make_models(settings)
    try:
        if hello.erase:
            erased = erase_library(Path(hello.library))
            emit(LibraryErased(erased.files, erased.foreign))
        engine = Engine(
            Path(hello.library), settings, models, emit, on_damage=lambda: _end_soon(engine)
        )
    except MargineError as error:
        emit(EngineFailed(error.what, error.why, error.next_step))
        return 1
    try:
        emit(
            Ready(
                PROTOCOL_VERSION,
                __version__,
                hello.library,
                models.generator_id,
                models.embedder_id,
                engine.totals(),
            )
        )
        engine.watch()
        engine.warm_up()
        while (request := read_message(requests)) is not None and not isinstance(request, Quit):
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


def _end_in_order(_signal: int, _frame: object) -> None:
    """Leave the loop of requests, as when stdin closes: jobs are cancelled, the library is saved.
    A second one ends the process where it is, which loses nothing that was stored."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise SystemExit(0)


def main(arguments: Sequence[str] | None = None, make_models: MakeModels = InstalledModels) -> int:
    """Entry of the engine process. Measurements of the window bring models of their own."""
    argparse.ArgumentParser(prog="margine --role engine").parse_args(arguments)
    signal.signal(signal.SIGTERM, _end_in_order)  # at the end of a session of the system
    output = protocol_output()
    refuse_network()
    start_logging("engine")
    lower_priority(ENGINE_PRIORITY)
    go_first_in_shortage(ENGINE_OOM_POINTS)
    try:
        return serve(sys.stdin.buffer, FrameWriter(output), make_models)
    except ProtocolError:
        _log.exception("the window sent something that is no message")
        return 1
