"""The BM25 index as a file: flat arrays in an uncompressed .npz, no pickle.

Members: `header` (UTF-8 JSON: format, tokens version, library id, generation), `terms` (UTF-8,
separated by line ends), and the arrays of `Postings`. The zip's own CRC-32 tells damage.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np

from app.index.bm25 import InvertedBM25, Postings
from app.index.derived import Origin, StaleFileError, replacing
from app.index.tokens import TOKENS_VERSION

FORMAT = 1

# Whatever numpy and zipfile raise for a file that is cut short or has flipped bits.
_UNREADABLE = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    AttributeError,
    TypeError,
    RuntimeError,
    MemoryError,
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
)


def save_bm25(index: InvertedBM25, path: Path, origin: Origin) -> None:
    """Write `index` to `path` atomically, owner-only. Raises OSError."""
    postings = index.postings()
    header = {
        "format": FORMAT,
        "tokens": TOKENS_VERSION,
        "library": origin.library_id,
        "generation": origin.generation,
    }
    with replacing(path) as temporary, temporary.open("wb") as stream:
        np.savez(
            stream,
            header=_to_bytes(json.dumps(header)),
            terms=_to_bytes("\n".join(postings.terms)),
            starts=postings.starts,
            slots=postings.slots,
            tfs=postings.tfs,
            ids=postings.ids,
            lengths=postings.lengths,
        )


def load_bm25(path: Path, library_id: str) -> tuple[InvertedBM25, int]:
    """The index in `path` and the generation it stands at.

    Raises StaleFileError if there is none that is whole, of this format and of this library.
    """
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            header = json.loads(bytes(arrays["header"]))
            wanted = {"format": FORMAT, "tokens": TOKENS_VERSION, "library": library_id}
            if {key: header.get(key) for key in wanted} != wanted:
                raise StaleFileError("made by another version, or for another library")
            text = bytes(arrays["terms"]).decode("utf-8")
            postings = Postings(
                terms=text.split("\n") if text else [],
                starts=arrays["starts"],
                slots=arrays["slots"],
                tfs=arrays["tfs"],
                ids=arrays["ids"],
                lengths=arrays["lengths"],
            )
        return InvertedBM25.from_postings(postings), int(header["generation"])
    except _UNREADABLE as error:
        raise StaleFileError(str(error)) from error


def _to_bytes(text: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(text.encode("utf-8"), np.uint8)
