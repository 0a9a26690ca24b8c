"""Which embedder the engine runs with, and which one is to come.

With another embedder in the settings than the library's vectors are of, the engine goes on with
the old one, as long as that is installed, and prepares the vectors of the new one meanwhile
(`next_embedding`). Once they are all there, the next start takes them over.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import MargineError
from app.core.paths import cache_dir, models_dir
from app.core.settings import Settings
from app.index import next_vectors
from app.models.catalog import Role, load_catalog, resolve_embedder
from app.models.own_models import OwnModels

_log = logging.getLogger(__name__)

_NAME, _BACKEND = "models.embedder", "models.embedder_backend"


@dataclass(frozen=True, slots=True)
class EmbedderPlan:
    """The settings to run with, and those with the embedder whose vectors are to be prepared;
    None for none."""

    now: Settings
    coming: Settings | None = None


def plan_embedders(library: Path, settings: Settings) -> EmbedderPlan:
    """What the library in `library` needs with these settings. Loads no model."""
    stored = next_vectors.peek_embedder(library)
    if stored is None:
        return EmbedderPlan(settings)
    try:
        wanted = resolve_embedder(settings.text(_NAME), models_dir())
        identity = _identity_to_be(wanted.path, settings.text(_BACKEND))
        if stored.identity == identity or next_vectors.is_complete(library, identity):
            return EmbedderPlan(settings)
    except (MargineError, OSError):
        return EmbedderPlan(settings)  # what is wrong is said when it is loaded
    for name, folder in _installed():
        backend = _backend_of(folder, stored.identity)
        if backend:
            _log.info("the old embedder answers until the vectors of the new one are there")
            old = settings.with_value(_NAME, name).with_value(_BACKEND, backend)
            return EmbedderPlan(old, settings)
    return EmbedderPlan(settings)


def _installed() -> Iterator[tuple[str, Path]]:
    """Embedders on this machine, as the settings name them, and where they lie."""
    for model in load_catalog().installed(models_dir()):
        if model.info is not None and model.info.role is Role.EMBEDDER:
            yield model.model_id, model.path
    for own in OwnModels(models_dir()).all():
        if own.role == Role.EMBEDDER.value and Path(own.path).is_dir():
            yield own.path, Path(own.path)


def _backend_of(folder: Path, identity: str) -> str:
    """What makes the vectors of `identity` with the embedder in `folder`; "" if nothing does."""
    from app.models.embedder_backends import Backend, onnx_identity
    from app.models.identity import embedder_identity

    try:
        source = embedder_identity(folder, cache_dir())
    except OSError:
        return ""
    made_by = {source: Backend.TORCH, onnx_identity(source): Backend.ONNX}
    return made_by[identity].value if identity in made_by else ""


def _identity_to_be(folder: Path, backend: str) -> str:
    """Of the vectors that the embedder in `folder` makes when it is loaded. Raises OSError."""
    from app.models.embedder_backends import Backend, onnx_identity
    from app.models.identity import embedder_identity
    from app.models.onnx_export import find_export, was_exported

    source = embedder_identity(folder, cache_dir())
    if backend == Backend.TORCH:
        return source
    by_onnx = backend == Backend.ONNX or was_exported(folder)
    return onnx_identity(source) if by_onnx or find_export(folder, cache_dir()) else source
