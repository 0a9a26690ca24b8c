"""CASES A11, A12: words and lines without an end are cut, or left out, and cost no more than
their own file. Scripts without spaces are found by a word in their middle."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator, Sequence

import pytest

from app.core.types import FileState
from tests.cases.folders import check_folder, fill, index, names, records, search
from tests.engine.service_stage import ScriptedModels, Stage
from tests.fakes import HashedEmbedder

WINDOW = 96
RNG = random.Random(3)
BASE64 = base64.b64encode(RNG.randbytes(400_000)).decode()


def spaceless(text: str, word: str) -> str:
    """Some 200 KB without a space or a stop, and the word in three places of it: in one of them
    it may be cut in two, where there is nothing else to cut at."""
    part = text * (24_000 // len(text))
    return part + word + part[7:] + word + part[13:] + word + part[5:]


FILES: dict[str, str] = {
    "line.txt": "A" * 2_000_000,
    "base64.txt": f"Before the picture.\n\n{BASE64}\n\nAfter the zeppelin.\n",
    "wrapped.txt": "A letter.\n\n"
    + "\n".join(BASE64[at : at + 76] for at in range(0, 200_000, 76))
    + "\n\nRegards from the dirigible.\n",
    "data.txt": json.dumps([{"id": n, "name": f"Zanzibar {n}"} for n in range(3_000)]),
    "chinese.txt": spaceless("山上的小屋很安静", "灯塔守护者"),
    "japanese.txt": spaceless("すもももももももものうち", "灯台守の手紙"),
    "thai.txt": spaceless("ประเทศไทยมีอากาศร้อนชื้นตลอดทั้งปี", "ประภาคาร"),
    "khmer.txt": "ប្រទេសកម្ពុជាមានអាកាសធាតុក្តៅ" * 1_500,
    "emoji.txt": "👩\u200d👩\u200d👧🏽🧪🇮🇹" * 2_000 + " zucchini",
    "zalgo.txt": ("o\u0300\u0301\u0302\u0303\u0304\u0305" * 3_000) + " kohlrabi",
    "stopless.txt": "a " * 600 + "rutabaga",
    "path.txt": "/very/long/path/" * 20_000 + " celeriac",
    "hashes.txt": " ".join(f"{n:064x}" for n in range(3_000)) + " parsnip",
    "rows.txt": "1;2;3;4\n" * 60_000 + "turnip;5;6;7\n",
}
FOUND = {
    "base64.txt": "zeppelin",
    "wrapped.txt": "dirigible",
    "data.txt": "zanzibar",
    "chinese.txt": "灯塔守护",
    "japanese.txt": "灯台守",
    "thai.txt": "ประภาคาร",
    "khmer.txt": "កម្ពុជា",
    "emoji.txt": "zucchini",
    "zalgo.txt": "kohlrabi",
    "stopless.txt": "rutabaga",
    "path.txt": "celeriac",
    "hashes.txt": "parsnip",
    "rows.txt": "turnip",
}


class LetterEmbedder(HashedEmbedder):
    """Counts a token for every four letters, and for every letter that is not ASCII."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [
            2 + sum(1 if letter > "\x7f" else 0 for letter in text) + -(-len(text) // 4)
            for text in texts
        ]


@pytest.fixture(scope="module")
def embedder() -> LetterEmbedder:
    return LetterEmbedder(max_tokens=WINDOW)


@pytest.fixture(scope="module")
def stage(embedder: LetterEmbedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    papers = fill(tmp_path_factory.mktemp("enormous"), FILES)
    models = ScriptedModels(embedder=embedder)
    with Stage(tmp_path_factory.mktemp("library"), models) as stage:
        check_folder(stage, index(stage, papers), papers)
        yield stage


@pytest.mark.parametrize("name", FOUND)
def test_a_word_in_it_is_found(name: str, stage: Stage) -> None:
    assert records(stage)[name].state is FileState.INDEXED
    assert names(search(stage, f'"{FOUND[name]}"', 3))[0] == name


def test_what_holds_no_words_says_so(stage: Stage) -> None:
    line = records(stage)["line.txt"]
    assert line.state is FileState.NO_TEXT
    assert "no text" in line.reason
    for name in ("base64.txt", "wrapped.txt"):
        assert records(stage)[name].passages == 1, name


def test_no_passage_is_longer_than_the_window(stage: Stage, embedder: LetterEmbedder) -> None:
    assert stage.engine.totals().passages > 100
    assert max(embedder.count_tokens(embedder.embedded)) <= WINDOW
