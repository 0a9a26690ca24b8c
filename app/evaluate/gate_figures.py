"""The ways to decide about documents, and what each gives and costs, from the records alone.

The latency of a row is put together from measured parts. From memory it is that of Never, of which
the draft is the beginning; from documents that of search and Always. A signal adds to "no" what
reading it took, and the samples of variance what they took beyond the greedy draft; to "yes" it
adds the whole draft. FLARE reads the same draft. Self-RAG-lite adds the question that is put to the
model, CRAG-lite the judging of every passage. All parts begin with the same tokens computed.

Baselines, each with at most one retrieval and without training: FLARE (Jiang et al., "Active
Retrieval Augmented Generation", EMNLP 2023) retrieves where a token of the draft is less likely
than θ; as one decision is taken, it looks at the draft alone, and the question stands for the
query. Self-RAG (Asai et al., "Self-RAG: Learning to Retrieve, Generate, and Critique through
Self-Reflection", ICLR 2024) retrieves where the share of yes against no is above δ, 0.2 in the
paper, with a trained token; here the model is asked. CRAG (Yan et al., "Corrective Retrieval
Augmented Generation", 2024) judges what was retrieved and drops what does not help; here the model
judges, and where nothing is kept, memory stands for the web search.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.types import GateSignal
from app.evaluate.answers_matching import token_f1
from app.evaluate.gate_calibration import budget_threshold
from app.evaluate.gate_record import GateRow, Generated, exact_match
from app.evaluate.gate_run import KEEP

SIGNALS = (GateSignal.MARGIN, GateSignal.ENTROPY, GateSignal.VARIANCE)
BUDGETS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7)
FRONTIER = tuple(step / 20 for step in range(21))
THETAS = (0.4, 0.8)
"""FLARE's θ: the authors' published configurations have 0.8 for 2WikiMultihopQA
(`look_ahead_filter_prob`), and mask single tokens below 0.4 in the query that they search by."""
DELTAS = (0.2, 0.5)
"""Self-RAG's δ: the paper's, and where yes is likelier than no."""

Sign = Callable[[GateRow], float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question: `retrieved` says that there was a search, `used` that passages
    were in the prompt."""

    text: str
    retrieved: bool
    used: bool
    ms: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Policy:
    """One row of the table; `series` is its line in the plot."""

    series: str
    name: str
    outcome: Callable[[GateRow], Outcome]


@dataclass(frozen=True, slots=True)
class PolicyFigures:
    """What a policy gives: `(n,)` per question, in the order of the records."""

    em: NDArray[np.float64]
    f1: NDArray[np.float64]
    retrieved: NDArray[np.float64]
    used: NDArray[np.float64]
    ms: NDArray[np.float64]
    tokens: NDArray[np.float64]


def measure(policy: Policy, rows: Sequence[GateRow]) -> PolicyFigures:
    """What `policy` gives for the records."""
    outcomes = [policy.outcome(row) for row in rows]
    accepted = [row.question.accepted for row in rows]
    pairs = list(zip(outcomes, accepted, strict=True))
    return PolicyFigures(
        em=np.array([exact_match(each.text, right) for each, right in pairs], np.float64),
        f1=np.array([token_f1(each.text, right, "en") for each, right in pairs], np.float64),
        retrieved=np.array([each.retrieved for each in outcomes], np.float64),
        used=np.array([each.used for each in outcomes], np.float64),
        ms=np.array([each.ms for each in outcomes], np.float64),
        tokens=np.array([each.tokens for each in outcomes], np.float64),
    )


def never() -> Policy:
    """From memory."""
    return Policy("Never", "Never", lambda row: _memory(row, 0.0, 0))


def always() -> Policy:
    """From documents."""
    return Policy("Always", "Always", lambda row: _documents(row, row.always, 0.0, 0))


def by_signal(signal: GateSignal, threshold: float, name: str) -> Policy:
    """TARG: from documents where U > `threshold`, or where nothing could be drafted."""

    def outcome(row: GateRow) -> Outcome:
        extra_ms, extra_tokens = _reading(row, signal)
        score = row.score(signal)
        if score is None or score > threshold:
            return _after_draft(row, extra_ms, extra_tokens)
        return _memory(row, extra_ms, extra_tokens)

    return Policy(signal.value, name, outcome)


