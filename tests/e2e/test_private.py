"""Privacy, proven on the real window with all of its children and scripted models.

One run, without a network and under strace where the machine allows it, is looked at from all
sides: internet sockets, name look-ups, permissions, logs, and what lies on the disk in the end.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import pdf_samples
from tests.e2e.conftest import ROOT
from tests.e2e.private_words import (
    ALL_WORDS,
    ANSWER_WORD,
    BROKEN_WORD,
    DOCUMENT_WORDS,
    LOCKED_WORD,
    PASSING_WORDS,
    PASSWORD,
    QUESTION_WORD,
    TEXT_WORD,
)
from tests.engine.canaries import files_below, find_words

pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform == "win32", reason="permissions and signals are POSIX's"),
]
RUN = Path(__file__).with_name("private_run.py")
DEADLINE_S = 800.0
INTERNET = re.compile(r"\b(AF_INET6?|AF_PACKET|AF_NETLINK)\b")
LOOK_UPS = re.compile(r"resolv\.conf|nscd|systemd/resolve|avahi|mdns|/etc/hosts")


@dataclass(frozen=True)
class Home:
    """A home of one's own, with documents, a library and a folder for temporary files."""

    folder: Path

    @property
    def documents(self) -> Path:
        return self.folder / "documents"

    @property
    def library(self) -> Path:
        return self.folder / "data" / "libraries" / "test"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def kept(self) -> tuple[Path, ...]:
        """Where the program may write."""
        return tuple(self.folder / name for name in ("data", "config", "cache", "tmp", "home"))

    def prepare(self) -> Home:
        for folder in (self.documents, self.temporary, self.folder / "home"):
            folder.mkdir(mode=0o700)
        for name, data in documents().items():
            (self.documents / name).write_bytes(data)
        return self

    def run(self, *then: str, prefix: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Let the window be used to the end, or killed."""
        return subprocess.run(
            [*prefix, sys.executable, str(RUN), str(ROOT), str(self.library), *self._words(then)],
            cwd=self.folder,
            env={
                **os.environ,
                "MARGINE_DATA_DIR": str(self.folder / "data"),
                "MARGINE_CONFIG_DIR": str(self.folder / "config"),
                "MARGINE_CACHE_DIR": str(self.folder / "cache"),
                "TMPDIR": str(self.temporary),
                "HOME": str(self.folder / "home"),
                "QT_QPA_PLATFORM": "offscreen",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            encoding="utf-8",
            timeout=DEADLINE_S,
            check=False,
        )

    def _words(self, then: tuple[str, ...]) -> tuple[str, ...]:
        return (str(self.documents), *then)


def documents() -> dict[str, bytes]:
    """Files that are read, that are locked, and that cannot be read, each with its word."""
    locked = pdf_samples.text_pdf([[f"The contract of {LOCKED_WORD} is locked."]])
    return {
        "contract.pdf": pdf_samples.text_pdf([[f"The contract names {TEXT_WORD} twice."]] * 2),
        "note.txt": f"A note on the {TEXT_WORD}.\n".encode(),
        "wide.txt": f"A note on the {TEXT_WORD}, in wide letters.\n".encode("utf-16"),
        "locked.pdf": pdf_samples.encrypted_pdf(locked, PASSWORD, "owner"),
        "broken.pdf": f"%PDF-1.7\n1 0 obj << /Title ({BROKEN_WORD}) >>".encode(),
    }


def without_network() -> tuple[str, ...]:
    """What runs a program in a network namespace of its own, which has no interface that is up."""
    words = ("unshare", "-rn")
    if shutil.which("unshare") is None:
        return ()
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    return words if tried.returncode == 0 else ()


def traced(log: Path) -> tuple[str, ...]:
    """What writes down each call of a program and of its children that has to do with networks."""
    words = ("strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=%network,openat", "-o", str(log))
    if shutil.which("strace") is None:
        return ()
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    return words if tried.returncode == 0 else ()


@dataclass(frozen=True)
class Used:
    """What was left by a run from the first start to the window's end."""

    home: Home
    isolated: bool
    calls: Path | None  # strace's log


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Used:
    home = Home(tmp_path_factory.mktemp("private")).prepare()
    namespace = without_network()
    log = tmp_path_factory.mktemp("strace") / "calls"
    tracing = traced(log)
    result = home.run(prefix=(*namespace, *tracing))
    assert result.returncode == 0, result.stderr
    return Used(home, bool(namespace), log if tracing else None)


def test_it_works_without_a_network(used: Used) -> None:
    """It indexed, unlocked, answered, searched, summed up and drew: the run says so itself."""
    if not used.isolated:
        pytest.skip("network namespaces are not permitted here (unshare -rn)")
    assert find_words([TEXT_WORD, LOCKED_WORD], used.home.library).keys() == set(DOCUMENT_WORDS)


def test_no_process_opens_an_internet_socket_or_looks_up_a_name(used: Used) -> None:
    if used.calls is None:
        pytest.skip("there is no strace here, or it may not trace")
    calls = used.calls.read_text(encoding="utf-8", errors="replace").splitlines()
    processes = {line.split(" ", 1)[0] for line in calls}
    assert len(processes) >= 4  # window, engine, reader, page child, and their threads
    sockets = [line for line in calls if INTERNET.search(line)]
    assert sockets == []
    assert [line for line in calls if LOOK_UPS.search(line)] == []


def test_the_trace_would_see_them(tmp_path: Path) -> None:
    tracing = traced(tmp_path / "calls")
    if not tracing:
        pytest.skip("there is no strace here, or it may not trace")
    code = (
        "import socket, subprocess, sys\n"
        "socket.socket().close()\n"
        "subprocess.run([sys.executable, '-c', 'import socket; socket.getaddrinfo("
        '"a.invalid", 80)\'], stderr=subprocess.DEVNULL)'
    )
    subprocess.run([*tracing, sys.executable, "-c", code], check=True)
    seen = (tmp_path / "calls").read_text(encoding="utf-8", errors="replace")
    assert INTERNET.search(seen)
    assert LOOK_UPS.search(seen)


def test_everything_is_its_owners_alone(used: Used) -> None:
    """Without the help of the process's umask, which was 022."""
    readable = [
        str(path)
        for folder in used.home.kept
        for path in (folder, *folder.rglob("*"))
        if path.exists() and not path.is_symlink() and path.lstat().st_mode & 0o077
    ]
    assert readable == []
    assert len(files_below(*used.home.kept)) >= 6  # there was something to look at


def test_nothing_of_documents_or_people_is_in_the_logs(used: Used) -> None:
    logs = used.home.folder / "cache" / "logs"
    assert len(files_below(logs)) >= 3
    assert find_words(ALL_WORDS, logs) == {}


def test_questions_and_answers_lie_in_the_library_alone(used: Used) -> None:
    """In the conversation that is kept and in the digest; what was searched for, passwords and
    what could not be read are written nowhere."""
    found = find_words([*PASSING_WORDS, BROKEN_WORD], *used.home.kept)
    assert found.keys() == {QUESTION_WORD, ANSWER_WORD}
    for paths in found.values():
        assert all(Path(path).is_relative_to(used.home.library) for path in paths)


def test_what_was_read_lies_in_the_library_alone(used: Used) -> None:
    found = find_words(DOCUMENT_WORDS, *used.home.kept)
    assert found
    for paths in found.values():
        assert all(Path(path).is_relative_to(used.home.library) for path in paths)


def test_temporary_files_are_gone(used: Used) -> None:
    assert files_below(used.home.temporary, used.home.folder / "cache" / "pages") == []
    assert [path for path in files_below(*used.home.kept) if path.suffix == ".part"] == []


def test_after_a_crash_and_another_start_nothing_temporary_is_left(tmp_path: Path) -> None:
    """And what is taken out then really goes, conversations too: from the database, its log and
    its indexes."""
    home = Home(tmp_path).prepare()
    assert home.run("kill").returncode != 0
    assert find_words([TEXT_WORD], home.library)  # it was killed with something in it
    result = home.run("remove")
    assert result.returncode == 0, result.stderr
    assert files_below(home.temporary, home.folder / "cache" / "pages") == []
    assert [path for path in files_below(*home.kept) if path.suffix == ".part"] == []
    assert find_words(ALL_WORDS, *home.kept) == {}
