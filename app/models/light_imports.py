"""Spares the import of what sentence-transformers and transformers name but never use here.

Each is a function taken at import, for work that no embedder on a CPU does: Manhattan distances,
sparse vectors, the losses of object detection, hints for torch.compile, models spread over several
machines. The imports behind them take longer than all the rest.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import ModuleType

# Module: functions of it that are taken at import. Each stand-in gets the real one when called.
_DEFERRED: Mapping[str, tuple[str, ...]] = {
    "sklearn": (),
    "sklearn.metrics": ("pairwise_distances",),
    "scipy": (),
    "scipy.optimize": ("linear_sum_assignment",),
    "scipy.sparse": ("coo_matrix",),
}


# Modules and their attributes are the process's own, and so is the turn to change them.
_turn = threading.RLock()


@contextmanager
def light_imports() -> Iterator[None]:
    """Import sentence-transformers within this block. Imports torch.

    Any thread; a second one waits until the first has left the block.
    """
    with ExitStack() as stack:
        stack.enter_context(_turn)
        if "sentence_transformers" in sys.modules:  # nothing left to spare
            yield
            return
        stack.enter_context(_deferred_functions())
        torch = importlib.import_module("torch")
        stack.enter_context(_without_compiler(torch))
        stack.enter_context(_without_distribution(torch))
        yield


@contextmanager
def _deferred_functions() -> Iterator[None]:
    """Let stand-ins be found for the modules of `_DEFERRED` that are not loaded yet."""
    loaded = {name.partition(".")[0] for name in sys.modules}
    ours = {
        name: _stand_in(name, functions)
        for name, functions in _DEFERRED.items()
        if name.partition(".")[0] not in loaded
    }
    for name, module in ours.items():
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(ours[parent], child, module)
    sys.modules.update(ours)
    try:
        yield
    finally:
        for name in ours:
            sys.modules.pop(name, None)


def _stand_in(name: str, functions: tuple[str, ...]) -> ModuleType:
    module = ModuleType(name)
    is_package = any(each.startswith(f"{name}.") for each in _DEFERRED)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=is_package)
    for function in functions:
        setattr(module, function, _deferred(name, function))
    return module


def _deferred(module: str, function: str) -> Callable[..., object]:
    def call(*arguments: object, **options: object) -> object:
        real: Callable[..., object] = getattr(importlib.import_module(module), function)
        return real(*arguments, **options)

    return call


@contextmanager
def _without_compiler(torch: ModuleType) -> Iterator[None]:
    """Answer hints to torch.compile, which is never used here, without loading the compiler.

    torch loads it when its attribute `_dynamo` is first asked for, so an attribute of ours keeps
    it out. Whoever wants more of it than the hints still gets the real one.
    """
    name = "_dynamo"
    if name in vars(torch):
        yield
        return
    stand_in = ModuleType(f"torch.{name}")
    vars(stand_in).update(_HINTS)
    vars(stand_in)["__getattr__"] = _from_module(f"torch.{name}")  # PEP 562
    compiler = torch.compiler
    real = {hint: getattr(compiler, hint) for hint in _HINTS}
    setattr(torch, name, stand_in)
    vars(compiler).update(_HINTS)
    try:
        yield
    finally:
        vars(compiler).update(real)
        if vars(torch).get(name) is stand_in:
            delattr(torch, name)
            if f"torch.{name}" in sys.modules:
                setattr(torch, name, sys.modules[f"torch.{name}"])


def _unchanged(function: object) -> object:
    return function


def _hint(function: object = None, **_options: object) -> object:
    """A decorator with or without options that leaves the function as it is."""
    return _unchanged if function is None else function


_HINTS: Mapping[str, object] = {
    "allow_in_graph": _hint,
    "assume_constant_result": _hint,
    "disable": _hint,
}


def _from_module(module: str) -> Callable[[str], object]:
    def get(name: str) -> object:
        return getattr(importlib.import_module(module), name)

    return get


@contextmanager
def _without_distribution(torch: ModuleType) -> Iterator[None]:
    """Say that torch was built for one machine, whose tensors are not spread over several."""
    distributed = torch.distributed
    real = distributed.is_available
    distributed.is_available = _never
    try:
        yield
    finally:
        distributed.is_available = real


def _never() -> bool:
    return False
