"""What an embedder needs of a loaded model, whatever runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from app.models.encoder_files import read_settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Rows = NDArray[np.floating[Any]]
_OF_DOCUMENTS = ("document", "passage", "corpus")
_OF_QUERIES = ("query",)


class TextModel(Protocol):
    """Texts to vectors. One thread makes every call.

    `document_prompt` goes before each document; `max_tokens` is the longest input, prompt and
    special tokens included.
    """

    document_prompt: str
    dimension: int
    max_tokens: int

    def encode_documents(self, texts: Sequence[str]) -> Rows:
        """Vectors `(n, dimension)` of documents, computed at once."""

    def encode_queries(self, texts: Sequence[str]) -> Rows:
        """Vectors `(n, dimension)` of questions, computed at once."""


def read_prompts(folder: Path) -> tuple[str, str]:
    """What the model in `folder` wants before a document, and before a question.

    sentence-transformers' rule: the prompt of that name, else the one that is named as usual.
    """
    settings = read_settings(folder, "config_sentence_transformers.json")
    known = settings.get("prompts")
    prompts: Mapping[str, object] = known if isinstance(known, dict) else {}
    usual = str(prompts.get(settings.get("default_prompt_name") or "") or "")
    return _choose(prompts, _OF_DOCUMENTS, usual), _choose(prompts, _OF_QUERIES, usual)


def _choose(prompts: Mapping[str, object], names: Sequence[str], usual: str) -> str:
    return next((str(prompts[name] or "") for name in names if name in prompts), usual)


class TorchModel:
    """A `TextModel` that sentence-transformers runs in torch."""

    def __init__(self, model: SentenceTransformer) -> None:
        self._model = model
        self.document_prompt = str(model.prompts.get("document") or "")
        self.dimension = int(model.get_embedding_dimension() or 0)
        self.max_tokens = int(model.max_seq_length or 512)

    def encode_documents(self, texts: Sequence[str]) -> Rows:
        """See `TextModel`."""
        made = self._model.encode_document(
            list(texts), batch_size=len(texts), show_progress_bar=False, convert_to_numpy=True
        )
        return np.asarray(made)

    def encode_queries(self, texts: Sequence[str]) -> Rows:
        """See `TextModel`."""
        made = self._model.encode_query(list(texts), show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(made)
