"""Text as it is compared where case and accents do not matter."""

from __future__ import annotations

import unicodedata


def bare_text(text: str) -> str:
    """`text` case-folded, in compatibility form (NFKD), without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))
