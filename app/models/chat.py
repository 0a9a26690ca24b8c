"""Chat templates: the model's own framing around messages, kept apart from their contents.

A template is rendered once with placeholders for contents and cut at them. The frame is
tokenised with special tokens on, the contents with them off, so that no document can end a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_PLACEHOLDER = "qzMARGINE{index}zq"
# A closed, empty thought: reasoning models then answer at once (Qwen3's `enable_thinking=False`
# does the same).
_NO_THOUGHT = "<think>\n\n</think>\n\n"

Renderer = Callable[[Sequence[tuple[str, str]]], str | None]


def render_chatml(messages: Sequence[tuple[str, str]]) -> str:
    """ChatML, the most common framing: what is used where a model brings no known template."""
    turns = (f"<|im_start|>{role}\n{content}<|im_end|>\n" for role, content in messages)
    return "".join(turns) + "<|im_start|>assistant\n"


def frame_chat(roles: Sequence[str], render: Renderer, *, reasoning: bool) -> list[str]:
    """The `len(roles) + 1` texts before, between and after the contents of a chat.

    Falls back to ChatML where `render` returns None or does not keep every content once and in
    order. `reasoning` closes the model's thought before it begins.
    """
    marks = [_PLACEHOLDER.format(index=index) for index in range(len(roles))]
    messages = list(zip(roles, marks, strict=True))
    frame = _cut(render(messages), marks) or _cut(render_chatml(messages), marks)
    if frame is None:
        raise AssertionError("ChatML keeps every content")
    if reasoning:
        frame[-1] += _NO_THOUGHT
    return frame


def thinks(template: str) -> bool:
    """Whether the template belongs to a model that thinks before it answers."""
    return "<think>" in template or "</think>" in template


def _cut(rendered: str | None, marks: Sequence[str]) -> list[str] | None:
    if rendered is None or any(rendered.count(mark) != 1 for mark in marks):
        return None
    frame: list[str] = []
    rest = rendered
    for mark in marks:
        before, found, rest = rest.partition(mark)
        if not found:
            return None
        frame.append(before)
    return [*frame, rest]
