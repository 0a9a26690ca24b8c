"""No passage is longer than the embedder's window, in its own tokens, prompt and heading included.

Cases A11 and A12: enormous words, lines without a stop, scripts without spaces.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.core.types import searchable_text
from app.ingest.split import SplitSettings, split
from app.models.contracts import Embedder
from app.models.embedder import EmbedderSetup, SentenceEmbedder
from tests.ingest.cuts import document, measure

TITLE = "Verbale dell'assemblea straordinaria dei soci della cooperativa"
INPUTS = {
    "one_line_json": json.dumps([{"name": f"Rossi {n}", "sum": n * 1.5} for n in range(900)]),
    "chinese": "今天天气很好我们去公园散步" * 1500,
    "a_without_stop": "a " * 600,
    "thousand_cjk": "東" * 1000,
    "long_word": "Donaudampfschifffahrt" * 24,
    "hashes": " ".join(f"{n:064x}" for n in range(200)),
    "emoji": "🧪👩\u200d💻" * 300,
    "combining": "e\u0301\u0323" * 500,
    "thai": "ประเทศไทยมีอากาศร้อนชื้นตลอดทั้งปี" * 60,
    "table": "a | b | c\n" + "\n".join(f"{n} | {n * n} | {n % 7}" for n in range(400)),
    "words": " ".join(f"parola{n}" for n in range(2000)),
    "symbols": "∑∫√≠≤≥⊂⊃∀∃ " * 200,
}
BASE64 = "iVBORw0KGgoAAAANSUhEUg" * 90_000
WINDOWS = (24, 128, 256, 512)


def fits(count: Callable[[Sequence[str]], list[int]], text: str, form: str, window: int) -> None:
    limits = SplitSettings(max_tokens=512, target_tokens=320).for_window(window)
    source = document(f"# Una sezione\n\n{text}", form=form, title=TITLE)
    passages = split(source, count, limits)
    assert passages
    searched = [searchable_text(each.heading, each.text) for each in passages]
    assert max(count(searched)) <= window
    kept = "".join("".join(each.text.split()) for each in passages)
    assert kept == "".join(source.pages[0].text.split())
    assert all(TITLE not in each.text for each in passages)


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", INPUTS)
def test_with_a_stand_in(name: str, window: int) -> None:
    fits(measure, INPUTS[name], "text", window)
    fits(measure, INPUTS[name], "markdown", window)


def test_base64_is_no_passage() -> None:
    assert split(document(BASE64), measure) == ()


@pytest.fixture(scope="module")
def embedder(models_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    folder = models_dir / "multilingual-e5-small"
    cache = tmp_path_factory.mktemp("cache")
    return SentenceEmbedder(folder, EmbedderSetup(threads=1), cache=cache)


@pytest.mark.models
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", INPUTS)
def test_with_the_embedders_own_tokens(embedder: Embedder, name: str, window: int) -> None:
    fits(embedder.count_tokens, INPUTS[name], "text", window)


@pytest.mark.models
def test_the_prompt_and_the_heading_count(embedder: Embedder) -> None:
    """A passage that fills the window leaves no room beside them."""
    limits = SplitSettings(target_tokens=64, max_tokens=64)
    passages = split(document(INPUTS["words"], title=TITLE), embedder.count_tokens, limits)
    bare = embedder.count_tokens([each.text for each in passages])
    whole = embedder.count_tokens([searchable_text(each.heading, each.text) for each in passages])
    assert all(each.heading for each in passages)
    assert max(whole) <= 64
    assert max(bare) < max(whole)
