"""What is inside a bundle, by name, version and licence: bill of materials and notices.

Both are made from the files that are there, not from a list. A licence that is not on the list of
those allowed ends the build.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from email.message import Message
from email.parser import Parser
from pathlib import Path

from setup_base import SetupError

# SPDX identifiers. The GPL's are here for the compiler's runtime alone, whose exception frees
# programs that use it, and LGPL-3.0 for Qt, which lies in files of its own that may be replaced.
ALLOWED = frozenset(
    (
        *("Apache-2.0", "MIT", "MIT-0", "MIT-CMU", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC"),
        *("PSF-2.0", "Python-2.0", "Zlib", "MPL-2.0", "LGPL-3.0-only", "HPND", "CC0-1.0"),
        *("Unlicense", "blessing", "bzip2-1.0.6", "OFL-1.1", "CNRI-Python", "LGPL-2.1-or-later"),
        *("GPL-3.0-or-later WITH GCC-exception-3.1", "LicenseRef-PublicDomain", "X11"),
    )
)
_CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
_WORDS = {  # what the older field License holds, in lower case
    "mit": "MIT",
    "mit license": "MIT",
    "apache 2.0": "Apache-2.0",
    "apache2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache-2.0": "Apache-2.0",
    "apache license v2.0": "Apache-2.0",
    "bsd": "BSD-3-Clause",
    "bsd license": "BSD-3-Clause",
    "bsd-3-clause": "BSD-3-Clause",
    "3-clause bsd license": "BSD-3-Clause",
    "mpl-2.0 and mit": "MPL-2.0 AND MIT",
}
# Where the package's own metadata says it in other words, or not at all.
_KNOWN = {
    "pyside6-essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "hnswlib": "Apache-2.0",
    "pypdfium2": "BSD-3-Clause AND Apache-2.0",
}
# Libraries copied from the build machine, by the beginning of their names.
_SYSTEM = {
    "libpython": ("CPython", "Python-2.0"),
    "libssl": ("OpenSSL", "Apache-2.0"),
    "libcrypto": ("OpenSSL", "Apache-2.0"),
    "libffi": ("libffi", "MIT"),
    "libsqlite3": ("SQLite", "blessing"),
    "libbz2": ("bzip2", "bzip2-1.0.6"),
    "liblzma": ("XZ Utils liblzma", "LicenseRef-PublicDomain"),
    "libz.": ("zlib", "Zlib"),
    "libbrotli": ("Brotli", "MIT"),
    "libzstd": ("Zstandard", "BSD-3-Clause"),
    "libuuid": ("util-linux libuuid", "BSD-3-Clause"),
    "libexpat": ("Expat", "MIT"),
    "libgomp": ("GCC libgomp", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libxcb": ("XCB", "X11"),
    "libxkbcommon": ("libxkbcommon", "MIT"),
    "libXau": ("libXau", "MIT"),
    "libXdmcp": ("libXdmcp", "MIT"),
    "libwayland": ("Wayland", "MIT"),
}
_OPERATORS = re.compile(r"\s+(?:AND|OR)\s+")


@dataclass(frozen=True, slots=True)
class Component:
    """One thing inside; `licence` is an SPDX expression, `texts` files with its words."""

    name: str
    version: str
    licence: str
    kind: str = "library"
    purl: str = ""
    texts: tuple[Path, ...] = field(default=())


def find_components(bundle: Path, site: Path, python: str) -> list[Component]:
    """Everything inside `bundle`, whose site-packages are `site`. Raises SetupError."""
    found = [Component("CPython", python, "Python-2.0", purl=f"pkg:generic/cpython@{python}")]
    found += [_read_package(info) for info in sorted(site.glob("*.dist-info"))]
    found += _system_libraries(bundle / "runtime" / "lib")
    found += _models(bundle, site)
    return found


def _read_package(info: Path) -> Component:
    metadata = Parser().parsestr((info / "METADATA").read_text(encoding="utf-8"))
    name, version = str(metadata["Name"]), str(metadata["Version"])
    key = name.lower().replace("_", "-")
    texts = [
        path
        for path in sorted(info.rglob("*"))
        if path.is_file() and re.match(r"(?i)(licen[cs]e|notice|copying|authors)", path.name)
    ]
    return Component(
        name,
        version,
        _KNOWN.get(key) or licence_of(metadata),
        purl=f"pkg:pypi/{key}@{version}",
        texts=tuple(texts),
    )


def licence_of(metadata: Message) -> str:
    """The SPDX expression of a package by its metadata; "" if it does not tell."""
    if metadata["License-Expression"]:
        return str(metadata["License-Expression"])
    told = str(metadata["License"] or "").strip()
    if told.lower() in _WORDS:
        return _WORDS[told.lower()]
    classifiers = [str(each).split(" :: ") for each in metadata.get_all("Classifier") or ()]
    known = [_CLASSIFIERS.get(each[-1], "") for each in classifiers if each[0] == "License"]
    named = [each for each in known if each]
    return " AND ".join(dict.fromkeys(named)) or (told if told in ALLOWED else "")


def _system_libraries(folder: Path) -> list[Component]:
    found: dict[str, Component] = {}
    for path in sorted(folder.glob("lib*.so*")):
        start = next((start for start in _SYSTEM if path.name.startswith(start)), None)
        if start is None:
            raise SetupError(f"Nobody has told which licence {path.name} has.")
        name, licence = _SYSTEM[start]
        version = path.name.partition(".so.")[2]
        found.setdefault(name, Component(name, version, licence))
    return list(found.values())


def _models(bundle: Path, site: Path) -> list[Component]:
    catalogue = site / "app" / "resources" / "models.toml"
    rows = tomllib.loads(catalogue.read_text(encoding="utf-8"))["model"]
    return [
        Component(
            str(row["name"]), str(row["sha256"])[:12], str(row["licence"]), "machine-learning-model"
        )
        for row in rows
        if (bundle / "models" / str(row["id"])).is_dir()
    ]


def refuse_unknown(components: Iterable[Component]) -> None:
    """Raise SetupError naming every component whose licence is not allowed, or not known."""
    wrong = [
        f"{each.name} {each.version}: {each.licence or 'no licence told'}"
        for each in components
        if not is_allowed(each.licence)
    ]
    if wrong:
        raise SetupError(
            "Licences that are not on the list:\n  " + "\n  ".join(wrong),
            "Look them up; then add them to packaging/bundle_notices.py, or leave the library out.",
        )


def is_allowed(expression: str) -> bool:
    """Whether an SPDX expression allows us to hand the thing on: of OR, one; of AND, all."""
    plain = expression.replace("(", "").replace(")", "").strip()
    if not plain:
        return False
    if plain in ALLOWED:
        return True
    if " OR " in plain and " AND " not in plain:
        return any(part in ALLOWED for part in _OPERATORS.split(plain))
    parts = _OPERATORS.split(plain)
    return len(parts) > 1 and all(part in ALLOWED for part in parts)


def bill_of_materials(components: Sequence[Component], version: str) -> str:
    """A CycloneDX 1.6 document. It holds no time and no random number: the same parts give the
    same text."""
    listed = [_cyclonedx(each) for each in components]
    digest = hashlib.sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()
    serial = f"{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "margine",
                "name": "Margine",
                "version": version,
                "licenses": [{"expression": "Apache-2.0"}],
            }
        },
        "components": listed,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _cyclonedx(component: Component) -> dict[str, object]:
    entry: dict[str, object] = {
        "type": component.kind,
        "bom-ref": component.purl or f"{component.name}@{component.version}",
        "name": component.name,
        "version": component.version,
        "licenses": [{"expression": component.licence}],
    }
    if component.purl:
        entry["purl"] = component.purl
    return entry


def notices(components: Sequence[Component]) -> str:
    """Every component with its licence, and the words of it that came with it."""
    parts = ["Margine holds the following. Each keeps its own licence.\n"]
    parts += [f"{each.name} {each.version}: {each.licence}" for each in components]
    for each in components:
        for path in each.texts:
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            parts.append(f"\n{'=' * 80}\n{each.name} {each.version}: {path.name}\n\n{text}")
    return "\n".join(parts) + "\n"
