"""A player that is suspended or hangs while it plays: its notes end, and the music goes on."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.clients import spare_process
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.processes.process import STANDBY_VARIABLE
from tests.playback.conftest import DEMAND_MIDI
from tests.playback.jack import listening
from tests.trust.frozen import HELD, Stage, is_gone, musicians_server, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.midi,
    pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here"),
]


@pytest.fixture
def stage(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    assert qapp
    monkeypatch.setattr(spare_process, "AFTER_MS", 0)
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    with musicians_server() as server:
        if server is None:
            assert not os.environ.get(DEMAND_MIDI), "no JACK server here (apt-get install jackd2)"
            pytest.skip("no JACK server can be started here (apt-get install jackd2)")
        with listening() as receiver:
            made = Stage(tmp_path, receiver)
            yield made
            made.link.close()


def test_a_suspended_player_is_replaced_and_the_music_goes_on(stage: Stage) -> None:
    stage.play()
    frozen = stage.freeze()
    ended_s = until(lambda: is_gone(frozen) and not stage.left)
    before = stage.begun
    back_s = ended_s + until(lambda: stage.begun > before)
    assert stage.playing.playing
    stage.playing.stop()
    until(lambda: not stage.left)
    # A crowded machine takes longer; it was 31 and 34 s.
    assert (ended_s < 10, back_s < 12) == (True, True)


# As a deadlock in a C library: the loop sleeps for ever, while another thread says that it lives.
HANGING = f"""
import os, sys, threading, time
from engine.playback.player.player import Player
from engine.worker.roles import run
step, played_s = Player.step, []
def hang(self):
    if self.playing:
        played_s.append(time.monotonic())
        if played_s[-1] > played_s[0] + 1.0:
            threading.Event().wait()
    return step(self)
if not os.environ.get("{STANDBY_VARIABLE}"):
    Player.step = hang
sys.exit(run("player", started_s=time.perf_counter()))
"""


def test_a_player_that_hangs_and_says_that_it_lives_is_replaced(stage: Stage) -> None:
    stage.link._command = [sys.executable, "-c", HANGING]
    stage.play()
    hanging = stage.link.pid
    until(lambda: is_gone(hanging) and not stage.left)
    before = stage.begun
    until(lambda: stage.begun > before)
    assert stage.playing.playing


def test_a_stop_that_is_not_answered_replaces_the_player(stage: Stage) -> None:
    stage.play()
    frozen = stage.freeze()
    stage.playing.stop()
    until(lambda: is_gone(frozen) and not stage.left)
    assert not stage.playing.playing
    until(lambda: stage.playing.output is not None)
    assert stage.begun == len([each for each in HELD if each.start == 0])


def test_closing_beside_a_suspended_player_leaves_nothing_sounding(stage: Stage) -> None:
    stage.play()
    stage.freeze()
    stage.link.close()
    assert stage.left == []


def test_closing_without_one_that_stands_by_leaves_nothing_sounding(stage: Stage) -> None:
    stage.play()
    assert stage.link._spare is not None
    stage.link._spare.close(2000)
    stage.freeze()
    stage.link.close()
    assert stage.left == []


def test_an_output_that_was_left_while_the_player_was_suspended_is_silenced_too(
    stage: Stage,
) -> None:
    stage.play()
    stage.freeze()
    stage.playing.audio.choose_output("synth")
    until(lambda: stage.left == [])
