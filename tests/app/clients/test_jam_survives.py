"""A jam with the real player and the real live process, which are killed: it rests and goes on."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.clients.continuing import Continuing
from app.clients.engine_link import EngineLink
from app.clients.jamming import FinishedJam, Jam
from app.clients.playing import Playing
from app.jam.plan import frame_of, settings_of, start_of
from app.settings.settings import Settings
from app.state.document import Document
from app.values.jam_choices import JamChoices
from engine.playback.sound.devices import BACKEND_VARIABLE
from engine.processes.process import Role, child_command, child_environment
from engine.request import Request
from tests.generation.conftest import make_model

# Real processes, of which one imports torch.
# A jam has the time of its bars to answer.
pytestmark = [pytest.mark.slow, pytest.mark.alone, pytest.mark.timeout(400)]
PATIENCE_MS = 120_000


class Stage:
    """A jam with both children as the window has them, and somebody who types notes."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.live, self.player = self._link("live", folder), self._link("player", folder)
        self.playing = Playing(self.player, Document(), Settings(folder / "preferences.json"))
        self.continuing = Continuing(self.live, self.playing._document, self.playing)
        self.jam = Jam(self.live, self.player, self.playing, self.continuing)
        self.said: list[str] = []
        self.over: list[FinishedJam] = []
        self.jam.rested.connect(self.said.append)
        self.jam.ended.connect(self.over.append)
        self.player.start()
        self.live.start()
        self.continuing.use_model(make_model(folder / "tiny"))
        self.until(lambda: self.continuing.model is not None and self.playing.output is not None)

    @staticmethod
    def _link(role: Role, folder: Path) -> EngineLink:
        return EngineLink(
            role,
            child_command(role),
            environment=child_environment(role),
            log=folder / f"{role}.log",
        )

    def until(self, happened: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(happened, timeout=PATIENCE_MS)

    def start(self) -> None:
        choices = JamChoices(beat=False, bars=0, hears_ends=False)
        frame = frame_of(choices)
        settings = settings_of(choices, frame, learned=-1)
        self.jam.start(start_of(choices, Request()), settings, frame)
        self.until(lambda: self.playing.tick > 0)

    def play(self, *pitches: int) -> None:
        for pitch in pitches:
            self.playing.type_note(pitch=pitch, velocity=80)
            self.qtbot.wait(150)
            self.playing.type_note(pitch=pitch, velocity=0)
            self.qtbot.wait(60)

    def give_turn(self, number: int) -> None:
        """Hand over, and wait until Segue has begun that turn."""
        self.jam.hand_over()
        self.until(lambda: (self.jam.record.who, self.jam.record.turn) == ("segue", number))

    def hear_note(self) -> None:
        """Wait until a note of Segue has sounded; the window's clock may be ahead of the sound."""
        self.until(lambda: any(n.start + 480 < self.playing.tick for n in self.jam.record.segue))

    def stop(self) -> FinishedJam:
        self.jam.stop()
        self.until(lambda: bool(self.over))
        return self.over[-1]

    def close(self) -> None:
        self.jam.close()
        self.player.close()
        self.live.close()


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setenv(BACKEND_VARIABLE, "null")
    made = Stage(tmp_path, qtbot)
    yield made
    made.close()


def pitches(jammed: FinishedJam) -> list[int]:
    return [note.pitch for note in jammed.score.tracks[0].notes]


def test_what_is_played_is_answered_and_kept(stage: Stage) -> None:
    stage.start()
    stage.play(60, 62, 64)
    stage.give_turn(1)
    stage.hear_note()
    over = stage.stop()
    assert pitches(over) == [60, 62, 64]
    assert over.score.tracks[1].notes
    assert len(over.composition().takes) == 1


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
def test_live_is_killed_and_the_next_one_goes_on_with_what_was_played(stage: Stage) -> None:
    stage.start()
    stage.play(60, 62)
    stage.give_turn(1)
    stage.hear_note()
    stage.play(64)
    os.kill(stage.live.pid, signal.SIGKILL)
    stage.until(lambda: stage.jam.phase == "resting")
    assert len(stage.said) == 1
    stage.play(65)
    stage.until(lambda: stage.jam.phase == "playing")
    stage.play(67)
    # What it plays is a matter of random weights; that it is its second turn is not.
    stage.give_turn(2)
    over = stage.stop()
    assert pitches(over) == [60, 62, 64, 65, 67]
    assert 1 in {note.origin for note in over.score.tracks[1].notes}
    assert [number for number, _ask in over.asks] == [1, 2]


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
def test_the_player_is_killed_and_the_next_one_plays_on(stage: Stage) -> None:
    stage.start()
    stage.play(60, 62)
    stage.give_turn(1)
    before = stage.player.pid
    os.kill(before, signal.SIGKILL)
    stage.until(lambda: stage.player.pid not in (0, before) and stage.playing.output is not None)
    ticks: list[float] = []
    stage.playing.moved.connect(ticks.append)
    stage.until(lambda: len(ticks) > 3)
    stage.play(64, 65)
    stage.give_turn(2)
    over = stage.stop()
    assert {60, 62, 64, 65} <= set(pitches(over))


def test_a_second_jam_is_answered_like_the_first(stage: Stage) -> None:
    for _ in range(2):
        stage.over.clear()
        stage.start()
        stage.play(60, 62, 64)
        stage.give_turn(1)
        assert pitches(stage.stop()) == [60, 62, 64]
