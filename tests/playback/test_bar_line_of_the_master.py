"""Play begins at the next bar line of the device whose clock is followed, while that plays."""

import pytest

from engine.messages import Play, SetScore, TrackMix
from engine.playback import wire
from engine.playback.player.other_clock import OtherClock
from engine.values.score import Note, Score, TimeSignature, Track
from tests.playback.stage import Stage

PORT = "DAW"
PULSE, START, CONTINUE, STOP = (bytes((n,)) for n in (0xF8, 0xFA, 0xFB, 0xFC))
PULSE_S = 0.5 / 24


class Master:
    """A DAW at 120 whose clock a player follows."""

    def __init__(self, stage: Stage, meter: tuple[int, int] = (4, 4)) -> None:
        self.stage = stage
        self.clock = OtherClock(stage.player, stage.events.append, stage.clock)
        self.clock.follow(PORT)
        self.score = Score(
            time_signatures=(TimeSignature(0, *meter),),
            tracks=(Track(notes=tuple(Note(480 * i, 60, 240) for i in range(64))),),
        )
        stage.player.handle(SetScore(score=self.score, mix=(TrackMix(),)))

    def say(self, *messages: bytes) -> None:
        for message in messages:
            self.clock.take(message, self.stage.clock.now_s, PORT)

    def pulses(self, count: int) -> None:
        for _ in range(count):
            self.say(PULSE)
            self.stage.run(PULSE_S)

    def play(self, tick: int) -> None:
        assert self.clock.holds(Play(tick=tick))

    @property
    def tick(self) -> float:
        return self.stage.player.audible_tick(self.stage.clock.now_s)


@pytest.mark.parametrize(
    ("meter", "pulses", "line"),
    [((4, 4), 100, 192), ((3, 4), 100, 144), ((7, 8), 100, 168), ((4, 4), 96, 96)],
)
def test_play_waits_for_the_next_bar_line(
    stage: Stage, meter: tuple[int, int], pulses: int, line: int
) -> None:
    master = Master(stage, meter)
    master.say(START)
    master.pulses(pulses)
    master.play(480 * 40)
    master.pulses(line - pulses)
    # The music before goes on until then.
    assert master.tick == pytest.approx(line * 20, abs=45)
    master.pulses(1)
    assert master.tick == pytest.approx(480 * 40 + 20, abs=25)


def test_a_song_position_says_where_the_bar_lines_are(stage: Stage) -> None:
    master = Master(stage)
    master.say(wire.song_position(6), CONTINUE)  # beat 3 of bar 1, and a half
    master.pulses(12)
    master.play(0)
    master.pulses(48)
    assert master.tick > 480
    master.pulses(1)
    assert master.tick == pytest.approx(20, abs=25)


def test_a_device_that_stands_or_never_said_where_it_is_lets_it_begin_at_once(
    stage: Stage,
) -> None:
    master = Master(stage)
    master.pulses(30)  # a clock without a start
    master.play(0)
    master.pulses(1)
    assert stage.player.playing
    master.say(STOP)
    master.pulses(5)  # it stands, and its clock runs on
    master.play(960)
    master.pulses(1)
    assert master.tick == pytest.approx(960 + 20, abs=25)


def test_a_device_that_falls_silent_is_not_waited_for(stage: Stage) -> None:
    master = Master(stage)
    master.say(START)
    master.pulses(10)
    stage.run(3.0)
    master.clock.miss()
    master.play(960)
    master.pulses(1)
    assert master.tick == pytest.approx(960 + 20, abs=25)


def test_a_recording_that_waits_for_the_start_goes_on_after_the_piece(stage: Stage) -> None:
    master = Master(stage)
    stage.player.handle(SetScore(score=Score(tracks=(Track(),)), mix=(TrackMix(),)))
    assert master.clock.holds(Play(tick=0, open_end=True))
    master.say(START)
    master.pulses(240)
    assert stage.player.playing
    assert master.tick == pytest.approx(240 * 20, abs=25)
    # Without a recording the piece ends where it ends.
    master.say(STOP, START)
    master.pulses(2)
    assert not stage.player.playing


@pytest.mark.parametrize("wait_s", [0.0, 0.4, 5.0])
def test_a_start_may_come_long_before_the_first_pulse(stage: Stage, wait_s: float) -> None:
    master = Master(stage)
    stage.run(30.0)
    master.say(START)
    for _ in range(20):
        stage.run(wait_s / 20)
        master.clock.miss()
    master.pulses(1)
    assert master.tick == pytest.approx(20, abs=25)
    master.pulses(23)
    assert master.tick == pytest.approx(480, abs=25)


def test_a_start_of_the_device_comes_before_what_waits(stage: Stage) -> None:
    master = Master(stage)
    master.say(START)
    master.pulses(100)
    master.play(480 * 40)
    master.say(STOP, START)
    master.pulses(1)
    assert master.tick == pytest.approx(20, abs=25)
