"""Tests of JACK start beside whatever killed servers left, and leave no server behind."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.playback.jack import PACKAGES, is_there
from tests.waiting import eventually, left_s

ROOT = Path(__file__).resolve().parents[2]
# JACK has room for eight servers.
FILLED = """
import subprocess
from tests.playback.jack import Server

subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/dev/shm"], check=True)
for number in range(8):
    server = Server()
    server.name = f"left-{number}"
    assert server.start(), number
    server.kill()
server = Server()
print("starts" if server.start() else "does not start")
server.stop()
"""
KILLED = """
import sys
import time
from tests.playback.jack import Server

server = Server()
assert server.start()
print(server.process.pid, flush=True)
time.sleep(100)
"""


@pytest.mark.slow
@pytest.mark.midi
@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="needs room of its own")
@pytest.mark.skipif(not is_there(), reason=f"JACK is not installed ({PACKAGES})")
def test_a_server_starts_where_eight_were_killed() -> None:
    # Processes and memory that are shared with nobody, so that no other server is met.
    alone = ["unshare", "--mount", "--pid", "--fork", "--mount-proc"]
    own = [*alone, "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"]  # noqa: S108 - JACK's own place
    if shutil.which("unshare") is None or subprocess.run(own, check=False).returncode:
        pytest.skip("this system gives nobody memory of their own")
    done = subprocess.run(
        [*alone, sys.executable, "-c", FILLED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=left_s(100),
    )
    assert done.stdout == "starts\n", done.stderr


@pytest.mark.slow
@pytest.mark.midi
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing ends a child for us")
@pytest.mark.skipif(not is_there(), reason=f"JACK is not installed ({PACKAGES})")
def test_a_server_ends_with_tests_that_are_killed() -> None:
    command = [sys.executable, "-c", KILLED]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        server = psutil.Process(int(tests.stdout.readline()))
        os.kill(tests.pid, signal.SIGKILL)
    assert eventually(lambda: not server.is_running() or server.status() == "zombie", 20)
