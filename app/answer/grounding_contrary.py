"""Whether a claim denies what the nearest sentence of its passages says, or the other way round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.answer.grounding_claims import Claim
from app.answer.grounding_evidence import Evidence, SourceSentence
from app.answer.grounding_facts import Finding
from app.answer.grounding_polarity import (
    Polarity,
    denied_words,
    is_negator,
    read_polarity,
)
from app.answer.grounding_tokens import Kind, Token
from app.answer.grounding_words import word_set
from app.core.types import Doubt

# Set on the tuning half, as the weights of facts are.
CONTRARY = 0.75  # the other side of a pair of contraries
DENIED = 0.75  # a word is denied on one side alone, or the clause is
TRANSLATED_CONTRARY = 0.6
_SIMILAR = 0.85  # cosine of sentences in two languages that speak of the same
_ALIGNED = 0.4  # how near, 0 to 1, a sentence must be to be compared with
_SURE = 0.6  # share for comparing clauses as wholes
_CLOSE = 0.12  # sentences nearly as near as the nearest count too
_MODAL_VERBS = ("permit", "oblige")  # what they are about stands behind them
_MODAL = ("permit", "accept", "include", "active", "valid")  # where these agree, a denial does too
_CONJUNCTIONS = word_set(
    "ma pero mentre se but while whereas although if unless aber wahrend wenn mais tandis si pero"
    " mientras"
)
_AND = word_set("e ed and und et y")  # part clauses where the second denies: "and does not"
_AROUND = 2
_NEAR = 8  # words around a word of a pair in which the passage says what that is about
_UNLIKE = word_set("unlike contrast differenza anders contrairement diferencia")
_WHILE = word_set("while whereas mentre invece wahrend tandis mientras")
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
    said = read_polarity(claim.tokens, language)
    theirs = [read_polarity(each.tokens, evidence.languages[each.n]) for each in compared]
    if any(_contrast_differently(claim.tokens, each.tokens) for each in compared):
        return
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
    if best >= _SURE and opposed and not _clause_agrees(said, evidence, compared):
        yield Finding(Doubt.NEGATION, " ".join(said.marks), DENIED)


def translated_findings(
    claim: Claim, evidence: Evidence, similar: int | None, similarity: float | None, language: str
) -> Iterator[Finding]:
    """The same for a claim in another language than its passages: words do not tell which of them
    is denied, so that it is compared as a whole with the sentence whose vector is nearest, at
    the place `similar`."""
    if similar is None or similarity is None or similarity < _SIMILAR:
        return
    sentence = evidence.sentences[similar]
    said = read_polarity(claim.tokens, language)
    theirs = read_polarity(sentence.tokens, evidence.languages[sentence.n])
    shared = set(said.sides) & set(theirs.sides)
    contrary = [said.words[pair] for pair in shared if said.sides[pair] == -theirs.sides[pair]]
    if contrary:
        yield Finding(Doubt.NEGATION, contrary[0], TRANSLATED_CONTRARY)
    elif not shared and said.denied and said.negated and not theirs.marks:
        yield Finding(Doubt.NEGATION, said.marks[0], TRANSLATED_CONTRARY)
    elif not shared and theirs.denied and theirs.negated and not said.marks:
        simple = len(list(clauses(sentence.tokens))) == 1
        if simple:
            yield Finding(Doubt.NEGATION, "", TRANSLATED_CONTRARY)


def yes_no_findings(
    yes: bool, asked: Claim, evidence: Evidence, nearest: Sequence[tuple[int, float]]
) -> Iterator[Finding]:
    """The same for an answer that is yes or no alone: what it affirms or denies is the question."""
    language = evidence.languages[evidence.sentences[nearest[0][0]].n] if nearest else ""
    contrary = list(contrary_findings(asked, evidence, nearest, language))
    if yes:
        yield from contrary
    elif nearest and nearest[0][1] >= _SURE and not contrary:
        yield Finding(Doubt.NEGATION, "", DENIED)


def _contrast_differently(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether one says "unlike the others, it does not" and one "it does not, and they do"."""
    pairs = ((one, other), (other, one))
    return any(_has(first, _UNLIKE) and _has(second, _WHILE) for first, second in pairs)


def _has(tokens: Sequence[Token], words: Collection[str]) -> bool:
    return any(token.form in words for token in tokens)


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
        about = _about(claim, said.words[pair], behind=pair in _MODAL_VERBS)
        known = {other for form in about for other in evidence.matches(form, language)}
        others = [
            their_side
            for sentence, other in zip(compared, theirs, strict=True)
            for their_side in _sides_about(sentence.tokens, other, pair, known if about else None)
        ]
        if others and all(other == -side for other in others):
            return said.words[pair]
    return ""


def _sides_about(
    tokens: Sequence[Token], said: Polarity, pair: str, about: Collection[str] | None
) -> set[int]:
    """The sides of a pair on which a sentence says what is `about`: those of the words that have
    most of it near. None of them where none has any; all where `about` is None."""
    found: dict[int, set[int]] = {}
    words = [token for token in tokens if token.kind is Kind.WORD]
    for other, side, word in said.said:
        if other == pair:
            at = next(place for place, token in enumerate(words) if token is word)
            near = words[max(0, at - _NEAR) : at + _NEAR + 1]
            count = 1 if about is None else len({each.form for each in near} & set(about))
            found.setdefault(count, set()).add(side)
    most = max(found, default=0)
    return found[most] if most else set()


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
    """Whether the compared sentences speak of all that the claim denies, and the claim of some of
    what they deny: a denial of something else is none of the other's concern."""
    places = {sentence.place for sentence in compared}
    ours = denied_words(claim.tokens, language)
    if not all(
        places.intersection(evidence.where(form, language))
        for form, states in ours.items()
        if states == {True}
    ):
        return False
    known = {other for form in ours for other in evidence.matches(form, language)}
    theirs = [
        {form for form, states in words.items() if True in states}
        for words in (denied_words(e.tokens, evidence.languages[e.n]) for e in compared)
    ]
    return all(not denied or denied & known for denied in theirs)


def _clause_agrees(said: Polarity, evidence: Evidence, compared: Sequence[SourceSentence]) -> bool:
    return any(
        read_polarity(clause, evidence.languages[sentence.n]).denied == said.denied
        for sentence in compared
        for clause in clauses(sentence.tokens)
        if sum(token.kind is Kind.WORD for token in clause) > 3
    ) and any(len(list(clauses(sentence.tokens))) > 1 for sentence in compared)


def clauses(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The clauses of a sentence, parted at commas and at conjunctions that oppose."""
    begin = 0
    for at, token in enumerate(tokens):
        denies = token.form in _AND and any(
            is_negator(each.form, "") for each in tokens[at + 1 : at + 4]
        )
        if token.text in _CLAUSE_BREAKS or token.form in _CONJUNCTIONS or denies:
            if at > begin:
                yield tokens[begin:at]
            begin = at + 1
    if begin < len(tokens):
        yield tokens[begin:]
