"""How far two texts are apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def edit_distance(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """Insertions, deletions and replacements that turn one into the other (Levenshtein).

    Bit-parallel: Myers, "A fast bit-vector algorithm for approximate string matching", J. ACM 46
    (1999), in the form of Hyyrö, "Explaining and extending the bit-parallel approximate string
    matching algorithm of Myers" (2001), with integers as long as `first`.
    """
    if not first:
        return len(second)
    full = (1 << len(first)) - 1
    last = 1 << (len(first) - 1)
    places: dict[Hashable, int] = {}
    for place, item in enumerate(first):
        places[item] = places.get(item, 0) | 1 << place
    plus, minus, distance = full, 0, len(first)
    for item in second:
        match = places.get(item, 0)
        diagonal = ((((match & plus) + plus) ^ plus) | match | minus) & full
        rises = minus | (full & ~(diagonal | plus))
        falls = plus & diagonal
        distance += bool(rises & last) - bool(falls & last)
        rises = (rises << 1 | 1) & full
        falls = (falls << 1) & full
        plus = falls | (full & ~(diagonal | rises))
        minus = rises & diagonal
    return distance
