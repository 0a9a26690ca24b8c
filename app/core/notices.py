"""The texts that come with the program beside its code: notices, licence, changelog."""

from __future__ import annotations

import re
from importlib import metadata

from app.core.resources import resources_root

_SECTION = re.compile(r"^## ", re.MULTILINE)


def read_notice(name: str) -> str:
    """The text of NOTICE, LICENSE or CHANGELOG.md; "" where this installation does not have it.

    It lies beside `resources/` in a checkout, and with the package's own description else.
    """
    root = resources_root()
    for path in (root / name, root.parent / name):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    try:
        package = metadata.distribution("margine")
    except metadata.PackageNotFoundError:
        return ""
    return package.read_text(f"licenses/{name}") or package.read_text(name) or ""


def top_section(changelog: str) -> tuple[str, str]:
    """Heading and text, as Markdown, of the newest section of a changelog; ("", "") if none."""
    parts = _SECTION.split(changelog)
    if len(parts) < 2:
        return "", ""
    heading, _, text = parts[1].partition("\n")
    return heading.strip().strip("[]"), text.strip()
