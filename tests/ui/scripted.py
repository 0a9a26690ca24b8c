"""A scripted engine and page drawer for the window, and some things for them to tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtGui import QImage

from app.core.types import (
    Answer,
    AnswerSource,
    CheckedSentence,
    Citation,
    DoubtFound,
    FileRecord,
    FileState,
    FoundPassage,
    GateMode,
    GateReport,
    GateSignal,
    InspectedPassage,
    Inspection,
    LibraryTotals,
    Scores,
    SimilarPassage,
    Span,
    Support,
    TermMatch,
    Timings,
    TokenCounts,
)
from app.engine.protocol import (
    PROTOCOL_VERSION,
    EngineFailed,
    FilesChanged,
    Message,
    PageRendered,
    Ready,
    Rect,
)
from app.ui.engine_port import EnginePort, EngineState
from app.ui.engine_texts import EngineTexts
from app.ui.page_client import PagePort, PageRequest, PlacesRequest

M = TypeVar("M", bound=Message)
NO_TOTALS = LibraryTotals(0, 0, 0, 0)
SOME = LibraryTotals(1, 1, 12, 40)


class FakeEngine(EnginePort):
    """Records what it is asked; says what it is told to say."""

    def __init__(self, *, texts: EngineTexts | None = None) -> None:
        super().__init__(texts=texts)
        self.sent: list[Message] = []
        self.restarts = 0
        self.reloads = 0
        self.erasures = 0
        self.moves: list[Path] = []
        self.folder = Path("library")

    def start(self) -> None:
        self._set_state(EngineState.STARTING)

    def restart(self) -> None:
        self.restarts += 1
        self._set_state(EngineState.STARTING)

    def reload(self) -> None:
        self.reloads += 1
        self._set_state(EngineState.STARTING)
        self._lose_running()
        self.launched.emit()

    def stop(self) -> None:
        self._set_state(EngineState.STOPPED)
        self._lose_all()

    @property
    def library_folder(self) -> Path:
        return self.folder

    def erase(self) -> None:
        self.erasures += 1
        self._set_state(EngineState.STARTING)
        self._lose_all()

    def move(self, folder: Path) -> None:
        self.moves.append(folder)
        self._set_state(EngineState.STARTING)
        self._lose_all()

    def stop_moving(self) -> None:
        self.moves.clear()

    def _send(self, message: Message) -> None:
        self.sent.append(message)

    def say(self, *messages: Message) -> None:
        """Let these messages come from the engine."""
        for message in messages:
            self._take(message)

    def become_ready(self, totals: LibraryTotals = NO_TOTALS, generator: str = "model") -> None:
        """Say hello."""
        self.say(Ready(PROTOCOL_VERSION, "0", "library", generator, "embedder", totals))

    def die(self) -> None:
        """Die and be started again."""
        self._set_state(EngineState.RESTARTING)
        self._lose_running()

    def give_up(self, trouble: EngineFailed | None = None) -> None:
        """Die for good."""
        self.trouble = None
        if trouble is not None:
            self._take(trouble)
        self._set_state(EngineState.GAVE_UP)
        self._lose_all()

    @property
    def running(self) -> tuple[int, ...]:
        """Numbers of the jobs that have not ended."""
        return tuple(self._jobs)

    def last(self, kind: type[M]) -> M:
        """The newest request of one kind."""
        return next(each for each in reversed(self.sent) if isinstance(each, kind))

    def all(self, kind: type[M]) -> list[M]:
        """All requests of one kind."""
        return [each for each in self.sent if isinstance(each, kind)]


class FakePages(PagePort):
    """Records what is to be drawn; draws what it is told."""

    def __init__(self, draw: Callable[[PageRequest], QImage] | None = None) -> None:
        super().__init__()
        self.requests: list[PageRequest] = []
        self.places: list[PlacesRequest] = []
        self._draw = draw

    def draw(self, request: PageRequest) -> None:
        self.requests.append(request)
        if self._draw is not None:
            self.answer(self._draw(request))

    def locate(self, request: PlacesRequest) -> None:
        self.places.append(request)

    def last_places(self, purpose: str) -> PlacesRequest:
        """The newest request of one purpose."""
        return next(each for each in reversed(self.places) if each.purpose == purpose)

    def stop(self) -> None:
        """Nothing to end."""

    def answer(
        self,
        image: QImage,
        rects: tuple[Rect, ...] = (),
        *,
        page_count: int = 70,
        label: str | None = None,
        fits: bool = True,
    ) -> None:
        """Answer the newest request."""
        request = self.requests[-1]
        size = (image.width(), image.height(), image.bytesPerLine())
        message = PageRendered(
            1, "", *size, request.page_index, page_count, label, rects, fits=fits
        )
        self.drawn.emit(request, image, message)


def file_record(
    number: int, path: str, state: FileState = FileState.INDEXED, **more: object
) -> FileRecord:
    """A file of the library."""
    values: dict[str, object] = {
        "root": "/home/anna/Documents",
        "reason": "",
        "size_bytes": 1000,
        "pages": 12,
        "passages": 40,
        **more,
    }
    return FileRecord(file_id=number, path=path, state=state, **values)  # type: ignore[arg-type]  # filled by name


def files_changed(
    *records: FileRecord, removed: tuple[int, ...] = (), totals: LibraryTotals | None = None
) -> FilesChanged:
    """News about files, with totals that fit where nothing else is in the library."""
    fitting = LibraryTotals(
        len(records), len(records), sum(r.pages for r in records), sum(r.passages for r in records)
    )
    return FilesChanged(records, removed, totals or fitting)


def found(rank: int = 1, **more: object) -> FoundPassage:
    """A passage that was found."""
    values: dict[str, object] = {
        "passage_id": rank,
        "document_id": 7,
        "document": "Costituzione",
        "path": "/home/anna/Documents/Costituzione.pdf",
        "other_paths": (),
        "page_index": 16,
        "page_label": "17",
        "spans": (Span(16, 100, 180),),
        "heading": "Parte seconda › Titolo I",
        "text": "La Camera dei deputati e il Senato della Repubblica sono eletti per cinque anni.",
        "scores": Scores(12.31, 0.871, 0.94),
        "bm25_rank": 2,
        "dense_rank": 1,
        "used": True,
        **more,
    }
    return FoundPassage(rank=rank, **values)  # type: ignore[arg-type]  # filled by name


def similar(number: int = 1, **more: object) -> SimilarPassage:
    """A near-duplicate of a passage."""
    values: dict[str, object] = {
        "document_id": 8,
        "document": "Costituzione (copia)",
        "path": "/home/anna/Documents/Copie/Costituzione.pdf",
        "page_index": 11,
        "page_label": "12",
        "similarity": 0.92,
        "spans": (Span(11, 10, 90),),
        **more,
    }
    return SimilarPassage(passage_id=1000 + number, **values)  # type: ignore[arg-type]  # filled by name


def inspected(passage: FoundPassage, *terms: TermMatch, weight: float = 0.7) -> InspectedPassage:
    """A passage with its reasons; its shares add up to its fused score."""
    words = 0.0 if passage.scores.bm25 is None else (1 - weight) * passage.scores.bm25 / 12.31
    return InspectedPassage(passage, terms, passage.scores.fused - words, words)


def inspection(
    passages: Sequence[InspectedPassage],
    *,
    words: tuple[str, ...] = ("anni",),
    bm25: tuple[int, ...] | None = None,
    dense: tuple[int, ...] | None = None,
    fused: tuple[int, ...] | None = None,
    **more: object,
) -> Inspection:
    """A search laid open: the lists are what the passages' own ranks say."""

    def by_rank(rank: Callable[[FoundPassage], int | None]) -> tuple[int, ...]:
        ranked = [(rank(each.passage), each.passage.passage_id) for each in passages]
        return tuple(number for at, number in sorted((r, n) for r, n in ranked if r is not None))

    values: dict[str, object] = {
        "language": "it",
        "phrases": (),
        "excluded": (),
        "compared": 688,
        "exact": True,
        "embedding_ms": 21.4,
        "search_ms": 6.2,
        **more,
    }
    return Inspection(
        bm25=by_rank(lambda each: each.bm25_rank) if bm25 is None else bm25,
        dense=by_rank(lambda each: each.dense_rank) if dense is None else dense,
        fused=by_rank(lambda each: each.rank or None) if fused is None else fused,
        passages=tuple(passages),
        words=words,
        **values,  # type: ignore[arg-type]  # filled by name
    )


