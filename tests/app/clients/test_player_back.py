"""A player that is killed: another one is there at once, and the music goes on."""

import os
import signal
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.clients import spare_process
from app.clients.engine_link import EngineLink
from app.clients.playing import Playing
from app.settings.settings import Settings
from app.state.document import Document
from engine import messages
from engine.piece.composition import Composition
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.processes.process import STANDBY_VARIABLE, child_command, child_environment
from engine.processes.watchdog import SilenceLimits
from engine.values.score import Note, Score, Track

# A machine that others crowd takes its time to start an interpreter.
PATIENCE_MS = 60_000
READY = (
    messages.encode(messages.Ready(role="live", seconds=0.0, protocol=messages.PROTOCOL))
    .decode()
    .strip()
)
STANDS_BY = f"""
import os, sys
print('{{"type": "Alive"}}', flush=True)
print('{READY}', flush=True)
who = "spare" if os.environ.get("{STANDBY_VARIABLE}") else "first"
for line in sys.stdin:
    print('{{"type": "Notice", "message": "%s"}}' % who, flush=True)
"""
BUSY = f"""
import time
print('{READY}', flush=True)
end = time.time() + 60
while time.time() < end:
    pass
"""


def link_of(code: str, tmp_path: Path, **arguments: object) -> EngineLink:
    command = [sys.executable, "-c", code]
    return EngineLink("live", command, environment={}, log=tmp_path / "log", **arguments)  # type: ignore[arg-type]


SLOW = f"""
import os, sys, time
if os.environ.get("{STANDBY_VARIABLE}"):
    print('{{"type": "Alive"}}', flush=True)
    sys.stdin.readline()
print('{READY}', flush=True)
for line in sys.stdin:
    print('{{"type": "Notice", "message": "heard"}}', flush=True)
"""
# Says how often it was told something before it took over.
COUNTS = f"""
import os, sys
print('{{"type": "Alive"}}', flush=True)
print('{READY}', flush=True)
for number, line in enumerate(sys.stdin):
    if os.environ.get("{STANDBY_VARIABLE}") and os.path.exists(sys.argv[1]):
        sys.exit(3)
    print('{{"type": "Notice", "message": "%d"}}' % number, flush=True)
"""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spare_process, "AFTER_MS", 0)


@pytest.mark.usefixtures("at_once")
def test_a_spare_process_takes_over_and_another_one_waits(qtbot: QtBot, tmp_path: Path) -> None:
    link = link_of(STANDS_BY, tmp_path, spare=True)
    told: list[str] = []
    link.on(messages.Notice, lambda event: told.append(event.message))
    link.died.connect(told.append)
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.start()
    spare = link._spare
    assert spare is not None
    for _ in range(2):
        qtbot.waitUntil(lambda: spare.pid != 0 and bool(spare._lines), timeout=PATIENCE_MS)
        waiting = spare.pid
        with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
            os.kill(link.pid, signal.SIGKILL)
        assert link.pid == waiting
        link.send(messages.ForgetMemory())
        qtbot.waitUntil(lambda: told[-1] == "spare", timeout=PATIENCE_MS)
        assert "restarted" in told[-2]
    qtbot.waitUntil(lambda: spare.pid != 0, timeout=PATIENCE_MS)
    link.close()
    assert (link.pid, spare.pid) == (0, 0)


def test_without_a_spare_that_is_ready_one_is_started(qtbot: QtBot, tmp_path: Path) -> None:
    link = link_of(STANDS_BY, tmp_path, spare=True)
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.start()
    before = link.pid
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        os.kill(before, signal.SIGKILL)
    assert link.pid not in (0, before)
    link.close()


@pytest.mark.usefixtures("at_once")
def test_a_spare_that_is_not_ready_yet_takes_over_all_the_same(
    qtbot: QtBot, tmp_path: Path
) -> None:
    link = link_of(SLOW, tmp_path, spare=True)
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.start()
    spare = link._spare
    assert spare is not None
    qtbot.waitUntil(lambda: spare.pid != 0, timeout=PATIENCE_MS)
    waiting = spare.pid
    with qtbot.waitSignal(link.died, timeout=PATIENCE_MS):
        os.kill(link.pid, signal.SIGKILL)
    assert link.pid == waiting
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.send(messages.ForgetMemory())
    link.close()


