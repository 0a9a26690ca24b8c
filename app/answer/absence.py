"""How sure it is that the documents do not hold the answer: one number out of several.

No single sign tells. The model's own refusal is weak where the passage is on the topic and the
answer is not in it, and what it says when it is asked is better; the similarity of question and
passage is blind there, but tells well whether the library is about anything of the kind. A
logistic rule weighs them: P(absent) = 1 / (1 + exp(-(intercept + Σ weight × sign))). The
similarity counts only below what questions with an answer have, as the distance to that, so that
among passages on the topic it does not overrule the model. The weights are fitted once on
labelled questions (`app.evaluate.absence_fit`) for one generator, embedder and version of the
prompts, and stored with the generator in `models.toml`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.answer.logistic import logistic
from app.core.types import Absence

_CLAMP = 1e-4
"""Probabilities are kept this far from 0 and 1 before their log odds are taken: beyond it, a
small model's certainty says nothing more."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for and against an answer in the documents.

    `reading` is the probability that the reply to the chosen passage begins with the refusal,
    `check` that the model denies, when asked, that exactly this question can be answered from it.
    `similarity` is the best cosine of the question and a passage, None without an embedder;
    `coverage` the share of the question's words that the chosen passage holds; `foreign` tells
    that the question is in another language than the passage, where no word can be shared.
    """

    reading: float
    check: float
    similarity: float | None
    coverage: float
    foreign: bool

    def values(self) -> dict[str, float]:
        """The rule's inputs by name: log odds of the probabilities, and the others as they are."""
        values = {
            "reading": log_odds(self.reading),
            "check": log_odds(self.check),
            "coverage": self.coverage,
            "foreign": float(self.foreign),
        }
        if self.similarity is not None:
            values["similarity"] = self.similarity
        return values


def signs_of(absence: Absence) -> Signs:
    """What `absence` was judged by."""
    return Signs(
        reading=absence.reading,
        check=absence.check,
        similarity=absence.similarity,
        coverage=absence.coverage,
        foreign=absence.foreign,
    )


NAMES = ("reading", "check", "distance")
"""Names of what the rule weighs, in this order."""

NEAR = 0.81
"""The least similarity of questions with an answer to their passages, mostly: the 5th percentile
of multilingual-e5-small on squad_it, squad2_en and studio_alfa."""

NEAR_FOREIGN = 0.77
"""The same between two languages: xquad_en over xquad_de."""


IN_LANGUAGE = "threshold_"
"""What a language's own threshold is called in `models.toml`, before the language's code."""


@dataclass(frozen=True, slots=True)
class AbsenceRule:
    """A logistic rule. `weights` are by `NAMES`; what has none weighs nothing.

    `threshold` is the least probability at which the program declines to answer; `by_language`
    has others, for questions in the language with that ISO 639-1 code: the model denies more
    readily in some.
    """

    intercept: float
    weights: Mapping[str, float]
    threshold: float
    by_language: Mapping[str, float] = field(default_factory=dict)

    def judge(self, signs: Signs, language: str = "") -> Absence:
        """What the rule makes of `signs` of a question in `language`, "" if it is not known."""
        return Absence(
            probability=self.probability_of(signs.values()),
            threshold=self.threshold_in(language),
            reading=signs.reading,
            check=signs.check,
            similarity=signs.similarity,
            coverage=signs.coverage,
            foreign=signs.foreign,
        )

    def threshold_in(self, language: str) -> float:
        """The threshold for questions in `language`."""
        return self.by_language.get(language, self.threshold)

    def probability_of(self, values: Mapping[str, float]) -> float:
        """The probability for the inputs `values`, as `Signs.values` has them."""
        known = weighed(values)
        odds = math.fsum(weight * known[name] for name, weight in self.weights.items())
        return logistic(self.intercept + odds)


def weighed(values: Mapping[str, float]) -> dict[str, float]:
    """What the rule weighs, by `NAMES`, for the inputs that `Signs.values` gives."""
    near = NEAR_FOREIGN if values["foreign"] else NEAR
    similarity = values.get("similarity", near)  # where it is not known it says nothing
    return {
        "reading": values["reading"],
        "check": values["check"],
        "distance": max(0.0, near - similarity),
    }


def reading_rule(certainty: float) -> AbsenceRule:
    """The rule of a model that none was fitted for: its own refusal alone, from `certainty` on."""
    return AbsenceRule(0.0, {"reading": 1.0}, certainty)


def rule_from_table(table: Mapping[str, float]) -> AbsenceRule:
    """The rule stored in `models.toml`: `intercept`, weights by name, `threshold`, and those of
    single languages (`threshold_it`).

    Raises ValueError for a missing or unknown key.
    """
    weights = {name: float(table[name]) for name in NAMES if name in table}
    by_language = {
        key.removeprefix(IN_LANGUAGE): float(value)
        for key, value in table.items()
        if key.startswith(IN_LANGUAGE)
    }
    own = {f"{IN_LANGUAGE}{language}" for language in by_language}
    unknown = table.keys() - {*NAMES, *own, "intercept", "threshold"}
    if unknown:
        raise ValueError(f"the rule of absence has the unknown key {min(unknown)}")
    try:
        intercept, threshold = float(table["intercept"]), float(table["threshold"])
    except KeyError as error:
        raise ValueError(f"the rule of absence lacks the key {error}") from error
    return AbsenceRule(intercept, weights, threshold, by_language)


def log_odds(probability: float) -> float:
    """ln(p / (1 - p)), kept finite."""
    kept = min(max(probability, _CLAMP), 1 - _CLAMP)
    return math.log(kept / (1 - kept))
