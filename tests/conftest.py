"""What holds for every test: no network, a home of its own, nothing left running."""

from __future__ import annotations

import locale
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from app.core import paths
from tests.process_state import differences, read_state

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


def _use_locale() -> None:
    """The machine's locale from the beginning, as Qt does with the first window, whichever test
    has it; where it is not installed, or not UTF-8, one that is, as Qt wants it."""
    with suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    if locale.getencoding().upper() not in ("UTF-8", "UTF8"):
        os.environ["LC_ALL"] = "C.UTF-8"
        with suppress(locale.Error):  # Windows has none of that name, and needs none
            locale.setlocale(locale.LC_ALL, "")


_use_locale()

# No deadline: machines are noisy. The fixtures of this file hold for all examples of a test alike.
# The same examples each time, so that a commit is not blamed for what another one did; new ones
# are looked for with `--hypothesis-profile explore`.
settings.register_profile(
    "margine",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("margine"), derandomize=False, max_examples=300
)
settings.load_profile("margine")

# Found out before the `home` fixture gives the tests a home of their own.
MODELS = Path(os.environ.get("MARGINE_TEST_MODELS_DIR") or paths.models_dir())
TEST_GENERATOR = "qwen2.5-coder-0.5b-instruct-q4_k_m"
DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"

FOUND = pytest.StashKey[dict[str, object]]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Before anything that the test sets up: how it finds the process."""
    item.stash[FOUND] = read_state()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """After all that is undone: fail a test that leaves the process otherwise."""
    result = yield
    left = differences(item.stash[FOUND], read_state())
    del item.stash[FOUND]  # items stay to the end: all of these would fill the memory
    assert not left, "the test leaves the process otherwise than it found it:\n" + "\n".join(left)
    return result


class InternetAccessError(AssertionError):
    """A test tried to reach the network."""


@pytest.fixture(autouse=True)
def _no_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail whatever opens an internet socket or looks up a name; loopback stays possible."""
    real_connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "::1"):
            raise InternetAccessError(f"connection to {address!r}")
        real_connect(self, address)  # type: ignore[arg-type]  # passed through as it came

    def no_lookup(*args: object, **_kwargs: object) -> None:
        if args and args[0] in ("127.0.0.1", "localhost", "::1", None):
            return real_lookup(*args, **_kwargs)
        raise InternetAccessError(f"name look-up of {args[:1]!r}")

    real_lookup = socket.getaddrinfo
    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket, "getaddrinfo", no_lookup)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of the test's own."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("MARGINE_DATA_DIR", str(folder / "data"))
    monkeypatch.setenv("MARGINE_CONFIG_DIR", str(folder / "config"))
    monkeypatch.setenv("MARGINE_CACHE_DIR", str(folder / "cache"))
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Where a library of the test's own may be."""
    return tmp_path / "library"


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """Fail a test that leaves a thread of ours running."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith("margine-"):
            thread.join(timeout=60)
            assert not thread.is_alive(), f"thread left running: {thread.name}"


@pytest.fixture(scope="session")
def evaluation_data() -> Path:
    """The evaluation data beside the checkout; tests that need it are skipped without it."""
    if not DATA.is_dir():
        pytest.skip("evaluation data not found beside the checkout (../shared/data)")
    return DATA


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The folder with the real models (markers: `models`).

    Tests that need it are skipped where the embedder or the tests' generator is missing, unless
    MARGINE_REQUIRE_MODELS=1, which packaging/test.py sets: then they fail.
    """
    needed = (MODELS / "multilingual-e5-small", MODELS / TEST_GENERATOR)
    missing = [path.name for path in needed if not path.is_dir()]
    if missing:
        text = f"models not installed in {MODELS}: {', '.join(missing)}"
        if os.environ.get("MARGINE_REQUIRE_MODELS") == "1":
            pytest.fail(text)
        pytest.skip(f"{text} (python3 packaging/test.py fetches them)")
    return MODELS
