"""The watch over sockets and pickles sees what it is for; the main job is in cli/test_demo.py."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.offline import Sockets


@pytest.mark.parametrize(
    ("said", "outward"),
    [
        ("s = socket.socket(); s.settimeout(0.01); s.connect_ex(('192.0.2.1', 9))", True),
        ("socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))", True),
        ("socket.getaddrinfo('127.0.0.1', 80)", True),
        ("socket.socket(socket.AF_UNIX).connect_ex('/nowhere')", False),
        ("socket.socket(socket.AF_UNIX).connect_ex(b'\\0abstract')", False),
        ("pass", False),
    ],
)
def test_what_leaves_the_machine_is_seen(tmp_path: Path, said: str, *, outward: bool) -> None:
    sockets = Sockets(tmp_path)
    grandchild = [sys.executable, "-c", f"import socket; {said}"]
    child = f"import subprocess; subprocess.run({grandchild!r})"
    subprocess.run([sys.executable, "-c", child], env=sockets.environment, check=True)
    assert len(sockets.processes) == 2
    assert bool(sockets.outward) is outward


@pytest.mark.parametrize(
    ("said", "unpickled"),
    [
        ("import pickle, os; pickle.loads(pickle.dumps(os.getcwd))", True),
        ("import pickle; pickle.loads(pickle.dumps([1, 2]))", False),
        ("pass", False),
    ],
)
def test_what_is_unpickled_is_seen(tmp_path: Path, said: str, *, unpickled: bool) -> None:
    sockets = Sockets(tmp_path)
    subprocess.run([sys.executable, "-c", said], env=sockets.environment, check=True)
    assert bool(sockets.unpickled) is unpickled
