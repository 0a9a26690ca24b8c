"""Batches that last about as long as wished, on machines fast and slow."""

from __future__ import annotations

import pytest

from app.engine.batching import BatchSizer


@pytest.mark.parametrize("speed", [2_000.0, 20_000.0, 100_000.0])
def test_batches_come_to_last_as_long_as_wished(speed: float) -> None:
    """`speed` in characters a second; the simulated embedder pads to the longest text."""
    sizer = BatchSizer(0.4)
    seconds: list[float] = []
    lengths = [900] * 400
    while lengths:
        size = sizer.take(lengths)
        batch, lengths = lengths[:size], lengths[size:]
        seconds.append(len(batch) * batch[0] / speed)
        sizer.measure(batch, seconds[-1])
    assert len(seconds) > 3
    least = min(0.4, 900 / speed)
    for each in seconds[6:-1]:
        assert 0.5 * least <= each <= max(0.5, 900 / speed)


def test_short_texts_make_larger_batches() -> None:
    sizer = BatchSizer(0.4)
    for _ in range(8):
        sizer.measure([1000] * 4, 0.4)  # 10,000 characters a second
    assert sizer.take([1000] * 100) == 4
    assert sizer.take([100] * 100) == 40
    assert sizer.take([1] * 100) == 64
    assert sizer.take([10**9] * 3) == 1
    assert sizer.take([5]) == 1
    assert sizer.take([]) == 0


def test_the_first_batch_teaches_nothing_since_the_model_loads_meanwhile() -> None:
    sizer = BatchSizer(0.4)
    first = sizer.take([500] * 100)
    assert first <= 8
    sizer.measure([500] * first, 12.0)
    assert sizer.take([500] * 100) == first
    sizer.measure([500] * first, 0.1)
    assert sizer.take([500] * 100) > first


def test_a_machine_that_slows_down_gets_smaller_batches() -> None:
    sizer = BatchSizer(0.4)
    for _ in range(8):
        sizer.measure([1000] * 8, 0.4)
    for _ in range(8):
        sizer.measure([1000] * 8, 4.0)
    assert sizer.take([1000] * 100) == 1
