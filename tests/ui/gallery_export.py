"""Scenes of the gallery: answers with tables and lists, and getting text out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.types import GateMode
from app.engine.protocol import AnswerDone, Ask, PassagesFound
from tests.ui.gallery_answers import LEASE
from tests.ui.scripted import answer

if TYPE_CHECKING:
    from tests.ui.gallery import Stage

_TEXT = """Ecco che cosa si paga, **voce per voce**:

| Voce | Importo | Scadenza |
| --- | --- | --- |
| Canone | 800 € al mese [1] | il giorno 5 |
| Cauzione | tre mensilità [1] | *alla firma* |
| Spese ordinarie | secondo il rendiconto [2] | ogni tre mesi |

1. Il canone si paga in anticipo [1].
2. In caso di ritardo:
   - entro venti giorni non succede nulla,
   - oltre, il locatore può chiedere la risoluzione [1].

> Le spese ordinarie sono a carico del conduttore

```
totale = 12 * 800 + cauzione
```"""


def table(stage: Stage) -> None:
    """A table, lists, a quotation and code in one answer."""
    stage.fill()
    stage.window.chat_control.ask("Che cosa devo pagare, e quando?", GateMode.AUTO)
    job = stage.engine.last(Ask).job
    stage.engine.say(PassagesFound(job, LEASE, ("canone", "spese")))
    stage.engine.say(AnswerDone(job, answer(_TEXT, LEASE[:2])))


def saving(stage: Stage) -> None:
    """The dialog that asks where a conversation is to be saved."""
    table(stage)
    stage.window.menus.export.emit()


SCENES: dict[str, Callable[[Stage], None]] = {"answer_table": table, "saving": saving}
