"""A jam that keeps time with another device: its clock stops, stalls, bursts and comes back."""

import pytest

from engine.messages import (
    Anchor,
    Message,
    Notice,
    Play,
    Playhead,
    SetJam,
    Stop,
    TurnEnded,
)
from engine.playback.player.other_clock import OtherClock
from engine.playback.ports.outputs import unbalanced
from engine.values.score import Note, Track
from tests.playback.stage import Stage, piece
from tests.playback.test_jam_player import plan

PULSE, START, CONTINUE, STOP = (bytes((n,)) for n in (0xF8, 0xFA, 0xFB, 0xFC))
PORT = "Drum machine"
QUARTER_S, PULSE_S = 0.5, 0.5 / 24
BAR = 1920


class Band:
    """A player in a jam, and a drum machine at 120 that it keeps time with."""

    def __init__(self, stage: Stage, *, jams: bool = True) -> None:
        self.stage, self.player = stage, stage.player
        self.clock = OtherClock(stage.player, self.emit, stage.clock)
        self.clock.follow(PORT)
        self.player.handle(piece(Track()))
        self.player.handle(SetJam(rests=jams))
        self.clock.holds(Play(tick=0, open_end=True))
        self.pulses(1)

    def emit(self, message: Message) -> None:
        self.stage.events.append(message)

    def say(self, message: bytes) -> None:
        self.clock.take(message, self.stage.clock.now_s, PORT)

    def pulses(self, count: int, *, gap_s: float = PULSE_S) -> None:
        """Let the drum machine send so many pulses, each followed by a gap."""
        for _ in range(count):
            self.say(PULSE)
            self.wait(gap_s)

    def wait(self, seconds: float) -> None:
        """Let time pass as the role does: what the clock owes is looked at between."""
        until_s = self.stage.clock.now_s + seconds
        while self.stage.clock.now_s < until_s:
            self.stage.run(min(0.05, until_s - self.stage.clock.now_s))
            self.clock.miss()

    @property
    def tick(self) -> float:
        return self.player.audible_tick(self.stage.clock.now_s)

    def said(self) -> list[str]:
        return [each.message for each in self.stage.of_type(Notice)]  # type: ignore[attr-defined]

    def stops(self) -> int:
        return sum(not each.playing for each in self.stage.of_type(Playhead))  # type: ignore[attr-defined]


@pytest.fixture
def band(stage: Stage) -> Band:
    return Band(stage)


def test_a_device_that_stops_lets_the_music_rest_and_go_on_from_there(band: Band) -> None:
    band.pulses(48)
    band.player.handle(plan(1, 960, 1200, more=True))
    band.pulses(12)
    band.say(STOP)
    here = band.tick
    assert here == pytest.approx(60 * 20, abs=40)
    assert unbalanced(band.stage.output.messages) == []
    assert band.stage.of_type(TurnEnded)[-1].by == "stop"  # type: ignore[attr-defined]
    assert band.stage.of_type(Anchor)[-1].ticks_per_second == 0.0  # type: ignore[attr-defined]
    assert band.said() == ["‘Drum machine’ stopped; the music rests until it goes on."]
    band.pulses(48)  # it sends them while it stands, as many do
    assert band.tick == here
    assert band.stops() == 0
    # Whoever watches the player knows that it says nothing more until then.
    assert band.stage.of_type(Playhead)[-1].rests  # type: ignore[attr-defined]
    band.say(CONTINUE)
    band.pulses(24)
    assert band.tick == pytest.approx(here + 480, abs=40)
    assert not band.stage.of_type(Playhead)[-1].rests  # type: ignore[attr-defined]
    assert band.said()[-1] == "‘Drum machine’ keeps time again."
    assert band.stage.of_type(Anchor)[-1].ticks_per_second == pytest.approx(960, rel=0.05)  # type: ignore[attr-defined]


def test_a_device_that_starts_anew_begins_a_bar(band: Band) -> None:
    band.pulses(60)
    band.say(STOP)
    band.wait(0.7)
    band.say(START)
    band.pulses(1)
    assert BAR <= band.tick <= BAR + 60
    band.pulses(24)
    assert band.tick == pytest.approx(BAR + 500, abs=50)


def test_a_clock_that_falls_silent_is_waited_for(band: Band) -> None:
    band.pulses(48)
    here = band.tick
    band.wait(5.0)
    assert band.said() == [
        "No more clock comes from ‘Drum machine’; the music rests until it is back."
    ]
    assert band.tick <= here + 1200  # what went by before it was missed
    stood = band.tick
    band.pulses(24)
    assert band.tick == pytest.approx(stood + 480, abs=60)
    assert band.said()[-1] == "‘Drum machine’ keeps time again."
    assert band.stops() == 0


def test_a_clock_that_stalls_and_makes_up_for_it_in_a_burst_moves_nothing(band: Band) -> None:
    band.pulses(96)
    for _ in range(3):
        band.wait(QUARTER_S)
        band.pulses(24, gap_s=0.0002)
        band.pulses(48)
    assert band.said() == []
    due = (1 + 96 + 3 * 72) * 20
    assert band.tick == pytest.approx(due, abs=60)


def test_it_rests_and_goes_on_as_often_as_it_must(band: Band) -> None:
    for number in range(1, 6):
        band.player.handle(plan(number, round(band.tick) + 480, turn=number, more=True))
        band.pulses(48)
        band.say(STOP)
        band.say(STOP)
        band.wait(0.3)
        band.say(CONTINUE)
        band.pulses(6)
    assert band.stops() == 0
    assert unbalanced(band.stage.output.messages) == []
    assert len(band.said()) == 10


def test_the_user_stops_a_jam_that_rests(band: Band) -> None:
    band.pulses(24)
    band.say(STOP)
    band.clock.holds(Stop())
    band.player.handle(Stop())
    assert band.stops() == 1
    band.pulses(24)
    assert not band.player.playing


def test_a_piece_stops_with_its_clock_as_ever(stage: Stage) -> None:
    band = Band(stage, jams=False)
    band.player.handle(piece(Track(notes=(Note(0, 60, 9600),))))
    band.pulses(24)
    band.say(STOP)
    assert band.stops() == 1
    assert band.said() == []


def test_a_clock_without_start_plays_from_its_next_pulse_or_is_asked_for_once(
    stage: Stage,
) -> None:
    band = Band(stage, jams=False)
    assert band.player.playing
    band.player.handle(Stop())
    band.clock.holds(Stop())
    band.wait(3.0)
    assert band.said() == []
    band.clock.holds(Play(tick=0, open_end=True))
    band.wait(5.0)
    assert band.said() == [
        "No clock comes from ‘Drum machine’ yet; the music begins with its first pulse."
    ]
    assert not band.player.playing
    band.pulses(24)
    assert band.player.playing


def test_a_clock_too_fast_for_music_is_told_once_and_again_when_it_was_well_between(
    band: Band,
) -> None:
    sentence = (
        "The clock of ‘Drum machine’ has no tempo from 20 to 400 beats a minute;"
        " it cannot be followed."
    )
    band.pulses(200, gap_s=0.0001)
    assert band.said() == [sentence]
    band.pulses(48)
    band.pulses(200, gap_s=0.0001)
    assert band.said() == [sentence] * 2
