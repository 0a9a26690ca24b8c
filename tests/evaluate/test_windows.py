from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluate.windows import word_windows


def test_windows_by_hand() -> None:
    assert word_windows("a b c d e", 2, 0) == ["a b", "c d", "e"]
    assert word_windows("a b c d e", 3, 1) == ["a b c", "c d e"]
    assert word_windows("a b c d", 3, 1) == ["a b c", "c d"]
    assert word_windows("a\n b", 20, 10) == ["a b"]
    assert word_windows(" \n", 20, 10) == []


@given(count=st.integers(0, 90), size=st.integers(1, 30), data=st.data())
def test_every_word_is_in_and_no_window_lies_inside_another(
    count: int, size: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    words = [str(number) for number in range(count)]
    windows = [window.split() for window in word_windows(" ".join(words), size, overlap)]
    joined = [word for at, window in enumerate(windows) for word in window[overlap if at else 0 :]]
    assert joined == words
    assert all(len(window) == size for window in windows[:-1])
    # The last one says something new.
    assert all(len(window) > overlap for window in windows[1:])


@pytest.mark.parametrize("overlap", [-1, 20, 25])
def test_an_overlap_that_never_ends_is_refused(overlap: int) -> None:
    with pytest.raises(ValueError, match="cannot repeat"):
        word_windows("a b", 20, overlap)
