"""A player that is killed: another one is there at once, and the music goes on."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.settings import Settings
from app.state.document import Document
from app.talk import spare_process
from app.talk.engine_link import EngineLink
from app.talk.playing import Playing
from engine import messages
from engine.composition import Composition
from engine.music.score import Note, Score, Track
from engine.playback.synth import BACKEND_VARIABLE
from engine.process import STANDBY_VARIABLE, child_command, child_environment

STANDS_BY = f"""
import os, sys
print('{{"type": "Ready", "role": "live", "seconds": 0.0}}', flush=True)
who = "spare" if os.environ.get("{STANDBY_VARIABLE}") else "first"
for line in sys.stdin:
    print('{{"type": "Notice", "message": "%s"}}' % who, flush=True)
"""
BUSY = """
import time
print('{"type": "Ready", "role": "live", "seconds": 0.0}', flush=True)
end = time.time() + 60
while time.time() < end:
    pass
"""


def link_of(code: str, tmp_path: Path, **arguments: object) -> EngineLink:
    command = [sys.executable, "-c", code]
    return EngineLink("live", command, environment={}, log=tmp_path / "log", **arguments)  # type: ignore[arg-type]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spare_process, "AFTER_MS", 0)


@pytest.mark.usefixtures("at_once")
def test_a_spare_process_takes_over_and_another_one_waits(qtbot: QtBot, tmp_path: Path) -> None:
    link = link_of(STANDS_BY, tmp_path, spare=True)
    told: list[str] = []
    link.on(messages.Notice, lambda event: told.append(event.message))
    link.died.connect(told.append)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    spare = link._spare
    assert spare is not None
    for _ in range(2):
        qtbot.waitUntil(lambda: spare.pid != 0 and spare._first_line != b"")
        waiting = spare.pid
        with qtbot.waitSignal(link.events(messages.Ready)):
            os.kill(link.pid, signal.SIGKILL)
        assert link.pid == waiting
        link.send(messages.ForgetMemory())
        qtbot.waitUntil(lambda: told[-1] == "spare")
        assert "restarted" in told[-2]
    qtbot.waitUntil(lambda: spare.pid != 0)
    link.close()
    assert (link.pid, spare.pid) == (0, 0)


def test_without_a_spare_that_is_ready_one_is_started(qtbot: QtBot, tmp_path: Path) -> None:
    link = link_of(STANDS_BY, tmp_path, spare=True)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    before = link.pid
    with qtbot.waitSignal(link.events(messages.Ready)):
        os.kill(before, signal.SIGKILL)
    assert link.pid not in (0, before)
    link.close()


def test_a_silent_child_that_works_is_waited_for_but_not_for_ever(
    qtbot: QtBot, tmp_path: Path
) -> None:
    now = [0.0]
    link = link_of(BUSY, tmp_path, clock=lambda: now[0], silence_s=5.0, restarts=False)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    with qtbot.assertNotEmitted(link.died, wait=1800):
        now[0] = 40.0
    now[0] = 51.0
    with qtbot.waitSignal(link.died):
        pass


@pytest.mark.slow
@pytest.mark.usefixtures("at_once")
def test_a_killed_player_plays_on_where_the_music_would_be(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    link = EngineLink(
        "player",
        child_command("player"),
        environment=child_environment("player"),
        log=tmp_path / "player.log",
        spare=True,
    )
    notes = tuple(Note(240 * i, 60, 200) for i in range(400))
    document = Document()
    document.edit("Draw", Composition.of(Score(tracks=(Track(notes=notes),))))
    playing = Playing(link, document, Settings(tmp_path / "segue.ini"))
    heard: list[tuple[float, float]] = []
    playing.moved.connect(lambda tick: heard.append((time.monotonic(), tick)))
    with qtbot.waitSignal(link.events(messages.OutputOpened), timeout=20_000):
        link.start()
    assert link._spare is not None
    spare = link._spare
    qtbot.waitUntil(lambda: spare._first_line != b"", timeout=20_000)
    playing.play(0)
    qtbot.waitUntil(lambda: bool(heard) and heard[-1][1] > 480, timeout=10_000)
    died, last = heard[-1]
    os.kill(link.pid, signal.SIGKILL)
    count = len(heard)
    qtbot.waitUntil(lambda: len(heard) > count + 3, timeout=10_000)
    assert playing.playing
    back, tick = heard[-1]
    # 480 ticks are half a second: it goes on in time, and loses only what was not heard.
    assert tick == pytest.approx(last + (back - died) * 960, abs=400)
    playing.stop()
    link.close()
