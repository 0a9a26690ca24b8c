"""Digests over the real small model: prompts fit small contexts, lists hold what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.answer.digest_kinds import find_kind, load_kinds
from app.answer.digest_points import list_points
from app.answer.digest_prompts import DigestPrompt, Step, load_digest_book
from app.answer.digest_reading import DigestReader
from app.core.cancel import CancelToken
from app.core.types import FoundPassage
from app.models.generator import LlamaGenerator
from app.models.native import NativeSetup

pytestmark = pytest.mark.models
SMALL = "qwen2.5-coder-0.5b-instruct-q4_k_m"
CLAUSE = (
    "Il conduttore paga il canone entro il giorno 7 di ogni mese. "
    "La cantina ha il numero 11. La locatrice restituisce il deposito entro 45 giorni."
)


@pytest.fixture(scope="module")
def generator(models_dir: Path) -> Iterator[LlamaGenerator]:
    path = models_dir / SMALL / f"{SMALL}.gguf"
    with LlamaGenerator(path, NativeSetup(n_ctx=512, threads=2), model_id=SMALL) as generator:
        yield generator


@pytest.mark.parametrize("step", Step)
def test_a_long_text_fits_a_small_context(generator: LlamaGenerator, step: Step) -> None:
    prompt = DigestPrompt(load_digest_book(), step, "it", "tutte le scadenze")
    written = DigestReader(generator).read(prompt, f"{CLAUSE} " * 8, CancelToken())
    assert written


def test_a_list_holds_what_is_there_and_nothing_else(
    generator: LlamaGenerator, passage: Callable[..., FoundPassage]
) -> None:
    source = passage(1, CLAUSE)
    kind = find_kind(load_kinds(), "tutte le scadenze", "it")
    assert kind is not None
    prompt = DigestPrompt(load_digest_book(), Step.LIST, "it", "tutte le scadenze")
    written = DigestReader(generator).read(prompt, source.text, CancelToken())
    points = list_points([source], written, prompt.book.none, kind, "it")
    assert [point.text for point in points] == [
        "Il conduttore paga il canone entro il giorno 7 di ogni mese.",
        "La locatrice restituisce il deposito entro 45 giorni.",
    ]
