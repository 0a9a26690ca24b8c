"""Frozen dataclasses as plain data (what JSON holds) and back, checked against their types.

How a type is made is worked out once: a conversation holds thousands of values, and the window
must not stand still while they arrive.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from enum import Enum
from typing import Any

_PLAIN = (str, int, bool, float)
_Make = Callable[[object, bool], object]
"""Makes a value of one type of plain data; the flag is `known_only`."""
_FIELDS: dict[type[object], dict[str, tuple[object, _Make]]] = {}


class PlainError(ValueError):
    """The plain data does not fit the type that it is to become."""


def to_plain(value: object) -> dict[str, object]:
    """The fields of a dataclass, and of those in it."""
    return dataclasses.asdict(typing.cast("Any", value))


def from_plain(kind: type[object], value: object, *, known_only: bool = False) -> object:
    """`value` as an instance of the dataclass `kind`, checked field by field.

    With `known_only`, fields that `kind` does not have are passed over: a newer program wrote
    them. Raises PlainError for whatever does not fit.
    """
    if not isinstance(value, dict):
        raise PlainError(f"expected an object for {kind.__name__}")
    fields = _fields(kind)
    made = {}
    for name, each in value.items():
        field = fields.get(name)
        if field is not None:
            plain, make = field
            # Nearly all of what comes is plain.
            made[name] = each if type(each) is plain else make(each, known_only)
        elif not known_only:
            unknown = sorted(value.keys() - fields.keys())
            raise PlainError(f"{kind.__name__} has no field {unknown[0]!r}")
    try:
        return kind(**made)
    except TypeError as error:
        raise PlainError(str(error)) from error


def _fields(kind: type[object]) -> dict[str, tuple[object, _Make]]:
    """The fields of `kind`: the type of those that are plain (else None), and how each is made."""
    if kind not in _FIELDS:
        hints = typing.get_type_hints(kind)
        _FIELDS[kind] = {name: (_plain(each), _maker(each)) for name, each in hints.items()}
    return _FIELDS[kind]


def _plain(kind: object) -> object:
    return kind if kind in _PLAIN else None


def _maker(kind: object) -> _Make:
    """What makes a value of the type `kind`."""
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _optional(typing.get_args(kind))
    if origin is tuple:
        return _sequence(typing.get_args(kind)[0])
    if origin is dict:
        return _mapping(typing.get_args(kind)[1])
    if not isinstance(kind, type):
        return _nothing(kind)
    if dataclasses.is_dataclass(kind):
        return lambda value, known_only: from_plain(kind, value, known_only=known_only)
    return _member(kind) if issubclass(kind, Enum) else _exactly(kind)


def _optional(options: tuple[object, ...]) -> _Make:
    make = _maker(next(each for each in options if each is not type(None)))
    may_miss = type(None) in options

    def build(value: object, known_only: bool) -> object:
        return None if value is None and may_miss else make(value, known_only)

    return build


def _sequence(kind: object) -> _Make:
    plain, make = _plain(kind), _maker(kind)

    def build(value: object, known_only: bool) -> object:
        if not isinstance(value, (list, tuple)):
            raise PlainError(f"expected a list, got {type(value).__name__}")
        return tuple([each if type(each) is plain else make(each, known_only) for each in value])

    return build


def _mapping(kind: object) -> _Make:
    make = _maker(kind)

    def build(value: object, known_only: bool) -> object:
        if not isinstance(value, dict):
            raise PlainError(f"expected an object, got {type(value).__name__}")
        return {str(key): make(each, known_only) for key, each in value.items()}

    return build


def _member(kind: type[Enum]) -> _Make:
    def build(value: object, _known_only: bool) -> object:
        try:
            return kind(value)
        except ValueError as error:
            raise PlainError(str(error)) from error

    return build


def _exactly(kind: type[object]) -> _Make:
    def build(value: object, _known_only: bool) -> object:
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            raise PlainError(f"expected {kind.__name__}, got {type(value).__name__}")
        return value

    return build


def _nothing(kind: object) -> _Make:
    def build(_value: object, _known_only: bool) -> object:
        raise PlainError(f"no message holds a {kind}")

    return build
