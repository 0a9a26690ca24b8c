"""A second start brings the first window to the front, with what it was given to take in."""

from __future__ import annotations

import os
import socket
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from pytestqt.qtbot import QtBot

from app.ui.main_window import MainWindow
from app.ui.single_instance import (
    MOST_BYTES,
    SingleInstance,
    read_wish,
    socket_name,
    write_wish,
)

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def name(tmp_path: Path) -> str:
    return str(tmp_path / "w") if sys.platform != "win32" else f"margine-test-{os.getpid()}"


def test_the_second_is_told_and_the_first_is_asked(name: str, qtbot: QtBot) -> None:
    first, second = SingleInstance(name), SingleInstance(name)
    assert first.claim()
    with qtbot.waitSignal(first.wanted):
        assert not second.claim()
    first.release()
    assert second.claim()
    second.release()


@pytest.mark.skipif(sys.platform == "win32", reason="a named pipe leaves nothing behind")
def test_what_a_killed_window_left_is_taken_over(name: str) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(name)
    left.close()  # the file stays, nobody listens
    instance = SingleInstance(name)
    assert instance.claim()
    other = SingleInstance(name)
    assert not other.claim()
    instance.release()


@pytest.mark.skipif(sys.platform == "win32", reason="files and their modes")
def test_its_owner_alone_can_reach_it(name: str) -> None:
    instance = SingleInstance(name)
    assert instance.claim()
    assert stat.S_IMODE(Path(name).stat().st_mode) & 0o077 == 0
    instance.release()
    assert not Path(name).exists()


def test_where_nothing_can_listen_the_window_opens_all_the_same(tmp_path: Path) -> None:
    assert SingleInstance(str(tmp_path / ("long" * 60))).claim()


def test_every_library_has_its_own_and_each_spelling_means_the_same(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert socket_name(one) != socket_name(other)
    assert socket_name(one) == socket_name(other / ".." / "one")
    assert "one" not in Path(socket_name(one)).name  # says nothing of whose documents


def test_the_second_hands_its_paths_over(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    paths = tuple(str(tmp_path / f"{number} perché no, 見本.pdf") for number in range(400))
    first, second = SingleInstance(name), SingleInstance(name)
    assert first.claim(("/not/for/itself",))
    with qtbot.waitSignal(first.wanted) as heard:
        assert not second.claim(paths)
    assert heard.args == [paths]
    first.release()


@pytest.mark.skipif(sys.platform == "win32", reason="the other end is a socket")
@pytest.mark.parametrize(
    "said",
    [
        b"show\n",  # of an older version
        b"\xff" * 100_000 + b"\n",
        b"[" * 100_000 + b"\n",
        write_wish(["relative.pdf"]),
        b'[1, "/a.pdf"]\n',
        b'{"/a.pdf": 1}\n',
    ],
)
def test_whatever_else_is_said_does_no_more_than_show_the_window(
    name: str, said: bytes, qtbot: QtBot
) -> None:
    instance = SingleInstance(name)
    assert instance.claim()
    with qtbot.waitSignal(instance.wanted) as heard:
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(name)
            stranger.sendall(said)
        QCoreApplication.processEvents()
    assert heard.args == [()]
    instance.release()


@pytest.mark.skipif(sys.platform == "win32", reason="the other end is a socket")
@pytest.mark.parametrize("said", [b"", write_wish(["/a.pdf"])[:-1]])
def test_what_is_cut_short_is_not_heard(name: str, said: bytes, qtbot: QtBot) -> None:
    first, second = SingleInstance(name), SingleInstance(name)
    assert first.claim()
    heard: list[tuple[str, ...]] = []
    first.wanted.connect(heard.append)
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(name)
        stranger.sendall(said)
    with qtbot.waitSignal(first.wanted):
        assert not second.claim(("/b.pdf",))
    assert heard == [("/b.pdf",)]
    first.release()


@pytest.mark.skipif(sys.platform == "win32", reason="the other end is a socket")
def test_who_says_more_than_a_wish_is_cut_off(name: str, qtbot: QtBot) -> None:
    instance = SingleInstance(name)
    assert instance.claim()
    stranger = socket.socket(socket.AF_UNIX)
    stranger.setblocking(False)
    stranger.connect(name)
    sent = 0

    def is_cut_off() -> bool:
        nonlocal sent
        try:
            while True:
                sent += stranger.send(b"x" * 65_536)
        except BlockingIOError:
            return False
        except (BrokenPipeError, ConnectionResetError):
            return True

    with qtbot.assertNotEmitted(instance.wanted):
        qtbot.waitUntil(is_cut_off, timeout=20_000)
    stranger.close()
    assert MOST_BYTES < sent < 2 * MOST_BYTES
    instance.release()


@pytest.mark.skipif(os.name == "nt", reason="paths of another system")
def test_a_wish_is_read_as_it_was_written() -> None:
    paths = ("/home/me/Scaricati è più/a b.pdf", "/x/\udce9.pdf", "/a\nb")
    assert read_wish(write_wish(paths).rstrip(b"\n")) == paths


def test_a_minimised_window_comes_back(window: MainWindow, qtbot: QtBot) -> None:
    window.showMinimized()
    window.come_to_front()
    qtbot.waitUntil(lambda: not window.windowState() & Qt.WindowState.WindowMinimized)
    assert window.isVisible()
