"""The embedder: a sentence-transformers folder, run on the CPU and offline."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from app.core.errors import EnvironmentProblem
from app.models.contracts import Vectors
from app.models.embedder_backends import (
    LOAD_ERRORS,
    Backend,
    EmbedderSetup,
    LoadedModel,
    load_model,
)

_log = logging.getLogger(__name__)


class SentenceEmbedder:
    """An `Embedder` over one folder. One thread makes every call except `count_tokens`.

    `cache` is where the folder's identity is remembered. Loading takes seconds; raises
    EnvironmentProblem if the folder is missing or is not a model.
    """

    def __init__(self, folder: Path, setup: EmbedderSetup, *, cache: Path) -> None:
        if not (folder / "modules.json").is_file():
            raise EnvironmentProblem(
                f"The embedding model {folder.name} is missing or incomplete.",
                next_step="Fetch the model again, or choose another one.",
            )
        try:
            loaded = load_model(folder, setup, cache)
        except LOAD_ERRORS as error:
            raise EnvironmentProblem(
                f"The embedding model {folder.name} cannot be loaded.",
                why="Its files are damaged, or it needs a newer version of the program.",
                next_step="Fetch the model again, or choose another one.",
            ) from error
        self._take(loaded)
        _log.info("loaded %s with %s, %d dimensions", folder.name, self._backend, self._dimension)

    @classmethod
    def run(cls, loaded: LoadedModel) -> SentenceEmbedder:
        """An embedder over a model that was loaded otherwise, as for a measurement."""
        embedder = cls.__new__(cls)
        embedder._take(loaded)
        return embedder

    def _take(self, loaded: LoadedModel) -> None:
        self._model = loaded.model
        self._identity = loaded.identity
        self._backend = loaded.backend
        self._batch_tokens = loaded.batch_tokens
        self._document_prompt = self._model.document_prompt
        self._tokenizer = loaded.tokenizer
        self._dimension = self._model.dimension
        self._max_tokens = self._model.max_tokens

    @property
    def identity(self) -> str:
        """Hash of the model's files and of how they are run: vectors of different identities
        never mix."""
        return self._identity

    @property
    def backend(self) -> Backend:
        """What runs the encoder: never `AUTO`."""
        return self._backend

    @property
    def dimension(self) -> int:
        """Number of components of a vector."""
        return self._dimension

    @property
    def max_tokens(self) -> int:
        """Longest input in the model's own tokens, prompt and special tokens included."""
        return self._max_tokens

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as a passage, prompt and special tokens included. Any thread."""
        prompted = [self._document_prompt + _safe_text(text) for text in texts]
        return [len(encoding) for encoding in self._tokenizer.encode_batch_fast(prompted)]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return `(n, dimension)` float32, each row L2-normalised.

        What is longer than the model's window is cut there, with a line in the log.
        """
        if not texts:
            return np.zeros((0, self._dimension), dtype=np.float32)
        safe = [_safe_text(text) for text in texts]
        counts = self.count_tokens(safe)
        too_long = sum(count > self._max_tokens for count in counts)
        if too_long:
            _log.warning(
                "%d passages cut to the %d tokens of the model", too_long, self._max_tokens
            )
        vectors = np.empty((len(safe), self._dimension), np.float32)
        shown = [min(count, self._max_tokens) for count in counts]
        for batch in batches_by_length(shown, self._batch_tokens):
            vectors[batch] = _normalised(self._model.encode_documents([safe[r] for r in batch]))
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """Return `(dimension,)` float32, L2-normalised."""
        first: Vectors = _normalised(self._model.encode_queries([_safe_text(text)]))[0]
        return first


def batches_by_length(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Places of texts of these lengths in tokens, longest first, in batches that with padding
    hold at most `most` tokens, and one text at least."""
    batch: list[int] = []
    longest = 0
    for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if batch and longest * (len(batch) + 1) > most:
            yield batch
            batch = []
        if not batch:
            longest = max(1, lengths[place])
        batch.append(place)
    if batch:
        yield batch


def _safe_text(text: str) -> str:
    """`text` without what cannot be encoded: lone surrogates and NULs."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _normalised(vectors: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> Vectors:
    """Rows of `(n, d)` scaled to length 1 in float32; a zero row stays zero."""
    rows = vectors.astype(np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    result: Vectors = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return result
