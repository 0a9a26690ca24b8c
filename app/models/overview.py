"""All models that can be used or fetched here, as the window shows them."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import MargineError
from app.core.model_facts import MachineFacts, ModelFacts, ModelPlace, ModelSpeed
from app.models.candidate import look_at_model
from app.models.catalog import (
    Catalog,
    HubSource,
    ModelInfo,
    Role,
    Source,
    resolve_embedder,
    resolve_generator,
)
from app.models.choice import choose_generator
from app.models.embedder_trial import known_embedder_speed
from app.models.fetch import fetched_bytes, space_needed
from app.models.memory import OVERHEAD_BYTES, MachineMemory, generator_need
from app.models.own_models import OwnModel, OwnModels
from app.models.trial import known_setup


@dataclass(frozen=True, slots=True)
class OverviewSetup:
    """What the overview depends on: folders, and the settings' names, context and threads."""

    models_dir: Path
    cache: Path
    generator: str
    embedder: str
    n_ctx: int
    threads: int


class Overview:
    """Looks at names, sizes and heads; loads nothing. One thread at a time."""

    def __init__(self, catalog: Catalog, setup: OverviewSetup, memory: MachineMemory) -> None:
        self._catalog = catalog
        self._setup = setup
        self._memory = memory
        self._used = (self._used_generator(), self._used_embedder())

    def machine(self) -> MachineFacts:
        """What this machine has."""
        folder = self._setup.models_dir
        while not folder.exists():
            folder = folder.parent
        return MachineFacts(
            memory_total=self._memory.total,
            memory_available=self._memory.available,
            disk_free=shutil.disk_usage(folder).free,
            models_dir=str(self._setup.models_dir),
            can_fetch=not getattr(sys, "frozen", False),
        )

    def models(self) -> tuple[ModelFacts, ...]:
        """Those of the catalogue in its order, then the person's own.

        A model that the settings name by its path, and that is in neither list, is one of theirs.
        """
        listed = [self._of_catalog(info) for info in self._catalog.models]
        own = [self._of_own(each) for each in OwnModels(self._setup.models_dir).all()]
        known = {each.path for each in (*listed, *own) if each.path}
        for role, path in zip((Role.GENERATOR, Role.EMBEDDER), self._used, strict=True):
            if path and path not in known:
                own.append(self._of_own(OwnModel(path, Path(path).stem, role, copied=False)))
        return (*listed, *own)

    def _of_catalog(self, info: ModelInfo) -> ModelFacts:
        models_dir = self._setup.models_dir
        path = self._catalog.installed_path(info, models_dir)
        fetched = 0 if path is not None else fetched_bytes(info, models_dir)
        trouble = ""
        if path is None and info.location(models_dir).exists():
            trouble = "It is not complete."
        return ModelFacts(
            name=info.id,
            title=info.name,
            role=info.role,
            licence=info.licence,
            languages=info.languages,
            size_bytes=info.size_bytes,
            path="" if path is None else str(path),
            default=info.default,
            used=self._is_used(info.role, path),
            need_bytes=self._need(info.role, path) or _guess_need(info),
            space_bytes=space_needed(info, fetched),
            fetched_bytes=fetched,
            context=info.n_ctx,
            speed=self._speed(info.role, path),
            places=tuple(_place(source) for source in info.sources),
            trouble=trouble,
        )

    def _of_own(self, own: OwnModel) -> ModelFacts:
        path = Path(own.path)
        size = need = context = 0
        trouble = ""
        try:
            seen = look_at_model(path, self._setup.n_ctx)
            size, need, context = seen.size_bytes, seen.need_bytes, seen.context
        except MargineError as error:
            trouble = str(error)
        return ModelFacts(
            name=own.path,
            title=own.title,
            role=own.role,
            licence="",
            languages=(),
            size_bytes=size,
            path=own.path,
            own=True,
            copied=own.copied,
            used=self._is_used(Role(own.role), path),
            need_bytes=need,
            context=context,
            speed=None if trouble else self._speed(Role(own.role), path),
            trouble=trouble,
        )

    def _is_used(self, role: Role, path: Path | None) -> bool:
        if role is Role.RECOGNISER:
            return path is not None
        return path is not None and str(path) == self._used[role is Role.EMBEDDER]

    def _used_generator(self) -> str:
        setup = self._setup
        try:
            name = setup.generator
            if not name:
                name = choose_generator(
                    self._catalog, setup.models_dir, self._memory, setup.n_ctx
                ).model_id
            return str(resolve_generator(name, setup.models_dir, self._catalog).path)
        except MargineError:
            return ""

    def _used_embedder(self) -> str:
        setup = self._setup
        try:
            return str(resolve_embedder(setup.embedder, setup.models_dir, self._catalog).path)
        except MargineError:
            return ""

    def _need(self, role: Role, path: Path | None) -> int:
        if role is not Role.GENERATOR or path is None:
            return 0
        try:
            return generator_need(path, self._setup.n_ctx)
        except (MargineError, OSError):
            return 0

    def _speed(self, role: Role, path: Path | None) -> ModelSpeed | None:
        if path is None:
            return None
        setup = self._setup
        if role is Role.GENERATOR:
            known = known_setup(path, setup.threads, setup.cache)
            return None if known is None else ModelSpeed(known.prompt_per_s, known.answer_per_s)
        if role is Role.EMBEDDER:
            speed = known_embedder_speed(path, setup.threads, setup.cache)
            return None if speed is None else ModelSpeed(passages_per_s=speed)
        return None


def _guess_need(info: ModelInfo) -> int:
    """Memory for a generator that is not here yet: weights and overhead, without its cache."""
    return info.size_bytes + OVERHEAD_BYTES if info.role is Role.GENERATOR else 0


def _place(source: Source) -> ModelPlace:
    """A source in words that name what is asked of whom."""
    if isinstance(source, HubSource):
        return ModelPlace("hub", f"{source.repository} @ {source.revision}: {source.file}")
    first = source.package.format(n=1)
    if source.count > 1:
        first = f"{first} … {source.package.format(n=source.count)}"
    return ModelPlace("wheel", f"{first} ({source.version})")
