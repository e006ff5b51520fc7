"""A child of a window on Windows: its pipes are Qt's, and nothing ends a read of them."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess
from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.skipif(sys.platform != "win32", reason="pipes as Windows has them")
ROOT = Path(__file__).resolve().parents[2]

# Answers with each line it gets. Meanwhile it asks about the pipe and lets a child inherit it.
_CHILD = """
import os, subprocess, sys, threading, time
from engine.worker.door import Door
door = Door.of_this_process()
def answer():
    while data := door._source.read(1 << 16):
        door._target.write(data.upper())
thread = threading.Thread(target=answer)
thread.start()
for _ in range(20):
    os.fstat(0)
    time.sleep(0.01)
subprocess.run([sys.executable, "-c", "print(1)"], check=True)
door._target.write(b"ready ")
thread.join()
"""


def test_a_read_of_qts_pipe_waits_whatever_else_asks_about_it(qtbot: QtBot) -> None:
    child = QProcess()
    child.setWorkingDirectory(str(ROOT))
    child.start(sys.executable, ["-c", _CHILD])
    heard = bytearray()
    child.readyReadStandardOutput.connect(
        lambda: heard.extend(child.readAllStandardOutput().data())
    )
    qtbot.waitUntil(lambda: b"ready" in heard, timeout=60_000)
    # More than a pipe holds at once.
    child.write(b"x" * 300_000)
    qtbot.waitUntil(lambda: heard.count(b"X") == 300_000, timeout=60_000)
    child.closeWriteChannel()
    assert child.waitForFinished(60_000)
    assert child.exitCode() == 0


def test_pipes_of_subprocess_are_read_and_written_in_the_same_way() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD], input=b"again", capture_output=True, cwd=ROOT, check=True
    )
    assert sorted(done.stdout.split()) in ([b"AGAIN", b"ready"], [b"AGAINready"], [b"readyAGAIN"])
