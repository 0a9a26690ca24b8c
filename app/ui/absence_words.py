"""Why the documents are taken not to hold an answer, in words and in numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.core.types import Absence
from app.ui import wording

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_SURE, _UNSURE = 0.75, 0.3  # of the model's reading and its check, in [0, 1]
_NOT_ASKED = 0.5  # what `Absence.check` is where the model was not asked
_MOST, _SOME = 0.67, 0.34  # of the question's words
# Cosines of the default embedder (multilingual-e5-small), whose scale is narrow. Of a question and
# its nearest passage, 5th to 95th percentile: on the subject 0.85 to 0.91 (SQuAD-it) and 0.81 to
# 0.91 (short questions to a handbook); of another subject 0.69 to 0.80, the handbook's questions
# put to SQuAD-it 0.81 to 0.85. No cosine of it was below 0.68: what is lower is of another
# embedder, whose scale is not known here.
_NEAR, _FAR, _LEAST = 0.85, 0.80, 0.68
_ROUNDED_TO_ONE = 0.995


def absence_words(absence: Absence) -> str:
    """What spoke against an answer: up to three short sentences."""
    if absence.unread:
        return translate(
            "AbsenceWords",
            "Nothing in your documents is near enough to the question to be read for an answer.",
        )
    if absence.numberless:
        return translate(
            "AbsenceWords",
            "The question asks for a number, and what the model read out of the closest passage "
            "tells none.",
        )
    said = [_reading(absence)]
    if absence.foreign:  # across languages, cosines are lower and no words are shared
        said.append(
            translate("AbsenceWords", "The passage is in another language than the question.")
        )
    else:
        said += [_nearness(absence.similarity), _coverage(absence.coverage)]
    return " ".join(filter(None, said))


def absence_numbers(absence: Absence) -> tuple[tuple[str, str], ...]:
    """The numbers behind the words: what each is, and its value."""
    rows: list[tuple[str, str]] = []
    if not absence.unread:
        name = translate(
            "AbsenceWords", "The passage does not hold the answer, as the model read it"
        )
        rows.append((name, _percent(absence.reading)))
    if absence.check != _NOT_ASKED:
        name = translate(
            "AbsenceWords", "The question cannot be answered from it, as the model says if asked"
        )
        rows.append((name, _percent(absence.check)))
    if absence.similarity is not None:
        rows.append(
            (
                translate("AbsenceWords", "Similarity of question and closest passage (cosine)"),
                wording.decimal(absence.similarity, 3),
            )
        )
    rows += [
        (
            translate("AbsenceWords", "Words of the question in the passage, by weight"),
            _percent(absence.coverage),
        ),
        (
            translate("AbsenceWords", "All together: not in your documents"),
            translate("AbsenceWords", "{0} (limit {1})").format(
                _percent(absence.probability), _percent(absence.threshold)
            ),
        ),
    ]
    return tuple(rows)


def _reading(absence: Absence) -> str:
    if absence.check >= _SURE:
        return translate(
            "AbsenceWords",
            "The model read the closest passage and judged that it does not answer the question.",
        )
    if absence.reading >= _SURE:
        return translate("AbsenceWords", "The model read the closest passage and found no answer.")
    asked = absence.check if absence.check != _NOT_ASKED else 0.0
    if max(absence.reading, asked) >= _UNSURE:
        return translate(
            "AbsenceWords", "The model read the closest passage and was not sure of an answer."
        )
    return translate(
        "AbsenceWords",
        "The model saw something like an answer in the closest passage, but too little else "
        "speaks for it.",
    )


def _nearness(similarity: float | None) -> str:
    if similarity is None or similarity < _LEAST:
        return ""
    if similarity >= _NEAR:
        return translate("AbsenceWords", "The passage is close to the subject.")
    if similarity >= _FAR:
        return translate("AbsenceWords", "The passage touches the subject only loosely.")
    return translate("AbsenceWords", "The passage is about something else.")


def _coverage(share: float) -> str:
    if share >= _MOST:
        return translate("AbsenceWords", "It holds most of the question’s words.")
    if share >= _SOME:
        return translate("AbsenceWords", "It holds some of the question’s words.")
    return translate("AbsenceWords", "It holds few of the question’s words.")


def _percent(share: float) -> str:
    """A share in percent; what is not quite all is not said to be all."""
    whole = 99 if _ROUNDED_TO_ONE <= share < 1 else round(100 * share)
    return translate("AbsenceWords", "{0} %").format(wording.count(whole))
