"""The words of ours in a text that leaves the window."""

from __future__ import annotations

from datetime import datetime
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from app.core.types import Answer, Citation
from app.core.undressed import undress
from app.core.units import Unit, unit_of
from app.ui import gate_words, wording
from app.ui.check_words import doubted
from app.ui.export_values import Note
from app.ui.richtext import clean_line, clean_name, shorten

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_QUOTE_LENGTH = 320


def language() -> str:
    """The ISO code of the language that these words are in."""
    return QLocale().name().replace("_", "-") if QLocale().name() != "C" else "en"


def date(when: datetime) -> str:
    """A local date with its time, as the language writes it."""
    day = QLocale().toString(QDate(when.year, when.month, when.day), QLocale.FormatType.LongFormat)
    time = QLocale().toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)
    return f"{day}, {time}"


def sources_heading() -> str:
    """Stands above the footnotes."""
    return translate("ExportWords", "Sources")


def summary_heading() -> str:
    """Stands above a digest's summary."""
    return translate("ExportWords", "Summary")


def points_heading() -> str:
    """Stands above a digest's points."""
    return translate("ExportWords", "Points")


def conversation_title(question: str) -> str:
    """What a conversation without a name is called."""
    return shorten(question, 80) or translate("ExportWords", "Conversation")


def made_with() -> str:
    """Beneath the title."""
    return translate("ExportWords", "Made with Margine")


def searched_for(question: str) -> str:
    """What was searched for in the place of a question that leant on an earlier one."""
    return translate("ExportWords", "Searched for: {0}").format(clean_line(question))


def origin(answer: Answer) -> str:
    """How an answer came about, and what is to be known of it, on one line."""
    said = [gate_words.badge_for(answer).text]
    marked = len(doubted(answer.checks))
    if marked == 1:
        said.append(translate("ExportWords", "one sentence is not fully supported"))
    elif marked:
        text = translate("ExportWords", "{0} sentences are not fully supported")
        said.append(text.format(wording.count(marked)))
    if answer.truncated:
        said.append(translate("ExportWords", "stopped at its length limit"))
    if answer.model_id:
        said.append(translate("ExportWords", "model {0}").format(clean_line(answer.model_id)))
    return " · ".join(said)


def weight(percent: int) -> str:
    """How much speaks for an answer among those that the sources give."""
    return translate("ExportWords", "({0} % of the weight)").format(wording.count(percent))


def place(citation: Citation) -> str:
    """Document, file and page of a citation: enough to find it without the program."""
    name = clean_name(PurePath(citation.path).name)
    title = clean_line(citation.document)
    if title and title not in (name, PurePath(name).stem):
        name = f"{title} ({name})" if name else title
    return ", ".join(filter(None, (name, _pages(citation))))


def note(number: int, citation: Citation) -> Note:
    """The footnote of a citation."""
    return Note(number, place(citation), shorten(undress(citation.text), _QUOTE_LENGTH))


def note_text(each: Note) -> str:
    """A footnote without its number."""
    return f"{each.place}: “{each.quote}”" if each.quote else each.place


def quotation(citation: Citation) -> str:
    """A citation as it is copied or dragged out: what it quotes, and from where."""
    return f"“{clean_line(undress(citation.text))}” ({place(citation)})"


def _pages(citation: Citation) -> str:
    first = citation.page_index
    pages = [each.page_index for each in citation.spans]
    if first is not None and pages and max(pages) > first and unit_of(citation.path) is Unit.PAGE:
        text = translate("ExportWords", "pages {0}–{1}")
        return text.format(first + 1, max(pages) + 1)
    return wording.page_name(citation.path, first, citation.page_label)
