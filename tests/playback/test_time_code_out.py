"""MIDI time code that Segue sends: read again, it says where the music is."""

from itertools import pairwise

import pytest

from engine.messages import Play, Seek, SetLoop, SetTempoFactor, Stop
from engine.playback.clocks.time_code import TimeCode, TimeCodeReader, TimeCodeWriter
from engine.playback.ports.outputs import RecordingOutput
from engine.values.score import Note, Score, Tempo, Track
from tests.playback.stage import FakeClock, Stage

QUARTER_FRAME = 0xF1


@pytest.fixture
def sending(clock: FakeClock) -> Stage:
    """A player that sends time code: 120 at first, and 90 from the fifth second on."""
    stage = Stage.with_output(RecordingOutput("DAW", clock=clock), clock)
    tempos = (Tempo(0, 120.0), Tempo(4800, 90.0))
    track = Track(notes=(Note(0, 60, 480 * 9000),))
    stage.player.set_score(Score(tempos=tempos, tracks=(track,)), ())
    stage.player.set_time_code(("DAW",))
    return stage


def codes(stage: Stage) -> list[TimeCode]:
    """The times that a reader finds, with seconds since 100."""
    reader = TimeCodeReader()
    found = [reader.take(r.message, r.received_s - 100) for r in stage.output.received]
    return [code for code in found if code is not None]


def located(stage: Stage) -> list[tuple[int, ...]]:
    """Hours, minutes, seconds and frames of the full-frame messages."""
    return [tuple(m[5:9]) for m in stage.output.messages if m[0] == 0xF0]


def test_a_reader_finds_the_place_of_the_music(sending: Stage) -> None:
    sending.player.handle(Play(tick=0))
    sending.run(20.0)
    found = codes(sending)
    assert len(found) == pytest.approx(20 / 0.08, abs=2)
    assert all(code.place_s == pytest.approx(code.at_s, abs=0.001) for code in found)
    assert located(sending) == [(0x20, 0, 0, 0)]
    quarters = [r.received_s for r in sending.output.received if r.message[0] == QUARTER_FRAME]
    assert all(b - a == pytest.approx(0.01, abs=0.001) for a, b in pairwise(quarters))
    sending.player.handle(Stop())
    count = len(sending.output.received)
    sending.run(1.0)
    assert not [m for m in sending.output.messages[count:] if m[0] == QUARTER_FRAME]


def test_hours_and_minutes_are_said(sending: Stage) -> None:
    tick = 4800 + round((3600 + 125.0 - 5.0) * 1.5 * 480)
    sending.player.handle(Play(tick=tick))
    sending.run(1.0)
    assert located(sending) == [(0x20 | 1, 2, 5, 0)]
    assert codes(sending)[0].place_s == pytest.approx(125.0, abs=0.08)


def test_a_place_that_is_chosen_is_said_while_it_stands(sending: Stage) -> None:
    sending.player.handle(Seek(tick=4800 + 720))
    assert located(sending) == [(0x20, 0, 6, 0)]


def test_half_the_tempo_is_half_the_time_code(sending: Stage) -> None:
    sending.player.handle(SetTempoFactor(factor=0.5))
    sending.player.handle(Play(tick=0))
    sending.run(4.0)
    assert all(code.place_s == pytest.approx(code.at_s / 2, abs=0.001) for code in codes(sending))
    assert codes(sending)[-1].place_s == pytest.approx(2.0, abs=0.1)


def test_a_loop_locates_anew_each_time(sending: Stage) -> None:
    sending.player.handle(SetLoop(start=0, end=960))
    sending.player.handle(Play(tick=0))
    sending.run(2.9)
    assert len(located(sending)) == 3
    assert all(code.place_s == pytest.approx(code.at_s % 1.0, abs=0.002) for code in codes(sending))


def test_it_is_sent_earlier_by_the_latency_of_the_port(sending: Stage) -> None:
    sending.player.set_latencies({"DAW": 0.05})
    sending.player.handle(Play(tick=0))
    sending.run(2.0)
    # Segue's own beginning is 50 ms later, so that the first message goes out at once.
    assert all(code.place_s == pytest.approx(code.at_s, abs=0.001) for code in codes(sending))
    assert sending.player.audible_tick(sending.clock.now_s) == pytest.approx(960 * 1.95)


def test_before_the_beginning_nothing_is_said() -> None:
    said: list[bytes] = []
    writer = TimeCodeWriter(said.append)
    assert writer.step(-1.0) == 0.0
    assert said == []
    assert writer.step(0.0) == 0.01
    assert [message[0] for message in said] == [0xF0, QUARTER_FRAME]


def test_a_late_step_sends_what_it_missed(sending: Stage) -> None:
    sending.player.handle(Play(tick=0))
    sending.run(1.0)
    sending.clock.now_s += 0.07
    sending.run(1.0)
    numbers = [m[1] >> 4 for m in sending.output.messages if m[0] == QUARTER_FRAME]
    assert all(b == (a + 1) % 8 for a, b in pairwise(numbers))
