"""Makes the 8-bit ONNX form of an embedder, beside its files, and finds it again.

It is made at set-up (`python -I -m app.models.onnx_export FOLDER…`) and when a model is fetched.
A record beside it says which files it was made of; where these or it have changed since, it does
not count.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from app.core.paths import cache_dir, make_private_dir, write_private_text
from app.models.encoder_files import (
    WEIGHTS,
    UnsuitableModelError,
    read_plan,
    read_settings,
    read_shape,
    read_weights,
)
from app.models.identity import embedder_identity, file_identity

_log = logging.getLogger(__name__)

RECIPE = "int8-2"
"""Name of the way vectors are made; raised whenever they come out otherwise than before."""

FOLDER = "onnx"
MODEL = "margine-int8.onnx"
RECORD = "margine-int8.json"
_KNOWN_MODULES = frozenset({"Pooling", "Normalize", "Dense"})


@dataclass(frozen=True, slots=True)
class _Record:
    """What `RECORD` holds. `refused` says why there is no ONNX form, and is "" where there is."""

    recipe: str
    source: str  # identity of the folder it was made of
    content: str  # identity of the ONNX file
    size_bytes: int
    refused: str = ""
    rest: str = ""  # identity of the folder without its weights, where they were left out


def export_encoder(folder: Path, cache: Path) -> Path:
    """Make the ONNX form of the model in `folder`, unless it is there and whole; return its path.

    Takes seconds. Raises UnsuitableModelError if there is none for this kind of model (that is
    noted, and not tried again until the model changes), OSError.
    """
    found = find_export(folder, cache)
    if found is not None:
        return found
    source = embedder_identity(folder, cache)
    target = make_private_dir(folder / FOLDER) / MODEL
    try:
        write_encoder(folder, target)
    except UnsuitableModelError as error:
        _write_record(folder, _Record(RECIPE, source, "", 0, str(error)))
        raise
    content = file_identity(target, cache)
    _write_record(folder, _Record(RECIPE, source, content, target.stat().st_size))
    return target


def find_export(folder: Path, cache: Path) -> Path | None:
    """The ONNX form of the model in `folder`; None if there is none, or it is damaged or stale.

    Reads only what changed since the last time (`cache` remembers). Raises OSError if the
    model's own files cannot be read.
    """
    record, target = _read_record(folder), folder / FOLDER / MODEL
    if record is None or record.refused or record.recipe != RECIPE:
        return None
    if not target.is_file() or target.stat().st_size != record.size_bytes:
        return None
    if record.source != source_identity(folder, cache):
        return None
    return target if record.content == file_identity(target, cache) else None


def source_identity(folder: Path, cache: Path) -> str:
    """The identity of the model in `folder`: that of its files or, where its weights were left out
    and nothing else has changed since, the one from before. Raises OSError."""
    present = embedder_identity(folder, cache)
    record = _read_record(folder)
    return record.source if record is not None and record.rest == present else present


def leave_weights_out(folder: Path, cache: Path) -> None:
    """Delete the weights of the model in `folder`, whose ONNX form is enough to run it.

    It keeps its identity, so that libraries made with the whole folder fit. Raises
    UnsuitableModelError if there is no ONNX form, OSError.
    """
    export_encoder(folder, cache)
    record = _read_record(folder)
    if record is None or record.rest:
        return
    (read_plan(folder).encoder / WEIGHTS).unlink()
    _write_record(folder, replace(record, rest=embedder_identity(folder, cache)))


def write_encoder(folder: Path, target: Path, *, quantised: bool = True) -> None:
    """Write the encoder of the model in `folder` to the file `target`, its owner's alone.

    Raises UnsuitableModelError if it cannot be made, OSError.
    """
    # Imported here: it takes half a second, and only the making needs it.
    from app.models.onnx_graph import build_encoder

    plan = read_plan(folder)
    unknown = {kind for kind, _path in plan.later} - _KNOWN_MODULES
    if unknown:
        raise UnsuitableModelError(f"its module {min(unknown)} is not known")
    if read_settings(plan.encoder, "sentence_bert_config.json").get("do_lower_case"):
        raise UnsuitableModelError("its text is put in lower case first")
    shape = read_shape(plan.encoder)
    model = build_encoder(shape, read_weights(plan.encoder), quantised=quantised)
    # A name of its own: the window and a terminal may find at the same time that it is to be made.
    temporary = target.with_name(f"{target.name}.{os.getpid()}.part")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(model.SerializeToString(deterministic=True))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def was_exported(folder: Path) -> bool:
    """Whether `folder` once had an ONNX form: a damaged one is worth making anew."""
    record = _read_record(folder)
    return record is not None and not record.refused


def _write_record(folder: Path, record: _Record) -> None:
    write_private_text(folder / FOLDER / RECORD, json.dumps(asdict(record), indent=2) + "\n")


def _read_record(folder: Path) -> _Record | None:
    try:
        stored = json.loads((folder / FOLDER / RECORD).read_text(encoding="utf-8"))
        return _Record(**stored)
    except (OSError, ValueError, TypeError):
        return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the ONNX form of the models in the folders on the command line."""
    parser = argparse.ArgumentParser(
        prog="app.models.onnx_export", description="Make the fast form of embedders."
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--without-weights",
        action="store_true",
        help="delete the weights, which the fast form does without; for a bundle",
    )
    options = parser.parse_args(arguments)
    for folder in options.folders:
        try:
            export_encoder(folder, cache_dir())
            if options.without_weights:
                leave_weights_out(folder, cache_dir())
        except UnsuitableModelError as error:
            sys.stdout.write(f"{folder.name}: there is no fast form of it: {error}\n")
        except OSError as error:
            sys.stderr.write(f"{folder}: {error}\n")
            return 1
        else:
            sys.stdout.write(f"{folder.name}: ready\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
