"""Which generator answers where nobody has chosen one: the default, or a smaller one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.core.errors import EnvironmentProblem
from app.models.catalog import Catalog, InstalledModel, Role
from app.models.memory import MachineMemory, gigabytes, lacks_room


@dataclass(frozen=True, slots=True)
class Choice:
    """A model of the catalogue, and why it is not the default one; "" if it is."""

    model_id: str
    note: str


def choose_generator(
    catalog: Catalog, models_dir: Path, memory: MachineMemory, n_ctx: int
) -> Choice:
    """The default generator, or the smallest that is installed: on a small machine, and where
    there is no room for the default one just now."""
    default = catalog.default(Role.GENERATOR)
    smallest = _smallest(catalog, models_dir)
    if smallest is None or smallest.model_id == default.id:
        return Choice(default.id, "")
    if memory.small:
        note = f"This computer has {gigabytes(memory.total)} GB of memory: the small model answers."
        return Choice(smallest.model_id, note)
    need = _lacking(default.location(models_dir), n_ctx, memory.available)
    if need:
        note = (
            f"Only {gigabytes(memory.available)} GB of memory are free, and the usual model takes "
            f"{gigabytes(need)} GB: the small model answers."
        )
        return Choice(smallest.model_id, note)
    return Choice(default.id, "")


def _smallest(catalog: Catalog, models_dir: Path) -> InstalledModel | None:
    """The installed generator of the smallest file."""
    found = [
        each
        for each in catalog.installed(models_dir)
        if each.info is not None and each.info.role is Role.GENERATOR
    ]
    return min(found, key=lambda each: each.path.stat().st_size, default=None)


def _lacking(model: Path, n_ctx: int, available: int) -> int:
    """As `lacks_room`; 0 where the model is not installed, or damaged: loading it says so."""
    try:
        return lacks_room(model, n_ctx, available)
    except (EnvironmentProblem, OSError):
        return 0
