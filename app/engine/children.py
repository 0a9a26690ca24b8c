"""How child processes are started, and what each of them does first.

The window imports this module too: at import it needs the standard library alone.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Literal

Role = Literal["engine", "reader", "page", "trial", "bench", "check", "models", "fetch"]

READER_PRIORITY = 19
ENGINE_PRIORITY = 5
PAGE_PRIORITY = 2
_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_SIGKILL = 9
READER_OOM_POINTS = 900
PAGE_OOM_POINTS = 600
ENGINE_OOM_POINTS = 300
_STATM = Path("/proc/self/statm")
_OOM_POINTS = Path("/proc/self/oom_score_adj")
_ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONUTF8": "1",
}


def child_command(role: Role, *arguments: str) -> list[str]:
    """Program and arguments that start a child of this installation.

    From source the child runs isolated (-I): started plainly, Python would run the code of any
    folder named `app` that lies in the current folder. Isolated Python ignores PYTHON* variables,
    so UTF-8 mode is asked for on the command line.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "--role", role, *arguments]
    return [sys.executable, "-I", "-X", "utf8", "-m", "app.engine", "--role", role, *arguments]


def child_environment(base: Mapping[str, str] | None = None) -> dict[str, str]:
    """Environment of a child: that of this process (or `base`), with the hub libraries offline."""
    return {**(os.environ if base is None else base), **_ENVIRONMENT}


def creation_flags() -> int:
    """Flags for subprocess.Popen: on Windows a child opens no console of its own."""
    if sys.platform == "win32":
        import subprocess

        return subprocess.CREATE_NO_WINDOW
    return 0


def lower_priority(level: int) -> None:
    """Let other programs go first: `level` is a POSIX nice value, 0 to 19.

    Call it before threads are started: on Linux it holds for the calling thread and for those
    that it starts. On Windows, 10 and more is the idle class, less is below normal.
    """
    if sys.platform == "win32":
        import ctypes

        below_normal, idle = 0x4000, 0x40  # SetPriorityClass, winbase.h
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), idle if level >= 10 else below_normal)
        return
    current = os.getpriority(os.PRIO_PROCESS, 0)
    if level > current:
        os.setpriority(os.PRIO_PROCESS, 0, level)


def limit_memory(megabytes: int) -> None:
    """Let this process take `megabytes` more than it has; allocations beyond that fail.

    Linux only: elsewhere the pool's watch has to do. RLIMIT_DATA counts private writable memory
    (setrlimit(2)), what is there already is in /proc/self/statm (proc(5)). No core file is
    written either: it would hold the document's text.
    """
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        data_pages = int(_STATM.read_text(encoding="ascii").split()[5])
        limit = data_pages * resource.getpagesize() + megabytes * 1024 * 1024
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if hard != resource.RLIM_INFINITY:  # set from outside; none may raise it
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def go_first_in_shortage(points: int) -> None:
    """Let the system end this process rather than others when memory runs out. Linux only.

    `points`, 0 to 1000, are added to what it takes of the memory, in thousandths (proc(5),
    oom_score_adj). A reader costs a file at most, the engine a question, the window everything.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # a system without it chooses by size
            _OOM_POINTS.write_text(str(points), encoding="ascii")


def end_with_parent() -> None:
    """Ask the kernel to end this process with the one that started it. Linux only.

    Every child also ends when its stdin closes (`child_io.receive_requests`); this is for the
    case that a library holds the interpreter and that thread cannot run. The signal comes when
    the *thread* that started the child ends, so that thread has to live as long as the child.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)


def protocol_output() -> BinaryIO:
    """Unbuffered stream for the protocol's frames, on a descriptor of its own.

    Native libraries print to descriptor 1, which would garble the frames: from here on whatever
    is printed there goes where stderr goes.
    """
    private = os.dup(1)
    try:
        os.dup2(2, 1)
    except OSError:  # a window program without a stderr
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.close(nowhere)
    sys.stdout = sys.stderr
    return os.fdopen(private, "wb", buffering=0)
