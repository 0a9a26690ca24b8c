"""A person's way from the first start to a saved answer, on a real screen with keys and mouse."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageGrab

from app.core.resources import resource_path
from tests.conftest import TEST_GENERATOR
from tests.e2e.conftest import ROOT

NEEDED = ("Xvfb", "xdotool")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
pytestmark = [
    pytest.mark.models,
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform != "linux", reason="needs an X server of its own"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

DOCUMENT = "regolamento-interno.pdf"
QUESTION = "Per quanti anni si conservano i fascicoli chiusi?"
WORD = "fascicoli"
SCREEN = "1280x800x24"
SOON_S, START_S, ANSWER_S = 60.0, 240.0, 400.0


@pytest.fixture
def screen() -> Iterator[str]:
    """The name of an X display of the test's own."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=(write_end,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    try:
        with os.fdopen(read_end, encoding="ascii") as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=SOON_S)


class Desk:
    """The program on a screen: what it shows, and keys and mouse for it."""

    def __init__(self, program: subprocess.Popen[str], environment: Mapping[str, str]) -> None:
        self._program = program
        self._environment = environment
        self._news = threading.Condition()
        self._seen: dict[str, Any] = {}
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def wait(self, what: Callable[[dict[str, Any]], object], limit_s: float = SOON_S) -> Any:  # noqa: ANN401 - JSON
        """Wait until the window shows `what`; return what it shows."""
        with self._news:
            there = self._news.wait_for(lambda: self._seen and what(self._seen), limit_s)
            assert there, f"not within {limit_s:.0f} s; seen: {self._seen}"
            return self._seen

    def to_window(self, title: str) -> None:
        """Give the keys to the window called `title`, once it is there.

        There is no window manager here that would.
        """
        found = self._xdotool("search", "--sync", "--onlyvisible", "--name", f"^{title}$")
        self._xdotool("windowfocus", "--sync", found.split()[-1])
        self.wait(lambda seen: seen["active"] == title)

    def press(self, *keys: str) -> None:
        """Press keys, as xdotool names them."""
        self._xdotool("key", "--clearmodifiers", *keys)

    def write(self, text: str) -> None:
        """Type."""
        self._xdotool("type", "--delay", "15", text)

    def click(self, place: list[int]) -> None:
        """Click the middle of `place`."""
        x, y, width, height = place
        self._xdotool("mousemove", str(x + width // 2), str(y + height // 2), "click", "1")

    def close(self) -> None:
        """End what is left of the program."""
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait(timeout=SOON_S)
        self._reader.join(timeout=SOON_S)
        if self._program.stdout is not None:
            self._program.stdout.close()

    def ended(self) -> int:
        """Wait until the program has ended by itself; return its exit code."""
        return self._program.wait(timeout=SOON_S)

    def _xdotool(self, *words: str) -> str:
        result = subprocess.run(
            ["xdotool", *words],
            env=dict(self._environment),
            capture_output=True,
            encoding="utf-8",
            timeout=SOON_S,
            check=True,
        )
        return result.stdout

    def _read(self) -> None:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            with self._news:
                self._seen = json.loads(line)
                self._news.notify_all()


@contextlib.contextmanager
def started(library: Path, screen: str) -> Iterator[Desk]:
    """The program on `screen`, killed at the end if it has not ended."""
    environment = {**os.environ, "DISPLAY": screen, "QT_QPA_PLATFORM": "xcb"}
    program = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "tests.e2e.driven_window", str(library)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    desk = Desk(program, environment)
    try:
        yield desk
    finally:
        desk.close()


def is_marked(colour: tuple[int, int, int]) -> bool:
    """Whether it is the yellow of a marked passage, and neither paper nor ink."""
    red, green, blue = colour
    return red > 200 and green > 180 and blue < green - 40


def test_from_the_first_start_to_a_saved_answer(
    model_home: Path, tmp_path: Path, screen: str
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    shutil.copy(resource_path("samples") / DOCUMENT, folder)
    config = model_home / "config"
    config.mkdir(exist_ok=True)
    settings = {
        "models.generator": TEST_GENERATOR,
        "gate.mode": "always",
        "ui.language": "en",
        "ui.theme": "light",
    }
    (config / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    library = tmp_path / "library"
    with started(library, screen) as desk:
        desk.to_window(library.name)

        desk.press("ctrl+shift+o")
        desk.to_window("Add a folder")
        desk.write(str(folder))
        desk.press("Return")
        desk.wait(lambda seen: seen["active"] != "Add a folder")
        desk.wait(lambda seen: seen["passages"] and not seen["reading"], START_S)

        desk.to_window(library.name)
        desk.press("ctrl+l")
        desk.wait(lambda seen: seen["writing"])
        desk.write(QUESTION)
        desk.press("Return")
        desk.wait(lambda seen: seen["asking"])
        seen = desk.wait(lambda seen: seen["citation"] and not seen["asking"], ANSWER_S)
        assert "[1]" in seen["answer"]
        assert WORD in seen["cited"].casefold()

        desk.click(seen["citation"])
        seen = desk.wait(lambda seen: seen["mark"])
        assert seen["page"] == DOCUMENT
        x, y, width, height = seen["mark"]
        shown = ImageGrab.grab(bbox=(x, y, x + width, y + height), xdisplay=screen)
        colours = shown.convert("RGB").getcolors(width * height) or []
        marked = sum(many for many, colour in colours if is_marked(colour))
        assert marked > 0.2 * width * height

        desk.press("ctrl+f")
        desk.wait(lambda seen: seen["finding"])
        desk.write(WORD)
        desk.press("Return")
        desk.wait(lambda seen: " of " in seen["found"])

        target = tmp_path / "answer.md"
        desk.press("ctrl+s")
        desk.to_window("Save as")
        desk.press("ctrl+a")
        desk.write(str(target))
        desk.press("Return")
        desk.wait(lambda seen: seen["said"] == f"Saved: {target.name}")
        saved = target.read_text(encoding="utf-8")
        assert QUESTION in saved
        assert DOCUMENT in saved

        desk.to_window(library.name)
        desk.press("ctrl+q")
        assert desk.ended() == 0
