"""Is a question about a person's own affairs? By its vector alone, in any language.

"How many parking spaces does the office have?" can be answered by no model, however sure it is of
itself, and a library that holds nothing of it finds nothing near. By the search it looks like any
question that is for everybody; by its meaning it does not. Along one direction of the embedder's
space the two kinds lie apart: the sign is +1 in the middle of our examples of the first kind, and
−1 in that of the second.

The direction is found by `margine eval affairs --fit` for one embedder, from the examples in
`resources/gate/examples.toml`, and stored in `resources/gate/affairs.toml`.
"""

from __future__ import annotations

import base64
import tomllib
from dataclasses import dataclass

import numpy as np

from app.core.errors import EnvironmentProblem
from app.core.resources import read_resource
from app.models.contracts import Vectors

STORED = "gate/affairs.toml"
_DTYPE = "<f2"  # of the stored direction: rounding turns it by less than a thousandth


@dataclass(frozen=True, slots=True)
class AffairsAxis:
    """`direction` is `(d,)` float32; `offset` is where along it the two kinds are told apart."""

    direction: Vectors
    offset: float

    def sign(self, question: Vectors) -> float:
        """Of a question's unit vector `(d,)`: above 0 it is more like the person's own."""
        return float(self.direction @ question) - self.offset

    def encoded(self) -> dict[str, str | float]:
        """As `STORED` keeps it."""
        data = self.direction.astype(_DTYPE).tobytes()
        return {"offset": round(self.offset, 4), "direction": base64.b64encode(data).decode()}


def stored_axis(embedder_id: str) -> AffairsAxis | None:
    """The axis that was fitted for an embedder, None where there is none.

    Raises EnvironmentProblem if the file does not fit.
    """
    try:
        table = tomllib.loads(read_resource(STORED)).get(embedder_id)
        if table is None:
            return None
        data = np.frombuffer(base64.b64decode(table["direction"], validate=True), _DTYPE)
        return AffairsAxis(data.astype(np.float32), float(table["offset"]))
    except (KeyError, TypeError, ValueError) as error:
        raise EnvironmentProblem(
            "What tells the kinds of questions apart cannot be read.",
            why=f"{error!r}.",
            next_step=f"resources/{STORED} is damaged; install the program again.",
        ) from error
