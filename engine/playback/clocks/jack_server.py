"""Detects a running JACK server without JACK's library.

The library holds Python's global lock for 3 to 7 ms when it looks for a server that is not there
(measured; as long as all other causes of late notes together), and it cannot be used again in a
process whose server has died. The server's socket has a known path.
"""

import os
import socket
import sys
from pathlib import Path

_FOLDER = Path("/dev/shm")  # noqa: S108 - where the library that rtmidi's wheels carry looks
Identity = tuple[int, int]


def _socket() -> Path:
    name = os.environ.get("JACK_DEFAULT_SERVER") or "default"
    own = f"jack_{name}_0" if "JACK_PROMISCUOUS_SERVER" in os.environ else f"jack_{name}_{_uid()}_0"
    return _FOLDER / own


def _uid() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def can_be_told() -> bool:
    """Return whether this system has the socket's folder."""
    return sys.platform == "linux" and _FOLDER.is_dir()


def identity() -> Identity | None:
    """Return an identity of the server's socket, new for each server; None without a socket."""
    try:
        status = _socket().stat()
    except OSError:
        return None
    return status.st_ino, status.st_ctime_ns


def answers() -> bool:
    """Return whether a server accepts connections; a killed one leaves its socket behind."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(0.2)
        try:
            line.connect(str(_socket()))
        except OSError:
            return False
    return True
