"""The models that the program knows by name, and where they are on this machine."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from app.core.errors import EnvironmentProblem, UserError
from app.core.paths import brought_models_dir
from app.core.resources import read_resource
from app.models.gguf import check_gguf

FORMAT_HINT = "resources/models.toml is damaged; install the program again."


class Role(StrEnum):
    """What a model is for."""

    GENERATOR = "generator"
    EMBEDDER = "embedder"
    RECOGNISER = "recogniser"  # reads the text on pictures


@dataclass(frozen=True, slots=True)
class WheelSource:
    """Data inside wheels of the package index.

    `package` and `member` hold the part's number `{n}`, from 1 to `count`. A `member` that ends
    with "/" is a folder, otherwise a pattern for one file. `platform` is a wheel tag, or empty.
    """

    package: str
    version: str
    member: str
    count: int = 1
    platform: str = ""


@dataclass(frozen=True, slots=True)
class HubSource:
    """One file of a repository of the model hub."""

    repository: str
    revision: str
    file: str


Source = WheelSource | HubSource


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model of the catalogue.

    `size_bytes` and `sha256` are of `file` as it is fetched. `n_ctx` is the longest input that the
    model was trained for, in tokens. `gate` maps a signal's name to its threshold τ; `evidence` is
    the rule by which the gate weighs what the search found (`signal` names the one inside), fitted
    with the embedder `evidence_embedder`; `absence` is the rule by which it is declined to answer,
    fitted with the embedder `absence_embedder`. Both are empty where none was fitted.
    """

    id: str
    role: Role
    name: str
    licence: str
    file: str
    size_bytes: int
    sha256: str
    languages: tuple[str, ...]
    n_ctx: int
    prompt_version: str
    sources: tuple[Source, ...]
    default: bool = False
    convert: str = ""
    gate: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, float | str] = field(default_factory=dict)
    evidence_embedder: str = ""
    absence: Mapping[str, float] = field(default_factory=dict)
    absence_embedder: str = ""

    def location(self, models_dir: Path) -> Path:
        """Where it lies when installed: a generator's file, the folder of any other.

        A model that came with the program lies there, and is never fetched.
        """
        brought = brought_models_dir()
        if brought is not None and (brought / self.id).is_dir():
            models_dir = brought
        folder = models_dir / self.id
        return folder / self.file if self.role is Role.GENERATOR else folder


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model on this machine. `info` is None for one that the catalogue does not know."""

    path: Path
    model_id: str
    info: ModelInfo | None


@dataclass(frozen=True, slots=True)
class Catalog:
    """All known models, in the order of the file."""

    models: tuple[ModelInfo, ...]

    def find(self, model_id: str) -> ModelInfo:
        """The model named `model_id`. Raises UserError naming the nearest one."""
        for info in self.models:
            if info.id == model_id:
                return info
        names = [info.id for info in self.models]
        near = difflib.get_close_matches(model_id, names, n=1, cutoff=0.4)
        hint = f"Did you mean {near[0]}?" if near else "margine models list shows what there is."
        raise UserError(f"There is no model named {model_id}.", next_step=hint)

    def default(self, role: str) -> ModelInfo:
        """The model that `role` uses unless the person chooses another."""
        for info in self.models:
            if info.default and info.role == role:
                return info
        raise EnvironmentProblem(f"There is no default {role}.", next_step=FORMAT_HINT)

    def installed_path(self, info: ModelInfo, models_dir: Path) -> Path | None:
        """Where `info` is installed, or None. Looks at names and sizes, not at contents."""
        path = info.location(models_dir)
        if info.role is Role.EMBEDDER:
            return path if is_embedder_folder(path) else None
        if info.role is Role.RECOGNISER:
            return path if is_whole(path / info.file, info.size_bytes) else None
        return path if is_whole(path, info.size_bytes) else None

    def installed(self, models_dir: Path) -> tuple[InstalledModel, ...]:
        """Every model of the catalogue that is on this machine."""
        found = [(info, self.installed_path(info, models_dir)) for info in self.models]
        return tuple(InstalledModel(path, info.id, info) for info, path in found if path)


def is_whole(path: Path, size_bytes: int) -> bool:
    """Whether the file at `path` is there, and of this size."""
    return path.is_file() and path.stat().st_size == size_bytes


def is_embedder_folder(path: Path) -> bool:
    """Whether `path` is a sentence-transformers folder."""
    return (path / "modules.json").is_file()


def resolve_generator(
    name: str, models_dir: Path, catalog: Catalog | None = None
) -> InstalledModel:
    """The generator called `name`: an id, the path of a GGUF file, or empty for the default.

    Raises UserError for an unknown name, EnvironmentProblem for a model that is not installed,
    is cut short or is not GGUF at all.
    """
    catalog = catalog or load_catalog()
    own = _own_path(name, catalog)
    if own is not None:
        if own.is_dir():
            raise UserError(f"{own} is a folder.", next_step="Choose the .gguf file inside it.")
        check_gguf(own)
        return InstalledModel(own, own.stem, None)
    info = _find_for(Role.GENERATOR, name, catalog)
    path = info.location(models_dir)
    if not path.is_file():
        raise EnvironmentProblem(
            f"The model {info.id} is not installed.",
            next_step=f"Fetch it with: margine models fetch {info.id} "
            "(from a checkout, python3 packaging/run.py --setup fetches the default ones). "
            "Without it, “Quote only” answers with sentences of your documents "
            "(margine ask --extractive).",
        )
    check_gguf(path, info.size_bytes)
    return InstalledModel(path, info.id, info)


def resolve_embedder(name: str, models_dir: Path, catalog: Catalog | None = None) -> InstalledModel:
    """The embedder called `name`: an id, a sentence-transformers folder, or empty for the default.

    Raises UserError for an unknown name or another kind of folder, EnvironmentProblem for a model
    that is not installed.
    """
    catalog = catalog or load_catalog()
    own = _own_path(name, catalog)
    if own is not None:
        if not is_embedder_folder(own):
            raise UserError(
                f"{own} is not a sentence-transformers folder.",
                why="It holds no modules.json.",
                next_step="Choose the folder that holds modules.json.",
            )
        return InstalledModel(own, own.name, None)
    info = _find_for(Role.EMBEDDER, name, catalog)
    path = catalog.installed_path(info, models_dir)
    if path is None:
        raise _not_installed(info)
    return InstalledModel(path, info.id, info)


def _own_path(name: str, catalog: Catalog) -> Path | None:
    """`name` as a path of the person's own, unless it is an id or empty."""
    if not name or any(info.id == name for info in catalog.models):
        return None
    path = Path(name).expanduser()
    if path.exists():
        return path.resolve()
    if len(path.parts) > 1 or path.suffix.lower() == ".gguf":
        raise UserError(f"There is no model at {path}.", next_step="Check the path.")
    return None


