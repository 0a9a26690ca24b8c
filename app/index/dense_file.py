"""The HNSW graph as files: `hnsw.bin` as hnswlib writes it, and what it is in `hnsw.json`.

hnswlib loads a graph of another dimension, or with flipped bits, without complaint and crashes
later, so the description holds the dimension, the embedder's identity and a checksum.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path

from app.core.paths import write_private_text
from app.index.derived import Origin, StaleFileError, replacing
from app.index.hnsw import EF_BUILD, LINKS, DenseIndex
from app.index.records import EmbedderInfo, Ids, Vectors

FORMAT = 1
_BLOCK_BYTES = 1 << 20


def save_dense(index: DenseIndex, path: Path, origin: Origin, embedder: EmbedderInfo) -> None:
    """Write the graph to `path` and its description beside it, both owner-only. Raises OSError."""
    with replacing(path) as temporary:
        index.save(temporary)
    description = {
        **_wanted(origin.library_id, embedder),
        "generation": origin.generation,
        "count": len(index),
        "bytes": path.stat().st_size,
        "crc32": _checksum(path),
    }
    # A crash between the two files leaves a checksum that does not fit: the graph is made anew.
    write_private_text(_description_of(path), json.dumps(description, indent=1))


def load_dense(
    path: Path, library_id: str, embedder: EmbedderInfo, ids: Ids, vectors: Vectors
) -> tuple[DenseIndex, int]:
    """The graph in `path` over the library's present vectors, and the generation it stands at.

    Raises StaleFileError if it is not whole, or was made for another library or embedder.
    """
    try:
        description = json.loads(_description_of(path).read_text(encoding="utf-8"))
        wanted = _wanted(library_id, embedder)
        if {key: description.get(key) for key in wanted} != wanted:
            raise StaleFileError("made by another version, or for something else")
        if path.stat().st_size != description["bytes"] or _checksum(path) != description["crc32"]:
            raise StaleFileError("the file is damaged")
        return DenseIndex.load(path, ids, vectors), int(description["generation"])
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise StaleFileError(str(error)) from error


def _description_of(path: Path) -> Path:
    return path.with_suffix(".json")


def _wanted(library_id: str, embedder: EmbedderInfo) -> dict[str, object]:
    return {
        "format": FORMAT,
        "library": library_id,
        "embedder": embedder.identity,
        "dimension": embedder.dimension,
        "links": LINKS,
        "ef_build": EF_BUILD,
    }


def _checksum(path: Path) -> int:
    value = 0
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK_BYTES):
            value = zlib.crc32(block, value)
    return value
