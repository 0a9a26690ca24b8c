"""What is said of digests, in the window's language."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from app.core.types import Citation, DigestPoint, DigestTask, Support
from app.ui import check_words, wording
from app.ui.digest_values import Kind, Source, Wish
from app.ui.richtext import clean_line, shorten

translate = QCoreApplication.translate  # a name that pyside6-lupdate knows

_TITLE_LENGTH = 80
_QUOTE_LENGTH = 400


def kind_name(kind: Kind) -> str:
    """What is listed, as the button says it."""
    return {
        Kind.DEADLINES: translate("DigestWords", "Deadlines"),
        Kind.AMOUNTS: translate("DigestWords", "Amounts"),
        Kind.DUTIES: translate("DigestWords", "Duties"),
        Kind.CONTACTS: translate("DigestWords", "Names and contacts"),
    }[kind]


def kind_instruction(kind: Kind) -> str:
    """The same as it is put to the model."""
    return {
        Kind.DEADLINES: translate("DigestWords", "list all deadlines"),
        Kind.AMOUNTS: translate("DigestWords", "list all amounts of money"),
        Kind.DUTIES: translate("DigestWords", "list all duties, and whose they are"),
        Kind.CONTACTS: translate(
            "DigestWords", "list all people and companies, and how they can be reached"
        ),
    }[kind]


def title(wish: Wish) -> str:
    """What a digest is called."""
    if wish.kind is not None:
        return kind_name(wish.kind)
    if wish.task is DigestTask.SUMMARY and not wish.instruction:
        return translate("DigestWords", "Summary")
    if wish.task is DigestTask.SUMMARY:
        text = translate("DigestWords", "Summary: {0}")
        return text.format(shorten(wish.instruction, _TITLE_LENGTH))
    return shorten(wish.instruction, _TITLE_LENGTH)


def source_name(source: Source) -> str:
    """A document by its file's name."""
    return clean_line(PurePath(source.path).name)


def citation_page(citation: Citation) -> str:
    """The page of a citation, or the document's name where there are no pages."""
    page = wording.page_name(citation.path, citation.page_index, citation.page_label)
    return page or wording.document_name(citation.document, citation.path)


def citation_tip(citation: Citation) -> str:
    """What a citation quotes, and where."""
    place = wording.place_name(
        citation.document, citation.path, citation.page_index, citation.page_label
    )
    return f"“{shorten(citation.text, _QUOTE_LENGTH)}”\n{place}"


def support(point: DigestPoint) -> Support:
    """How far a point is borne out: as far as the least supported of its sentences."""
    found = {each.support for each in point.checks}
    order = (Support.UNSUPPORTED, Support.PARTLY)
    return next((each for each in order if each in found), Support.SUPPORTED)


def doubts(point: DigestPoint) -> str:
    """Why a point is marked, a line for each of its doubted sentences; "" if it is not."""
    lines = [check_words.reasons(each) for each in check_words.doubted(point.checks)]
    return "\n".join(dict.fromkeys(lines))


def spoken(point: DigestPoint) -> str:
    """A point as it is read aloud."""
    numbers = ", ".join(str(each.n) for each in point.citations)
    cited = translate("DigestWords", "Sources: {0}").format(numbers) if numbers else ""
    return " ".join(filter(None, (clean_line(point.text), clean_line(doubts(point)), cited)))
