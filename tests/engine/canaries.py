"""Looks for words on the disk, in whatever form they may lie there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def forms_of(word: str) -> tuple[bytes, ...]:
    """The word as UTF-8 and as UTF-16 of either byte order."""
    return tuple(word.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


def files_below(*folders: Path) -> list[Path]:
    """Every file at or below these folders; what a link leads to is not looked at."""
    return [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    ]


def find_words(words: Iterable[str], *folders: Path) -> dict[str, list[str]]:
    """Which of `words` lie in which files of `folders`, or in their names; a test wants none."""
    found: dict[str, list[str]] = {}
    wanted = [(word, form) for word in words for form in forms_of(word)]
    for path in files_below(*folders):
        content = str(path).encode("utf-8", "surrogateescape")
        with suppress(FileNotFoundError):  # the engine may just have put it in its place
            content += path.read_bytes()
        for word, form in wanted:
            if form in content and str(path) not in found.setdefault(word, []):
                found[word].append(str(path))
    return {word: paths for word, paths in found.items() if paths}
