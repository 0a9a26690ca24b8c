"""How far two texts are apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def edit_distance(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
    """Letters, or words, to be put in, taken out or exchanged to make `other` of `one`
    (Levenshtein 1966).

    Myers's bit-parallel algorithm ("A Fast Bit-Vector Algorithm for Approximate String Matching
    Based on Dynamic Programming", 1999) in the form of Hyyrö (2003) for whole texts: each bit is
    a row of the table of distances, each step a column of it.
    """
    if not one:
        return len(other)
    places: dict[Hashable, int] = {}
    for at, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << at
    every = (1 << len(one)) - 1
    last = 1 << (len(one) - 1)
    up, down = every, 0  # where a row is one more, or one less, than the row above it
    distance = len(one)
    for letter in other:
        match = places.get(letter, 0)
        diagonal = (((match & up) + up) ^ up) | match | down
        right = down | ~(diagonal | up) & every
        left = up & diagonal
        if right & last:
            distance += 1
        elif left & last:
            distance -= 1
        right = (right << 1 | 1) & every
        left = (left << 1) & every
        up = left | ~(diagonal | right) & every
        down = right & diagonal
    return distance
