"""The pages of documents as they were read, and texts that are looked for in them.

Runs inside the caller's transactions.
"""

from __future__ import annotations

from app.core.text_hash import hash_text
from app.core.types import Span
from app.index.documents import DocumentTable
from app.index.files import FileTable
from app.index.find_text import find_in_text, pattern_of
from app.index.records import StoredPage


def read_page(
    documents: DocumentTable, files: FileTable, document_id: int, page_index: int
) -> StoredPage | None:
    """One stored page; None if the document has gone or has no such page."""
    row = documents.page(document_id, page_index)
    if row is None:
        return None
    shown = files.shown_by([document_id]).get(document_id, [])
    return StoredPage(
        document_id=document_id,
        page_index=page_index,
        label=row.page.label,
        text=row.page.text,
        text_sha256=hash_text(row.page.text),
        page_count=row.page_count,
        paged=row.paged,
        format=row.format,
        title=row.title,
        paths=tuple(file.path for file in shown),
        stat=shown[0].stat if shown else None,
        recognition=row.page.recognition,
    )


def find_places(
    documents: DocumentTable, document_id: int, sought: str, limit: int
) -> tuple[tuple[Span, ...], int]:
    """The first `limit` places of a text in the stored pages of a document, and how many there
    are; see `find_text`. None in a document that has gone."""
    pattern = pattern_of(sought)
    if pattern is None:
        return (), 0
    found: list[Span] = []
    total = 0
    for page_index, text in documents.page_texts(document_id):
        places = find_in_text(text, pattern)
        total += len(places)
        found += [Span(page_index, *place) for place in places[: limit - len(found)]]
    return tuple(found), total
