"""Reads a BERT-like encoder from a sentence-transformers folder: its shape and its weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

Weights = Mapping[str, NDArray[np.float32]]

WEIGHTS = "model.safetensors"
# How positions are counted: from 0, or, by fairseq's descendants, from behind the padding's id.
_POSITIONS_FROM_0 = ("bert",)
_POSITIONS_BEHIND_PADDING = ("roberta", "xlm-roberta")
_TEXT_TABLE = "embeddings.word_embeddings.weight"


class UnsuitableModelError(ValueError):
    """The folder's model cannot be made into an ONNX graph here; the text says why."""


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """`activation` is transformers' name of it; `first_position` that of the first token."""

    hidden: int
    layers: int
    heads: int
    epsilon: float
    activation: str
    first_position: int
    pad_id: int


@dataclass(frozen=True, slots=True)
class FolderPlan:
    """What `modules.json` puts together: the encoder's sub-folder, then (type, sub-folder)."""

    encoder: Path
    later: tuple[tuple[str, str], ...]


def read_plan(folder: Path) -> FolderPlan:
    """How the model in `folder` is made up. Raises UnsuitableModelError, OSError."""
    modules = _read_json(folder / "modules.json")
    try:
        kinds = [(str(each["type"]).rpartition(".")[2], str(each["path"])) for each in modules]
    except (TypeError, KeyError) as error:
        raise UnsuitableModelError("modules.json does not fit") from error
    if not kinds or kinds[0][0] != "Transformer":
        raise UnsuitableModelError("its first module is not a Transformer")
    if any(".." in Path(path).parts or Path(path).is_absolute() for _kind, path in kinds):
        raise UnsuitableModelError("a module lies outside the folder")
    return FolderPlan(folder / kinds[0][1], tuple(kinds[1:]))


def read_shape(encoder: Path) -> EncoderShape:
    """The shape of the encoder in the folder `encoder`. Raises UnsuitableModelError, OSError."""
    config = _read_json(encoder / "config.json")
    kind = config.get("model_type") if isinstance(config, dict) else None
    if kind not in (*_POSITIONS_FROM_0, *_POSITIONS_BEHIND_PADDING):
        raise UnsuitableModelError(f"models of the type {kind} are not converted")
    if config.get("position_embedding_type", "absolute") != "absolute":
        raise UnsuitableModelError("its positions are not absolute")
    if config.get("is_decoder") or config.get("add_cross_attention"):
        raise UnsuitableModelError("it is a decoder")
    try:
        pad_id = int(config.get("pad_token_id") or 0)
        return EncoderShape(
            hidden=int(config["hidden_size"]),
            layers=int(config["num_hidden_layers"]),
            heads=int(config["num_attention_heads"]),
            epsilon=float(config.get("layer_norm_eps", 1e-12)),
            activation=str(config.get("hidden_act", "gelu")),
            first_position=pad_id + 1 if kind in _POSITIONS_BEHIND_PADDING else 0,
            pad_id=pad_id,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UnsuitableModelError(f"config.json does not fit: {error!r}") from error


def read_weights(encoder: Path) -> Weights:
    """The encoder's weights in float32, by their names without a model's prefix.

    Raises UnsuitableModelError where they are not one safetensors file of floats, OSError.
    """
    path = encoder / WEIGHTS
    if not path.is_file():
        raise UnsuitableModelError(f"it has no {WEIGHTS}")
    try:
        with safe_open(path, "numpy") as stored:
            names = list(stored.keys())
            table = next((name for name in names if name.endswith(_TEXT_TABLE)), None)
            if table is None:
                raise UnsuitableModelError("it has no word embeddings")
            prefix = table.removesuffix(_TEXT_TABLE)
            return {
                name.removeprefix(prefix): stored.get_tensor(name).astype(np.float32, copy=False)
                for name in names
                if name.startswith((prefix + "embeddings.", prefix + "encoder."))
            }
    except (SafetensorError, TypeError, KeyError, ValueError) as error:
        if isinstance(error, UnsuitableModelError):
            raise
        raise UnsuitableModelError(f"its weights cannot be read: {error}") from error


def read_max_tokens(folder: Path, encoder: Path, shape: EncoderShape) -> int:
    """The longest input in tokens, as the folder says. Raises OSError, UnsuitableModelError.

    sentence-transformers' rule: its own setting, else the lesser of positions and tokenizer.
    """
    config = read_settings(encoder, "config.json")
    limit = int(config.get("max_position_embeddings", 512)) - shape.first_position
    for place in (encoder, folder):
        chosen = read_settings(place, "sentence_bert_config.json").get("max_seq_length")
        if chosen:
            return min(int(chosen), limit)
    of_tokenizer = read_settings(encoder, "tokenizer_config.json").get("model_max_length")
    return min(int(of_tokenizer), limit) if of_tokenizer else limit


def read_settings(folder: Path, name: str) -> dict[str, Any]:
    """The settings in one JSON file of `folder`; none where there is no such file."""
    path = folder / name
    found = _read_json(path) if path.is_file() else {}
    return found if isinstance(found, dict) else {}


def _read_json(path: Path) -> Any:  # noqa: ANN401 - as the file has it; callers check
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnsuitableModelError(f"{path.name} is not JSON") from error
