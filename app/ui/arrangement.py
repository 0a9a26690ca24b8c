"""Where the panels of the window stand: values, and where one that is dragged would go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from PySide6.QtCore import QPoint, QRect

_SHARE = 3  # the outer thirds of the areas are where a side is dropped


class Panel(StrEnum):
    """What can be moved. The names are remembered, so they do not change."""

    LIBRARY = "library"  # and the conversations
    SIDE = "side"  # the passages, and the document while it stands with them
    DOCUMENT = "document"


class Place(StrEnum):
    """Where a panel can stand. The names are remembered, so they do not change."""

    LEFT = "left"
    RIGHT = "right"
    TABBED = "tabbed"  # with the passages, one of both seen
    BELOW = "below"  # below the passages, both seen
    WINDOW = "window"  # in a window of its own


PLACES: Mapping[Panel, tuple[Place, ...]] = {
    Panel.LIBRARY: (Place.LEFT, Place.RIGHT, Place.WINDOW),
    Panel.SIDE: (Place.LEFT, Place.RIGHT, Place.WINDOW),
    Panel.DOCUMENT: (Place.TABBED, Place.BELOW, Place.WINDOW),
}
FIRST: Mapping[Panel, Place] = {
    Panel.LIBRARY: Place.LEFT,
    Panel.SIDE: Place.RIGHT,
    Panel.DOCUMENT: Place.TABBED,
}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All of it, as it is remembered.

    `windows` are the geometries of the windows that panels were last in, and `split` is how
    passages and document share their room, all as Qt saves them, in hexadecimal.
    """

    places: Mapping[Panel, Place] = field(default_factory=lambda: dict(FIRST))
    windows: Mapping[Panel, str] = field(default_factory=dict)
    split: str = ""

    @classmethod
    def from_stored(cls, stored: Mapping[str, object]) -> Arrangement:
        """From what JSON kept of it; what is missing is as at first.

        Raises ValueError, TypeError or AttributeError where it is nothing that was kept.
        """
        places, windows = stored.get("places", {}), stored.get("windows", {})
        if not isinstance(places, Mapping) or not isinstance(windows, Mapping):
            raise TypeError("not mappings")
        arrangement = cls(
            {**FIRST, **{Panel(name): Place(place) for name, place in places.items()}},
            {Panel(name): str(geometry) for name, geometry in windows.items()},
            str(stored.get("split", "")),
        )
        for panel, place in arrangement.places.items():
            if place not in PLACES[panel]:
                raise ValueError(f"{panel} cannot be {place}")
        for geometry in (*arrangement.windows.values(), arrangement.split):
            bytes.fromhex(geometry)
        return arrangement


def place_at(
    panel: Panel, point: QPoint, window: QRect, areas: QRect, found: QRect
) -> Place | None:
    """Where `panel` goes if it is let go of at `point`; None: it stays where it is.

    `window` is the whole window with its frame, `areas` is where the areas stand in it, and `found`
    where the passages are, wherever that is; empty if they are not seen. All global, in pixels.
    """
    if panel is Panel.DOCUMENT and found.contains(point):
        return Place.TABBED if point.y() < found.center().y() else Place.BELOW
    if not window.contains(point):
        return Place.WINDOW
    if panel is Panel.DOCUMENT or not areas.contains(point):
        return None
    if point.x() < areas.left() + areas.width() // _SHARE:
        return Place.LEFT
    if point.x() > areas.right() - areas.width() // _SHARE:
        return Place.RIGHT
    return None
