"""What is alive, for tests that nothing is kept too long."""

from __future__ import annotations

import gc
from typing import TypeVar

T = TypeVar("T")


def alive(kind: type[T]) -> list[T]:
    """All objects of exactly this type that the collector of cycles knows.

    By type: `isinstance` asks each object of the process for its class, and libraries have some
    that answer with a warning.
    """
    return [each for each in gc.get_objects() if type(each) is kind]
