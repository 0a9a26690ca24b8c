"""Kills a process that works on a library, takes the library up again, and looks at all of it.

Each trial begins with the same library and documents, in the same place, and must end with the
same contents as the run in which nobody died.
"""

from __future__ import annotations

import hashlib
import os
import random
import select
import shutil
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.core.errors import NoTextError
from app.core.types import DocumentText
from app.engine.models import ModelFactory
from app.engine.reader_pool import ReaderPool
from app.index import kept_bm25, kept_dense
from app.index.connection import DATABASE
from app.index.library import Library
from app.ingest.readers.registry import open_document
from app.ingest.split import SplitSettings
from app.models.contracts import Embedder, Vectors
from tests.crash.autopsy import (
    Contents,
    Left,
    LostError,
    check_finished,
    check_indexes,
    contents_of,
    look_at_body,
)
from tests.crash.death import Death
from tests.crash.scene import (
    STEPS,
    Step,
    copy_tree,
    finish_step,
    make_documents,
    run_step,
)

MakeModels = Callable[[Callable[[Sequence[str]], None]], ModelFactory]

REPAIR = "repair"
_DEADLINE_S = 300.0
_SECOND_DEATH = 0.3  # share of trials in which the one who takes it up dies as well


@dataclass(frozen=True, slots=True)
class Clean:
    """A step's run in which nobody died: what came of it, and how long it took."""

    contents: Contents
    moments: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Tried:
    """One trial; `lost` is empty where nothing was. Not `died`: it was done too early for that."""

    step: str
    kind: str
    at: float
    died: bool
    lost: str


class Diary:
    """What a child embedded and read, a line each, so that its death loses none of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.unlink(missing_ok=True)

    def embedded(self, texts: Sequence[str]) -> None:
        """Note texts that are given to the embedder."""
        self._write("".join(f"e {_hash(text)}\n" for text in texts))

    def read(self, path: Path) -> None:
        """Note a file that is given to a reader."""
        self._write(f"r {hashlib.sha256(path.read_bytes()).hexdigest()}\n")

    def check(self, left: Left, *, reread: bool) -> None:
        """Raise LostError if anything that `left` holds was made again."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        embedded = [bytes.fromhex(line[2:]) for line in lines if line.startswith("e ")]
        again = sum(each in left.embedded for each in embedded)
        if again:
            raise LostError(f"{again} passages were embedded twice")
        if len(set(embedded)) < len(embedded):
            raise LostError("a passage was embedded twice by one process")
        contents = [line[2:] for line in lines if line.startswith("r ")]
        again = sum(each in left.contents for each in contents)
        if again and not reread:
            raise LostError(f"{again} files were read twice")

    def _write(self, text: str) -> None:
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, text.encode())
        os.close(handle)


class WatchedPassages:
    """An embedder that tells of what it is given."""

    def __init__(self, inner: Embedder, tell: Callable[[Sequence[str]], None]) -> None:
        self._inner = inner
        self._tell = tell

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - everything else is the inner one's
        return getattr(self._inner, name)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self._tell(texts)
        return self._inner.embed_passages(texts)


