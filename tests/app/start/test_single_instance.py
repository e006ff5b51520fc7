"""The second instance hands over and ends."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.start.single_instance import SingleInstance

pytestmark = pytest.mark.usefixtures("qtbot")

SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.start.single_instance import SingleInstance
application = QCoreApplication([])
sys.exit(0 if SingleInstance(Path(sys.argv[1])).hand_over([Path(sys.argv[2])]) else 5)
"""


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
