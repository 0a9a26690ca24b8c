"""Keeps this process off the network, whatever a library inside it may try.

The promise of the program is that documents stay on the machine. Libraries are told to work
offline; this makes sure of it, for everything that goes through Python's own socket module.
"""

from __future__ import annotations

import socket
import sys

_INTERNET = (socket.AF_INET, socket.AF_INET6)


class NetworkRefusedError(PermissionError):
    """Something in this process tried to reach the network."""


def refuse_network() -> None:
    """From now on internet sockets and name look-ups raise `NetworkRefusedError`.

    It cannot be taken back. Processes that fetch a model, which a person asked for, do not call
    it. Audit events: https://docs.python.org/3/library/audit_events.html
    """
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if not event.startswith("socket."):
        return
    # socket.__new__(self, family, type, protocol)
    opens = event == "socket.__new__" and len(arguments) > 1 and arguments[1] in _INTERNET
    looks_up = event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
    if opens or looks_up:
        raise NetworkRefusedError("Margine does not use the network.")
