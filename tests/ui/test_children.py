"""Real child processes behind the window: good ones, dying ones, ones that print garbage."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.engine.protocol import ListFiles, PageRendered, Search
from app.ui.child_process import ChildCommand
from app.ui.engine_client import EngineClient
from app.ui.engine_port import EngineState
from app.ui.page_client import PageClient, PageRequest, PlacesRequest, take_bitmap

pytestmark = pytest.mark.usefixtures("qapp")

HEAD = """
import os, sys, time
from app.engine.codec import frame, read_message
from app.engine.protocol import *
from app.core.types import *
out, here = sys.stdout.buffer, os.path.dirname(os.path.abspath(__file__))
def say(*messages):
    for each in messages: out.write(frame(each))
    out.flush()
def count(name):
    with open(os.path.join(here, name), "a") as f: f.write("x")
    return os.path.getsize(os.path.join(here, name))
def hear(): return read_message(sys.stdin.buffer)
TOTALS = LibraryTotals(1, 1, 1, 1)
def ready(): say(Ready(PROTOCOL_VERSION, "0", hear().library, "g", "e", TOTALS))
"""

Make = Callable[[str], Callable[[], ChildCommand]]


@pytest.fixture
def script(tmp_path: Path) -> Make:
    """Makes the command of a child that runs this code."""

    def make(code: str) -> Callable[[], ChildCommand]:
        path = tmp_path / "child.py"
        path.write_text(HEAD + code, encoding="utf-8")
        arguments = (sys.executable, "-I", str(path))
        return lambda: ChildCommand(arguments, dict(os.environ))

    return make


@pytest.fixture
def make_client(script: Make, tmp_path: Path) -> Callable[[str], EngineClient]:
    clients: list[EngineClient] = []

    def make(code: str) -> EngineClient:
        client = EngineClient(tmp_path / "library", script(code), tmp_path / "logs" / "e.log")
        clients.append(client)
        return client

    yield make  # type: ignore[misc]  # a generator fixture
    for client in clients:
        client.stop()


def test_a_job_gets_its_events_and_others_are_dropped(
    make_client: Callable[[str], EngineClient], qtbot: QtBot
) -> None:
    client = make_client(
        "ready()\nask = hear()\n"
        "say(JobDone(99), DraftText(ask.job, 'a'), SearchDone(ask.job, (), ('w',)))\nhear()\n"
    )
    client.start()
    job = client.submit(lambda number: Search(number, "q", 3))  # waits for the engine
    seen: list[object] = []
    job.happened.connect(seen.append)
    with qtbot.waitSignal(job.done) as done:
        pass
    assert done.args[0].words == ("w",)
    assert [each.text for each in seen] == ["a"]  # type: ignore[attr-defined]  # DraftText
    assert client.state is EngineState.READY


def test_the_log_is_private(
    make_client: Callable[[str], EngineClient], qtbot: QtBot, tmp_path: Path
) -> None:
    client = make_client("print('oh', file=sys.stderr, flush=True)\nready()\nhear()\n")
    with qtbot.waitSignal(client.became_ready):
        client.start()
    log = tmp_path / "logs" / "e.log"
    assert log.read_text() == "oh\n"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert stat.S_IMODE(log.parent.stat().st_mode) == 0o700


def test_a_dead_engine_is_started_again_and_its_jobs_fail(
    make_client: Callable[[str], EngineClient], qtbot: QtBot
) -> None:
    client = make_client(
        "first = count('starts') == 1\nready()\nask = hear()\n"
        "if first: os._exit(9)\n"
        "say(JobDone(ask.job))\nhear()\n"
    )
    states: list[EngineState] = []
    client.state_changed.connect(states.append)
    with qtbot.waitSignal(client.became_ready):
        client.start()
    job = client.submit(ListFiles)
    with qtbot.waitSignal(job.failed) as failed:
        pass
    assert job.lost
    assert failed.args[0].next_step == "Please ask again."
    with qtbot.waitSignal(client.became_ready):
        pass
    with qtbot.waitSignal(client.submit(ListFiles).done):
        pass
    assert states == [
        EngineState.STARTING,
        EngineState.READY,
        EngineState.RESTARTING,
        EngineState.READY,
    ]


def test_an_engine_that_keeps_dying_is_given_up_until_asked(
    make_client: Callable[[str], EngineClient],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.ui.engine_client._BACKOFF_MS", (0, 0, 0))
    client = make_client("if count('starts') <= 3: os._exit(1)\nready()\nhear()\n")
    with qtbot.waitSignal(
        client.state_changed, check_params_cb=lambda state: state is EngineState.GAVE_UP
    ):
        client.start()
    assert (tmp_path / "starts").stat().st_size == 3
    with qtbot.waitSignal(client.submit(ListFiles).failed):
        pass
    with qtbot.waitSignal(client.became_ready):
        client.restart()


def test_an_engine_is_reloaded_without_counting_as_a_death(
    make_client: Callable[[str], EngineClient], qtbot: QtBot, tmp_path: Path
) -> None:
    client = make_client("count('starts')\nready()\nwhile not isinstance(hear(), Quit): pass\n")
    with qtbot.waitSignal(client.became_ready):
        client.start()
    running = client.submit(ListFiles)
    states: list[EngineState] = []
    client.state_changed.connect(states.append)
    with qtbot.waitSignals([client.launched, client.became_ready, running.failed]):
        client.reload()
        client.reload()  # it is on its way
    assert (tmp_path / "starts").stat().st_size == 2
    assert client.deaths == ()
    assert states == [EngineState.STARTING, EngineState.READY]


def test_an_engine_that_moves_the_library_is_reloaded_when_it_has(
    make_client: Callable[[str], EngineClient], qtbot: QtBot, tmp_path: Path
) -> None:
    client = make_client(
        "hello = hear()\n"
        "count('starts')\n"
        "if hello.move_to:\n"
        "    while not os.path.exists(os.path.join(here, 'go')): time.sleep(0.01)\n"
        "library = hello.move_to or hello.library\n"
        "say(Ready(PROTOCOL_VERSION, '0', library, 'g', 'e', TOTALS))\n"
        "while not isinstance(hear(), Quit): pass\n"
    )
    with qtbot.waitSignal(client.became_ready):
        client.start()
    with qtbot.waitSignal(client.launched):
        client.move(tmp_path / "drive")
    moving = client.process_id
    client.reload()
    assert client.process_id == moving  # it is not asked to end in the midst of it
    with qtbot.waitSignals([client.became_ready, client.launched, client.became_ready]):
        (tmp_path / "go").touch()
    assert (tmp_path / "starts").stat().st_size == 3
    assert client.library_folder == tmp_path / "drive"
    assert client.deaths == ()


def test_an_engine_that_says_why_is_not_started_again(
    make_client: Callable[[str], EngineClient], qtbot: QtBot
) -> None:
    client = make_client("hear()\nsay(EngineFailed('Too new.', 'why', 'Update.'))\n")
    with qtbot.waitSignal(
        client.state_changed, check_params_cb=lambda state: state is EngineState.GAVE_UP
    ):
        client.start()
    assert client.trouble is not None
    assert client.trouble.what == "Too new."


def test_its_last_word_is_heard_behind_many_others(
    make_client: Callable[[str], EngineClient], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.child_process._SLICE_MS", 0)  # one message, then it is drawn
    client = make_client(
        "ready()\n"
        "say(*[FilesChanged((), (), TOTALS)] * 200, EngineFailed('Too new.', 'why', 'Update.'))\n"
        "os._exit(1)\n"
    )
    arrived: list[object] = []
    client.files_changed.connect(arrived.append)
    with qtbot.waitSignal(
        client.state_changed,
        check_params_cb=lambda state: state in (EngineState.GAVE_UP, EngineState.RESTARTING),
    ):
        client.start()
    assert client.state is EngineState.GAVE_UP
    assert len(arrived) == 200
    assert client.trouble is not None
    assert client.trouble.what == "Too new."


@pytest.mark.parametrize(
    "garbage", ["b'hello, I am not an engine'", "b'\\xff' * 100", "b'\\0\\0\\0\\4null'"]
)
def test_garbage_ends_the_child(
    garbage: str,
    make_client: Callable[[str], EngineClient],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.ui.engine_client._BACKOFF_MS", (0, 0, 0))
    client = make_client(f"out.write({garbage} * 2)\nout.flush()\ntime.sleep(600)\n")
    with qtbot.waitSignal(
        client.state_changed, check_params_cb=lambda state: state is EngineState.GAVE_UP
    ):
        client.start()
    assert client.process_id == 0


def test_a_program_that_does_not_exist_is_given_up(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.engine_client._BACKOFF_MS", (0, 0, 0))
    command = ChildCommand((str(tmp_path / "missing"),), {})
    client = EngineClient(tmp_path, lambda: command, tmp_path / "e.log")
    with qtbot.waitSignal(
        client.state_changed, check_params_cb=lambda state: state is EngineState.GAVE_UP
    ):
        client.start()


def test_stopping_ends_the_child(make_client: Callable[[str], EngineClient], qtbot: QtBot) -> None:
    client = make_client("ready()\nwhile hear() is not None: pass\n")
    with qtbot.waitSignal(client.became_ready):
        client.start()
    pid = client.process_id
    client.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_many_messages_do_not_hold_up_the_window(
    make_client: Callable[[str], EngineClient], qtbot: QtBot
) -> None:
    client = make_client(
        "ready()\n"
        "state = FileState.INDEXED\n"
        "r = tuple(FileRecord(n, f'/a/{n}', '/a', state, '', 1, 1, 1) for n in range(500))\n"
        "say(*[FilesChanged(r, (), TOTALS)] * 40)\nhear()\n"
    )
    turns: list[int] = []
    arrived: list[object] = []
    timer = QTimer()
    timer.timeout.connect(lambda: turns.append(len(arrived)))
    timer.start(0)
    client.files_changed.connect(arrived.append)
    client.start()
    qtbot.waitUntil(lambda: len(arrived) == 40, timeout=20_000)
    timer.stop()
    assert len({each for each in turns if 0 < each < 40}) >= 3  # the window had its turns between


# ------------------------------------------------------------------------------- page child

PAGE = """
import tempfile
def page(wish, colour=b"\\x10\\x20\\x30\\xff"):
    handle, path = tempfile.mkstemp(dir=here)
    os.write(handle, colour * (wish.width_px * 20)); os.close(handle)
    say(PageRendered(wish.job, path, wish.width_px, 20, wish.width_px * 4, wish.page_index, 9,
        "ix", (Rect(0.1, 0.2, 0.3, 0.4),), True))
