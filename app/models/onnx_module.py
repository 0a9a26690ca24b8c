"""Runs a sentence-transformers folder without that library: its encoder in ONNX Runtime, what
follows it in numpy. Neither torch nor transformers is loaded, which spares seconds and 300 MB."""

from __future__ import annotations

import importlib
import os
import platform
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
from app.models.onnx_later import Pooling, Step, Vectors, read_pooling, read_step
from app.models.text_model import read_prompts

_ERRORS_ALONE = 3  # ONNX Runtime's severity
_CPU_INFO = Path("/proc/cpuinfo")
_BYTE_PRODUCTS = frozenset({"avx512_vnni", "avx_vnni"})
# numpy's names of groups of features of which each holds AVX512_VNNI.
_BYTE_GROUPS = ("AVX512_CLX", "AVX512_ICL", "AVX512_SPR")


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


class OnnxEncoder:
    """Texts to token embeddings. One thread makes every call."""

    def __init__(self, session: _Session, tokenizer: Tokenizer, limits: TokenLimits) -> None:
        """`tokenizer` neither cuts nor fills up, so that counting may share it on any thread."""
        self._session = session
        self._tokenizer = tokenizer
        self.limits = limits

    def prepare(self, texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Token ids and mask of `texts`, both `(n, longest)`."""
        rows = [self._tokens(text) for text in texts]
        longest = max((len(row) for row in rows), default=0)
        ids = np.full((len(rows), max(1, longest)), self.limits.pad_id, np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        return ids, mask

    def _tokens(self, text: str) -> list[int]:
        """Token ids of `text`, cut to what the model takes, special tokens kept."""
        tokens: list[int] = self._tokenizer.encode(text).ids
        if len(tokens) <= self.limits.max_tokens:
            return tokens
        plain = self._tokenizer.encode(text, add_special_tokens=False)
        plain.truncate(self.limits.max_tokens - self._tokenizer.num_special_tokens_to_add(False))
        cut: list[int] = self._tokenizer.post_process(plain).ids
        return cut

    def run(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        """Token embeddings `(n, longest, hidden)` of what `prepare` gave."""
        lengths = np.maximum(mask.sum(axis=1), 1).astype(np.int32)
        (embeddings,) = self._session.run(None, {"input_ids": ids, "lengths": lengths})
        return embeddings


class OnnxModel:
    """A `TextModel` over an encoder and what follows it."""

    def __init__(
        self,
        encoder: OnnxEncoder,
        pooling: Pooling,
        steps: Sequence[Step],
        prompts: tuple[str, str],
        truncate: int | None,
    ) -> None:
        """`prompts` are of documents and of questions; of a vector, `truncate` components are
        kept."""
        self.encoder = encoder
        self._pooling = pooling
        self._steps = tuple(steps)
        self._truncate = truncate
        self.document_prompt, self._query_prompt = prompts
        self.max_tokens = encoder.limits.max_tokens
        self.dimension = self._encode([""]).shape[1]

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """See `TextModel`."""
        return self._encode([self.document_prompt + text for text in texts])

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """See `TextModel`."""
        return self._encode([self._query_prompt + text for text in texts])

    def _encode(self, texts: Sequence[str]) -> Vectors:
        ids, mask = self.encoder.prepare(texts)
        vectors = self._pooling(self.encoder.run(ids, mask), mask)
        for step in self._steps:
            vectors = step(vectors)
        return vectors[:, : self._truncate]


def load_onnx_model(folder: Path, model: Path, tokenizer: Tokenizer, threads: int) -> OnnxModel:
    """The model in `folder`, whose encoder is run from the ONNX file `model`.

    Raises UnsuitableModelError where the folder has what is not known here, OSError, ImportError
    and what ONNX Runtime raises (RuntimeError) if the file does not run here.
    """
    plan = read_plan(folder)
    if not plan.later or plan.later[0][0] != "Pooling":
        raise UnsuitableModelError("its encoder is not followed by a pooling")
    pooling = read_pooling(folder / plan.later[0][1])
    steps = [read_step(kind, folder / path) for kind, path in plan.later[1:]]
    shape = read_shape(plan.encoder)
    limits = TokenLimits(read_max_tokens(folder, plan.encoder, shape), shape.pad_id)
    encoder = OnnxEncoder(open_session(model, threads), tokenizer, limits)
    truncate = read_settings(folder, "config_sentence_transformers.json").get("truncate_dim")
    kept = int(truncate) if truncate else None
    return OnnxModel(encoder, pooling, steps, read_prompts(folder), kept)


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
    if not multiplies_bytes():
        options.add_session_config_entry("session.x64quantprecision", "1")
    options.enable_cpu_mem_arena = False  # it keeps the most that any batch ever took
    try:
        session: _Session = library.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # its errors have no common root but this
        raise RuntimeError(f"{model.name} does not run here: {error}") from error
    return session


def multiplies_bytes(cpu_info: Path = _CPU_INFO) -> bool:
    """Whether the processor has dot products of 8-bit numbers that cannot overflow.

    An x86 one without them adds pairs of products in 16 bits, which cuts the largest off unless
    ONNX Runtime takes a slower way; vectors would differ from other machines' otherwise. Where
    it cannot be told, the slower way is the right one.
    """
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return True
    try:
        lines = cpu_info.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        features = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
        return any(features.get(group) for group in _BYTE_GROUPS)
    flags = next((line for line in lines if line.startswith("flags")), "")
    return bool(_BYTE_PRODUCTS & set(flags.split()))
