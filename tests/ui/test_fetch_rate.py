"""The rate of a fetch is of its last seconds."""

from __future__ import annotations

from app.ui.fetch_rate import FetchRate


def test_nothing_is_known_at_first() -> None:
    rate = FetchRate()
    rate.note(0.0, 500)
    assert rate.bytes_per_s is None
    assert rate.seconds_left(1000) is None
    rate.note(0.5, 700)
    assert rate.bytes_per_s is None


def test_a_steady_rate() -> None:
    rate = FetchRate()
    for second in range(5):
        rate.note(second, 1000 + second * 100)
    assert rate.bytes_per_s == 100.0
    assert rate.seconds_left(2400) == 10.0


def test_what_was_there_before_does_not_count() -> None:
    rate = FetchRate()
    rate.note(0.0, 900_000)
    rate.note(2.0, 900_200)
    assert rate.bytes_per_s == 100.0


def test_old_seconds_are_forgotten() -> None:
    rate = FetchRate()
    for second in range(11):
        rate.note(second, second * 1000)
    for second in range(11, 61):
        rate.note(second, 10_000 + (second - 10) * 10)
    assert rate.bytes_per_s == 10.0


def test_beginning_anew() -> None:
    rate = FetchRate()
    rate.note(0.0, 1000)
    rate.note(1.0, 2000)
    rate.note(2.0, 0)
    rate.note(4.0, 400)
    assert rate.bytes_per_s == 200.0