"""


def test_a_page_is_drawn_and_its_file_deleted(qtbot: QtBot, script: Make, tmp_path: Path) -> None:
    client = PageClient(script(PAGE + "while w := hear(): page(w)\n"), tmp_path / "p.log")
    request = PageRequest("/a.pdf", 3, 40)
    with qtbot.waitSignal(client.drawn) as drawn:
        client.draw(request)
    client.stop()
    assert drawn.args[0] == request
    image: QImage = drawn.args[1]
    assert (image.width(), image.height()) == (40, 20)
    assert image.pixelColor(5, 5) == QColor(0x30, 0x20, 0x10)
    assert not list(tmp_path.glob("tmp*"))


def test_the_newest_page_wins(qtbot: QtBot, script: Make, tmp_path: Path) -> None:
    client = PageClient(script(PAGE + "while w := hear(): page(w)\n"), tmp_path / "p.log")
    drawn: list[int] = []
    client.drawn.connect(lambda request, *_: drawn.append(request.page_index))
    for number in range(5):
        client.draw(PageRequest("/a.pdf", number, 40))
    qtbot.waitUntil(lambda: drawn == [4])
    client.stop()
    assert not list(tmp_path.glob("tmp*"))


def test_a_page_that_hangs_is_given_up_and_the_next_is_drawn(
    qtbot: QtBot, script: Make, tmp_path: Path
) -> None:
    code = "while w := hear():\n    time.sleep(600) if w.page_index == 1 else page(w)\n"
    client = PageClient(script(PAGE + code), tmp_path / "p.log", time_limit_ms=700)
    with qtbot.waitSignal(client.failed) as failed:
        client.draw(PageRequest("/a.pdf", 1, 40))
    assert failed.args[0].page_index == 1
    client._limit.setInterval(15_000)  # the new child takes its time to start
    with qtbot.waitSignal(client.drawn):
        client.draw(PageRequest("/a.pdf", 2, 40))
    client.stop()


def test_a_slow_page_does_not_hold_up_the_one_that_is_wanted(
    qtbot: QtBot, script: Make, tmp_path: Path
) -> None:
    code = "while w := hear():\n    time.sleep(600) if w.page_index == 1 else page(w)\n"
    client = PageClient(script(PAGE + code), tmp_path / "p.log", time_limit_ms=600_000)
    client.draw(PageRequest("/a.pdf", 1, 40))
    with qtbot.waitSignal(client.drawn, timeout=20_000) as drawn:
        client.draw(PageRequest("/a.pdf", 2, 40))
    client.stop()
    assert drawn.args[0].page_index == 2


def test_places_are_told_after_the_page_and_the_newest_of_each_purpose(
    qtbot: QtBot, script: Make, tmp_path: Path
) -> None:
    code = (
        "from app.engine.protocol import SpansLocated\n"
        "def located(w): say(SpansLocated(w.job, w.page_index, ((Rect(0.1, 0.1, 0.2, 0.2),),), "
        "w.text_sha256 != 'other'))\n"
        "while w := hear(): located(w) if hasattr(w, 'spans') and not hasattr(w, 'width_px') "
        "else page(w)\n"
    )
    client = PageClient(script(PAGE + code), tmp_path / "p.log")
    told: list[str] = []
    client.drawn.connect(lambda request, *_: told.append(f"page {request.page_index}"))
    client.located.connect(lambda request, _boxes: told.append(request.text_sha256))
    client.draw(PageRequest("/a.pdf", 3, 40))
    for purpose, sha in (("words", "old"), ("found", "other"), ("words", "new"), ("last", "last")):
        client.locate(PlacesRequest(purpose, "/a.pdf", 3, (), sha))
    qtbot.waitUntil(lambda: told[-1:] == ["last"])
    client.stop()
    assert told == ["page 3", "new", "last"]


def test_a_page_that_kills_its_child_fails_once(qtbot: QtBot, script: Make, tmp_path: Path) -> None:
    client = PageClient(script("hear()\nos._exit(11)\n"), tmp_path / "p.log")
    failures: list[object] = []
    client.failed.connect(lambda request, _reason: failures.append(request))
    with qtbot.waitSignal(client.failed):
        client.draw(PageRequest("/a.pdf", 1, 40))
    client.stop()
    assert len(failures) == 1


@pytest.mark.parametrize(("size", "stride"), [(10, 400), (8000, 10), (0, 400)])
def test_a_bitmap_that_is_not_what_it_says_is_refused(
    tmp_path: Path, size: int, stride: int
) -> None:
    path = tmp_path / "page.raw"
    path.write_bytes(b"x" * size)
    message = PageRendered(1, str(path), 100, 20, stride, 0, 1, None, (), True)
    assert take_bitmap(message).isNull()
    assert not path.exists()
    assert take_bitmap(message).isNull()  # and it is gone now
