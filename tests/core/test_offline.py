"""After `refuse_network` nothing in the process reaches the network; files and pipes still work."""

from __future__ import annotations

import subprocess
import sys

import pytest

ATTEMPTS = {
    "IPv4 socket": "socket.socket(socket.AF_INET, socket.SOCK_STREAM)",
    "IPv6 socket": "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
    "default socket": "socket.socket()",
    "name look-up": "socket.getaddrinfo('example.org', 80)",
    "old name look-up": "socket.gethostbyname('localhost')",
    "HTTP request": "urllib.request.urlopen('http://127.0.0.1:9/')",
}


def run(code: str) -> str:
    program = (
        "import socket, urllib.request\n"
        "from app.core.offline import NetworkRefusedError, refuse_network\n"
        "refuse_network()\n"
        f"{code}\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    return result.stdout + result.stderr


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_the_network_is_refused(attempt: str) -> None:
    assert "Margine does not use the network" in run(attempt)


def test_what_stays_on_the_machine_still_works() -> None:
    code = "a, b = socket.socketpair(socket.AF_UNIX); a.send(b'x'); print(b.recv(1))"
    assert "b'x'" in run(code)
