"""Records of the gate's measurement, as tests make them."""

from __future__ import annotations

from app.evaluate.answers_record import PutQuestion
from app.evaluate.gate_record import Asked, DraftRecord, GateRow, Generated


def put(name: str, *accepted: str) -> PutQuestion:
    """A question of the set "s"."""
    return PutQuestion("s", "d", name, f"Question {name}?", "en", accepted or ("right",), False, ())


def row(
    name: str,
    *,
    memory: str = "wrong",
    documents: str = "right",
    gap: float = 1.0,
    probability: float = 0.9,
    need: float = 0.3,
    judged: tuple[float, ...] = (0.9, 0.9),
    kept: str | None = None,
) -> GateRow:
    """One question: Never 100 ms (draft 80, samples 200), Always 1000 ms, 10 for what is asked."""
    return GateRow(
        question=put(name),
        never=Generated(memory, 50.0, 100.0, read=20, written=4),
        draft=DraftRecord(
            gaps=(gap, gap),
            entropies=(1 / (1 + gap), 0.0),
            probabilities=(probability, 0.99),
            ends=True,
            samples=((5, -1), (5, -1), (6, 7)),
            ms=80.0,
            sampled_ms=200.0,
            margin_ms=1.0,
            entropy_ms=3.0,
        ),
        always=Generated(documents, 900.0, 1000.0, read=500, written=3),
        need=Asked(need, 10.0, 30),
        judged=tuple(Asked(each, 10.0, 100) for each in judged),
        kept=None if kept is None else Generated(kept, 300.0, 400.0, read=200, written=3),
        search_ms=5.0,
    )
