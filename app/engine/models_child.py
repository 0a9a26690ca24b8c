"""The child behind the window's list of models: looks, copies, deletes, tries. Never online."""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from app.core.cancel import CancelToken
from app.core.errors import EnvironmentProblem
from app.core.model_facts import ModelSpeed
from app.core.offline import refuse_network
from app.core.paths import cache_dir, models_dir
from app.core.settings import Settings, load_settings
from app.engine.child_io import FrameWriter, receive_requests
from app.engine.children import (
    ENGINE_PRIORITY,
    child_command,
    end_with_parent,
    lower_priority,
    protocol_output,
)
from app.engine.jobs import Emit, JobTable
from app.engine.logs import start_logging
from app.engine.protocol import (
    AddModel,
    Cancel,
    JobDone,
    ListModels,
    LookAtModel,
    Message,
    ModelAdded,
    ModelLookedAt,
    ModelProgressed,
    ModelsListed,
    ModelTried,
    RemoveModel,
    TryModel,
)
from app.engine.threads import OwnerThread
from app.models.candidate import look_at_model
from app.models.catalog import (
    InstalledModel,
    Role,
    load_catalog,
    resolve_embedder,
    resolve_generator,
)
from app.models.embedder_trial import try_embedder
from app.models.memory import lacks_room, machine_memory, no_room
from app.models.model_threads import model_threads
from app.models.overview import Overview, OverviewSetup
from app.models.own_models import OwnModels
from app.models.removal import remove_model
from app.models.trial import find_setup, forget_setup

_log = logging.getLogger(__name__)


class ModelDesk:
    """Answers the window's requests about models. `handle` returns at once; events come from
    other threads through `emit`. Settings are read anew for each request."""

    def __init__(
        self,
        emit: Emit,
        folder: Path,
        cache: Path,
        settings: Callable[[], Settings] = load_settings,
    ) -> None:
        self._emit = emit
        self._folder = folder
        self._cache = cache
        self._settings = settings
        self._catalog = load_catalog()
        self._jobs = JobTable(emit)
        self._looking = OwnerThread("looking")
        self._working = OwnerThread("working")  # copies and trials, which take their time

    def handle(self, request: Message) -> None:
        """Start what `request` asks for."""
        start = self._jobs.start
        match request:
            case ListModels():
                start(self._looking, request.job, lambda _: self._list(request))
            case LookAtModel():
                start(self._looking, request.job, lambda _: self._look(request))
            case AddModel():
                start(self._working, request.job, lambda token: self._add(request, token))
            case RemoveModel():
                start(self._working, request.job, lambda _: self._remove(request))
            case TryModel():
                start(self._working, request.job, lambda _: self._try(request))
            case Cancel():
                self._jobs.cancel(request.job)
            case _:
                _log.warning("not a request: %s", type(request).__name__)

    def close(self) -> None:
        """End both threads."""
        self._jobs.cancel_all()
        self._looking.close()
        self._working.close()

    def _list(self, request: ListModels) -> Message:
        settings = self._settings()
        setup = OverviewSetup(
            models_dir=self._folder,
            cache=self._cache,
            generator=settings.text("models.generator"),
            embedder=settings.text("models.embedder"),
            n_ctx=settings.integer("models.context"),
            threads=model_threads(settings),
        )
        overview = Overview(self._catalog, setup, machine_memory())
        return ModelsListed(request.job, overview.machine(), overview.models())

    def _look(self, request: LookAtModel) -> Message:
        n_ctx = self._settings().integer("models.context")
        candidate = look_at_model(Path(request.path), n_ctx)
        folder = self._folder
        while not folder.exists():
            folder = folder.parent
        return ModelLookedAt(request.job, candidate, shutil.disk_usage(folder).free)

    def _add(self, request: AddModel, cancel: CancelToken) -> Message:
        n_ctx = self._settings().integer("models.context")
        candidate = look_at_model(Path(request.path), n_ctx)
        own = OwnModels(self._folder)

        def tell(done: int, total: int) -> None:
            self._emit(ModelProgressed(request.job, done, total, "copying"))

        added = own.copy(candidate, tell, cancel) if request.copy else own.refer(candidate)
        return ModelAdded(request.job, added.path)

    def _remove(self, request: RemoveModel) -> Message:
        remove_model(request.name, self._catalog, self._folder)
        return JobDone(request.job)

    def _try(self, request: TryModel) -> Message:
        settings = self._settings()
        threads = model_threads(settings)
        model = self._resolve(request.name)
        command = child_command("trial")
        if model.path.is_dir():
            speed = try_embedder(model.path, threads, command, self._cache)
            return ModelTried(request.job, request.name, ModelSpeed(passages_per_s=speed))
        available = machine_memory().available
        if need := lacks_room(model.path, settings.integer("models.context"), available):
            raise no_room(model.model_id, need, available)
        forget_setup(model.path, threads, self._cache)
        found = find_setup(model.path, threads, command, self._cache)
        speed_found = ModelSpeed(found.prompt_per_s, found.answer_per_s)
        return ModelTried(request.job, request.name, speed_found)

    def _resolve(self, name: str) -> InstalledModel:
        """The model called `name`, a generator or an embedder, looked at but not loaded."""
        for info in self._catalog.models:
            if info.id == name and info.role is Role.RECOGNISER:
                raise EnvironmentProblem(f"{name} cannot be tried by itself.")
        embeds = Path(name).is_dir() or any(
            info.id == name and info.role is Role.EMBEDDER for info in self._catalog.models
        )
        if embeds:
            return resolve_embedder(name, self._folder, self._catalog)
        return resolve_generator(name, self._folder, self._catalog)


def main(arguments: Sequence[str]) -> int:
    """Answer requests on stdin until it closes."""
    argparse.ArgumentParser(prog="--role models").parse_args(arguments)
    send = FrameWriter(protocol_output())
    refuse_network()
    end_with_parent()
    start_logging("models")
    lower_priority(ENGINE_PRIORITY)
    desk = ModelDesk(send, models_dir(), cache_dir())
    receive_requests(sys.stdin.buffer, desk.handle)
    threading.Event().wait()  # until the window closes stdin, or is gone
    return 0
