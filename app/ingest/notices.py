"""The few words that readers add to what they read, in the document's language.

They become part of the stored text: what is hidden, cut, or said beside a slide is told there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notices:
    """Words of one language. `rows_cut` has the placeholder {rows}, `columns_cut` {columns}."""

    hidden_sheet: str
    hidden_slide: str
    speaker_notes: str
    rows_cut: str
    columns_cut: str


_ENGLISH = Notices(
    "[hidden sheet]",
    "[hidden slide]",
    "Speaker notes",
    "[Only the first {rows} rows of this sheet were read.]",
    "[Only the first {columns} columns of this sheet were read.]",
)
_ITALIAN = Notices(
    "[foglio nascosto]",
    "[diapositiva nascosta]",
    "Note del relatore",
    "[Di questo foglio sono state lette solo le prime {rows} righe.]",
    "[Di questo foglio sono state lette solo le prime {columns} colonne.]",
)


def notices(language: str) -> Notices:
    """The words for a document in `language`, as "it" or "it-IT"; English for others."""
    return _ITALIAN if language.lower().startswith("it") else _ENGLISH
