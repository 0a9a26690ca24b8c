"""Collects, from the program's source, every text that the engine may send to the window.

A text with values in it becomes a template: "It has {} MB." An expression that cannot be read is
named in `opaque`, so that no text slips through unseen.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.core import errors

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("answer", "core", "engine", "index", "ingest", "models")

ERRORS = frozenset(
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.MargineError)
)
# Messages made without an error: at which argument the texts begin.
MESSAGES = {
    "ReadFailed": 2,
    "JobFailed": 1,
    "EngineFailed": 0,
    "LibraryRepaired": 0,
    "CheckFinding": 2,
    "ModelState": 3,
    "UnusableFile": 1,
    "Choice": 1,
}
# Helpers that make errors, and the argument that they are given a text in.
HELPERS = {
    "app/index/connection.py": ("damaged", 1),
    "app/models/gguf.py": ("_problem", 1),
    "app/models/installed_check.py": ("_broken", 1),
    "app/models/reranker.py": ("_unusable", 1),
}
# Functions that return a text, or a part of one.
MAKERS = {
    "app/answer/prompt.py": ("_left_out",),
    "app/engine/file_reading.py": ("place",),
    "app/engine/adding.py": ("_why", "_next_step"),
    "app/ingest/readers/notes.py": (
        "attached",
        "attachments_unread",
        "gibberish",
        "messages_cut",
        "rows_cut",
        "unread",
    ),
    "app/ingest/scan.py": ("_reason",),
    "app/models/candidate.py": ("_fault_of", "_why_no_embedder"),
    "app/models/gguf.py": ("_what_it_is",),
}
CONSTANTS = {
    "app/core/folders.py": ("ONLY_IN_CLOUD", "STOPPED_TWICE"),
    "app/engine/index_reasons.py": ("AWAY",),
    "app/ingest/readers/pdf_sniff.py": ("_OTHER_KINDS",),
    "app/ingest/readers/unread.py": (
        "OTHER",
        "OLD_WORD",
        "OLD_SLIDES",
        "OLD_SHEETS",
        "OLD_TEXT",
        "APPLE",
        "ARCHIVE",
        "SOUND",
        "FILM",
        "PICTURE",
        "OTHER_BOOK",
        "MAILBOX",
        "OTHER_PAGES",
        "DATABASE",
        "PROGRAM",
    ),
}
NOTES = ("notes", "problems")  # lists of texts
SENTENCES: Mapping[str, Callable[[str], str]] = {  # how a helper completes what it is given
    "app/models/gguf.py": lambda text: text[0].upper() + text[1:] + ".",
}


@dataclass
class Found:
    """Templates, and expressions that could not be read, each with the file that it is in."""

    templates: dict[str, str] = field(default_factory=dict)
    opaque: set[tuple[str, str]] = field(default_factory=set)


def collect() -> Found:
    """Look through all rooms whose texts reach the window."""
    found = Found()
    for room in ROOMS:
        for path in sorted((ROOT / "app" / room).rglob("*.py")):
            _Source(path, found).look()
    return found


class _Source:
    """One source file."""

    def __init__(self, path: Path, found: Found) -> None:
        self._name = path.relative_to(ROOT).as_posix()
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._found = found

    def look(self) -> None:
        for scope in self._scopes():
            inner = {id(node) for each in self._functions_in(scope) for node in ast.walk(each)}
            for node in ast.walk(scope):
                if id(node) not in inner:
                    self._look_at(node, scope)
        for constant in CONSTANTS.get(self._name, ()):
            for value in self._assigned(self._tree, constant):
                for node in ast.walk(value):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        self._note({node.value})
        for maker in MAKERS.get(self._name, ()):
            for scope in self._scopes():
                if isinstance(scope, ast.FunctionDef) and scope.name == maker:
                    for node in ast.walk(scope):
                        if isinstance(node, ast.Return) and node.value is not None:
                            self._take(node.value, scope)

    def _scopes(self) -> list[ast.AST]:
        return [self._tree, *self._functions_in(self._tree)]

    @staticmethod
    def _functions_in(scope: ast.AST) -> list[ast.FunctionDef]:
        return [
            node
            for node in ast.walk(scope)
            if isinstance(node, ast.FunctionDef) and node is not scope
        ]

    def _look_at(self, node: ast.AST, scope: ast.AST) -> None:
        if isinstance(node, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id in NOTES for each in node.targets
        ):
            for part in ast.walk(node.value):
                if isinstance(part, ast.JoinedStr):
                    self._take(part, scope)
        if not isinstance(node, ast.Call):
            return
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        helper, at = HELPERS.get(self._name, (None, 0))
        arguments = [*node.args]
        if name in ERRORS:
            texts = arguments + [each.value for each in node.keywords]
        elif name in MESSAGES:
            texts = arguments[MESSAGES[name] :] + [each.value for each in node.keywords]
        elif name == helper:
            texts = arguments[at:]
        elif name == "append" and self._owner(called) in NOTES:
            texts = arguments
        else:
            return
        for text in texts:
            self._take(text, scope, helped=name == helper)

    @staticmethod
    def _owner(called: ast.expr) -> str:
        owner = called.value if isinstance(called, ast.Attribute) else None
        if isinstance(owner, ast.Attribute):
            return owner.attr
        return owner.id if isinstance(owner, ast.Name) else ""

    def _take(self, node: ast.expr, scope: ast.AST, *, helped: bool = False) -> None:
        """Note the templates of one text."""
        made = self._read(node, scope)
        if self._name in SENTENCES and (helped or self._is_maker(scope)):
            made = {SENTENCES[self._name](text) for text in made}
        self._note(made)

    def _is_maker(self, scope: ast.AST) -> bool:
        return isinstance(scope, ast.FunctionDef) and scope.name in MAKERS.get(self._name, ())

    def _note(self, made: set[str]) -> None:
        for text in made:
            if any(letter.isalpha() for letter in text):
                self._found.templates[text] = self._name

    def _read(self, node: ast.expr, scope: ast.AST) -> set[str]:
        """Every template that an expression may come to."""
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.Constant():
                return set()
            case ast.JoinedStr():
                return {"".join(_parts_of(node))}
            case ast.IfExp():
                return self._read(node.body, scope) | self._read(node.orelse, scope)
            case ast.BinOp(op=ast.Add()):
                pairs = itertools.product(
                    self._read(node.left, scope), self._read(node.right, scope)
                )
                return {left + right for left, right in pairs}
            case ast.Name():
                values = self._assigned(scope, node.id) or self._assigned(self._tree, node.id)
                if values:
                    return {text for value in values for text in self._read(value, scope)}
        self._found.opaque.add((self._name, ast.unparse(node)))
        return set()

    @staticmethod
    def _assigned(scope: ast.AST, name: str) -> list[ast.expr]:
        return [
            node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign)
            and any(isinstance(each, ast.Name) and each.id == name for each in node.targets)
        ]


def _parts_of(node: ast.JoinedStr) -> Iterator[str]:
    for part in node.values:
        yield part.value if isinstance(part, ast.Constant) else "{}"
