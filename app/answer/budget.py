"""Passages cut to their best whole sentences, so that a prompt holds little that it need not.

What is cut shows as " … ", so that a model does not take for neighbours what are none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from app.answer.sentence_scores import ScoredSentence, sentence_places

Measure = Callable[[str], int]

CUT = " … "
"""Stands where sentences are left out: between two of them, and before or behind all."""

_NEARNESS = 0.1
"""What a sentence beside one that is kept gains, of the distance between best and worst score:
between equals the neighbour is kept, which reads better and needs one cut less."""


def trim_passage(
    text: str, scores: Sequence[float], room: int, measure: Measure, *, heading: str = ""
) -> str:
    """`text` with its best whole sentences, in order, that `measure` to at most `room`.

    `scores` are those of the sentences that `sentence_places(text)` finds, greater is better;
    `measure` gives the tokens of a text, never more for a part of it than for the whole. All of
    it is returned as it is where it fits. `heading`, where given, stands in a line before the
    sentences, is measured with them, and is left out only where the best sentence would not fit
    beside it. "" if not even the best sentence fits. Raises ValueError for another number of
    scores than sentences.
    """
    places = sentence_places(text)
    if len(scores) != len(places):
        raise ValueError(f"{len(scores)} scores for {len(places)} sentences")
    if not places:
        return ""
    for top in dict.fromkeys((heading, "")):
        whole = _with_heading(top, text.strip())
        if measure(whole) <= room:
            return whole
        kept = _choose(text, places, scores, top, room, measure)
        if kept:
            return _with_heading(top, _joined(text, places, kept))
    return ""


def passage_scores(scored: Sequence[ScoredSentence], passage: int) -> list[float]:
    """The scores of the sentences of the passage at place `passage`, as `trim_passage` wants."""
    return [each.score for each in scored if each.sentence.passage == passage]


def _choose(
    text: str,
    places: Sequence[tuple[int, int]],
    scores: Sequence[float],
    heading: str,
    room: int,
    measure: Measure,
) -> set[int]:
    """Numbers of the sentences to keep: the best, then the next best of those that still fit."""
    kept: set[int] = set()
    left = set(range(len(places)))
    bonus = _NEARNESS * (max(scores) - min(scores))
    while left:
        number = max(left, key=lambda each: (_worth(each, scores, kept, bonus), -each))
        left.discard(number)
        wider = kept | {number}
        if measure(_with_heading(heading, _joined(text, places, wider))) <= room:
            kept = wider
        elif not kept:
            return set()  # the best one is in, or nothing is
    return kept


def _worth(number: int, scores: Sequence[float], kept: Set[int], bonus: float) -> float:
    beside = number - 1 in kept or number + 1 in kept
    return scores[number] + (bonus if beside else 0.0)


def _joined(text: str, places: Sequence[tuple[int, int]], kept: Set[int]) -> str:
    """The kept sentences in order, as they stand in `text`, with a mark for every cut."""
    parts: list[str] = []
    for number, (start, end) in enumerate(places):
        if number in kept:
            before = text[places[number - 1][1] : start] if number - 1 in kept else ""
            parts += [before, text[start:end]]
        elif not parts or parts[-1] != CUT:
            parts.append(CUT)
    return "".join(parts).strip()


def _with_heading(heading: str, text: str) -> str:
    return f"{heading}\n{text}" if heading else text