def cite(n: int, passage: FoundPassage) -> Citation:
    """`[n]` for a passage."""
    return Citation(
        n,
        passage.passage_id,
        passage.document_id,
        passage.document,
        passage.path,
        passage.page_index,
        passage.page_label,
        passage.spans[0].start,
        passage.spans[0].end,
        passage.spans,
        passage.text,
    )


def gate(
    *, retrieved: bool, mode: GateMode = GateMode.AUTO, score: float | None = None
) -> GateReport:
    """The gate's decision at τ = 0.25."""
    if mode is not GateMode.AUTO:
        return GateReport(mode, GateSignal.MARGIN, None, None, retrieved, 0)
    value = score if score is not None else (0.31 if retrieved else 0.12)
    return GateReport(mode, GateSignal.MARGIN, value, 0.25, retrieved, 20)


def answer(
    text: str,
    passages: tuple[FoundPassage, ...] = (),
    *,
    source: AnswerSource = AnswerSource.DOCUMENTS,
    report: GateReport | None = None,
    citations: tuple[Citation, ...] | None = None,
    trimmed: tuple[str, ...] = (),
    truncated: bool = False,
) -> Answer:
    """A finished answer that cites its passages in order."""
    cited = tuple(cite(n, each) for n, each in enumerate(passages, 1))
    return Answer(
        text,
        source,
        cited if citations is None else citations,
        passages,
        report or gate(retrieved=source is not AnswerSource.MEMORY),
        Timings(400, 410, 35, 5200, 6100, 9800),
        TokenCounts(20, 1204, 1100, 61),
        "qwen2.5-coder-1.5b",
        trimmed,
        truncated,
    )


def checked(
    *sentences: tuple[str, Support, tuple[DoubtFound, ...]],
) -> tuple[str, tuple[CheckedSentence, ...]]:
    """An answer made of these sentences, and its checks."""
    text = " ".join(each for each, _support, _doubts in sentences)
    checks = []
    start = 0
    for sentence, support, doubts in sentences:
        end = start + len(sentence)
        checks.append(CheckedSentence(start, end, support, doubts, (1,), 0.9))
        start = end + 1
    return text, tuple(checks)
