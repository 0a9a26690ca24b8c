"""Which files of a folder are left out: patterns in the manner of `.gitignore`, and a size limit.

One pattern a line. `*` and `?` stand for anything but a slash, `[abc]` for one of these letters,
`**/` for any folders in between. A pattern with a slash before its end counts from the folder
itself, one without counts anywhere below it; one that ends in a slash means folders alone. A line
that begins with `!` takes back in what an earlier line left out, unless a folder above it is left
out; `#` begins a remark. The last line that fits decides. (The rules: git-scm.com/docs/gitignore.)

Unlike git's, patterns do not mind upper and lower case, nor how an accent is encoded: `*.pdf`
means `SCAN.PDF` too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_PATTERNS = 200
MAX_PATTERN_CHARS = 500


@dataclass(frozen=True, slots=True)
class _Line:
    """One pattern: what it fits, whether it takes back in, whether it means folders alone."""

    expression: re.Pattern[str]
    takes_in: bool
    only_folders: bool


class LeftOut:
    """Tells of each file of one folder whether it is left out. Immutable; any thread."""

    def __init__(self, patterns: Sequence[str] = (), max_bytes: int = 0) -> None:
        """`patterns` as above; `max_bytes` 0 sets no limit. Lines that mean nothing are passed."""
        self._lines = tuple(filter(None, map(_parse, patterns)))
        self._max_bytes = max_bytes

    def __bool__(self) -> bool:
        return bool(self._lines or self._max_bytes)

    def folder(self, path: str) -> bool:
        """Whether the folder at `path` (relative to the root, parted by "/") is left out by itself.

        Those above it are not looked at: a walk does not come below what is left out.
        """
        return self._fits(normalised(path), is_folder=True)

    def file(self, path: str, size_bytes: int) -> bool:
        """Whether the file at `path` (relative, parted by "/") is left out by itself."""
        if self._max_bytes and size_bytes > self._max_bytes:
            return True
        return self._fits(normalised(path), is_folder=False)

    def below(self, path: str) -> bool:
        """Whether `path` or a folder above it, below the root, is left out as a folder."""
        return bool(self._lines) and any(
            self._fits(each, is_folder=True) for each in _with_parents(normalised(path))
        )

    def whole(self, path: str, size_bytes: int) -> bool:
        """Whether the file at `path` is left out, by itself or with a folder above it."""
        above, _, _ = path.rpartition("/")
        return self.file(path, size_bytes) or bool(above and self.below(above))

    def _fits(self, path: str, *, is_folder: bool) -> bool:
        for line in reversed(self._lines):
            if (is_folder or not line.only_folders) and line.expression.fullmatch(path):
                return not line.takes_in
        return False


def read_patterns(text: str) -> tuple[str, ...]:
    """The lines of `text` that say something, without those that are too long or too many."""
    lines = (line.strip() for line in text.splitlines())
    kept = (line for line in lines if line and len(line) <= MAX_PATTERN_CHARS)
    return tuple(kept)[:MAX_PATTERNS]


def inside(pattern: str, folder: str) -> str:
    """`pattern` of the sub-folder `folder` (relative, parted by "/"), as one of the root's own."""
    mark = "!" if pattern.startswith("!") else ""
    body = pattern.removeprefix("!")
    if not body or body.startswith("#"):
        return pattern
    escaped = re.sub(r"([\\*?\[!#])", r"\\\1", folder)
    anchored = "/" in body.rstrip("/")
    return f"{mark}/{escaped}/{body.lstrip('/')}" if anchored else f"{mark}/{escaped}/**/{body}"


def normalised(text: str) -> str:
    """`text` without the differences that patterns do not mind."""
    return unicodedata.normalize("NFC", text).casefold()


def _with_parents(path: str) -> Iterator[str]:
    """`a`, `a/b`, `a/b/c` of `a/b/c`."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)
    yield path


def _parse(line: str) -> _Line | None:
    """One line; None for a remark, an empty one, and one that cannot fit anything."""
    line = normalised(line.strip())
    if not line or line.startswith("#"):
        return None
    takes_in = line.startswith("!")
    body = line.removeprefix("!")
    only_folders = body.endswith("/")
    body = body.rstrip("/")
    if not body:
        return None
    anchored = "/" in body
    body = body.lstrip("/")
    try:
        expression = re.compile(("" if anchored else "(?:.*/)?") + _translate(body), re.DOTALL)
    except re.error:  # as "[z-a]"
        return None
    return _Line(expression, takes_in, only_folders)


def _translate(body: str) -> str:
    """A regular expression for a pattern without its marks."""
    parts: list[str] = []
    at = 0
    while at < len(body):
        begins = at == 0 or body[at - 1] == "/"
        if begins and body.startswith("**/", at):
            parts.append("(?:.*/)?")
            at += 3
        elif begins and body[at:] == "**":
            parts.append(".+")
            at += 2
        elif body[at] == "*":
            while body.startswith("*", at):
                at += 1
            parts.append("[^/]*")
        elif body[at] == "?":
            parts.append("[^/]")
            at += 1
        elif body[at] == "[":
            part, at = _letters(body, at)
            parts.append(part)
        else:
            at += body[at] == "\\" and at + 1 < len(body)
            parts.append(re.escape(body[at]))
            at += 1
    return "".join(parts)


def _letters(body: str, at: int) -> tuple[str, int]:
    """The expression for the `[…]` that begins at `at`, and where it ends."""
    end = at + 1
    end += body[end : end + 1] in ("!", "^")
    end = body.find("]", end + 1)
    if end < 0:
        return re.escape("["), at + 1
    inner = body[at + 1 : end]
    negated = inner[:1] in ("!", "^")
    inner = (inner[1:] if negated else inner).replace("\\", r"\\").replace("[", r"\[")
    inner = re.sub(r"([&~|]|--)", lambda found: "\\" + "\\".join(found[0]), inner)
    slash = "(?!/)"  # never a slash, as in a shell
    return f"{slash}[{'^' if negated else ''}{inner}]", end + 1
