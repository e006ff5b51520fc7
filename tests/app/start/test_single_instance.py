"""The second instance hands over and ends."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.start.single_instance import SingleInstance, sweep_sockets

pytestmark = pytest.mark.usefixtures("qtbot")

SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.start.single_instance import SingleInstance
application = QCoreApplication([])
sys.exit(0 if SingleInstance(Path(sys.argv[1])).hand_over([Path(sys.argv[2])]) else 5)
"""


@pytest.mark.slow
def test_the_first_instance_is_told_the_files(qtbot: QtBot, tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert not first.hand_over([])
    assert first.listen()
    with qtbot.waitSignal(first.asked) as caught:
        second = subprocess.Popen(
            [sys.executable, "-c", SECOND, str(tmp_path), str(tmp_path / "ä.mid")]
        )
    assert caught.args[0] == (tmp_path / "ä.mid",)
    assert second.wait(10) == 0
    first.close()


def test_other_folders_are_other_instances(tmp_path: Path) -> None:
    first = SingleInstance(tmp_path / "a")
    assert first.listen()
    assert not SingleInstance(tmp_path / "b").hand_over([])
    first.close()


@pytest.mark.slow
def test_what_is_said_and_not_confirmed_opens_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    first = SingleInstance(tmp_path)
    assert first.listen()
    asked: list[object] = []
    first.asked.connect(asked.append)
    # It hangs: nobody answers, and whoever asked has given up when it goes on.
    assert not SingleInstance(tmp_path).hand_over([tmp_path / "a.mid"])
    owner = QObject()
    SingleInstance(tmp_path).hand_over_later([tmp_path / "b.mid"], owner).end()
    late = SingleInstance(tmp_path).hand_over_later([tmp_path / "c.mid"], owner)
    with qtbot.waitSignals([late.done, first.asked]):
        pass
    qtbot.wait(200)
    assert asked == [(tmp_path / "c.mid",)]
    first.close()


def test_a_name_that_another_one_has_is_not_taken_from_it(qtbot: QtBot, tmp_path: Path) -> None:
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.listen()
    assert not second.listen()
    later = second.hand_over_later([tmp_path / "a.mid"], second)
    with qtbot.waitSignal(first.asked):
        pass
    later.end()
    first.close()
    assert second.listen()
    second.close()


LISTENS = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.start.single_instance import SingleInstance
application = QCoreApplication([])
instance = SingleInstance(Path(sys.argv[1]))
print(instance.listen(), flush=True)
application.exec()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere nothing is left")
def test_sockets_of_the_killed_are_swept_and_those_of_the_living_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The path of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="sockets-"))
    monkeypatch.setenv("TMPDIR", str(folder))
    started = []
    for name in ("killed", "hangs", "lives"):
        process = subprocess.Popen(
            [sys.executable, "-c", LISTENS, str(tmp_path / name)], stdout=subprocess.PIPE
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"True\n"
    before = set(folder.iterdir())
    killed, hangs, _ = started
    killed.kill()
    killed.wait()
    os.kill(hangs.pid, signal.SIGSTOP)
    (folder / "segue-0123456789abcdef").write_bytes(b"no socket")
    try:
        assert sweep_sockets() == 1
        left = set(folder.iterdir())
        assert len(before - left) == 1
        assert (folder / "segue-0123456789abcdef").exists()
        with monkeypatch.context() as other:
            other.setattr(os, "getuid", lambda: 12_345)
            for process in started:
                process.kill()
                process.wait()
            assert sweep_sockets() == 0
        assert sweep_sockets() == 2
    finally:
        for process in started:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        shutil.rmtree(folder)
