"""Loads an embedder's folder for the faster of two ways to run it: ONNX Runtime or torch.

In 8 bits, ONNX Runtime computes more than twice as much in the same processor time as torch in
float32, and more than torch in bfloat16: `margine bench embed` measures it. So `AUTO` takes it
wherever the folder has its ONNX form, whatever the processor: the choice depends on files alone
and stays the same from start to start. sentence-transformers is loaded for torch alone; a bundle
has neither.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import logging
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tokenizers import Tokenizer

from app.core.errors import EnvironmentProblem
from app.models.encoder_files import UnsuitableModelError
from app.models.onnx_export import (
    RECIPE,
    export_encoder,
    find_export,
    source_identity,
    was_exported,
)
from app.models.sentence_library import import_sentence_transformers
from app.models.text_model import TextModel, TorchModel

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_log = logging.getLogger(__name__)

# Tokens, with their padding, that are computed at once: few enough to stay in a core's cache
# where ONNX Runtime computes them (measured from 512 to 4096), and to be cancelled soon.
_ONNX_TOKENS = 1024
_TORCH_TOKENS = 4096

LOAD_ERRORS = (OSError, ValueError, KeyError, RuntimeError, TypeError, ImportError)
_NOT_WRITABLE = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class Backend(StrEnum):
    """What runs the encoder. `AUTO` is ONNX Runtime where the model has its form, else torch."""

    AUTO = "auto"
    TORCH = "torch"
    ONNX = "onnx"


@dataclass(frozen=True, slots=True)
class EmbedderSetup:
    """`threads` at least 1; `half_precision` lets torch compute in bfloat16 where the processor
    has it (cosine with float32 at least 0.9999, so that the identity is the same)."""

    threads: int
    half_precision: bool = True
    backend: Backend = Backend.AUTO


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model ready to run; up to `batch_tokens` are worth computing at once. `tokenizer` is the
    model's, but neither cuts nor fills up, and is safe on any thread."""

    model: TextModel
    tokenizer: Tokenizer
    identity: str
    backend: Backend
    batch_tokens: int


def load_model(folder: Path, setup: EmbedderSetup, cache: Path) -> LoadedModel:
    """Load the model in `folder` as `setup` says.

    Raises one of `LOAD_ERRORS`; with `AUTO`, EnvironmentProblem where the ONNX form is there and
    does not run, though ONNX Runtime is installed.
    """
    source = source_identity(folder, cache)
    if setup.backend is not Backend.TORCH:
        try:
            exported = _ready_export(folder, setup.backend, cache)
            if exported is not None:
                return load_exported(folder, exported, source, setup.threads)
        except (*LOAD_ERRORS, MemoryError) as error:
            if setup.backend is Backend.ONNX:
                raise
            if not _lasts(error):
                raise _does_not_run(folder) from error
            _log.warning("ONNX Runtime is not used for %s: %s", folder.name, error)
    return _load_torch(folder, setup, source)


def _load_torch(folder: Path, setup: EmbedderSetup, source: str) -> LoadedModel:
    if find_spec("torch") is None:
        raise EnvironmentProblem(
            f"The embedding model {folder.name} cannot be run here.",
            why="It has no fast form that is whole, and this build of the program brings no "
            "PyTorch, which runs the others.",
            next_step="Fetch the model again, or choose another one.",
        )
    model_class = import_sentence_transformers()
    torch = importlib.import_module("torch")
    torch.set_num_threads(setup.threads)
    model = model_class(str(folder), device="cpu", local_files_only=True)
    tokenizer = _open_tokenizer(folder) or _copy_tokenizer(model)
    if setup.half_precision and computes_bfloat16():
        model.to(torch.bfloat16)
    return LoadedModel(TorchModel(model), tokenizer, source, Backend.TORCH, _TORCH_TOKENS)


def onnx_identity(source: str) -> str:
    """The identity of 8-bit vectors of the model with the identity `source`: another one, since
    they differ from float32's by more than a rounding (cosine about 0.999)."""
    return hashlib.sha256(f"{source}\0{RECIPE}".encode()).hexdigest()


def _ready_export(folder: Path, backend: Backend, cache: Path) -> Path | None:
    """The ONNX form of `folder`, made anew where it is damaged, or was asked for by name."""
    found = find_export(folder, cache)
    if found is not None or (backend is Backend.AUTO and not was_exported(folder)):
        return found
    _log.info("making the ONNX form of %s", folder.name)
    try:
        return export_encoder(folder, cache)
    except OSError as error:
        if backend is Backend.AUTO and error.errno in _NOT_WRITABLE:
            _log.warning("%s has no fast form: %s", folder.name, error)
            return None  # as at every start, until someone with the right to write makes it
        raise


def _lasts(error: Exception) -> bool:
    """Whether this will be so at every start: the model is of another kind, or ONNX Runtime is not
    installed."""
    if isinstance(error, UnsuitableModelError):
        return True
    return isinstance(error, ModuleNotFoundError) and error.name == "onnxruntime"


def _does_not_run(folder: Path) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"The embedding model {folder.name} cannot be run by ONNX Runtime now.",
        why="Memory may be short, a file in use by another program, or ONNX Runtime broken.",
        next_step="Until it loads, documents are found by their words: start the program again. "
        "If it happens each time, set models.embedder_backend to torch in the settings.",
    )


def load_exported(folder: Path, exported: Path, source: str, threads: int) -> LoadedModel:
    """The model in `folder`, whose identity is `source`, run from the ONNX file `exported`.

    Raises one of `LOAD_ERRORS`.
    """
    tokenizer = _open_tokenizer(folder)
    if tokenizer is None:
        raise UnsuitableModelError("it has no tokenizer.json")
    module = importlib.import_module("app.models.onnx_module")
    model = module.load_onnx_model(folder, exported, tokenizer, threads)
    return LoadedModel(model, tokenizer, onnx_identity(source), Backend.ONNX, _ONNX_TOKENS)


def _open_tokenizer(folder: Path) -> Tokenizer | None:
    """The tokenizer that `folder` holds as one file, if it does."""
    files = [folder / "tokenizer.json", folder / "0_Transformer" / "tokenizer.json"]
    stored = next((path for path in files if path.is_file()), None)
    return None if stored is None else _unbounded(Tokenizer.from_file(str(stored)))


def _copy_tokenizer(model: SentenceTransformer) -> Tokenizer:
    """A copy of the loaded model's tokenizer, which cuts and fills up by its own settings."""
    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise ValueError("it has no tokenizer of the fast kind")
    return _unbounded(Tokenizer.from_str(backend.to_str()))


def _unbounded(tokenizer: Tokenizer) -> Tokenizer:
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def computes_bfloat16() -> bool:
    """Whether the processor computes bfloat16 itself; emulated, it would be slower."""
    cpu = importlib.import_module("torch.cpu")
    ask = getattr(cpu, "_is_avx512_bf16_supported", None)  # torch offers no public question
    return bool(ask is not None and ask())
