"""The documents for people name the commands, and their local links lead somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from app import __version__
from app.core.settings import TABLE

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def local_links(page: Path) -> list[str]:
    """Targets of the links and images of `page` that lie in the repository."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [match[1] for match in LINK.finditer(text)]
    return [each.split("#")[0] for each in targets if "://" not in each and each[0] != "#"]


def test_readme_names_both_commands_before_anything_else_to_run() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL)
    assert blocks[0].split() == ["python3", "packaging/run.py"]
    assert blocks[1].split() == ["python3", "packaging/test.py"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_local_links_exist(page: Path) -> None:
    for target in local_links(page):
        path = (page.parent / target).resolve()
        assert path.is_relative_to(ROOT)
        if path.suffix in (".png", ".jpg") and not path.parent.exists():
            continue  # the screenshot is taken by a script, on a machine that can show the window
        assert path.exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_hold_no_path_of_one_machine(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.~%])/(home|root|work|tmp|Users)/", text)


def test_scripts_that_the_readme_names_exist() -> None:
    for name in set(re.findall(r"\b(packaging/\w+\.py|tests/data/[\w.]+)", README)):
        assert (ROOT / name).exists(), name


def test_readme_gives_the_gate_its_formula_source_and_defaults() -> None:
    assert "2511.09803" in README
    assert "exp(−*g*)" in README
    assert "−Σ *p* ln *p*" in README
    defaults = {setting.key: setting.default for setting in TABLE}
    assert f"*{defaults['gate.signal']}*" in (ROOT / "docs" / "gate.md").read_text("utf-8")
    assert f"first {defaults['gate.draft_tokens']} tokens" in README


def test_both_guides_have_the_same_states_and_operators() -> None:
    english = (ROOT / "docs" / "user-guide.md").read_text(encoding="utf-8")
    italian = (ROOT / "docs" / "guida.md").read_text(encoding="utf-8")
    for page in (english, italian):
        first_table = re.search(r"(?:^\|.*\n)+", page, flags=re.MULTILINE)
        assert first_table is not None
        assert first_table[0].count("\n") == 8  # head, rule, one row per state (two share one)
        assert "[n]" in page
        assert "`-" in page


def test_changelog_has_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{__version__}]" in changelog
    assert changelog.index("## [Unreleased]") < changelog.index(f"## [{__version__}]")
