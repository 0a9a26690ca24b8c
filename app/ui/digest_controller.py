"""Between the engine and the digest page: asking, following, stopping, going on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.core.types import Digest, DigestPoint
from app.engine.protocol import DigestDone, DigestProgress, JobFailed, MakeDigest, Message
from app.ui.digest_page import DigestPage
from app.ui.digest_values import Wish
from app.ui.engine_port import EnginePort, EngineState
from app.ui.jobs import Job


class DigestController(QObject):
    """One digest at a time: a newer one stops it, and the engine keeps what it had read.

    Window thread only. A digest that the engine took down with it is asked for again by itself if
    it had got ahead, or if the engine was only to begin anew; it goes on where it was.
    """

    def __init__(self, engine: EnginePort, page: DigestPage) -> None:
        super().__init__(page)
        self._engine = engine
        self._page = page
        self._job: Job | None = None
        self._wish: Wish | None = None
        self._done = 0  # passages that were read when it was last asked for
        self._ahead = False  # whether more were read since
        page.requested.connect(self.begin)
        page.stop_requested.connect(self.stop)
        page.go_on_requested.connect(self.go_on)

    @property
    def busy(self) -> bool:
        """Whether a digest is being made."""
        return self._job is not None

    def begin(self, wish: Wish) -> None:
        """Make a digest."""
        if self._job is not None:
            self._engine.cancel(self._job)
            self._engine.forget(self._job)
        self._wish = wish
        self._done = 0
        self._page.begin(wish)
        self._submit(wish)

    @property
    def wish(self) -> Wish | None:
        """What was asked for last."""
        return self._wish

    def go_on_with(self, wish: Wish, digest: Digest | None, points: Sequence[DigestPoint]) -> None:
        """Show what another window had made: a digest, or the points of one that was stopped."""
        self._wish = wish
        self._page.begin(wish)
        if digest is not None:
            self._page.finish(digest)
        else:
            self._page.result.list.add(points)
            self._page.stop()

    def forget(self) -> None:
        """The library is deleted: show nothing of it."""
        if self._job is not None:
            self._engine.forget(self._job)
        self._job = self._wish = None
        self._page.show_form()

    def stop(self) -> None:
        """Stop reading."""
        if self._job is not None:
            self._page.result.strip.show_stopping()
            self._engine.cancel(self._job)

    def go_on(self) -> None:
        """Ask for the same again."""
        if self._wish is not None and self._job is None:
            self._page.go_on()
            self._submit(self._wish)

    def _submit(self, wish: Wish) -> None:
        self._ahead = False
        job = self._engine.submit(
            lambda number: MakeDigest(
                number, wish.document_ids, wish.task, wish.instruction, wish.language
            )
        )
        self._job = job
        job.happened.connect(self._on_event)
        job.done.connect(self._on_done)
        job.failed.connect(lambda failure: self._on_failed(job, wish, failure))
        job.cancelled.connect(self._on_cancelled)

    def _on_event(self, message: Message) -> None:
        if isinstance(message, DigestProgress):
            self._ahead = self._ahead or message.done > self._done
            self._done = max(self._done, message.done)
            self._page.take(message)

    def _on_done(self, message: Message) -> None:
        self._job = None
        if isinstance(message, DigestDone):
            self._page.finish(message.digest)

    def _on_failed(self, job: Job, wish: Wish, failure: JobFailed) -> None:
        self._job = None
        if job.lost and self._is_worth_asking_again():
            self._page.wait()
            self._submit(wish)
        else:
            self._page.fail(failure)

    def _is_worth_asking_again(self) -> bool:
        """Whether the engine only begins anew, or died, and not of what it read first."""
        state = self._engine.state
        return state is EngineState.STARTING or (self._ahead and state is EngineState.RESTARTING)

    def _on_cancelled(self) -> None:
        self._job = None
        self._page.stop()
