"""CASES A16 as a person without rights meets it: a child that has dropped to such a user looks at
a tree with loops, hidden and closed folders, closes and opens folders of it, and looks again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534

CHILD = textwrap.dedent(
    """
    import json, os, sys
    from pathlib import Path
    from tests.engine.indexing_fakes import DirectAccess, FakeLibrary
    from tests.engine.indexing_world import World, sentences

    folder = Path(sys.argv[1])
    world = World(folder, DirectAccess(FakeLibrary()))
    warm = World(folder / "warm", DirectAccess(FakeLibrary()))
    warm.write("a.txt", sentences("warm"))
    warm.add()  # imports what it needs while it still may
    (folder / "warm" / "a.txt").unlink()
    (folder / "warm").rmdir()
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)

    said = []

    def say(summary):
        states = {name: state.value for name, state in world.states().items()}
        problems = [each.replace(str(folder), "") for each in summary.problems]
        said.append({"states": states, "problems": problems, "reads": dict(world.pool.reads)})

    closed, shut = folder / "closed", folder / "shut.txt"
    say(world.add())
    closed.chmod(0)  # what was read of it before must stay
    shut.chmod(0)
    shut.rename(folder / "out of reach.md")  # so that it is looked at again
    say(world.rescan())
    say(world.look("closed", flat=["closed", ""]))
    closed.chmod(0o700)
    (closed / "b.txt").write_text(sentences("cherry"), encoding="utf-8")
    (folder / "out of reach.md").chmod(0o600)
    say(world.rescan())
    say(world.job().retry([world.file_id("out of reach.md")]))
    print(json.dumps(said))
    """
)


@pytest.fixture
def tree() -> Iterator[Path]:
    """A tree that the unprivileged user owns, in a folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in (
            "SCAN.TXT",
            "open/a.txt",
            "closed/b.txt",
            "closed/deep/c.txt",
            "shut.txt",
            ".git/config.txt",
            "node_modules/x/readme.txt",
            ".hidden.txt",
            "Thumbs.db",
        ):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(f"Here is {path}, and some more words.", encoding="utf-8")
        (folder / "open" / "loop").symlink_to("..")
        (folder / "loop.txt").symlink_to("loop.txt")
        (folder / "open" / "nowhere.txt").symlink_to("missing.txt")
        if os.getuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        yield folder
        for path in folder.rglob("*"):
            if not path.is_symlink():
                path.chmod(0o700)


def test_what_may_not_be_opened_costs_nothing_else_and_comes_back(tree: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", CHILD, str(tree)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    first, closed, part, opened, again = json.loads(result.stdout)
    assert first["states"] == {
        "SCAN.TXT": "indexed",
        "open/a.txt": "indexed",
        "closed/b.txt": "indexed",
        "closed/deep/c.txt": "indexed",
        "shut.txt": "indexed",
    }
    assert first["problems"] == []
    for look in (closed, part):
        assert len(look["problems"]) == 1
        assert "/closed" in look["problems"][0]
        assert "right" in look["problems"][0]
        assert look["states"]["closed/b.txt"] == "indexed"
        assert look["states"]["closed/deep/c.txt"] == "indexed"
        assert look["states"]["open/a.txt"] == "indexed"
        assert look["states"]["out of reach.md"] == "failed"
        assert "shut.txt" not in look["states"]
    assert opened["problems"] == []
    assert opened["states"]["closed/b.txt"] == "indexed"
    assert opened["reads"]["b.txt"] == 2  # it was changed behind the closed door
    assert opened["reads"]["c.txt"] == 1
    assert again["states"]["out of reach.md"] == "indexed"
    assert again["reads"]["c.txt"] == 1
