"""Widgets of a column that are made when they are first asked for, each in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

P = TypeVar("P", bound=QWidget)


class LateParts:
    """The parts of `column`, one of a kind, in the order of their kinds. Window thread only."""

    def __init__(
        self, column: QVBoxLayout, order: Sequence[type[QWidget]], first: Sequence[QWidget]
    ) -> None:
        """`first` are there from the beginning, in their order."""
        self._column = column
        self._order = tuple(order)
        self._parts = {type(each): each for each in first}
        for each in first:
            column.addWidget(each)

    def __contains__(self, kind: type[QWidget]) -> bool:
        """Whether it has been made."""
        return kind in self._parts

    def get(self, kind: type[P], make: Callable[[], P]) -> P:
        """The part of a kind; `make` makes it if need be."""
        part = self._parts.get(kind)
        if not isinstance(part, kind):
            part = make()
            place = self._order.index(kind)
            before, behind = self._order[:place], self._order[place + 1 :]
            self._column.insertWidget(sum(each in self._parts for each in before), part)
            follower = next((self._parts[each] for each in behind if each in self._parts), None)
            if follower is not None:  # among the children too: Tab goes by their order
                part.stackUnder(follower)
            self._parts[kind] = part
        return part