def at_budgets(
    rows: Sequence[GateRow], signal: GateSignal, budgets: Sequence[float] = BUDGETS
) -> list[Policy]:
    """One policy a budget; its τ is the quantile of U over these very questions."""
    scores = np.array([unsure(row, signal) for row in rows], np.float64)
    return [
        by_signal(signal, budget_threshold(scores, budget), f"{signal.value} at {budget:.0%}")
        for budget in budgets
    ]


def baselines() -> list[Policy]:
    """FLARE, Self-RAG-lite and CRAG-lite, as the module's head has them."""
    return [
        *(_flare(theta) for theta in THETAS),
        *(_self_rag(delta) for delta in DELTAS),
        Policy("CRAG-lite", "CRAG-lite", _crag),
    ]


def signs() -> dict[str, Sign]:
    """What could tell who needs documents, each larger for more need."""
    found: dict[str, Sign] = {}
    for signal in SIGNALS:
        found[signal.value] = lambda row, signal=signal: unsure(row, signal)  # type: ignore[misc]  # mypy has no type for a lambda's default
    found["mean gap"] = lambda row: -float(np.mean(row.draft.gaps or (0.0,)))
    found["FLARE"] = lambda row: 1 - min(row.draft.spoken, default=0.0)
    found["Self-RAG-lite"] = lambda row: row.need.yes
    return found


def unsure(row: GateRow, signal: GateSignal) -> float:
    """U; where nothing could be drafted, more than any."""
    score = row.score(signal)
    return math.log(1e9) if score is None else score


def average_precision(scores: Sequence[float], needed: Sequence[bool]) -> float | None:
    """Σ over thresholds of precision times the gain in recall, None without a needed one.

    Equal scores are one threshold, as in scikit-learn's `average_precision_score`.
    """
    total = sum(needed)
    if not total:
        return None
    values, labels = np.array(scores, np.float64), np.array(needed, np.bool_)
    area = 0.0
    for threshold in np.unique(values):
        above = values >= threshold
        gained = int(labels[values == threshold].sum())
        area += float(labels[above].mean()) * gained / total
    return area


def _memory(row: GateRow, extra_ms: float, extra_tokens: int) -> Outcome:
    never = row.never
    return Outcome(never.text, False, False, never.ms + extra_ms, never.tokens + extra_tokens)


def _documents(row: GateRow, answer: Generated, extra_ms: float, extra_tokens: int) -> Outcome:
    ms = row.search_ms + answer.ms + extra_ms
    return Outcome(answer.text, True, True, ms, answer.tokens + extra_tokens)


def _after_draft(row: GateRow, extra_ms: float, extra_tokens: int) -> Outcome:
    """From documents, once the draft, which is of no more use, was written and read."""
    tokens = row.never.read + len(row.draft.gaps) + extra_tokens
    return _documents(row, row.always, row.draft.ms + extra_ms, tokens)


def _reading(row: GateRow, signal: GateSignal) -> tuple[float, int]:
    """What reading a signal adds to the greedy draft: ms, and tokens of the samples."""
    draft = row.draft
    if signal is GateSignal.VARIANCE:
        return max(0.0, draft.sampled_ms - draft.ms), draft.sampled
    return (draft.margin_ms if signal is GateSignal.MARGIN else draft.entropy_ms), 0


def _flare(theta: float) -> Policy:
    def outcome(row: GateRow) -> Outcome:
        if min(row.draft.spoken, default=0.0) < theta:
            return _after_draft(row, 0.0, 0)
        return _memory(row, 0.0, 0)

    return Policy("FLARE", f"FLARE, θ {theta:g}", outcome)


def _self_rag(delta: float) -> Policy:
    def outcome(row: GateRow) -> Outcome:
        ms, tokens = row.need.ms, row.need.tokens
        if row.need.yes > delta:
            return _documents(row, row.always, ms, tokens)
        return _memory(row, ms, tokens)

    return Policy("Self-RAG-lite", f"Self-RAG-lite, δ {delta:g}", outcome)


def _crag(row: GateRow) -> Outcome:
    ms = sum(each.ms for each in row.judged)
    tokens = sum(each.tokens for each in row.judged)
    if row.kept is not None:
        return _documents(row, row.kept, ms, tokens)
    if any(each.yes >= KEEP for each in row.judged):
        return _documents(row, row.always, ms, tokens)
    from_memory = _memory(row, ms + row.search_ms, tokens)
    return Outcome(from_memory.text, True, False, from_memory.ms, from_memory.tokens)
