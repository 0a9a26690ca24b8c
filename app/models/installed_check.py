"""Whether the models that are installed are whole."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.core.errors import MargineError
from app.core.findings import CheckFinding, CheckProgress, Level, no_check_progress
from app.models.catalog import Catalog, ModelInfo, Role
from app.models.fetch import sha256_of
from app.models.onnx_export import find_export

_TOPIC = "models"


def check_models(
    catalog: Catalog, models_dir: Path, progress: CheckProgress = no_check_progress
) -> Iterator[CheckFinding]:
    """Look at every byte of the models of the catalogue that are installed here."""
    installed = [
        (info, path)
        for info in catalog.models
        if (path := catalog.installed_path(info, models_dir)) is not None
    ]
    for role in (Role.GENERATOR, Role.EMBEDDER):
        if not any(info.role is role for info, _path in installed):
            yield _missing(role, catalog.default(role).id)
    for done, (info, path) in enumerate(installed):
        progress(info.id, done, len(installed))
        yield _look_at(info, path)
    yield from _cut_short(catalog.models, models_dir, frozenset(info.id for info, _ in installed))


def _look_at(info: ModelInfo, path: Path) -> CheckFinding:
    try:
        whole = _is_whole(info, path)
    except (OSError, MargineError) as error:
        return _broken(info, f"It cannot be read: {getattr(error, 'strerror', None) or error}.")
    if not whole:
        return _broken(info, "Its content is not what was installed.")
    return CheckFinding(_TOPIC, Level.OK, f"The model {info.id} is whole.")


def _is_whole(info: ModelInfo, path: Path) -> bool:
    file = path / info.file if path.is_dir() else path
    if file.is_file() and not info.convert:
        return file.stat().st_size == info.size_bytes and sha256_of(file) == info.sha256
    # Converted at set-up: the record of its fast form says what its files were like then. In a
    # cache of its own, so that every byte is read again.
    with tempfile.TemporaryDirectory(prefix="margine-check-") as cache:
        return find_export(path, Path(cache)) is not None


def _cut_short(
    models: Sequence[ModelInfo], models_dir: Path, installed: frozenset[str]
) -> Iterator[CheckFinding]:
    """Files that are there and do not count as installed: of another size."""
    for info in models:
        if info.id not in installed and info.location(models_dir).exists():
            yield _broken(info, "It is not complete.")


def _broken(info: ModelInfo, why: str) -> CheckFinding:
    return CheckFinding(
        _TOPIC,
        Level.PROBLEM,
        f"The model {info.id} is damaged.",
        why,
        f"Fetch it again: delete its folder, then run margine models fetch {info.id} (this goes "
        "online).",
    )


def _missing(role: Role, model_id: str) -> CheckFinding:
    return CheckFinding(
        _TOPIC,
        Level.WARNING,
        f"There is no {role.value} here.",
        "Without one, questions are not answered in words, or passages are found by words alone.",
        f"Fetch one with: margine models fetch {model_id} (this goes online).",
    )
