"""How much memory a generator needs, and how much there is.

llama.cpp maps the weights and does not say when they do not fit: the system then reads them again
and again from the disk, or ends the process. So the need is worked out before.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import psutil

from app.core.errors import EnvironmentProblem
from app.models.gguf import read_gguf_head

SMALL_MACHINE_BYTES = 6 << 30
"""Of memory in all: below, the smallest model answers. A machine sold with 4 GB shows some 3.8, one
with 8 GB some 7.6; the default model, the embedder and the window take 2.5 GB beside the system."""

OVERHEAD_BYTES = 250 << 20
"""For computing (measured: 75 to 100 MB with batches of 128 tokens) and for whatever else grows
meanwhile."""

_MOST_PER_TOKEN = 320 << 10  # bytes of keys and values, of a model of 70 billion weights
_GROUP_LIMITS = (  # of the control group (cgroups(7)), version 2 and 1: limit and use
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


@dataclass(frozen=True, slots=True)
class MachineMemory:
    """Bytes of memory: in all, and what a new program can have without anything being moved out."""

    total: int
    available: int

    @property
    def small(self) -> bool:
        """Whether this is a machine for the smallest model."""
        return self.total < SMALL_MACHINE_BYTES


def machine_memory() -> MachineMemory:
    """What there is now; a limit that a container sets counts."""
    memory = psutil.virtual_memory()
    total, available = int(memory.total), int(memory.available)
    for limit_file, use_file in _GROUP_LIMITS:
        try:
            limit, use = int(limit_file.read_text()), int(use_file.read_text())
        except (OSError, ValueError):  # no such group, or its limit is "max"
            continue
        if limit < total:
            return MachineMemory(limit, min(available, max(0, limit - use)))
    return MachineMemory(total, available)


def generator_need(model: Path, n_ctx: int, *, extra_buffers: bool = False) -> int:
    """Bytes that a GGUF model takes with a context of `n_ctx` tokens.

    Its weights (twice where they are repacked: `extra_buffers`), keys and values of all layers in
    16 bits for each token of the context, and the overhead. Raises EnvironmentProblem if its head
    cannot be read.
    """
    head = read_gguf_head(model)
    cells = min(n_ctx, head.context_length or n_ctx)
    weights = model.stat().st_size * (2 if extra_buffers else 1)
    return weights + cells * head.cache_bytes_per_token + OVERHEAD_BYTES


def lacks_room(model: Path, n_ctx: int, available: int) -> int:
    """Bytes that a model needs if that is more than is `available`, else 0.

    Raises EnvironmentProblem if its head cannot be read, which takes 0.2 s: where there is plenty
    of memory it is not looked at.
    """
    if model.stat().st_size + n_ctx * _MOST_PER_TOKEN + OVERHEAD_BYTES <= available:
        return 0
    need = generator_need(model, n_ctx)
    return need if need > available else 0


def no_room(model_id: str, need: int, available: int) -> EnvironmentProblem:
    """A model that needs so many bytes does not fit."""
    return EnvironmentProblem(
        f"There is not enough free memory for the model {model_id}.",
        why=f"It takes about {gigabytes(need)} GB, and {gigabytes(available)} GB are free.",
        next_step="Close other programs and ask again, or choose a smaller model. “Quote only” "
        "answers without one.",
    )


def gigabytes(size_bytes: int) -> str:
    """A size in words, with one decimal."""
    return f"{size_bytes / (1 << 30):.1f}"
