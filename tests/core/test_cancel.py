"""Cancelling reaches work that cannot check."""

from __future__ import annotations

import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError


def test_a_callback_runs_when_the_token_is_cancelled_inside_the_block_alone() -> None:
    calls: list[str] = []
    token = CancelToken()
    with token.calling(lambda: calls.append("inside")):
        assert calls == []
        token.cancel()
        assert calls == ["inside"]
    with token.calling(lambda: calls.append("late")):
        assert calls == ["inside", "late"]
    token.cancel()
    assert calls == ["inside", "late"]


def test_a_callback_is_forgotten_behind_its_block() -> None:
    calls: list[int] = []
    token = CancelToken()
    with token.calling(lambda: calls.append(1)):
        pass
    with pytest.raises(ValueError, match="broken"), token.calling(lambda: calls.append(2)):
        raise ValueError("broken")
    token.cancel()
    assert calls == []
    with pytest.raises(CancelledJobError):
        token.check()
