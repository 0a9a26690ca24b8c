"""Every message survives the way there and back, and nothing else gets through."""

from __future__ import annotations

import dataclasses
import io
import json
import types
import typing
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.types import FileRecord, FileState, GateMode, LibraryTotals
from app.engine import protocol
from app.engine.codec import (
    _MESSAGES,
    FrameBuffer,
    ProtocolError,
    decode,
    encode,
    frame,
    read_message,
)

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)


def values(kind: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - types are values here
    """Any value of a field of type `kind`."""
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([values(each) for each in typing.get_args(kind)])
    if origin is tuple:
        return st.lists(values(typing.get_args(kind)[0]), max_size=3).map(tuple)
    if origin is dict:
        return st.dictionaries(TEXT, values(typing.get_args(kind)[1]), max_size=3)
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return st.builds(kind, **{name: values(hint) for name, hint in hints.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    simple: dict[Any, st.SearchStrategy[Any]] = {
        str: TEXT,
        int: st.integers(-(2**40), 2**40),
        float: st.floats(allow_nan=False, allow_infinity=False),
        bool: st.booleans(),
        type(None): st.none(),
    }
    return simple[kind]


@pytest.mark.parametrize("kind", _MESSAGES.values(), ids=_MESSAGES.keys())
@given(data=st.data())
def test_message_survives_the_way_there_and_back(
    kind: type[protocol.Message], data: st.DataObject
) -> None:
    message = data.draw(values(kind))
    assert decode(encode(message)) == message


@given(
    messages=st.lists(st.builds(protocol.Cancel, job=st.integers(0, 9)), max_size=5),
    cut=st.integers(1, 7),
)
def test_frames_arrive_in_whatever_pieces(messages: list[protocol.Cancel], cut: int) -> None:
    stream = b"".join(frame(message) for message in messages)
    buffer = FrameBuffer()
    received = [
        message
        for start in range(0, len(stream), cut)
        for message in buffer.feed(stream[start : start + cut])
    ]
    assert received == messages
    blocking = io.BytesIO(stream)
    assert [read_message(blocking) for _ in messages] == messages
    assert read_message(blocking) is None


def test_a_half_frame_at_the_end_of_the_stream_is_an_end() -> None:
    whole = frame(protocol.Cancel(1))
    assert read_message(io.BytesIO(whole[:-1])) is None


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe",
        b"[]",
        b'{"type": "Nonsense"}',
        b'{"type": "Cancel"}',
        b'{"type": "Cancel", "job": "1"}',
        b'{"type": "Cancel", "job": true}',
        b'{"type": "Cancel", "job": 1, "more": 2}',
        b'{"type": "AddPaths", "job": 1, "paths": "x"}',
        b'{"type": "Ask", "job": 1, "question": "", "history": [], "mode": "maybe"}',
    ],
)
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode(body)


def test_an_absurd_length_is_refused_before_it_is_read() -> None:
    with pytest.raises(ProtocolError):
        list(FrameBuffer().feed(b"\xff\xff\xff\xff"))


def test_lone_surrogates_of_file_names_survive() -> None:
    message = protocol.AddPaths(1, ("caff\udce8.txt",))
    assert decode(encode(message)) == message


def test_the_wire_is_plain_json() -> None:
    message = protocol.Ask(7, "perché?", (), GateMode.AUTO)
    body = json.loads(encode(message))
    assert body["type"] == "Ask"
    assert body["mode"] == "auto"
    assert body["question"] == "perché?"


def test_files_share_the_texts_that_they_have_in_common() -> None:
    """A window with 50,000 files would hold the folder that they were added with as often."""
    one, other = (
        FileRecord(n, f"/home/anna/{n}.pdf", "/home/anna", FileState.FAILED, "It is cut.", 1, 0, 0)
        for n in (1, 2)
    )
    news = protocol.FilesChanged((one, other), (), LibraryTotals(2, 0, 0, 0))
    arrived = decode(encode(news))
    assert arrived == news
    assert isinstance(arrived, protocol.FilesChanged)
    first, second = arrived.changed
    assert first.root is second.root
    assert first.reason is second.reason
