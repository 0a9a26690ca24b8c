"""Candidates as passages with their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from app.core.scopes import Places
from app.core.types import FoundPassage, Scores, SimilarPassage
from app.index.candidates import Candidates
from app.index.documents import DocumentTable, LiveText, ResultRow
from app.index.files import FileTable
from app.index.records import KnownFile

# Behind one passage; a library of ten thousand forms of one pattern has more.
_MOST_SIMILAR = 100


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a result, in places of the candidates' arrays; see `similar.Group`."""

    rank: int
    leader: int
    copies: Sequence[int] = ()
    similar: Sequence[tuple[int, float]] = ()


class ResultMaker:
    """Reads what a result shows from the database. Call inside a transaction."""

    def __init__(self, documents: DocumentTable, files: FileTable) -> None:
        self._documents = documents
        self._files = files

    def make(
        self,
        candidates: Candidates,
        places: Sequence[Place],
        texts: dict[int, LiveText],
        within: Places | None = None,
    ) -> tuple[list[FoundPassage], dict[int, str]]:
        """The passages at `places`, and by passage id the language of each.

        `texts` holds every passage that the places name. Of the files that show them those outside
        of `within` are not named.
        """
        ids = candidates.ids.tolist()
        wanted = [ids[place.leader] for place in places]
        wanted += [ids[at] for place in places for at, _similarity in _shown(place)]
        rows = self._documents.result_rows(wanted)
        shown = self._files.shown_by(
            {texts[ids[at]].document_id for place in places for at in _all_of(place)}
        )
        if within is not None:
            shown = {
                document: [file for file in files if within.cover(file.path)]
                for document, files in shown.items()
            }
        found = [
            self._passage(candidates, place, rows, shown, [texts[ids[at]] for at in _equal(place)])
            for place in places
        ]
        return found, {each: row.language for each, row in rows.items()}

    def _passage(
        self,
        candidates: Candidates,
        place: Place,
        rows: dict[int, ResultRow],
        shown: dict[int, list[KnownFile]],
        equal: Sequence[LiveText],
    ) -> FoundPassage:
        at = place.leader
        row = rows[int(candidates.ids[at])]
        documents = dict.fromkeys(each.document_id for each in equal)
        paths = [file.path for each in documents for file in shown.get(each, [])]
        dense, bm25_rank, dense_rank = (
            None if np.isnan(value[at]) else float(value[at])
            for value in (candidates.dense, candidates.bm25_rank, candidates.dense_rank)
        )
        return FoundPassage(
            rank=place.rank,
            passage_id=row.passage_id,
            document_id=row.document_id,
            document=PurePath(paths[0]).name if paths else "",
            path=paths[0] if paths else "",
            other_paths=tuple(dict.fromkeys(paths[1:])),
            page_index=page_index_of(row),
            page_label=row.page_label,
            spans=row.passage.spans,
            heading=row.passage.heading,
            text=row.passage.text,
            scores=Scores(
                bm25=float(candidates.bm25[at]), dense=dense, fused=float(candidates.fused[at])
            ),
            bm25_rank=None if bm25_rank is None else int(bm25_rank),
            dense_rank=None if dense_rank is None else int(dense_rank),
            confidence=row.confidence,
            similar=tuple(
                _similar_passage(rows[int(candidates.ids[other])], similarity, shown)
                for other, similarity in _shown(place)
            ),
        )


def _equal(place: Place) -> list[int]:
    return [place.leader, *place.copies]


def _shown(place: Place) -> Sequence[tuple[int, float]]:
    return place.similar[:_MOST_SIMILAR]


def _all_of(place: Place) -> list[int]:
    return [*_equal(place), *(at for at, _similarity in _shown(place))]


def _similar_passage(
    row: ResultRow, similarity: float, shown: dict[int, list[KnownFile]]
) -> SimilarPassage:
    files = shown.get(row.document_id, [])
    path = files[0].path if files else ""
    return SimilarPassage(
        passage_id=row.passage_id,
        document_id=row.document_id,
        document=PurePath(path).name,
        path=path,
        page_index=page_index_of(row),
        page_label=row.page_label,
        similarity=similarity,
        spans=row.passage.spans,
    )


def page_index_of(row: ResultRow) -> int | None:
    """The physical page that a passage begins on, None for files without pages."""
    return row.passage.spans[0].page_index if row.paged and row.passage.spans else None
