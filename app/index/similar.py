"""Passages that say the same fill one place: copies, and (soon) near-duplicates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Group:
    """One place of a result: numbers of texts, the best-ranked first.

    `copies` have the leader's very text; `similar` say almost the same, each with its similarity
    in (0, 1].
    """

    leader: int
    copies: list[int] = field(default_factory=list)
    similar: list[tuple[int, float]] = field(default_factory=list)


def group_texts(texts: Sequence[str], most: int) -> list[Group]:
    """The first `most` groups of `texts`, which come best first."""
    groups: dict[str, Group] = {}
    for number, text in enumerate(texts):
        if text in groups:
            groups[text].copies.append(number)
        else:
            groups[text] = Group(number)
    return list(groups.values())[:most]
