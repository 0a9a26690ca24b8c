"""Answering holds others up, and tells the readers once each way."""

from __future__ import annotations

import threading

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.engine.answering_gate import AnsweringGate

DEADLINE_S = 100.0


def test_tells_of_the_first_beginning_and_the_last_end_alone() -> None:
    told: list[bool] = []
    gate = AnsweringGate(told.append)
    assert not gate.busy
    with gate.answering():
        assert gate.busy
        with gate.answering():
            pass
        assert told == [True]
        assert gate.busy
    assert told == [True, False]
    assert not gate.busy


def test_waits_for_the_last_answer() -> None:
    gate = AnsweringGate()
    passed = threading.Event()

    def wait() -> None:
        gate.wait_until_free(CancelToken())
        passed.set()

    outer, inner = gate.answering(), gate.answering()
    outer.__enter__()
    inner.__enter__()
    thread = threading.Thread(target=wait)
    thread.start()
    outer.__exit__(None, None, None)
    assert not passed.wait(0.3)
    inner.__exit__(None, None, None)
    assert passed.wait(DEADLINE_S)
    thread.join()


def test_an_answer_that_fails_lets_the_others_go_on() -> None:
    gate = AnsweringGate()
    with pytest.raises(ZeroDivisionError), gate.answering():
        raise ZeroDivisionError
    gate.wait_until_free(CancelToken())


def test_readers_that_cannot_be_told_do_not_close_the_gate_for_good() -> None:
    def fail(_: bool) -> None:
        raise BrokenPipeError

    gate = AnsweringGate(fail)
    with pytest.raises(BrokenPipeError), gate.answering():
        pass
    assert not gate.busy


def test_waiting_ends_when_cancelled() -> None:
    gate, cancel = AnsweringGate(), CancelToken()
    errors: list[CancelledJobError] = []

    def wait() -> None:
        try:
            gate.wait_until_free(cancel)
        except CancelledJobError as error:
            errors.append(error)

    with gate.answering():
        thread = threading.Thread(target=wait)
        thread.start()
        cancel.cancel()
        thread.join(DEADLINE_S)
    assert len(errors) == 1
    with pytest.raises(CancelledJobError):
        gate.wait_until_free(cancel)
