"""Beside a helper that is always at it, the owner is next."""

from __future__ import annotations

import threading

import pytest

from app.index.turns import Turns


def test_nobody_is_inside_with_another() -> None:
    turns, done = Turns(), threading.Event()
    inside: list[str] = []

    def help_always() -> None:
        while not done.is_set():
            with turns.helper():
                inside.append("helper")
                done.wait(1e-4)
                inside.remove("helper")

    helpers = [threading.Thread(target=help_always) for _ in range(2)]
    for each in helpers:
        each.start()
    try:
        for _ in range(100):
            with turns.owner():
                assert inside == []
    finally:
        done.set()
        for each in helpers:
            each.join()


def test_a_helper_lets_an_owner_that_asks_go_first() -> None:
    turns = Turns()
    order: list[str] = []
    asking = threading.Event()

    def own() -> None:
        asking.set()
        with turns.owner():
            order.append("owner")

    def assist() -> None:
        with turns.helper():
            order.append("helper")

    with turns.helper():
        owner = threading.Thread(target=own)
        owner.start()
        assert asking.wait(10)
        while not turns._asking:
            threading.Event().wait(0.001)
        helper = threading.Thread(target=assist)
        helper.start()
    owner.join(10)
    helper.join(10)
    assert order == ["owner", "helper"]


def test_an_error_inside_gives_the_lock_back() -> None:
    turns = Turns()
    with pytest.raises(RuntimeError, match="inside"), turns.owner():
        raise RuntimeError("inside")
    with pytest.raises(RuntimeError, match="inside"), turns.helper():
        raise RuntimeError("inside")
    with turns.owner():
        pass
