"""Passwords of locked documents, for as long as the window is open: never written, never logged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Keyring:
    """What was entered for which file. Window thread only."""

    def __init__(self) -> None:
        self._by_path: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<Keyring of {len(self._by_path)} files>"

    def find(self, path: str) -> str:
        """The password of the file at `path`, "" where none was entered."""
        return self._by_path.get(path, "")

    def keep(self, paths: Iterable[str], password: str) -> None:
        """Remember a password for these files."""
        self._by_path.update(dict.fromkeys(paths, password))

    def forget(self, path: str) -> None:
        """The password of this file is another one."""
        self._by_path.pop(path, None)

    def clear(self) -> None:
        """Forget all of them."""
        self._by_path.clear()

    def groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each password with the files that it was entered for."""
        for password in dict.fromkeys(self._by_path.values()):
            paths = (path for path, each in self._by_path.items() if each == password)
            yield password, tuple(paths)
