"""A language that nobody speaks, to find what real ones break: longer, accented, in brackets."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QTranslator

GROWTH = 0.4
_ACCENTED = str.maketrans("aeiouyAEIOUYcnsz", "àéîõüÿÀÉÎÕÜŸçñšž")
_PATTERNS = re.compile(r"\s\(\*[^)]*\)$")  # of a file dialog, which must end with them
_KEPT = re.compile(r"(\{\d*\}|%n|&)")  # holes and menu letters


def pseudo(text: str, n: int = -1) -> str:
    """`text` as this language has it: "Ask" becomes "[Àšk~~]"."""
    patterns = _PATTERNS.search(text)
    if patterns is not None:
        return pseudo(text[: patterns.start()], n) + patterns.group()
    parts = _KEPT.split(text)
    accented = "".join(
        part if at % 2 else part.translate(_ACCENTED) for at, part in enumerate(parts)
    )
    ending = re.search(r"[.!?…:]*$", accented)
    end = ending.group() if ending else ""
    words = max(1, math.ceil(len(text) * GROWTH))
    # In groups, as words are: a text that wraps must find places to.
    more = " ".join("~" * min(6, words - at) for at in range(0, words, 7))
    whole = f"[{accented[: len(accented) - len(end)]} {more}{end}]"
    return whole.replace("%n", str(n)) if n >= 0 else whole


class PseudoTranslator(QTranslator):
    """Says everything in that language, Qt's own texts too, but for the names of keys."""

    def translate(
        self, context: str, text: str, _disambiguation: str | None = None, n: int = -1
    ) -> str:
        """As Qt defines it."""
        return pseudo(text, n) if text and context != "QShortcut" else text

    def isEmpty(self) -> bool:
        """It has a word for everything."""
        return False
