"""Owner threads and jobs: order, urgency, one ending each."""

from __future__ import annotations

import threading

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError, UserError
from app.engine.jobs import JobTable
from app.engine.protocol import JobCancelled, JobDone, JobFailed, Message
from app.engine.threads import OwnerThread

DEADLINE_S = 100.0


def test_urgent_calls_overtake_those_that_wait() -> None:
    thread = OwnerThread("test")
    started, go_on = threading.Event(), threading.Event()
    order: list[str] = []

    def block() -> None:
        started.set()
        assert go_on.wait(DEADLINE_S)

    thread.submit(block)
    assert started.wait(DEADLINE_S)
    thread.submit(lambda: order.append("batch"))
    last = thread.submit(lambda: order.append("later"))
    thread.submit(lambda: order.append("query"), urgent=True)
    go_on.set()
    last.result(DEADLINE_S)
    assert order == ["query", "batch", "later"]
    assert thread.close()


def test_a_call_from_the_thread_itself_runs_at_once() -> None:
    thread = OwnerThread("test")
    assert thread.call(lambda: thread.call(lambda: 3)) == 3
    assert thread.close()


def test_an_exception_reaches_the_caller_and_the_thread_lives() -> None:
    thread = OwnerThread("test")
    with pytest.raises(ZeroDivisionError):
        thread.call(lambda: 1 // 0)
    assert thread.call(lambda: "alive") == "alive"
    assert thread.close()


def test_after_closing_calls_are_cancelled_and_nobody_hangs() -> None:
    thread = OwnerThread("test")
    assert thread.close()
    with pytest.raises(CancelledJobError):
        thread.call(lambda: 1)
    assert thread.close()


class Recorder:
    """Collects messages and lets a test wait for them."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._arrived = threading.Condition()

    def __call__(self, message: Message) -> None:
        with self._arrived:
            self.messages.append(message)
            self._arrived.notify_all()

    def wait_for(self, count: int) -> list[Message]:
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.messages) >= count, DEADLINE_S)
            return list(self.messages)


def test_each_job_ends_once_whatever_happens() -> None:
    thread, recorder = OwnerThread("test"), Recorder()
    table = JobTable(recorder)

    def fail(_: CancelToken) -> Message:
        raise UserError("No.", why="Because.", next_step="Do that.")

    def break_down(_: CancelToken) -> Message:
        raise RuntimeError("secret text of a document")

    table.start(thread, 1, lambda _: JobDone(1))
    table.start(thread, 2, fail)
    table.start(thread, 3, break_down)
    endings = recorder.wait_for(3)
    assert endings[0] == JobDone(1)
    assert endings[1] == JobFailed(2, "No.", "Because.", "Do that.")
    assert isinstance(endings[2], JobFailed)
    assert "secret" not in endings[2].why
    assert thread.close()
    assert len(recorder.messages) == 3


class HeldWork:
    """Work of job 1 that has begun, and waits until it may go on."""

    def __init__(self) -> None:
        self.started, self.go_on = threading.Event(), threading.Event()

    def __call__(self, _: CancelToken) -> Message:
        self.started.set()
        assert self.go_on.wait(DEADLINE_S)
        return JobDone(1)


def test_a_job_cancelled_while_it_waits_never_starts() -> None:
    thread, recorder = OwnerThread("test"), Recorder()
    table = JobTable(recorder)
    first = HeldWork()

    ran: list[int] = []

    def second(_: CancelToken) -> Message:
        ran.append(2)
        return JobDone(2)

    table.start(thread, 1, first)
    table.start(thread, 2, second)
    assert first.started.wait(DEADLINE_S)
    table.cancel(2)
    table.cancel(99)
    first.go_on.set()
    assert recorder.wait_for(2) == [JobDone(1), JobCancelled(2)]
    assert ran == []
    assert thread.close()


def test_what_is_certain_is_done_though_all_is_cancelled() -> None:
    thread, recorder = OwnerThread("test"), Recorder()
    table = JobTable(recorder)
    first = HeldWork()

    table.start(thread, 1, first)
    table.start(thread, 2, lambda _: JobDone(2))
    table.start(thread, 3, lambda _: JobDone(3), certain=True)
    table.start(thread, 4, lambda _: JobDone(4), certain=True)
    assert first.started.wait(DEADLINE_S)
    table.cancel_all()
    table.cancel(4)  # that one was asked to be left
    first.go_on.set()
    assert recorder.wait_for(4) == [JobDone(1), JobCancelled(2), JobDone(3), JobCancelled(4)]
    assert thread.close()


def test_a_job_may_fail_before_its_turn_and_not_during_it() -> None:
    thread, recorder = OwnerThread("test"), Recorder()
    table = JobTable(recorder)
    first = HeldWork()
    error = UserError("No.", why="Because.", next_step="Do that.")

    def second(_: CancelToken) -> Message:
        raise AssertionError("not reached")

    assert not thread.busy
    table.start(thread, 1, first)
    table.start(thread, 2, second)
    assert first.started.wait(DEADLINE_S)
    assert thread.busy
    table.fail_early(1, error)
    table.fail_early(2, error)
    table.fail_early(2, error)
    table.fail_early(99, error)
    assert recorder.messages == [JobFailed(2, "No.", "Because.", "Do that.")]
    first.go_on.set()
    recorder.wait_for(2)
    table.start(thread, 2, lambda _: JobDone(2))  # the number is free again
    assert recorder.wait_for(3)[1:] == [JobDone(1), JobDone(2)]
    assert thread.close()


def test_a_running_job_sees_its_cancellation() -> None:
    thread, recorder = OwnerThread("test"), Recorder()
    table = JobTable(recorder)
    started = threading.Event()

    def work(token: CancelToken) -> Message:
        started.set()
        assert token.wait(DEADLINE_S)
        token.check()
        raise AssertionError("not reached")

    table.start(thread, 5, work)
    assert started.wait(DEADLINE_S)
    table.cancel_all()
    assert recorder.wait_for(1) == [JobCancelled(5)]
    assert thread.close()
