"""The framing of chats around contents that nobody trusts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.models.chat import frame_chat, render_chatml, thinks


def llama2(messages: Sequence[tuple[str, str]]) -> str:
    system, user = messages
    return f"[INST] <<SYS>>\n{system[1]}\n<</SYS>>\n\n{user[1]} [/INST]"


def test_a_template_is_cut_around_the_contents() -> None:
    assert frame_chat(["system", "user"], llama2, reasoning=False) == [
        "[INST] <<SYS>>\n",
        "\n<</SYS>>\n\n",
        " [/INST]",
    ]


def test_chatml_ends_with_the_assistants_header() -> None:
    frame = frame_chat(["user"], render_chatml, reasoning=False)
    assert frame == ["<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"]


@pytest.mark.parametrize(
    "render",
    [
        lambda _messages: None,
        lambda messages: messages[-1][1],  # loses the first content
        lambda messages: "".join(content for _, content in reversed(messages)),
        lambda messages: "".join(content * 2 for _, content in messages),
    ],
)
def test_templates_that_do_not_keep_the_contents_give_way_to_chatml(render) -> None:  # noqa: ANN001 - several shapes on purpose
    roles = ["system", "user"]
    assert frame_chat(roles, render, reasoning=False) == frame_chat(
        roles, render_chatml, reasoning=False
    )


def test_a_thinking_model_finds_its_thought_closed() -> None:
    frame = frame_chat(["user"], render_chatml, reasoning=thinks("{{ '<think>' }}"))
    assert frame[-1].endswith("assistant\n<think>\n\n</think>\n\n")
    assert not thinks("{{ messages }}")
