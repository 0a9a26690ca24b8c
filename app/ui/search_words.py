"""What the search page says about passages, ranks and scores, in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from app.core.types import FoundPassage, InspectedPassage, Inspection, SimilarPassage
from app.ui import wording
from app.ui.richtext import clean_line, shorten
from app.ui.search_values import Column, SearchResult

_MOST_CHIPS = 8
_CHIP_LENGTH = 40
_DIGITS = {Column.WORDS: 2, Column.FUSED: 3, Column.MEANING: 3}


def column_name(column: Column) -> str:
    """Name of a list, with the term that experts know."""
    return {
        Column.WORDS: QCoreApplication.translate("SearchWords", "Words (BM25)"),
        Column.FUSED: QCoreApplication.translate("SearchWords", "Together (fused)"),
        Column.MEANING: QCoreApplication.translate("SearchWords", "Meaning (dense)"),
    }[column]


def column_word(column: Column) -> str:
    """Name of a list in one word, for where there is no room."""
    return {
        Column.WORDS: QCoreApplication.translate("SearchWords", "Words"),
        Column.FUSED: QCoreApplication.translate("SearchWords", "Together"),
        Column.MEANING: QCoreApplication.translate("SearchWords", "Meaning"),
    }[column]


def column_tip(column: Column) -> str:
    """What a list is."""
    return {
        Column.WORDS: QCoreApplication.translate(
            "SearchWords", "Passages that hold the query’s words; rare words count more."
        ),
        Column.FUSED: QCoreApplication.translate(
            "SearchWords", "Both lists made one: this is the result."
        ),
        Column.MEANING: QCoreApplication.translate(
            "SearchWords",
            "Passages whose meaning is close to the query’s, in any words or language.",
        ),
    }[column]


def score(column: Column, passage: FoundPassage) -> str:
    """The score of a passage in one list, "–" where that retriever did not score it."""
    scores = passage.scores
    value = {
        Column.WORDS: scores.bm25,
        Column.FUSED: scores.fused,
        Column.MEANING: scores.dense,
    }[column]
    return "–" if value is None else wording.decimal(value, _DIGITS[column])


def place(passage: FoundPassage | SimilarPassage) -> str:
    """Document and page on one line."""
    return wording.place_name(
        passage.document, passage.path, passage.page_index, passage.page_label
    )


def similar_note(passage: FoundPassage) -> str:
    """How many near-duplicates stand behind a passage, "" if none."""
    many = len(passage.similar)
    if many == 1:
        return QCoreApplication.translate("SearchWords", "+1 similar")
    text = QCoreApplication.translate("SearchWords", "+{0} similar")
    return text.format(wording.count(many)) if many else ""


def rank_in(column: Column, rank: int | None) -> str:
    """A rank with the name of its list, in a few letters."""
    number = "–" if rank is None else f"#{wording.count(rank)}"
    return {
        Column.WORDS: QCoreApplication.translate("SearchWords", "words {0}"),
        Column.FUSED: QCoreApplication.translate("SearchWords", "together {0}"),
        Column.MEANING: QCoreApplication.translate("SearchWords", "meaning {0}"),
    }[column].format(number)


def moved(result: SearchResult, column: Column, inspected: InspectedPassage) -> str:
    """Where fusion puts a passage of a side list: an arrow and its rank, "–" for nowhere."""
    ours = result.rank(column, inspected)
    fused = result.rank(Column.FUSED, inspected)
    if fused is None or ours is None:
        return "–"
    arrow = "↑" if fused < ours else "↓" if fused > ours else "="
    return f"{arrow} #{wording.count(fused)}"


def moved_tip(result: SearchResult, column: Column, inspected: InspectedPassage) -> str:
    """`moved` in words, or the ranks of a passage of the fused list."""
    if column is Column.FUSED:
        return " · ".join(
            rank_in(each, result.rank(each, inspected)) for each in (Column.WORDS, Column.MEANING)
        )
    behind = result.behind(inspected)
    if behind is not None:
        text = QCoreApplication.translate(
            "SearchWords",
            "Says almost the same as place {0} of the fused list, and stands behind it",
        )
        return text.format(wording.count(behind))
    fused = result.rank(Column.FUSED, inspected)
    if fused is None:
        return QCoreApplication.translate(
            "SearchWords", "Not in the fused list: other passages do better in both ways together."
        )
    text = QCoreApplication.translate("SearchWords", "Place {0} in the fused list")
    return text.format(wording.count(fused))


def spoken(result: SearchResult, inspected: InspectedPassage) -> str:
    """A row of the fused list for screen readers."""
    rank = result.rank(Column.FUSED, inspected)
    parts = [
        QCoreApplication.translate("SearchWords", "Result {0}: {1}").format(
            "–" if rank is None else wording.count(rank), place(inspected.passage)
        ),
        similar_note(inspected.passage),
    ]
    return ". ".join(filter(None, parts))


def spoken_in(result: SearchResult, column: Column, inspected: InspectedPassage) -> str:
    """A cell of the three lists for screen readers: list, rank, document, score, other ranks."""
    passage = inspected.passage
    others = [rank_in(each, result.rank(each, inspected)) for each in Column if each is not column]
    text = QCoreApplication.translate("SearchWords", "{0}, place {1}: {2}. Score {3}. {4}")
    return text.format(
        column_name(column),
        wording.count(result.ranks[column][passage.passage_id]),
        place(passage),
        score(column, passage),
        ", ".join(others),
    )


def chips(inspection: Inspection) -> tuple[str, ...]:
    """What was understood of the query: operators and language, a few words each."""
    with_phrase = QCoreApplication.translate("SearchWords", "exactly “{0}”")
    without_word = QCoreApplication.translate("SearchWords", "without {0}")
    made = [with_phrase.format(shorten(each, _CHIP_LENGTH)) for each in inspection.phrases]
    made += [without_word.format(shorten(each, _CHIP_LENGTH)) for each in inspection.excluded]
    more = len(made) - _MOST_CHIPS
    return (*made[:_MOST_CHIPS], f"+{wording.count(more)}") if more > 0 else tuple(made)


# Where Qt's own name is that of one country's variety or script.
_PLAIN_NAMES = {"en": "English", "es": "español", "no": "norsk", "zh": "中文"}


def language_name(code: str) -> str:
    """A language's own name, "" if unknown."""
    if code in _PLAIN_NAMES:
        return _PLAIN_NAMES[code]
    locale = QLocale(code)
    if not code or locale.language() == QLocale.Language.C:
        return ""
    name = QLocale.languageToString(locale.language())
    return clean_line(locale.nativeLanguageName() or name)


def cost(inspection: Inspection) -> tuple[str, ...]:
    """What the search took: time, and how much was compared."""
    total = inspection.embedding_ms + inspection.search_ms
    parts = [
        QCoreApplication.translate("SearchWords", "{0} ms (meaning {1}, search {2})").format(
            milliseconds(total),
            milliseconds(inspection.embedding_ms),
            milliseconds(inspection.search_ms),
        )
    ]
    if inspection.compared:
        if inspection.exact:
            text = QCoreApplication.translate("SearchWords", "{0} vectors, all compared")
        else:
            text = QCoreApplication.translate("SearchWords", "{0} vectors, through the graph")
        parts.append(text.format(wording.count(inspection.compared)))
    return tuple(parts)


def milliseconds(value: float) -> str:
    """A time in ms, with a decimal where it is short."""
    return wording.decimal(value, 1 if value < 10 else 0)
