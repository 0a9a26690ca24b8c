"""Prepared beginnings with the real small model: what a fresh process finds on disk is as good."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.core.cancel import CancelToken
from app.core.errors import CancelledJobError
from app.models.beginning_files import BeginningFiles, setup_identity
from app.models.contracts import Message, OwnText, Piece
from app.models.generator import LlamaGenerator
from app.models.native import NativeSetup
from tests.conftest import TEST_GENERATOR

pytestmark = pytest.mark.models

SETUP = NativeSetup(n_ctx=512, threads=2)
SYSTEM = "You count. " + " ".join(f"After {n} comes {n + 1}." for n in range(20))


def chat(text: str) -> list[Message]:
    return [
        Message("system", (Piece(SYSTEM, special=False),)),
        Message("user", (Piece(text, special=False),)),
    ]


class Process:
    """A generator as a fresh process has it, with the files of its folder."""

    def __init__(self, models: Path, folder: Path, setup: NativeSetup = SETUP) -> None:
        path = models / TEST_GENERATOR / f"{TEST_GENERATOR}.gguf"
        files = BeginningFiles(folder, setup_identity(path, setup))
        self.generator = LlamaGenerator(path, setup, files=files)
        one, other = (self.generator.encode_chat(chat(text)) for text in ("", "?"))
        length = next(
            at for at, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1
        )
        self.text = OwnText(tuple(one[:length]))

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_error: object) -> None:
        self.generator.close()

    def prepare(self, *, compute: bool = True) -> int:
        return self.generator.prepare(self.text, CancelToken(), compute=compute)

    def reply(self, question: str) -> tuple[int, list[int], list[np.ndarray]]:
        """Tokens computed for the prompt; tokens and logits of the reply."""
        generator = self.generator
        computed = generator.evaluate(generator.encode_chat(chat(question)), CancelToken())
        steps = list(generator.generate(6, CancelToken(), with_logits=True))
        logits = [step.logits for step in steps if step.logits is not None]
        return computed, [step.token for step in steps], logits


def test_what_is_on_disk_gives_the_very_same_logits(models_dir: Path, tmp_path: Path) -> None:
    with Process(models_dir, tmp_path) as first:
        length = len(first.text.tokens)
        assert length > 100
        assert first.prepare(compute=False) == 0
        assert not list(tmp_path.iterdir())
        assert first.prepare() == length
        assert first.prepare() == 0
        computed, tokens, logits = first.reply("What comes after 7?")
        rest = len(first.generator.encode_chat(chat("What comes after 7?"))) - length
        assert computed == rest
    with Process(models_dir, tmp_path) as second:
        assert second.prepare(compute=False) == 0
        again = second.reply("What comes after 7?")
    assert again[:2] == (rest, tokens)
    assert all(np.array_equal(one, other) for one, other in zip(logits, again[2], strict=True))


def test_what_a_question_computed_goes_to_disk_without_the_question(
    models_dir: Path, tmp_path: Path
) -> None:
    with Process(models_dir, tmp_path / "asked") as asked:
        asked.reply("What comes after quetzals?")
        assert asked.prepare(compute=False) == 0
    with Process(models_dir, tmp_path / "prepared") as prepared:
        prepared.prepare()
    (one,), (other,) = ((tmp_path / name).iterdir() for name in ("asked", "prepared"))
    assert one.name == other.name
    assert one.stat().st_size == other.stat().st_size, "no cell more than the beginning has"


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-100],
        lambda data: data[:5000] + bytes([data[5000] ^ 255]) + data[5001:],
    ],
    ids=["cut", "changed"],
)
def test_damaged_files_are_computed_again(
    models_dir: Path, tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    with Process(models_dir, tmp_path) as first:
        first.prepare()
        expected = first.reply("What comes after 3?")
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(change(whole))
    with Process(models_dir, tmp_path) as second:
        assert second.prepare() == len(second.text.tokens)
        assert second.reply("What comes after 3?")[:2] == expected[:2]
    assert len(path.read_bytes()) == len(whole)
    with Process(models_dir, tmp_path) as third:
        assert third.prepare() == 0


def test_what_llama_cpp_refuses_is_computed_again(models_dir: Path, tmp_path: Path) -> None:
    """Whole, with the right name and sum, but of another model: as if the identity had failed."""
    with Process(models_dir, tmp_path) as first:
        files = first.generator._files
        assert files is not None
        for state in (b"x", b"\0" * 1000):
            files.write(first.text.tokens, state)
            assert first.prepare(compute=False) == 0
            assert not files.has(first.text.tokens)
        assert first.prepare() == len(first.text.tokens)
        assert first.reply("What comes after 4?")[1]


def test_another_setups_files_are_not_used(models_dir: Path, tmp_path: Path) -> None:
    with Process(models_dir, tmp_path) as first:
        first.prepare()
    other_setup = NativeSetup(n_ctx=1024, threads=2)
    with Process(models_dir, tmp_path, other_setup) as other:
        assert other.prepare(compute=False) == 0
        assert other.prepare() == len(other.text.tokens)
    assert len(list(tmp_path.iterdir())) == 2


def test_preparing_stops_at_once_and_leaves_the_conversation_alone(
    models_dir: Path, tmp_path: Path
) -> None:
    with Process(models_dir, tmp_path) as process:
        generator = process.generator
        prompt = generator.encode_chat([Message("user", (Piece("Count.", special=False),))])
        generator.evaluate(prompt, CancelToken())
        cancel = CancelToken()
        native = generator._native
        real = native.compute

        def compute(runs: object) -> object:
            cancel.cancel()
            return real(runs)  # type: ignore[arg-type]  # passed through

        native.compute = compute  # type: ignore[method-assign,assignment]  # to stop within it
        with pytest.raises(CancelledJobError):
            generator.prepare(process.text, cancel)
        native.compute = real  # type: ignore[method-assign]  # as it was
        assert not list(tmp_path.iterdir())
        assert generator.evaluate(prompt, CancelToken()) == 0
        assert process.prepare() > 0
        assert generator.evaluate(prompt, CancelToken()) == 0


def test_where_there_is_no_room_nothing_is_prepared(models_dir: Path, tmp_path: Path) -> None:
    with Process(models_dir, tmp_path) as process:
        generator = process.generator
        long = generator.encode_chat([Message("user", (Piece("word " * 420, special=False),))])
        generator.evaluate(long, CancelToken())
        assert process.prepare() == 0
        assert generator.evaluate(long, CancelToken()) == 0
