"""What follows an encoder in a sentence-transformers folder, computed by numpy.

Pooling makes one vector of a text's tokens; Dense and Normalize change it. They are the library's
modules of the same names, without torch: see docs/bundle.md for what that spares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from app.models.encoder_files import WEIGHTS, UnsuitableModelError, read_settings

Vectors = NDArray[np.float32]
Tokens = NDArray[np.float32]
Mask = NDArray[np.int64]

_POOLING_KEYS = {  # each mode's key in the older form of the file
    "cls": "pooling_mode_cls_token",
    "max": "pooling_mode_max_tokens",
    "mean": "pooling_mode_mean_tokens",
    "mean_sqrt_len_tokens": "pooling_mode_mean_sqrt_len_tokens",
    "weightedmean": "pooling_mode_weightedmean_tokens",
    "lasttoken": "pooling_mode_lasttoken",
}
_ACTIVATIONS: Mapping[str, Callable[[Vectors], Vectors]] = {
    "torch.nn.modules.activation.Tanh": np.tanh,
    "torch.nn.modules.linear.Identity": lambda vectors: vectors,
}
_FEW = 1e-9  # sentence-transformers' least divisor of a mean
_SHORT = 1e-12  # torch.nn.functional.normalize's least length


class Step(Protocol):
    """One module behind the pooling: `(n, d)` to `(n, e)`."""

    def __call__(self, vectors: Vectors) -> Vectors:
        """The vectors changed."""


@dataclass(frozen=True, slots=True)
class Pooling:
    """One vector of each text's token embeddings: those of `modes` behind one another."""

    modes: tuple[str, ...]

    def __call__(self, tokens: Tokens, mask: Mask) -> Vectors:
        """`tokens` `(n, t, hidden)` and their `mask` `(n, t)` to `(n, hidden * modes)`."""
        return np.concatenate([_POOLINGS[mode](tokens, mask) for mode in self.modes], axis=1)


def _first(tokens: Tokens, _mask: Mask) -> Vectors:
    return tokens[:, 0]


def _greatest(tokens: Tokens, mask: Mask) -> Vectors:
    greatest: Vectors = np.where(mask[:, :, None] > 0, tokens, -np.inf).max(axis=1)
    return greatest


def _sum(tokens: Tokens, mask: Mask) -> Vectors:
    # A product of each text's mask with its tokens: nothing of the size of `tokens` is made.
    summed: Vectors = (mask[:, None, :].astype(np.float32) @ tokens)[:, 0]
    return summed


def _counts(mask: Mask) -> Vectors:
    counts: Vectors = np.maximum(mask.sum(axis=1, keepdims=True), _FEW).astype(np.float32)
    return counts


def _mean(tokens: Tokens, mask: Mask) -> Vectors:
    return _sum(tokens, mask) / _counts(mask)


def _mean_by_root(tokens: Tokens, mask: Mask) -> Vectors:
    roots: Vectors = np.sqrt(_counts(mask), dtype=np.float32)
    return _sum(tokens, mask) / roots


_POOLINGS: Mapping[str, Callable[[Tokens, Mask], Vectors]] = {
    "cls": _first,
    "max": _greatest,
    "mean": _mean,
    "mean_sqrt_len_tokens": _mean_by_root,
}


@dataclass(frozen=True, slots=True)
class Dense:
    """A linear layer with its activation."""

    weight: Vectors  # (out, in)
    bias: Vectors  # (out,)
    activation: Callable[[Vectors], Vectors]

    def __call__(self, vectors: Vectors) -> Vectors:
        """See `Step`."""
        return self.activation(vectors @ self.weight.T + self.bias)


def normalise(vectors: Vectors) -> Vectors:
    """Rows scaled to length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = vectors / np.maximum(lengths, _SHORT)
    return scaled


def read_pooling(folder: Path) -> Pooling:
    """The pooling that `folder` describes. Raises UnsuitableModelError, OSError."""
    settings = read_settings(folder, "config.json")
    if not settings.get("include_prompt", True):
        raise UnsuitableModelError("its pooling leaves the prompt out")
    chosen = settings.get("pooling_mode")
    if chosen is None:
        modes = tuple(mode for mode, key in _POOLING_KEYS.items() if settings.get(key))
    else:
        modes = (chosen,) if isinstance(chosen, str) else tuple(map(str, chosen))
    modes = modes or ("mean",)
    if not set(modes) <= set(_POOLINGS):
        raise UnsuitableModelError(f"its pooling {', '.join(modes)} is not known")
    return Pooling(modes)


def read_step(kind: str, folder: Path) -> Step:
    """The module `kind` of `folder`. Raises UnsuitableModelError, OSError."""
    if kind == "Normalize":
        return normalise
    if kind == "Dense":
        return _read_dense(folder)
    raise UnsuitableModelError(f"its module {kind} is not known")


def _read_dense(folder: Path) -> Dense:
    settings: Mapping[str, Any] = read_settings(folder, "config.json")
    named = str(settings.get("activation_function", "torch.nn.modules.activation.Tanh"))
    if settings.get("use_residual") or named not in _ACTIVATIONS:
        raise UnsuitableModelError(f"its Dense module is not known ({named})")
    if settings.get("module_input_name", "sentence_embedding") != "sentence_embedding":
        raise UnsuitableModelError("its Dense module does not follow the pooling")
    try:
        with safe_open(folder / WEIGHTS, "numpy") as stored:
            weight = stored.get_tensor("linear.weight").astype(np.float32)
            biased = "linear.bias" in set(stored.keys())
            bias = stored.get_tensor("linear.bias") if biased else np.zeros(len(weight))
    except (SafetensorError, FileNotFoundError) as error:
        raise UnsuitableModelError(f"its Dense module cannot be read: {error}") from error
    return Dense(weight, bias.astype(np.float32), _ACTIVATIONS[named])
