"""DAWs that do what they should not: one sentence each, and the music goes on."""

import heapq
from collections.abc import Iterable, Iterator
from itertools import count

import pytest

from engine.messages import Notice, Playhead
from engine.playback.player.other_clock import OtherClock
from engine.playback.ports.outputs import unbalanced
from tests.playback.stage import Stage
from tests.playback.test_bar_line_of_the_master import (
    CONTINUE,
    PORT,
    PULSE,
    PULSE_S,
    START,
    STOP,
    Master,
)

Sent = Iterator[tuple[float, bytes]]


def said(stage: Stage) -> list[str]:
    return [notice.message for notice in stage.of_type(Notice)]  # type: ignore[attr-defined]


def clock_at(bpm: float, *, from_s: float = 0.0) -> Sent:
    """A start and the pulses of a device, with their times."""
    yield from_s, START
    for number in count():
        yield from_s + number * 60 / bpm / 24, PULSE


def come(stage: Stage, clock: OtherClock, *devices: Sent, seconds: float) -> None:
    began_s = stage.clock.now_s
    for at_s, message in heapq.merge(*devices):
        if at_s > seconds:
            break
        stage.run(max(0.0, began_s + at_s - stage.clock.now_s))
        clock.miss()
        clock.take(message, stage.clock.now_s, PORT)


@pytest.mark.parametrize("bpm", [120.0, 123.0, 97.0])
def test_two_masters_on_one_port_are_told_once(stage: Stage, bpm: float) -> None:
    master = Master(stage)
    two = clock_at(120.0), clock_at(bpm, from_s=1.3)
    come(stage, master.clock, *two, seconds=12.0)
    assert said(stage) == [
        "‘DAW’ started again while it played. If two programs send a clock to it, disconnect one"
        " of them."
    ]
    assert stage.player.playing
    master.say(STOP)
    assert unbalanced(stage.output.messages) == []


def test_another_master_on_another_port_counts_for_nothing(stage: Stage) -> None:
    master = Master(stage)
    master.say(START)
    for number in range(96):
        master.pulses(1)
        master.clock.take((START, STOP, PULSE)[number % 3], stage.clock.now_s, "Other")
    assert master.tick == pytest.approx(96 * 20, abs=20)
    assert said(stage) == []


@pytest.mark.parametrize("ending", ["stop", "silence"])
def test_a_daw_that_stops_in_the_middle_of_a_bar_leaves_nothing_sounding(
    stage: Stage, ending: str
) -> None:
    master = Master(stage)
    master.say(START)
    master.pulses(53)  # within a note of the third beat
    assert unbalanced(stage.output.messages)
    if ending == "stop":
        master.say(STOP)
    else:
        for _ in range(30):
            stage.run(0.05)
            master.clock.miss()
    assert unbalanced(stage.output.messages) == []
    assert not stage.player.playing
    sentences = [] if ending == "stop" else ["No more clock comes from ‘DAW’; it stopped."]
    assert said(stage) == sentences
    # It goes on from there.
    here = master.tick
    master.say(CONTINUE)
    master.pulses(25)
    assert stage.player.playing
    assert master.tick == pytest.approx(here + 25 * 20, abs=45)


def test_nonsense_moves_nothing(stage: Stage) -> None:
    master = Master(stage)
    nonsense: Iterable[bytes] = (b"\xf2", b"\xf2\x01", b"\xf1", b"\xf1\xff", b"\xf1\x00\x00\x00")
    for message in nonsense:
        master.say(message)
    assert not stage.of_type(Playhead)
    master.say(START)
    for _ in range(48):
        master.say(*nonsense)
        master.pulses(1)
    assert master.tick == pytest.approx(48 * 20, abs=20)
    assert stage.clock.now_s == pytest.approx(100 + 48 * PULSE_S)
    assert said(stage) == []
