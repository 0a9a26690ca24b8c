"""The BM25 index as a file: the arrays of `Postings`, mapped into memory when they are read."""

from __future__ import annotations

from pathlib import Path

from app.index.arrays_file import ArraysFile, write_arrays
from app.index.bm25 import InvertedBM25
from app.index.derived import Origin, StaleFileError, replacing
from app.index.postings import Postings, SortedTerms
from app.index.postings_merge import Merge
from app.index.tokens import TOKENS_VERSION

FORMAT = 2


def write_postings(merge: Merge, path: Path, origin: Origin) -> None:
    """Write what `merge` makes to `path` atomically, owner-only. Any thread.

    Raises OSError.
    """
    facts = {
        "format": FORMAT,
        "tokens": TOKENS_VERSION,
        "library": origin.library_id,
        "generation": origin.generation,
    }
    with replacing(path) as temporary:
        write_arrays(temporary, facts, merge.sections())


def read_postings(path: Path, library_id: str) -> tuple[Postings, int]:
    """The arrays in `path`, mapped, and the generation they stand at. Any thread.

    The frequent parts are checked as they are looked at (`Postings.check`), the rest now. Raises
    StaleFileError if there is no such file that is whole, of this format and of this library.
    """
    file = ArraysFile(path)
    wanted = {"format": FORMAT, "tokens": TOKENS_VERSION, "library": library_id}
    if {key: file.facts.get(key) for key in wanted} != wanted:
        raise StaleFileError("made by another version, or for another library")
    postings = Postings(
        terms=SortedTerms(file.array("terms"), file.array("offsets")),
        starts=file.array("starts"),
        slots=file.array("slots", checked=False),
        tfs=file.array("tfs", checked=False),
        ids=file.array("ids"),
        lengths=file.array("lengths"),
        check=file.check,
    )
    return postings, int(file.facts["generation"])


def save_bm25(index: InvertedBM25, path: Path, origin: Origin) -> None:
    """Merge `index` into the file at `path`, and let it go on with that. Raises OSError."""
    snapshot = index.freeze()
    write_postings(Merge(snapshot.parts), path, origin)
    index.adopt(snapshot, read_postings(path, origin.library_id)[0])


def load_bm25(path: Path, library_id: str) -> tuple[InvertedBM25, int]:
    """The index in `path` and the generation it stands at. Raises StaleFileError."""
    postings, generation = read_postings(path, library_id)
    return InvertedBM25(base=postings), generation
