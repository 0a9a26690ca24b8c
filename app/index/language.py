"""Which language a text is in: py3langid, restricted to the languages that make a difference."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from py3langid.langid import MODEL_FILE, LanguageIdentifier

# ISO 639-1 code and Snowball algorithm; None: no stemmer, told apart all the same so that the
# text is not stemmed as something else, and so that an answer can be given in that language.
LANGUAGES: Mapping[str, str | None] = {
    "ar": "arabic",
    "bg": None,
    "bn": None,
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "he": None,
    "hi": "hindi",
    "hr": None,
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "ja": None,
    "ka": None,
    "ko": None,
    "lt": "lithuanian",
    "lv": None,
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sk": None,
    "sl": None,
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "th": None,
    "tr": "turkish",
    "uk": None,
    "ur": None,
    "vi": None,
    "zh": None,
}

_SAMPLE_CHARS = 4000  # more of a document does not change the guess, and costs time
_LETTER = re.compile(r"[^\W\d_]")
# Measured on the questions of SQuAD-it and XQuAD (en, de, zh): above _SURE the classifier is right
# whatever the library holds; below _UNSURE (two or three short words, a code) it only guesses.
_SURE = 0.6
_UNSURE = 0.1
# Share of the prior that goes to languages the library does not hold.
_FOREIGN_SHARE = 0.3


@functools.cache
def _identifier() -> LanguageIdentifier:
    """The trained model, loaded at the first guess and never changed after."""
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(list(LANGUAGES))
    return identifier


def guess_language(text: str, library: Mapping[str, int] | None = None) -> str:
    """ISO 639-1 code of the language of `text`, "" if there is nothing to go by. Any thread.

    `library` gives the passages per language of a library; it settles short and ambiguous
    questions by Bayes' rule, as the prior of the classifier's probabilities.
    """
    sample = text[:_SAMPLE_CHARS]
    known = {code: n for code, n in (library or {}).items() if code in LANGUAGES and n > 0}
    if not _LETTER.search(sample):
        return max(known, key=known.__getitem__, default="")
    ranked = _identifier().rank(sample)
    best, probability = ranked[0]
    if not known:
        return best if probability >= _UNSURE else ""
    if probability >= _SURE:
        return best
    total = sum(known.values())

    def posterior(entry: tuple[str, float]) -> float:
        code, likelihood = entry
        prior = (1 - _FOREIGN_SHARE) * known.get(code, 0) / total + _FOREIGN_SHARE / len(LANGUAGES)
        return likelihood * prior

    return max(ranked, key=posterior)[0]
