"""Whether a claim denies what the nearest sentence of its passages says, or the other way round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.answer.grounding_claims import Claim
from app.answer.grounding_evidence import Evidence, SourceSentence
from app.answer.grounding_facts import Finding
from app.answer.grounding_polarity import Polarity, denied_words, read_polarity
from app.answer.grounding_tokens import Kind, Token
from app.answer.grounding_words import word_set
from app.core.types import Doubt

# Read from the tuning half, as the weights of facts are.
CONTRARY = 0.75  # the other side of a pair of contraries
DENIED = 0.75  # a word is denied on one side alone, or the clause is
_ALIGNED = 0.4  # how near, 0 to 1, a sentence must be to be compared with
_SURE = 0.6  # share for comparing clauses as wholes
_CLOSE = 0.12  # sentences nearly as near as the nearest count too
_MODAL = ("permit", "accept", "include", "active", "valid")  # where these agree, a denial does too
_CONJUNCTIONS = word_set(
    "ma pero mentre se but while whereas although if unless aber wahrend wenn mais tandis si pero"
    " mientras"
)
_AROUND = 2
_CLAUSE_BREAKS = frozenset(",;:()–—")


def contrary_findings(
    claim: Claim, evidence: Evidence, nearest: Sequence[tuple[int, float]], language: str
) -> Iterator[Finding]:
    """Reasons to think that the claim says the contrary.

    `nearest` are places of sentences with how near each is, 0 to 1, nearest first.
    """
    if not nearest or nearest[0][1] < _ALIGNED:
        return
    best = nearest[0][1]
    compared = [
        evidence.sentences[place] for place, near in nearest if near >= max(_ALIGNED, best - _CLOSE)
    ]
    said = read_polarity(claim.tokens)
    theirs = [read_polarity(sentence.tokens) for sentence in compared]
    contrary = _contrary_word(claim, evidence, said, compared, theirs, language)
    if contrary:
        yield Finding(Doubt.NEGATION, contrary, CONTRARY)
        return
    excused = _denied_alike(claim, said, theirs)
    denied = _denied_word(claim, evidence, compared, language, excused)
    if denied is not None:
        yield Finding(Doubt.NEGATION, denied, DENIED)
        return
    shared = any(set(said.sides) & set(other.sides) for other in theirs)
    known = not excused and _denials_known(claim, evidence, compared, language)
    opposed = known and not shared and all(_opposed(said, other) for other in theirs)
    if best >= _SURE and opposed and not _clause_agrees(said, compared):
        yield Finding(Doubt.NEGATION, " ".join(said.marks), DENIED)


def _opposed(said: Polarity, other: Polarity) -> bool:
    """Whether one denies and the other does not, and "not" is said at all: words like "refuse"
    alone are too often said in another way."""
    return said.denied != other.denied and (said.negated or other.negated)


def _denied_alike(claim: Claim, said: Polarity, theirs: Sequence[Polarity]) -> set[str]:
    """The words around what both sides forbid or reject, whatever way they say so."""
    return {
        form
        for pair in _MODAL
        if said.sides.get(pair) == -1 and any(other.sides.get(pair) == -1 for other in theirs)
        for form in (said.words[pair].casefold(), *_about(claim, said.words[pair], behind=False))
    }


def _contrary_word(
    claim: Claim,
    evidence: Evidence,
    said: Polarity,
    compared: Sequence[SourceSentence],
    theirs: Sequence[Polarity],
    language: str,
) -> str:
    """The claim's word whose contrary is said of the same thing, "" if there is none."""
    for pair, side in said.sides.items():
        about = _about(claim, said.words[pair], behind=pair in _MODAL)
        others = [
            other.sides.get(pair, 0)
            for sentence, other in zip(compared, theirs, strict=True)
            if pair in other.words
            and (not about or any(sentence.place in evidence.where(w, language) for w in about))
        ]
        if others and all(other == -side for other in others):
            return said.words[pair]
    return ""


def _about(claim: Claim, word: str, *, behind: bool) -> list[str]:
    """The words of meaning around a word of the claim: two behind it, and two before it unless
    `behind` alone counts, as with "may" and "forbidden"."""
    words = [
        token
        for token in claim.tokens
        if token.kind is Kind.WORD and (token.text == word or token.form in claim.words)
    ]
    at = next(place for place, token in enumerate(words) if token.text == word)
    after = [token.form for token in words[at + 1 : at + 1 + _AROUND]]
    before = [token.form for token in words[max(0, at - _AROUND) : at]]
    return after if behind and after else before + after


def _denied_word(
    claim: Claim,
    evidence: Evidence,
    compared: Sequence[SourceSentence],
    language: str,
    excused: Collection[str],
) -> str | None:
    """The claim's word that it denies and the compared sentences affirm, or the reverse; none of
    the `excused` ones."""
    ours = denied_words(claim.tokens, language)
    theirs = [denied_words(each.tokens, evidence.languages[each.n]) for each in compared]
    conflict: str | None = None
    for form, said in ours.items():
        matches = evidence.matches(form, language)
        states = {
            state
            for words in theirs
            for other, found in words.items()
            if other in matches
            for state in found
        }
        if said == {True} and True in states:
            return None  # both deny the same word: the denial is the passage's own
        if states and not said & states and conflict is None and form not in excused:
            conflict = form
    return conflict


def _denials_known(
    claim: Claim, evidence: Evidence, compared: Sequence[SourceSentence], language: str
) -> bool:
    """Whether all that the claim denies is spoken of by the compared sentences."""
    places = {sentence.place for sentence in compared}
    return all(
        places.intersection(evidence.where(form, language))
        for form, states in denied_words(claim.tokens, language).items()
        if True in states and False not in states
    )


def _clause_agrees(said: Polarity, compared: Sequence[SourceSentence]) -> bool:
    return any(
        read_polarity(clause).denied == said.denied
        for sentence in compared
        for clause in clauses(sentence.tokens)
        if sum(token.kind is Kind.WORD for token in clause) > 3
    ) and any(len(list(clauses(sentence.tokens))) > 1 for sentence in compared)


def clauses(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The clauses of a sentence, parted at commas and at conjunctions that oppose."""
    begin = 0
    for at, token in enumerate(tokens):
        if token.text in _CLAUSE_BREAKS or token.form in _CONJUNCTIONS:
            if at > begin:
                yield tokens[begin:at]
            begin = at + 1
    if begin < len(tokens):
        yield tokens[begin:]
