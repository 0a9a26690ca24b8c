"""What Markdown writes for looks alone is not shown as if somebody had written it."""

from __future__ import annotations

import pytest

from app.core.undressed import undress


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Notes The case ends in May.", "Notes The case ends in May."),
        ("Before. ## Penali In caso di ritardo", "Before. Penali In caso di ritardo"),
        (
            "| Voce | Importo | | --- | ---: | | Trasporto | 1.840 euro |",
            "Voce | Importo | Trasporto | 1.840 euro",
        ),
        ("Run this. ```python def go(): ... ``` Then rest.", "Run this. def go(): ... Then rest."),
        ("The mark ```x``` in a line", "The mark ```x``` in a line"),
        ("Ends.\n\n# Notes\n\nThe case", "Ends. Notes The case"),
        ("Item #5 of issue # 7", "Item #5 of issue # 7"),
        ("if a || b: run | sort", "if a || b: run | sort"),
        ("", ""),
    ],
)
def test_headings_and_tables_lose_their_marks_and_nothing_else(text: str, shown: str) -> None:
    assert undress(text) == shown
