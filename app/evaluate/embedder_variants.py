"""The ways to run one embedder that measurements compare, each as an embedder of its own."""

from __future__ import annotations

import importlib
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from app.core.errors import UserError
from app.core.paths import make_private_dir
from app.models.embedder import SentenceEmbedder
from app.models.embedder_backends import (
    LOAD_ERRORS,
    Backend,
    EmbedderSetup,
    LoadedModel,
    computes_bfloat16,
    load_exported,
    load_model,
)
from app.models.encoder_files import UnsuitableModelError
from app.models.identity import embedder_identity
from app.models.native_threads import calm_native_threads
from app.models.onnx_export import write_encoder


class Variant(StrEnum):
    """A library and the numbers that it computes with."""

    TORCH_FLOAT32 = "torch float32"
    TORCH_BFLOAT16 = "torch bfloat16"
    ONNX_FLOAT32 = "ONNX float32"
    ONNX_INT8 = "ONNX int8"


def variants_here() -> tuple[Variant, ...]:
    """Those that this processor computes itself. Imports torch; raises UserError without it."""
    if find_spec("torch") is None:
        raise UserError(
            "There is nothing to compare the embedder with.",
            why="This build of the program brings no PyTorch: it runs the 8-bit ONNX form alone.",
            next_step="Measure it with an installation from source.",
        )
    import_torch()
    return tuple(
        each for each in Variant if each is not Variant.TORCH_BFLOAT16 or computes_bfloat16()
    )


def import_torch() -> None:
    """Import torch as loading an embedder does, for measuring how long that takes."""
    calm_native_threads()
    importlib.import_module("torch")


def prepare_variant(variant: Variant, folder: Path, work: Path) -> None:
    """Make in `work` what loading `variant` needs beside the folder of the model.

    Raises UserError if there is no ONNX form of this kind of model, OSError.
    """
    quantised = {Variant.ONNX_FLOAT32: False, Variant.ONNX_INT8: True}.get(variant)
    if quantised is None or _exported(variant, work).is_file():
        return
    make_private_dir(work)
    try:
        write_encoder(folder, _exported(variant, work), quantised=quantised)
    except UnsuitableModelError as error:
        raise UserError(f"{folder.name} cannot be run by ONNX Runtime.", why=f"{error}.") from error


def load_variant(variant: Variant, folder: Path, work: Path, threads: int) -> SentenceEmbedder:
    """Load one prepared variant. Raises UserError if it cannot be."""
    try:
        return SentenceEmbedder.run(_load(variant, folder, work, threads))
    except LOAD_ERRORS as error:
        raise UserError(f"{folder.name} cannot be run as {variant}.", why=f"{error}.") from error


def _load(variant: Variant, folder: Path, work: Path, threads: int) -> LoadedModel:
    cache = work / "cache"
    if variant in (Variant.ONNX_FLOAT32, Variant.ONNX_INT8):
        source = embedder_identity(folder, cache)
        return load_exported(folder, _exported(variant, work), source, threads)
    half = variant is Variant.TORCH_BFLOAT16
    return load_model(folder, EmbedderSetup(threads, half, Backend.TORCH), cache)


def _exported(variant: Variant, work: Path) -> Path:
    return work / f"{variant.replace(' ', '-').lower()}.onnx"
