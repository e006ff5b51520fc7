"""The real program, with its real children, on machines that lack something: it says what."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.read_only import read_only

# Real processes, started and ended: each takes seconds.
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
# Starts the window as a user does, waits for its children, tells what is on the screen, closes it.
_START = """
import json, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.start import session_loader
from app.start import start

held, began = [], time.monotonic()
begin = session_loader.SessionLoader.begin
def kept(self, files):
    begin(self, files)
    held.append(self.session)
session_loader.SessionLoader.begin = kept

def look():
    session = held[0] if held else None
    output = session.clients.playing.output if session else None
    model = session.clients.continuing.model if session else None
    there = output is not None and (model is not None or "--model" not in sys.argv)
    if not there and time.monotonic() - began < 60:
        return
    poll.stop()
    if session is None:
        return application.exit(70)
    shown = [[n.key, n.happened, n.details] for n in session.window.notices.notices()]
    print(json.dumps({
        "notices": shown, "output": output and output.name, "model": model and model.name,
        "notes": session.piece.document.composition.score.note_count,
        "theme": session.settings.preferences.theme,
    }))
    session.window.close()

application = QApplication([])
poll = QTimer(interval=50)
poll.timeout.connect(look)
poll.start()
sys.exit(start.run([]))
"""


def start(
    home: Path, *options: str, before: tuple[str, ...] = (), **environment: str
) -> dict[str, Any]:
    done = subprocess.run(
        [*before, sys.executable, "-c", _START, *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env={
            **os.environ,
            "SEGUE_HOME": str(home),
            "SEGUE_AUDIO_BACKEND": "null",
            "OMP_NUM_THREADS": "1",
            **environment,
        },
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert not [n for n in told["notices"] if n[0] in ("defect", "died")], told
    return told


def test_a_home_that_cannot_be_made_is_told_and_everything_else_works(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    told = start(tmp_path / "file" / "home", "--model")
    # A machine that is busy enough plays late, which is said, too, and is not what is asked here.
    ((key, sentence, _),) = (each for each in told["notices"] if each[0] != "drop-outs")
    assert key == "folders"
    assert sentence == (
        f"Segue cannot write to its folder ‘{tmp_path}/file/home/data’ (Not a directory)."
    )
    assert (told["model"], told["output"]) == ("Starter", "Built-in")


@pytest.mark.skipif(sys.platform != "linux", reason="rights are taken away with Linux's means")
def test_a_home_that_was_written_to_and_is_closed_now(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert start(home)["notices"] == []
    made = sorted(path for path in home.rglob("*") if path.is_file())
    assert made
    with read_only(home) as before:
        told = start(home, before=before)
    assert [key for key, _, _ in told["notices"]] == ["folders"]
    assert sorted(path for path in home.rglob("*") if path.is_file()) == made


def test_long_names_old_settings_a_dead_instance_and_no_sound(tmp_path: Path) -> None:
    names = ("🎹" * 63 + "abc", "ü" * 127 + "x")
    assert {len(name.encode()) for name in names} == {255}
    home = tmp_path.joinpath(*names) / "Segue & Söhne"
    (home / "config").mkdir(parents=True)
    # As an early version left it: fewer preferences, one that no longer is, panels of its own.
    (home / "config" / "segue.ini").write_text(
        "[preferences]\ntheme=light\nspeed=9\nbars=99\n"
        "[layout]\ncompose=@ByteArray(\\0\\0\\0\\xff\\0\\0)\n[recent]\nsize=7\n",
        encoding="utf-8",
    )
    # Of an instance and a save that a power cut ended.
    (home / "data" / "autosave").mkdir(parents=True)
    (home / "data" / "window.lock").write_text("999999\nsegue\nelsewhere\n", encoding="utf-8")
    (home / "data" / "autosave" / ".1-1.1.segue.saving").write_bytes(b"PK\x03\x04half")
    told = start(home, SEGUE_AUDIO_BACKEND="jack", JACK_DEFAULT_SERVER="not-running")
    assert told["output"] == "No sound"
    assert told["theme"] == "light"
    assert [sentence for _, sentence, _ in told["notices"]] == ["No audio device found."]
    assert (home / "logs" / "window.log").is_file()


@pytest.mark.parametrize("command", [("import", "assets/demo"), ("train", "--name=Mine")])
def test_a_command_that_can_keep_nothing_ends_with_one_sentence(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_bytes(b"")
    done = subprocess.run(
        [sys.executable, "-m", "engine", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env={**os.environ, "SEGUE_HOME": str(tmp_path / "file"), "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("segue: ")
    assert "Not a directory" in done.stderr
    assert len(done.stderr.splitlines()) == 1
