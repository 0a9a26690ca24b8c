"""Texts cut into windows of so many words, whatever the sentences: what published tables use."""

from __future__ import annotations


def word_windows(text: str, size: int, overlap: int) -> list[str]:
    """Windows of `size` words of `text`, each repeating the last `overlap` of the one before.

    Words are what white space parts. The last window ends with the text and may be shorter; a
    text without words has none. Raises ValueError unless 0 <= overlap < size.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"windows of {size} words cannot repeat {overlap}")
    words = text.split()
    step = size - overlap
    starts = range(0, max(len(words) - overlap, min(1, len(words))), step)
    return [" ".join(words[start : start + size]) for start in starts]
