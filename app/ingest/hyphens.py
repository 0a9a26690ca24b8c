"""Whether a hyphen at the end of a line belongs to its word, or only parts it."""

from __future__ import annotations

from collections.abc import Collection

# "Ein- und Ausgabe", "pre- e post-operatorio": what follows is a word of its own.
JOINING_WORDS = frozenset(
    ("e", "ed", "o", "od", "and", "or", "und", "oder", "bzw", "et", "ou", "y")
)
# "state-of-the-art", "profili-di-interazione": behind another hyphen, these are words.
_SMALL_WORDS = frozenset(("of", "the", "to", "in", "by", "up", "on", "off", "di", "da", "de", "en"))
_PREFIXES = frozenset(
    (
        *("anti", "auto", "bio", "co", "contro", "extra", "geo", "infra", "inter", "intra", "maxi"),
        *("meta", "micro", "mini", "multi", "neo", "para", "pre", "pseudo", "re", "semi", "super"),
        "ultra",
    )
)


def hyphen_stays(before: str, after: str, compounds: Collection[str] = ()) -> bool:
    """Whether the hyphen between `before`, at the end of a line, and `after` is the word's own.

    `before` is the word up to its hyphen, `after` its rest on the next line. `compounds` are words
    with a hyphen, in small letters, that stand elsewhere within a line. It stays before capitals
    and digits (COVID-19, Rossi-Bianchi), behind a digit or a letter alone (5-fold, e-mail), between
    two equal vowels of which one is a prefix's (anti-inflation), and in known compounds.
    """
    if not before or not after or not after[0].islower() or before[-1].isdigit():
        return True
    *others, last = before.casefold().rsplit("-", 1)
    rest = after.casefold()
    return (
        len(last) == 1
        or (bool(others) and last in _SMALL_WORDS)
        or (last in _PREFIXES and last[-1] == rest[0])
        or f"{before.casefold()}-{rest}" in compounds
    )
