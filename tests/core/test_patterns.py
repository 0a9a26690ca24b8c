"""What patterns leave out, by hand and against git itself."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.core.patterns import LeftOut, inside, read_patterns


@pytest.mark.parametrize(
    ("pattern", "path", "left_out"),
    [
        ("*.log", "a.log", True),
        ("*.log", "deep/er/a.log", True),
        ("*.log", "a.log.txt", False),
        ("*.pdf", "SCAN.PDF", True),
        ("STRASSE.txt", "straße.txt", True),
        ("/*.txt", "a.txt", True),
        ("/*.txt", "b/a.txt", False),
        ("old/", "old/a.txt", True),
        ("old/", "x/old/deep/a.txt", True),
        ("old/", "old", False),  # a file of that name
        ("drafts/*.md", "drafts/a.md", True),
        ("drafts/*.md", "x/drafts/a.md", False),
        ("drafts/*.md", "drafts/x/a.md", False),
        ("**/drafts/*.md", "x/drafts/a.md", True),
        ("a/**/z.txt", "a/z.txt", True),
        ("a/**/z.txt", "a/b/c/z.txt", True),
        ("a/**", "a/b/c", True),
        ("a/**", "a", False),
        ("img?.png", "img1.png", True),
        ("img?.png", "img12.png", False),
        ("[abc].txt", "b.txt", True),
        ("[!abc].txt", "b.txt", False),
        ("[!abc].txt", "d.txt", True),
        (r"\!odd.txt", "!odd.txt", True),
        ("# a remark", "# a remark", False),
        ("a b.txt", "a b.txt", True),
        ("東*.txt", "書類/東京.txt", True),
        ("[", "[", True),
        ("[z-a]", "z", False),  # means nothing
        ("50%#1.txt", "x/50%#1.txt", True),
    ],
)
def test_one_pattern(pattern: str, path: str, left_out: bool) -> None:
    assert LeftOut([pattern]).whole(path, 1) is left_out


def test_the_last_line_that_fits_decides() -> None:
    rules = LeftOut(["*.txt", "!keep.txt", "old/"])
    assert rules.whole("a.txt", 1)
    assert not rules.whole("x/keep.txt", 1)
    assert rules.whole("old/keep.txt", 1)  # its folder is out
    assert rules.folder("old")
    assert not rules.folder("new")


def test_accents_may_be_written_either_way() -> None:
    rules = LeftOut([unicodedata.normalize("NFD", "perché*.txt")])
    assert rules.whole(unicodedata.normalize("NFC", "Perché no.txt"), 1)


def test_a_size_limit_leaves_out_what_is_larger() -> None:
    rules = LeftOut((), 1000)
    assert not rules.whole("a.txt", 1000)
    assert rules.whole("a.txt", 1001)
    assert not rules.folder("a")


def test_rules_that_say_nothing_are_false() -> None:
    assert not LeftOut()
    assert not LeftOut(["", "# remark", "/"])
    assert LeftOut(["*.log"])
    assert LeftOut((), 1)


def test_lines_are_read_from_what_was_typed() -> None:
    assert read_patterns(" *.log \n\n# why\n!a\r\nb") == ("*.log", "# why", "!a", "b")
    assert read_patterns("x" * 501 + "\ny") == ("y",)
    assert len(read_patterns("\n".join(map(str, range(500))))) == 200


@pytest.mark.parametrize("pattern", ["*.log", "/top.txt", "sub/x", "old/", "!a.log", "# remark"])
def test_a_folders_patterns_mean_the_same_inside_a_larger_folder(pattern: str) -> None:
    inner = LeftOut(["*.log", pattern])
    outer = LeftOut([inside("*.log", "in [1]"), inside(pattern, "in [1]")])
    for path in ("a.log", "x/a.log", "top.txt", "x/top.txt", "sub/x", "x/sub/x", "old/a", "a.txt"):
        assert outer.whole(f"in [1]/{path}", 1) == inner.whole(path, 1)
        assert not outer.whole(f"in 1/{path}", 1)


_NAME = st.text("ab.*?", min_size=1, max_size=4)
_PART = st.text("ab.", min_size=1, max_size=3).filter(lambda part: part.strip("."))
_PATH = st.lists(_PART, min_size=1, max_size=4).map("/".join)
_PATTERN = st.tuples(
    st.sampled_from(["", "!", "/"]),
    st.lists(st.one_of(_NAME, st.just("**")), min_size=1, max_size=3).map("/".join),
    st.sampled_from(["", "/"]),
).map("".join)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git itself")
@settings(max_examples=15, deadline=None)
@given(st.lists(_PATTERN, min_size=1, max_size=4), st.lists(_PATH, min_size=12, max_size=12))
@example(["a/**", "!b"], ["a", "a/b", "b/a", "b"])
@example(["**/a", "a/"], ["a", "b/a", "b/a/b"])
@example(["a", "!a/b"], ["a/b", "b/a"])
@example(["***"], ["a", "a/b"])
@example(["/**", "?", "!?"], ["a", "a/aa"])
@example(["a**b", "**b/a"], ["a/b", "aab", "a/bb/a", "bb/a"])
def test_agrees_with_git(repository: Path, patterns: list[str], paths: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(patterns) + "\n", encoding="utf-8")
    command = ["git", "-C", str(repository), "check-ignore", "--no-index", "-z", "--stdin"]
    result = subprocess.run(
        command, input="\0".join(paths), capture_output=True, text=True, check=False
    )
    assert result.returncode in (0, 1), result.stderr
    ignored = set(result.stdout.split("\0"))
    rules = LeftOut(patterns)
    assert {path: rules.whole(path, 1) for path in paths} == {
        path: path in ignored for path in paths
    }
