"""What goes to the clipboard, or is dragged out: plain text, and the same as HTML."""

from __future__ import annotations

from PySide6.QtCore import QMimeData

from app.core.types import Answer, Citation, DigestPoint
from app.core.undressed import undress
from app.ui import export_words
from app.ui.export_html import html_fragment
from app.ui.export_plain import plain_body, plain_text
from app.ui.export_script import script_of_answer, script_of_point
from app.ui.export_values import Script
from app.ui.richtext import clean, escape


def answer_data(answer: Answer) -> QMimeData:
    """An answer with its footnotes, numbered as in the window."""
    return _body_data(script_of_answer(answer))


def point_data(point: DigestPoint) -> QMimeData:
    """A point of a digest with its footnotes."""
    return _body_data(script_of_point(point))


def script_data(script: Script) -> QMimeData:
    """A whole text with its title."""
    title = f"<h1>{escape(script.title)}</h1>\n"
    facts = "".join(f"<p>{escape(each)}</p>\n" for each in script.facts)
    return _data(plain_text(script), f"{title}{facts}{html_fragment(script)}")


def citation_data(citation: Citation) -> QMimeData:
    """What a citation quotes, and where that stands."""
    text = export_words.quotation(citation)
    quoted, place = escape(undress(citation.text)), escape(export_words.place(citation))
    return _data(text, f"<blockquote>“{quoted}”</blockquote>\n<p>{place}</p>\n")


def text_data(text: str) -> QMimeData:
    """Text alone."""
    data = QMimeData()
    data.setText(clean(text))
    return data


def _body_data(script: Script) -> QMimeData:
    return _data(plain_body(script), html_fragment(script))


def _data(text: str, html: str) -> QMimeData:
    data = text_data(text)
    data.setHtml(html)
    return data