@pytest.mark.usefixtures("at_once")
def test_a_spare_is_told_ahead_and_each_one_that_follows(qtbot: QtBot, tmp_path: Path) -> None:
    command = [sys.executable, "-c", COUNTS, str(tmp_path / "nothing")]
    link = EngineLink("live", command, environment={}, log=tmp_path / "log", spare=True)
    told: list[str] = []
    link.on(messages.Notice, lambda event: told.append(event.message))
    link.prepare_spare(messages.LoadModel(folder="a"))
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.start()
    spare = link._spare
    assert spare is not None
    for _ in range(2):
        qtbot.waitUntil(lambda: spare.pid != 0 and len(spare._lines) > 1, timeout=PATIENCE_MS)
        with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
            os.kill(link.pid, signal.SIGKILL)
        # What it answered to that is there with its first word.
        assert told[-1] == "0"
        link.send(messages.ForgetMemory())
        # What it was told ahead was the first, and this is the second.
        qtbot.waitUntil(lambda: bool(told) and told[-1] == "1", timeout=PATIENCE_MS)
        told.clear()
    link.close()


@pytest.mark.usefixtures("at_once")
def test_what_ends_a_spare_is_not_said_to_the_next_one(qtbot: QtBot, tmp_path: Path) -> None:
    deadly = tmp_path / "deadly"
    deadly.touch()
    command = [sys.executable, "-c", COUNTS, str(deadly)]
    link = EngineLink("live", command, environment={}, log=tmp_path / "log", spare=True)
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.start()
    spare = link._spare
    assert spare is not None
    qtbot.waitUntil(lambda: spare.pid != 0 and bool(spare._lines), timeout=PATIENCE_MS)
    first = spare.pid
    link.prepare_spare(messages.LoadModel(folder="a"))
    qtbot.waitUntil(lambda: spare.pid not in {0, first} and bool(spare._lines), timeout=PATIENCE_MS)
    second = spare.pid
    qtbot.wait(300)
    assert spare.pid == second
    link.close()


@pytest.mark.slow
def test_a_silent_child_that_works_is_waited_for_but_not_for_ever(
    qtbot: QtBot, tmp_path: Path
) -> None:
    patience = SilenceLimits(asleep_s=0.5, unknown_s=0.5, busy_s=4.0)
    link = link_of(BUSY, tmp_path, patience=patience, restarts=False)
    with qtbot.waitSignal(link.events(messages.Ready), timeout=PATIENCE_MS):
        link.start()
    with qtbot.assertNotEmitted(link.died, wait=2500):
        pass
    with qtbot.waitSignal(link.died, timeout=PATIENCE_MS):
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
    now = [100.0]
    playing = Playing(link, document, Settings(tmp_path / "preferences.json"), clock=lambda: now[0])
    heard: list[float] = []
    playing.moved.connect(heard.append)
    with qtbot.waitSignal(link.events(messages.OutputOpened), timeout=PATIENCE_MS):
        link.start()
    assert link._spare is not None
    spare = link._spare
    qtbot.waitUntil(lambda: bool(spare._lines), timeout=PATIENCE_MS)
    playing.play(0)
    qtbot.waitUntil(lambda: bool(heard) and heard[-1] > 480, timeout=PATIENCE_MS)
    told: list[messages.Message] = []
    send = link.send
    monkeypatch.setattr(link, "send", lambda command: (told.append(command), send(command)))
    with qtbot.waitSignal(link.died, timeout=PATIENCE_MS):
        os.kill(link.pid, signal.SIGKILL)
    last = playing.tick
    # A second goes by until the next one is there: 960 ticks.
    now[0] += 1.0
    qtbot.waitUntil(
        lambda: any(isinstance(each, messages.Play) for each in told), timeout=PATIENCE_MS
    )
    (again,) = (each for each in told if isinstance(each, messages.Play))
    assert again.tick == pytest.approx(last + 960, abs=1)
    heard.clear()
    qtbot.waitUntil(lambda: len(heard) > 3, timeout=PATIENCE_MS)
    assert playing.playing
    assert min(heard) >= again.tick
    playing.stop()
    link.close()
