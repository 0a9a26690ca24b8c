"""Measures how fast a model reads and writes on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from app.models.native import NativeModel, NativeSetup, Outcome, Run

_PROMPT = 128  # tokens
_ANSWER = 8
_N_CTX = 512
_ROUNDS = 2  # the best counts: the other was disturbed, or the first warms caches up


def measure_speed(model: Path, threads: int, *, extra_buffers: bool) -> tuple[float, float]:
    """Tokens per second, reading and writing. Raises EnvironmentProblem if the model fails."""
    native = NativeModel(model, NativeSetup(_N_CTX, threads, extra_buffers=extra_buffers))
    try:
        tokens = native.tokenize("The library opens at nine. " * _PROMPT, special=False)[:_PROMPT]
        best_prompt = best_answer = float("inf")
        for _ in range(_ROUNDS):
            native.forget_all()
            best_prompt = min(best_prompt, _seconds(lambda: _read(native, tokens)))
            best_answer = min(best_answer, _seconds(lambda: _write(native, len(tokens))))
        return len(tokens) / best_prompt, _ANSWER / best_answer
    finally:
        native.close()


def _read(native: NativeModel, tokens: list[int]) -> None:
    _expect_done(native.compute([Run(0, 0, tokens)]))


def _write(native: NativeModel, position: int) -> None:
    for step in range(_ANSWER):
        token = int(native.logits().argmax())
        _expect_done(native.compute([Run(0, position + step, [token])]))


def _expect_done(outcome: Outcome) -> None:
    if outcome is not Outcome.DONE:
        raise RuntimeError(f"computing ended as {outcome.value}")


def _seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return max(time.perf_counter() - start, 1e-6)
