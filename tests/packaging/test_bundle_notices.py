"""Licences are read from what is there, and none slips in that nobody has looked at."""

from __future__ import annotations

import json
from email.parser import Parser
from pathlib import Path

import pytest
from bundle_notices import (
    Component,
    bill_of_materials,
    find_components,
    is_allowed,
    licence_of,
    notices,
    refuse_unknown,
)
from setup_base import SetupError


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ("License-Expression: MIT OR Apache-2.0\nLicense: other", "MIT OR Apache-2.0"),
        ("License: Apache 2.0", "Apache-2.0"),
        ("License: BSD-3-Clause", "BSD-3-Clause"),
        ("Classifier: License :: OSI Approved :: MIT License", "MIT"),
        (
            "License: see the file\nClassifier: License :: OSI Approved :: MIT License\n"
            "Classifier: License :: OSI Approved :: Apache Software License",
            "MIT AND Apache-2.0",
        ),
        ("License: see the file", ""),
        ("Summary: nothing", ""),
    ],
)
def test_the_licence_that_a_package_tells(metadata: str, expected: str) -> None:
    assert licence_of(Parser().parsestr(f"Name: x\n{metadata}\n")) == expected


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MIT AND BSD-3-Clause", True),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-only OR Apache-2.0", True),
        ("GPL-3.0-only", False),
        ("GPL-3.0-or-later WITH GCC-exception-3.1", True),
        ("GPL-3.0-or-later", False),
        ("(MIT OR GPL-3.0-only) AND ISC", False),  # mixed: looked at by a person
        ("", False),
    ],
)
def test_which_expressions_are_allowed(expression: str, allowed: bool) -> None:
    assert is_allowed(expression) is allowed


def test_everything_that_is_not_allowed_is_named() -> None:
    parts = [
        Component("good", "1", "MIT"),
        Component("odd", "2", ""),
        Component("bad", "3", "AGPL"),
    ]
    with pytest.raises(SetupError, match=r"(?s)odd 2: no licence told.*bad 3: AGPL"):
        refuse_unknown(parts)
    refuse_unknown(parts[:1])


def write_bundle(folder: Path) -> Path:
    site = folder / "runtime" / "lib" / "python3.11" / "site-packages"
    info = site / "some_lib-1.2.dist-info"
    (info / "licenses").mkdir(parents=True)
    (info / "METADATA").write_text("Name: Some_Lib\nVersion: 1.2\nLicense-Expression: ISC\n")
    (info / "licenses" / "LICENSE").write_text("Permission is granted.")
    (folder / "runtime" / "lib" / "libz.so.1").touch()
    resources = site / "app" / "resources"
    resources.mkdir(parents=True)
    row = '[[model]]\nid = "{0}"\nname = "{0}"\nsha256 = "{2}"\nlicence = "{1}"\n'
    rows = (row.format("there", "MIT", "a" * 64), row.format("elsewhere", "AGPL", "b" * 64))
    (resources / "models.toml").write_text("".join(rows))
    (folder / "models" / "there").mkdir(parents=True)
    return site


def test_what_is_inside_is_found_and_nothing_else(tmp_path: Path) -> None:
    found = find_components(tmp_path, write_bundle(tmp_path), "3.11.9")
    told = {(each.name, each.version, each.licence) for each in found}
    assert told == {
        ("CPython", "3.11.9", "Python-2.0"),
        ("Some_Lib", "1.2", "ISC"),
        ("zlib", "1", "Zlib"),
        ("there", "a" * 12, "MIT"),
    }
    refuse_unknown(found)
    assert "Permission is granted." in notices(found)


def test_an_unknown_system_library_stops_the_build(tmp_path: Path) -> None:
    site = write_bundle(tmp_path)
    (tmp_path / "runtime" / "lib" / "libmystery.so.4").touch()
    with pytest.raises(SetupError, match=r"libmystery\.so\.4"):
        find_components(tmp_path, site, "3.11.9")


def test_the_bill_is_cyclonedx_and_the_same_twice(tmp_path: Path) -> None:
    parts = find_components(tmp_path, write_bundle(tmp_path), "3.11.9")
    text = bill_of_materials(parts, "1.0")
    assert text == bill_of_materials(parts, "1.0")
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert len({each["bom-ref"] for each in bill["components"]}) == len(parts)
    assert bill["serialNumber"] != json.loads(bill_of_materials(parts[1:], "1.0"))["serialNumber"]
