"""The soak's verdict can be both."""

from __future__ import annotations

from tests.load.watching import Sample
from tests.soak.growth import growths


def samples(mb: float, handles: float) -> list[Sample]:
    """300 seconds in which memory and handles grow by so much a second."""
    return [
        Sample(float(at), 200 + mb * at, int(30 + handles * at), 12, 3) for at in range(0, 300, 2)
    ]


def test_a_leak_is_told() -> None:
    memory, handles, threads, processes = growths("engine", samples(0.5, 0.2))
    assert not memory.held
    assert round(memory.slope) == 1800
    assert not handles.held
    assert threads.held
    assert processes.held


def test_what_stays_is_held() -> None:
    assert all(each.held for each in growths("engine", samples(0.01, 0.0)))


def test_what_grows_while_it_warms_up_is_none() -> None:
    early = [Sample(float(at), 100.0 + min(at, 60) * 4, 20 + at // 3, 12, 3) for at in range(60)]
    late = [Sample(float(at), 340.0, 40, 12, 3) for at in range(60, 240)]
    assert all(each.held for each in growths("window", [*early, *late]))
