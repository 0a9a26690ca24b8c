"""What the window is told about models: of the catalogue, of the person's own, of the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Where a model is fetched from: "wheel" or "hub", and the packages or the file in words."""

    kind: str
    origin: str


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """Measured on this machine; 0 where it is not measured for this kind of model.

    Tokens a second, reading and writing, of a generator; short passages a second of an embedder.
    """

    prompt_per_s: float = 0.0
    answer_per_s: float = 0.0
    passages_per_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """One model. `name` is what the settings call it: the catalogue's id, or a path.

    `role` is "generator", "embedder" or "recogniser". `path` is "" for one that is not on this
    machine. `need_bytes` is the memory that it takes with the context of the settings, 0 where
    that is not known. `fetched_bytes` is what a fetch that did not end has left. `trouble` says
    why it cannot be used, "" if nothing is known against it.
    """

    name: str
    title: str
    role: str
    licence: str
    languages: tuple[str, ...]
    size_bytes: int
    path: str
    own: bool = False  # the person added it
    copied: bool = False  # and it was copied into the models folder
    default: bool = False
    used: bool = False
    need_bytes: int = 0
    space_bytes: int = 0  # that must be free for fetching it
    fetched_bytes: int = 0
    context: int = 0
    speed: ModelSpeed | None = None
    places: tuple[ModelPlace, ...] = ()
    trouble: str = ""

    @property
    def installed(self) -> bool:
        """Whether it is on this machine."""
        return bool(self.path)


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """What this machine has, in bytes, and where models lie on it."""

    memory_total: int
    memory_available: int
    disk_free: int
    models_dir: str
    can_fetch: bool = True


@dataclass(frozen=True, slots=True)
class ModelCandidate:
    """A file or folder that the person would add, looked at without being loaded."""

    path: str
    title: str
    role: str
    size_bytes: int
    need_bytes: int = 0
    context: int = 0
    known_as: str = ""  # the id in the catalogue of a file with the same size and checksum