def _find_for(role: Role, name: str, catalog: Catalog) -> ModelInfo:
    info = catalog.find(name) if name else catalog.default(role)
    if info.role is not role:
        raise UserError(
            f"{info.id} cannot be the {role}.",
            why=f"It is the kind of model called {info.role}.",
            next_step="margine models list shows what there is.",
        )
    return info


def _not_installed(info: ModelInfo) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"The model {info.id} is not installed.",
        next_step=f"Fetch it with: margine models fetch {info.id} "
        "(from a checkout, python3 packaging/run.py --setup fetches the default ones).",
    )


def load_catalog(text: str | None = None) -> Catalog:
    """The catalogue of this installation, or the one written in `text` (TOML).

    Raises EnvironmentProblem if it does not fit.
    """
    try:
        rows = tomllib.loads(read_resource("models.toml") if text is None else text)["model"]
        models = tuple(_read_model(row) for row in rows)
    except (KeyError, TypeError, ValueError) as error:
        raise EnvironmentProblem(
            "The list of models cannot be read.", why=f"{error!r}.", next_step=FORMAT_HINT
        ) from error
    return Catalog(models)


def _read_model(row: dict[str, Any]) -> ModelInfo:
    values = dict(row)
    sources = tuple(_read_source(each) for each in values.pop("source"))
    languages = tuple(values.pop("languages"))
    role = Role(values.pop("role"))
    absence = dict(values.pop("absence", {}))
    gate = dict(values.pop("gate", {}))
    evidence = dict(gate.pop("evidence", {}))
    return ModelInfo(
        role=role,
        languages=languages,
        sources=sources,
        gate={str(signal): float(threshold) for signal, threshold in gate.items()},
        evidence_embedder=str(evidence.pop("embedder", "")),
        evidence=evidence,
        absence_embedder=str(absence.pop("embedder", "")),
        absence={str(name): float(weight) for name, weight in absence.items()},
        **values,
    )


def _read_source(row: dict[str, Any]) -> Source:
    values = dict(row)
    kind = values.pop("kind")
    if kind == "wheel":
        return WheelSource(**values)
    if kind == "hub":
        return HubSource(**values)
    raise ValueError(f"unknown kind of source: {kind}")
