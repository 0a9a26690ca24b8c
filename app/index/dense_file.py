"""The HNSW graph as files: as hnswlib writes it, and beside it what it is, in JSON.

hnswlib loads a graph of another dimension, or with flipped bits, without complaint and crashes
later, so the description holds the dimension, the embedder's identity and a checksum.
"""

from __future__ import annotations

import json
import mmap
import zlib
from collections.abc import Callable
from pathlib import Path

from app.core.paths import write_private_text
from app.index.derived import Origin, StaleFileError, replacing
from app.index.hnsw import EF_BUILD, LINKS, DenseIndex
from app.index.records import EmbedderInfo

FORMAT = 2


def save_dense(
    index: DenseIndex,
    path: Path,
    origin: Origin,
    embedder: EmbedderInfo,
    *,
    before_valid: Callable[[], None] = lambda: None,
) -> None:
    """Write the graph to `path` and its description beside it, both owner-only.

    Not what waits to be put into the graph: insert it before. `before_valid` is called when the
    graph is written and the description is not. Any thread. Raises OSError, StaleFileError if
    hnswlib is of an unknown version.
    """
    with replacing(path) as temporary:
        index.save(temporary)
    description = {
        **_wanted(origin.library_id, embedder),
        "generation": origin.generation,
        "bytes": path.stat().st_size,
        "crc32": _checksum(path),
    }
    before_valid()
    # A crash between the two files leaves a graph without a description: it is made anew.
    # Where the library was moved away between them, no second one is to come about.
    write_private_text(description_of(path), json.dumps(description, indent=1), make_folder=False)


def load_dense(path: Path, library_id: str, embedder: EmbedderInfo) -> tuple[DenseIndex, int]:
    """The index in `path`, and the generation it stands at. Any thread.

    Raises StaleFileError if it is not whole, or was made for another library or embedder.
    """
    try:
        description = json.loads(description_of(path).read_text(encoding="utf-8"))
        wanted = _wanted(library_id, embedder)
        if {key: description.get(key) for key in wanted} != wanted:
            raise StaleFileError("made by another version, or for something else")
        if path.stat().st_size != description["bytes"] or _checksum(path) != description["crc32"]:
            raise StaleFileError("the file is damaged")
        index = DenseIndex.load(path, embedder.dimension)
        return index, int(description["generation"])
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise StaleFileError(str(error)) from error


def description_of(path: Path) -> Path:
    """Where the description of the graph in `path` is."""
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
    with path.open("rb") as stream:
        if path.stat().st_size == 0:
            return 0
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return zlib.crc32(content)
