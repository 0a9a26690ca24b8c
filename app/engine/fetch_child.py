"""The child that fetches one model, which the person has asked for; then it ends.

It opens no socket itself: pip and the hub's library do, each in a process of its own
(`app.models.downloads`), and these end with this one. It is the window's only way to the network.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import UserError
from app.core.offline import refuse_network
from app.core.paths import models_dir
from app.engine.child_io import FrameWriter, receive_requests
from app.engine.children import (
    ENGINE_PRIORITY,
    end_with_parent,
    lower_priority,
    protocol_output,
)
from app.engine.jobs import Emit, JobTable
from app.engine.logs import start_logging
from app.engine.protocol import (
    Cancel,
    FetchModel,
    JobDone,
    Message,
    ModelProgressed,
)
from app.engine.threads import OwnerThread
from app.models.catalog import Catalog, load_catalog
from app.models.downloads import HubDownloader, download_hub_file
from app.models.fetch import fetch_model

_log = logging.getLogger(__name__)

_TELL_EVERY_S = 0.2


class FetchDesk:
    """Fetches on a thread of its own; one fetch at a time."""

    def __init__(
        self,
        emit: Emit,
        folder: Path,
        catalog: Catalog,
        hub: HubDownloader = download_hub_file,
    ) -> None:
        self._emit = emit
        self._folder = folder
        self._catalog = catalog
        self._hub = hub
        self._jobs = JobTable(emit)
        self._thread = OwnerThread("fetching")

    def handle(self, request: Message) -> None:
        """Start or cancel; anything else is no request of ours."""
        match request:
            case FetchModel():
                self._jobs.start(
                    self._thread, request.job, lambda token: self._fetch(request, token)
                )
            case Cancel():
                self._jobs.cancel(request.job)
            case _:
                _log.warning("not a request: %s", type(request).__name__)

    def close(self) -> None:
        """Stop fetching, and wait for what was started to end."""
        self._jobs.cancel_all()
        self._thread.close()

    def _fetch(self, request: FetchModel, cancel: CancelToken) -> Message:
        info = self._catalog.find(request.model_id)
        if not 0 <= request.place < len(info.sources):
            raise UserError(f"{info.id} has no such source.", next_step="Choose another one.")
        fetch_model(
            info,
            self._folder,
            progress=_Teller(request.job, self._emit),
            cancel=cancel,
            source=info.sources[request.place],
            hub=self._hub,
        )
        return JobDone(request.job)


class _Teller:
    """A `Progress` that tells of a few steps a second, and of every new kind of step."""

    def __init__(self, job: int, emit: Emit, clock: Callable[[], float] = time.monotonic) -> None:
        self._job = job
        self._emit = emit
        self._clock = clock
        self._told = -1.0
        self._step = ""

    def __call__(self, done: int, total: int, what: str) -> None:
        step = "fetching" if what.startswith("part ") else what
        now = self._clock()
        if step == self._step and done < total and now - self._told < _TELL_EVERY_S:
            return
        self._told, self._step = now, step
        self._emit(ModelProgressed(self._job, done, total, step))


def main(arguments: Sequence[str]) -> int:
    """Answer requests on stdin until it closes.

    `--catalog` and `--endpoint` are for tests: another list of models, and a hub on this machine.
    """
    parser = argparse.ArgumentParser(prog="--role fetch")
    parser.add_argument("--catalog", type=Path)
    parser.add_argument("--endpoint", default="")
    options = parser.parse_args(arguments)
    send = FrameWriter(protocol_output())
    refuse_network()
    end_with_parent()
    start_logging("fetch")
    lower_priority(ENGINE_PRIORITY)
    os.environ.pop("HF_TOKEN", None)  # nothing of the person's goes out with a request
    text = options.catalog.read_text(encoding="utf-8") if options.catalog else None
    hub: HubDownloader = partial(download_hub_file, endpoint=options.endpoint)
    desk = FetchDesk(send, models_dir(), load_catalog(text), hub)
    receive_requests(sys.stdin.buffer, desk.handle, desk.close)
    threading.Event().wait()  # until the window closes stdin, or is gone
    return 0
