"""Deletes a model from this machine, or forgets one that lies elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

from filelock import FileLock, Timeout

from app.core.errors import UserError
from app.core.paths import make_private_dir
from app.models.catalog import Catalog
from app.models.own_models import OwnModels


def remove_model(name: str, catalog: Catalog, models_dir: Path) -> None:
    """Delete the model of the catalogue called `name` with what a fetch has left of it, or take
    the person's own model at the path `name` off the list: only a copy of ours is deleted.

    Raises UserError if it is being fetched, or its files cannot be deleted.
    """
    try:
        if all(info.id != name for info in catalog.models):
            OwnModels(models_dir).remove(name)
            return
        make_private_dir(models_dir)
        with FileLock(models_dir / f".{name}.lock", mode=0o600).acquire(timeout=0):
            for folder in (models_dir / name, models_dir / f".{name}.fetch"):
                if folder.exists():
                    shutil.rmtree(folder)
    except Timeout as error:
        raise UserError(
            f"{name} is already being fetched.",
            why="Another process of this program does it.",
            next_step="Wait for it to end.",
        ) from error
    except OSError as error:
        raise UserError(
            f"{Path(name).name} cannot be deleted.",
            why=f"{error.strerror or error}.",
            next_step="Close whatever uses it, and try again.",
        ) from error