class Trials:
    """Makes the beginnings of all steps once, then kills as often as it is told to.

    `models` is given what is to be told of texts that are embedded. The process that calls must
    have no other threads: it forks.
    """

    def __init__(self, base: Path, models: MakeModels, seed: int, *, readers: bool) -> None:
        """`readers` lets reader processes read, as always; without, the child reads by itself."""
        self._base = base
        self._readers = readers
        self._models = models
        self._random = random.Random(seed)
        self._library, self._documents = base / "work" / "library", base / "work" / "documents"
        self.clean: dict[str, Clean] = {}

    # ----------------------------------------------------------------------- before the deaths

    def prepare(self) -> None:
        """Run all steps once without a death. Keeps the state before each of them."""
        self._documents.parent.mkdir(parents=True)
        make_documents(self._documents)
        self._library.mkdir(mode=0o700)
        for step in STEPS:
            step.change(self._documents)
            for path in (self._library, self._documents):
                copy_tree(path, self._base / "before" / step.name / path.name)
            began = time.monotonic()
            self._must_live(lambda step=step: self._count(step))  # type: ignore[misc]  # mypy cannot type a lambda's default
            seconds = time.monotonic() - began
            contents = contents_of(self._library, self._documents)
            self.clean[step.name] = Clean(
                contents, int((self._base / "moments").read_text()), seconds
            )
            self._must_live(lambda contents=contents: self._check(contents))  # type: ignore[misc]  # as above

    def _count(self, step: Step) -> None:
        death = Death()
        self._work(step, death)
        (self._base / "moments").write_text(str(death.count))

    def prepare_repair(self) -> int:
        """Damage the library as it is after the first step; return how many moments there are
        in opening and repairing it."""
        source = self._base / "before" / STEPS[1].name
        for path in (self._library, self._documents):
            copy_tree(source / path.name, self._base / "before" / REPAIR / path.name)
        damaged = self._base / "before" / REPAIR / self._library.name / DATABASE
        damaged.write_bytes(b"\xff" * 100 + damaged.read_bytes()[100:])
        self._set_out(REPAIR)
        self._must_live(self._count_repair)
        return int((self._base / "moments").read_text())

    def _count_repair(self) -> None:
        death = Death()
        death.arm()
        self._open()
        (self._base / "moments").write_text(str(death.count))

    def in_repair(self, moment: int) -> Tried:
        """Let the process die while it repairs the library."""
        self._set_out(REPAIR)
        damaged = (self._library / DATABASE).read_bytes()

        def work() -> None:
            Death(moment).arm()
            self._open()

        died, failed = self._run(work, None)
        if failed:
            return Tried(REPAIR, "written", moment, died, failed)
        try:
            for again in (lambda: self._finish(STEPS[1]), lambda: self._check_aside(damaged)):
                self._must_live(again)
        except LostError as lost:
            return Tried(REPAIR, "written", moment, died, str(lost))
        return Tried(REPAIR, "written", moment, died, "")

    def _open(self) -> None:
        Library.open(self._library, embedder=None, splitter=SplitSettings().identity).close()

    def _check_aside(self, damaged: bytes) -> None:
        (aside,) = (
            each
            for each in self._library.glob(f"{DATABASE}.damaged-*")
            if not each.name.endswith("-wal")
        )
        if aside.read_bytes() != damaged:
            raise LostError("the damaged file was not kept as it was")
        aside.unlink()
        self._check(self.clean[STEPS[1].name].contents)

    # -------------------------------------------------------------------------------- one death

    def at_moment(self, step: Step, moment: int | None = None) -> Tried:
        """Let the process die at a moment at which something is written, a random one."""
        at = moment or self._random.randint(1, self.clean[step.name].moments)
        return self._try(step, "written", at, lambda: self._work(step, Death(at)), None)

    def at_time(self, step: Step) -> Tried:
        """Kill the process at any time."""
        at = self._random.uniform(0.0, self.clean[step.name].seconds)
        return self._try(step, "any time", at, lambda: self._work(step, Death()), at)

    def _try(
        self, step: Step, kind: str, at: float, work: Callable[[], None], after_s: float | None
    ) -> Tried:
        self._set_out(step.name)
        died, failed = self._run(work, after_s)
        if failed:
            return Tried(step.name, kind, at, died, f"it failed: {failed}")
        try:
            left = look_at_body(self._library, self._base / "body")
            if died and self._random.random() < _SECOND_DEATH:
                left = self._die_again(step, left)
            self._take_up(step, left)
        except LostError as lost:
            return Tried(step.name, kind, at, died, str(lost))
        return Tried(step.name, kind, at, died, "")

    def _set_out(self, name: str) -> None:
        """Put library and documents where they were before a step."""
        for path in (self._library, self._documents):
            copy_tree(self._base / "before" / name / path.name, path)

    def _die_again(self, step: Step, left: Left) -> Left:
        seconds = self._random.uniform(0.0, self.clean[step.name].seconds)
        died, failed = self._run(lambda: self._finish(step), seconds)
        if failed:
            raise LostError(f"taking it up failed: {failed}")
        self._diary.check(left, reread=not died)
        return look_at_body(self._library, self._base / "body")

    def _take_up(self, step: Step, left: Left) -> None:
        for work in (
            lambda: self._finish(step),
            lambda: self._check(self.clean[step.name].contents),
        ):
            died, failed = self._run(work, None)
            if died or failed:
                raise LostError(failed or "the one who took it up died by itself")
        # A file that was to be read again whatever it holds is read again, once.
        self._diary.check(left, reread=step.name == "re-read")

    # ---------------------------------------------------------------------------- in the child

    @property
    def _diary(self) -> Diary:
        diary = object.__new__(Diary)
        diary.path = self._base / "diary"
        return diary

    def _work(self, step: Step, death: Death) -> None:
        models = self._begin()
        death.arm()
        run_step(self._library, self._documents, step, models)

    def _finish(self, step: Step) -> None:
        finish_step(self._library, self._documents, step, self._begin())

    def _begin(self) -> ModelFactory:
        diary = Diary(self._base / "diary")
        read = ReaderPool.read if self._readers else read_here

        def watched(pool: ReaderPool, path: Path, *args: Any) -> DocumentText:  # noqa: ANN401
            diary.read(path)
            return read(pool, path, *args)

        ReaderPool.read = watched  # type: ignore[method-assign,assignment]  # a test double
        kept_bm25._MERGE_POSTINGS = 300  # merges all the time, beside the work
        kept_dense._WORTH_SAVING = 1
        return self._models(diary.embedded)

    def _check(self, contents: Contents) -> None:
        check_finished(self._library, self._documents, contents)
        check_indexes(self._library, self._base / "rebuilt")

    # ------------------------------------------------------------------------------- processes

    def _must_live(self, work: Callable[[], None]) -> None:
        died, failed = self._run(work, None)
        if died or failed:
            raise LostError(failed or "it died by itself")

    def _run(self, work: Callable[[], None], kill_after_s: float | None) -> tuple[bool, str]:
        """Do `work` in a child; return whether it was killed, and how else it failed."""
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ours)
            _be_the_child(work, theirs)
        os.close(theirs)
        try:
            wait = _DEADLINE_S if kill_after_s is None else kill_after_s
            ended = select.select([ours], [], [], wait)[0]
            if not ended:
                os.kill(child, signal.SIGKILL)
            said = b"".join(iter(lambda: os.read(ours, 65536), b"")).decode()
        finally:
            os.close(ours)
        _pid, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        if not ended and kill_after_s is None:
            return False, "it hung"
        return code == -signal.SIGKILL, said or ("" if code in (0, -signal.SIGKILL) else f"{code}")

    def clear(self) -> None:
        """Delete everything that was made."""
        shutil.rmtree(self._base, ignore_errors=True)


def read_here(_pool: ReaderPool, path: Path, *_args: Any) -> DocumentText:  # noqa: ANN401
    """Read a file without a process of its own, which is slow to start."""
    document = open_document(path)
    try:
        pages = tuple(document.read_pages(0, frozenset()))
        read = DocumentText(document.format, document.title, document.paged, pages)
    finally:
        document.close()
    if not any(page.text.strip() for page in pages):
        raise NoTextError("The file holds no text.")
    return read


def _be_the_child(work: Callable[[], None], theirs: int) -> None:
    """Do the work and end, whatever comes of it."""
    try:
        work()
        os._exit(0)
    except LostError as lost:
        os.write(theirs, str(lost).encode())
    except BaseException:  # noqa: BLE001 - the child ends here, and its parent must hear why
        os.write(theirs, traceback.format_exc().encode("utf-8", "replace"))
    os._exit(1)


def _hash(text: str) -> str:
    """As `embedded_as` in the database."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]
