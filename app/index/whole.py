"""A document as a whole: all of its passages, in its own order."""

from __future__ import annotations

from pathlib import PurePath

from app.core.types import FoundPassage, Scores
from app.index.documents import DocumentTable, ResultRow
from app.index.files import FileTable
from app.index.records import WholeDocument
from app.index.results import page_index_of

_NO_SCORES = Scores(bm25=None, dense=None, fused=0.0)


def read_whole(
    documents: DocumentTable, files: FileTable, document_id: int
) -> WholeDocument | None:
    """A searchable document, None if there is none with this id. Call inside a transaction."""
    identity = documents.identity(document_id)
    if identity is None:
        return None
    text_sha256, language = identity
    paths = [file.path for file in files.shown_by([document_id]).get(document_id, [])]
    rows = documents.result_rows(documents.passage_ids(document_id))
    passages = [_passage(rank, rows[at], paths) for rank, at in enumerate(sorted(rows), start=1)]
    name = PurePath(paths[0]).name if paths else ""
    return WholeDocument(document_id, name, text_sha256, language, tuple(passages))


def _passage(rank: int, row: ResultRow, paths: list[str]) -> FoundPassage:
    """A passage as a search would give it, ranked by its place."""
    return FoundPassage(
        rank=rank,
        passage_id=row.passage_id,
        document_id=row.document_id,
        document=PurePath(paths[0]).name if paths else "",
        path=paths[0] if paths else "",
        other_paths=tuple(paths[1:]),
        page_index=page_index_of(row),
        page_label=row.page_label,
        spans=row.passage.spans,
        heading=row.passage.heading,
        text=row.passage.text,
        scores=_NO_SCORES,
        bm25_rank=None,
        dense_rank=None,
    )
