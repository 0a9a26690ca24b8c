"""What is said of sources that are no longer as an answer read them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.core.talks import LostSource
from app.core.types import Citation
from app.ui import wording


def lost_sources(citations: Sequence[Citation], lost: Sequence[LostSource]) -> str:
    """One sentence for each source of an answer that changed or is gone; "" without one."""
    changed = {each.document_id: each.changed for each in lost}
    said: dict[int, str] = {}
    for each in citations:
        if each.document_id in changed:
            name = wording.document_name(each.document, each.path)
            if changed[each.document_id]:
                text = QCoreApplication.translate(
                    "LostSources", "“{0}” has changed since: what is quoted is the earlier text."
                )
            else:
                text = QCoreApplication.translate(
                    "LostSources", "“{0}” is no longer in the library: what is quoted is kept here."
                )
            said[each.document_id] = text.format(name)
    return "\n".join(said.values())
