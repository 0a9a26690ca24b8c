"""How stored text with headings and tables is set: its letters stay, and so do all positions."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.ui.look import Look
from app.ui.richtext import utf16_length

_HEADING = re.compile(r"(#{1,6} )\S")
_ROW = re.compile(r"\|.*\|\Z")
_RULE = re.compile(r"\|(?: :?-+:? \|)+\Z")
_RULE_PX = 2  # what remains of the line between a table's head and its rows


class StructureMarks(QSyntaxHighlighter):
    """Sets headings in bold type, and makes the bars and rules of tables and the marks of
    headings step back. Follows the look."""

    def __init__(self, document: QTextDocument, look: Look) -> None:
        super().__init__(document)
        self._look = look
        self._on = False
        look.changed.connect(self.rehighlight)

    def set_on(self, on: bool) -> None:
        """Whether the text has structure; counts for the text that is set next."""
        self._on = on

    def highlightBlock(self, text: str) -> None:
        """Format one line."""
        fence = text.lstrip().startswith("```")
        inside = self.previousBlockState() == 1
        self.setCurrentBlockState(int(inside != fence))
        if not self._on or inside or fence:
            return
        faint = QTextCharFormat()
        faint.setForeground(QColor(self._look.colours.line_strong))
        heading = _HEADING.match(text)
        if heading:
            strong = QTextCharFormat()
            strong.setFontWeight(QFont.Weight.Bold)
            self.setFormat(0, utf16_length(text), strong)
            faint.setFontWeight(QFont.Weight.Bold)
            self.setFormat(0, len(heading[1]), faint)
        elif _RULE.match(text):
            faint.setFontPointSize(_RULE_PX)
            self.setFormat(0, len(text), faint)
        elif _ROW.match(text):
            at = 0
            for part in re.split(r"(\|)", text):
                if part == "|":
                    self.setFormat(at, 1, faint)
                at += utf16_length(part)
