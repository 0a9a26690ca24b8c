"""A module of sentence-transformers that runs an encoder in ONNX Runtime.

It takes the place of the Transformer in `SentenceTransformer(modules=[…])`; pooling and what else
the model's folder names stay the library's own.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from app.models.encoder_files import (
    UnsuitableModelError,
    read_max_tokens,
    read_plan,
    read_settings,
    read_shape,
)
from app.models.sentence_library import import_sentence_transformers

import_sentence_transformers()  # quiet, offline and light, whoever is the first to import it

import torch  # noqa: E402 - as above
from sentence_transformers import SentenceTransformer  # noqa: E402 - as above
from sentence_transformers.sentence_transformer.modules import (  # noqa: E402 - as above
    Dense,
    InputModule,
    Module,
    Normalize,
    Pooling,
)

Features = dict[str, Any]
_LATER: dict[str, type[Module]] = {"Pooling": Pooling, "Normalize": Normalize, "Dense": Dense}
_ERRORS_ALONE = 3  # ONNX Runtime's severity


class _Session(Protocol):
    """What is used of `onnxruntime.InferenceSession`."""

    def run(
        self, outputs: Sequence[str] | None, inputs: dict[str, NDArray[Any]]
    ) -> list[NDArray[Any]]:
        """The outputs for `inputs`."""


@dataclass(frozen=True, slots=True)
class TokenLimits:
    """Longest input in tokens, and the id that shorter ones of a batch are filled up with."""

    max_tokens: int
    pad_id: int


class OnnxEncoder(InputModule):
    """Texts to token embeddings `(n, t, hidden)`. One thread makes every call."""

    save_in_root = True

    def __init__(self, session: _Session, tokenizer: Tokenizer, limits: TokenLimits) -> None:
        """`tokenizer` neither cuts nor fills up, so that counting may share it on any thread."""
        super().__init__()  # type: ignore[no-untyped-call]  # the library's own
        self._session = session
        self.tokenizer = tokenizer
        self.max_seq_length = limits.max_tokens
        self._pad_id = limits.pad_id

    def preprocess(
        self, inputs: Sequence[Any], prompt: str | None = None, **_options: object
    ) -> Features:
        """Token ids and mask of the texts `inputs`, each behind `prompt`."""
        rows = [self._tokens((prompt or "") + str(text)) for text in inputs]
        longest = max((len(row) for row in rows), default=0)
        ids = np.full((len(rows), max(1, longest)), self._pad_id, np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        return {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}

    def _tokens(self, text: str) -> list[int]:
        """Token ids of `text`, cut to what the model takes, special tokens kept."""
        tokens: list[int] = self.tokenizer.encode(text).ids
        if len(tokens) <= self.max_seq_length:
            return tokens
        plain = self.tokenizer.encode(text, add_special_tokens=False)
        plain.truncate(self.max_seq_length - self.tokenizer.num_special_tokens_to_add(False))
        cut: list[int] = self.tokenizer.post_process(plain).ids
        return cut

    def forward(self, features: Features, **_options: object) -> Features:
        """Add `token_embeddings`, float32."""
        mask = features["attention_mask"].numpy()
        inputs = {
            "input_ids": features["input_ids"].numpy(),
            "lengths": np.maximum(mask.sum(axis=1), 1).astype(np.int32),
        }
        (embeddings,) = self._session.run(None, inputs)
        features["token_embeddings"] = torch.from_numpy(embeddings)
        return features

    def save(self, output_path: str, *_arguments: object, **_options: object) -> None:
        """Not offered: what it runs is made from a folder by `onnx_export`."""
        raise NotImplementedError(f"nothing to save in {output_path}")


def load_onnx_model(
    folder: Path, model: Path, tokenizer: Tokenizer, threads: int
) -> SentenceTransformer:
    """The model in `folder`, whose encoder is run from the ONNX file `model`.

    Raises UnsuitableModelError where the folder has what is not known here, OSError, ImportError
    and what ONNX Runtime raises (RuntimeError) if the file does not run here.
    """
    plan = read_plan(folder)
    later = [_load_later(folder, kind, path) for kind, path in plan.later]
    shape = read_shape(plan.encoder)
    limits = TokenLimits(read_max_tokens(folder, plan.encoder, shape), shape.pad_id)
    encoder = OnnxEncoder(open_session(model, threads), tokenizer, limits)
    settings = read_settings(folder, "config_sentence_transformers.json")
    return SentenceTransformer(
        modules=[encoder, *later],
        device="cpu",
        prompts={key: text for key, text in (settings.get("prompts") or {}).items() if text},
        default_prompt_name=settings.get("default_prompt_name"),
        truncate_dim=settings.get("truncate_dim"),
        local_files_only=True,
    )


def open_session(model: Path, threads: int) -> _Session:
    """A session over the file `model` on the CPU. Raises ImportError, RuntimeError."""
    # From 1.29 on it sends telemetry, beginning with its import, unless this is set before;
    # pyproject.toml asks for an older one. On Windows all tell the system, until they are told.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    library = importlib.import_module("onnxruntime")
    library.disable_telemetry_events()
    library.set_default_logger_severity(_ERRORS_ALONE)
    options = library.SessionOptions()
    options.log_severity_level = _ERRORS_ALONE
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that wait spin by default, which beside llama.cpp on the same cores slows both.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if not _multiplies_bytes():
        options.add_session_config_entry("session.x64quantprecision", "1")
    options.enable_cpu_mem_arena = False  # it keeps the most that any batch ever took
    try:
        session: _Session = library.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # its errors have no common root but this
        raise RuntimeError(f"{model.name} does not run here: {error}") from error
    return session


def _multiplies_bytes() -> bool:
    """Whether the processor has dot products of 8-bit numbers that cannot overflow.

    An x86 one without them adds pairs of products in 16 bits, which cuts the largest off unless
    ONNX Runtime takes a slower way; vectors would differ from other machines' otherwise.
    """
    ask = getattr(torch.cpu, "get_capabilities", None)  # since torch 2.10
    known = ask() if ask is not None else {}
    if known.get("architecture", "x86_64") != "x86_64":
        return True
    return bool(known.get("avx512_vnni") or known.get("avx_vnni"))


def _load_later(folder: Path, kind: str, path: str) -> Module:
    if kind not in _LATER:
        raise UnsuitableModelError(f"its module {kind} is not known")
    module = _LATER[kind].load(str(folder), subfolder=path, local_files_only=True)
    if isinstance(module, Pooling) and not module.include_prompt:
        raise UnsuitableModelError("its pooling leaves the prompt out")
    return module
