"""What copying a part of an answer yields: its words, and `[n]` where a citation stands."""

from __future__ import annotations

import re

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor, QTextDocument

from app.ui.richtext import plain_answer

_CITATION = re.compile(r"cite:(\d+)")
_BETWEEN = re.compile(r"(?<=\d\])\s(?=\[\d+\])")  # the hair of space of two links in a row


def copied_selection(cursor: QTextCursor) -> QMimeData:
    """The selection of `cursor` as plain text and nothing else.

    As HTML it would carry the links of citations, which lead nowhere outside the window, and the
    numbers alone would be left of them as text. Other links, those of marks, are left out.
    """
    document = QTextDocument()
    document.setHtml(cursor.selection().toHtml())
    data = QMimeData()
    data.setText(plain_answer(_text(document)))
    return data


def _text(document: QTextDocument) -> str:
    lines: list[str] = []
    block = document.begin()
    while block.isValid():
        pieces: list[str] = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            address = fragment.charFormat().anchorHref()
            citation = _CITATION.fullmatch(address)
            if citation is not None:
                pieces.append(f"[{citation[1]}]")
            elif not address:
                pieces.append(fragment.text().replace("\u2028", "\n"))
            iterator += 1
        lines.append("".join(pieces))
        block = block.next()
    return _BETWEEN.sub("", "\n".join(lines)).replace("\xa0", " ")
