"""Looks at what a person would add as a model, before any library opens it."""

from __future__ import annotations

import json
import struct
from pathlib import Path

from app.core.errors import EnvironmentProblem, UserError
from app.core.model_facts import ModelCandidate
from app.models.catalog import Role, is_embedder_folder
from app.models.gguf import check_gguf, read_gguf_head
from app.models.memory import generator_need

_PARTIAL = (".part", ".crdownload", ".download", ".incomplete", ".tmp", ".aria2", ".opdownload")
_LONGEST_HEAD = 100_000_000  # bytes, as the safetensors library has it
_FETCH_AGAIN = "Fetch the folder again, with all its files."


def look_at_model(path: Path, n_ctx: int) -> ModelCandidate:
    """What the file or folder at `path` is; `n_ctx` is the context that the settings give.

    Reads heads alone. Raises UserError (not there, not readable, another kind of thing) and
    EnvironmentProblem (a model that is damaged, cut short or of a format that is not read).
    """
    try:
        if path.is_dir():
            return _look_at_folder(path, n_ctx)
        if not path.exists():
            raise UserError(f"There is no model at {path}.", next_step="Check the path.")
        return _look_at_file(path, n_ctx)
    except OSError as error:
        raise UserError(
            f"{path.name} cannot be read.",
            why=f"{error.strerror or error}.",
            next_step="Check who may read it, or copy it to another folder first.",
        ) from error


def _look_at_file(path: Path, n_ctx: int) -> ModelCandidate:
    if path.suffix.lower() in _PARTIAL:
        raise UserError(
            f"{path.name} is a download that has not ended.",
            next_step="Let the download end, then add the file.",
        )
    if path.suffix.lower() in (".safetensors", ".bin", ".onnx", ".json"):
        raise UserError(
            f"{path.name} is one file of a model that is a folder.",
            next_step="Add the whole folder, or a model in one .gguf file.",
        )
    check_gguf(path)
    head = read_gguf_head(path)
    return ModelCandidate(
        path=str(path.resolve()),
        title=head.name or path.stem,
        role=Role.GENERATOR,
        size_bytes=path.stat().st_size,
        need_bytes=generator_need(path, n_ctx),
        context=head.context_length or 0,
    )


def _look_at_folder(folder: Path, n_ctx: int) -> ModelCandidate:
    if not is_embedder_folder(folder):
        files = sorted(folder.glob("*.[gG][gG][uU][fF]"))
        if len(files) == 1:
            return _look_at_file(files[0], n_ctx)
        if files:
            raise UserError(
                f"The folder {folder.name} holds {len(files)} model files.",
                next_step="Add the one that you want by itself.",
            )
        raise UserError(
            f"{folder.name} is not a model folder.",
            why=_why_no_embedder(folder),
            next_step="Choose the folder that holds modules.json, or a .gguf file.",
        )
    _check_weights(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return ModelCandidate(str(folder.resolve()), folder.name, Role.EMBEDDER, size)


def _why_no_embedder(folder: Path) -> str:
    if (folder / "config.json").is_file():
        return "It is a transformers model, not one of sentence-transformers: no modules.json."
    return "It holds no modules.json and no .gguf file."


def _check_weights(folder: Path) -> None:
    """Raise EnvironmentProblem for a folder whose weights are missing, cut short or no weights."""
    weights = [path for path in folder.rglob("*.safetensors") if path.parent.name != "onnx"]
    weights += folder.rglob("pytorch_model*.bin")
    if not weights:
        raise EnvironmentProblem(
            f"The model folder {folder.name} is not complete.",
            why="Its weights are missing: there is no .safetensors file in it.",
            next_step=_FETCH_AGAIN,
        )
    for path in weights:
        why = _fault_of(path)
        if why:
            raise EnvironmentProblem(
                f"The model folder {folder.name} is not complete.",
                why=f"{path.name}: {why}",
                next_step=_FETCH_AGAIN,
            )


def _fault_of(path: Path) -> str:
    """What is wrong with a file of weights, "" for nothing that can be seen."""
    with path.open("rb") as stream:
        start = stream.read(64)
        if start.startswith(b"version https://git-lfs"):
            return "It is only a pointer to a large file (Git LFS)."
        if start.lstrip().lower().startswith((b"<!doctype", b"<html")):
            return "It is a web page, saved where the weights should be."
        if not start:
            return "It is empty."
        if path.suffix != ".safetensors":
            return ""
        try:  # u64 length of a JSON head, the head, the tensors (the format's README)
            (length,) = struct.unpack("<Q", start[:8])
            if length > _LONGEST_HEAD:
                return "It is damaged."
            stream.seek(8)
            head = json.loads(stream.read(length))
            ends = [each["data_offsets"][1] for name, each in head.items() if name[:2] != "__"]
        except (struct.error, ValueError, TypeError, KeyError, AttributeError):
            return "It is damaged."
    if path.stat().st_size < 8 + length + max(ends, default=0):
        return "It is cut short."
    return ""
