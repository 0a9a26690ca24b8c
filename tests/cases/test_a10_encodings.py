"""CASES A10: text saved in any way people save it is found by its words."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

import pytest

from app.core.types import FileState
from tests.cases.folders import check_folder, fill, index, names, records, search
from tests.engine.service_stage import Stage

ITALIAN = "La città è più bella: «perché» costa poco — così dice l’oste. Parola: {}."
CHINESE = "花园里的古老苹果树每年秋天都会结出许多红色的果实。" * 3
FILES = {
    "utf8-bom.txt": codecs.BOM_UTF8 + ITALIAN.format("uva").encode(),
    "utf16-le.txt": ITALIAN.format("mela").encode("utf-16-le"),
    "utf16-be.txt": ITALIAN.format("pera").encode("utf-16-be"),
    "utf16-bom.txt": codecs.BOM_UTF16_LE + ITALIAN.format("fico").encode("utf-16-le"),
    "utf32.txt": ITALIAN.format("noce").encode("utf-32-le"),
    "utf32-bom.txt": codecs.BOM_UTF32_BE + ITALIAN.format("pesca").encode("utf-32-be"),
    "cp1252.txt": ITALIAN.format("ciliegia").encode("cp1252"),
    "mac.txt": ITALIAN.format("albicocca").encode("mac_roman"),
    "mixed.txt": f"{ITALIAN.format('susina')}\n".encode()
    + ITALIAN.format("limone").encode("cp1252"),
    "chinese-16.md": CHINESE.encode("utf-16-le"),
    "chinese-gb.txt": CHINESE.replace("红", "绿").encode("gb18030"),
    "noise.txt": bytes(range(256)) * 40,
}
WORDS = {
    "utf8-bom.txt": "uva",
    "utf16-le.txt": "mela",
    "utf16-be.txt": "pera",
    "utf16-bom.txt": "fico",
    "utf32.txt": "noce",
    "utf32-bom.txt": "pesca",
    "cp1252.txt": "ciliegia",
    "mac.txt": "albicocca",
    "mixed.txt": "limone",
    "chinese-16.md": "红色",
    "chinese-gb.txt": "绿色",
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    papers = fill(tmp_path_factory.mktemp("encodings"), FILES)
    with Stage(tmp_path_factory.mktemp("library")) as stage:
        check_folder(stage, index(stage, papers), papers)
        yield stage


@pytest.mark.parametrize("name", WORDS)
def test_it_is_found_by_its_word_and_reads_well(name: str, stage: Stage) -> None:
    found = search(stage, f'"{WORDS[name]}"', 1)
    assert names(found) == [name]
    assert "\N{REPLACEMENT CHARACTER}" not in found[0].text
    if name.isascii() and "chinese" not in name:
        assert "città è più bella: «perché» costa poco — così" in found[0].text


def test_noise_is_listed_and_not_indexed(stage: Stage) -> None:
    noise = records(stage)["noise.txt"]
    assert noise.state is FileState.FAILED
    assert "not a text file" in noise.reason
