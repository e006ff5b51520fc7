"""Playing leads into music that is being made: the last bar again, each note ended."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages import AddNotes, Join, PartNote, Play, Seek, SetLoop, SetMetronome
from engine.playback import wire
from engine.playback.ports.outputs import RecordingOutput
from engine.playback.sending.cursor import Due, Loop, PlaybackCursor
from engine.playback.sending.joining import Joining
from engine.playback.sending.schedule import Schedule
from engine.values.score import Control, Note, Score, Tempo, TimeSignature, Track
from tests.playback.stage import FakeClock, Stage, piece

BAR, BAR_S = 1920, 2.0


@pytest.fixture
def stage() -> Stage:
    clock = FakeClock()
    return Stage.with_output(RecordingOutput("recording", clock=clock), clock)


def quarters(bars: int, *, since: int = 0) -> tuple[Note, ...]:
    return tuple(Note(480 * i, 40 + i, 480) for i in range(4 * since, 4 * bars))


def load(stage: Stage, *notes: Note, **rest: object) -> None:
    stage.player.handle(piece(Track(notes=tuple(sorted(notes)), **rest)))  # type: ignore[arg-type]


def begun(stage: Stage) -> list[tuple[float, int]]:
    return [(at_s, pitch) for at_s, on, _, pitch in stage.notes() if on]


def ended(stage: Stage, pitch: int) -> list[float]:
    return [at_s for at_s, on, _, p in stage.notes() if not on and p == pitch]


def add(stage: Stage, *notes: Note, until: int, more: bool = True) -> None:
    parts = tuple(PartNote(0, note) for note in notes)
    stage.player.handle(AddNotes(notes=parts, until=until, more=more))


def test_the_last_bar_comes_again_until_there_is_more(stage: Stage) -> None:
    load(stage, *quarters(2))
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=0))
    stage.run(7.0)
    add(stage, *quarters(3, since=2), until=3 * BAR, more=False)
    stage.player.handle(Join(start=2 * BAR))
    stage.run(9.0)
    pitches = [*range(40, 48), 44, 45, 46, 47, 44, 45, 46, 47, 48, 49, 50, 51]
    assert begun(stage) == [(0.5 * i, pitch) for i, pitch in enumerate(pitches)]
    assert not stage.player.playing


def test_a_note_over_the_bar_line_ends_where_the_bar_comes_again_and_is_whole_at_last(
    stage: Stage,
) -> None:
    held = Note(2 * BAR - 480, 30, 960)
    load(stage, *quarters(2), held)
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=BAR))
    stage.run(3.8)
    add(stage, Note(2 * BAR, 70, 1920), until=3 * BAR, more=False)
    stage.player.handle(Join(start=2 * BAR))
    stage.run(9.0)
    assert ended(stage, 30) == [2.0, 4.5]


def test_the_pedal_is_as_it_was_when_the_bar_comes_again(stage: Stage) -> None:
    pedal = (Control(BAR, 64, 127), Control(2 * BAR - 240, 64, 0), Control(BAR - 10, 11, 90))
    load(stage, *quarters(2), controls=tuple(sorted(pedal, key=lambda c: c.tick)))
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=BAR))
    stage.run(3.9)
    sent = [
        (round(r.received_s - 100.0, 2), r.message[2])
        for r in stage.output.received
        if r.message[0] == wire.CONTROL and r.message[1] == 64 and r.received_s > 100.0
    ]
    assert (1.75, 0) in sent
    # At the jump it is what it was before the bar, then the bar's own pedal goes down.
    assert [value for at_s, value in sent if at_s == 2.0][-1] == 127
    assert (3.75, 0) in sent


def test_devices_that_follow_the_clock_go_back_with_the_bar(stage: Stage) -> None:
    load(stage, *quarters(2))
    stage.player.set_clock(("",))
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=0))
    stage.run(6.1)
    said = [r.message for r in stage.output.received if r.message[0] >= 0xF0]
    positions = [m[1] + 128 * m[2] for m in said if m[0] == wire.POSITION]
    # In sixteenths.
    assert positions[-2:] == [16, 16]
    pulses = [r.received_s for r in stage.output.received if r.message[0] == wire.PULSE]
    assert all(b - a == pytest.approx(0.5 / 24, abs=1e-3) for a, b in pairwise(pulses))


def test_waiting_in_silence_keeps_the_beat_and_the_place(stage: Stage) -> None:
    load(stage, *quarters(2))
    stage.player.handle(SetMetronome(enabled=True))
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR, repeats=False))
    stage.player.handle(Play(tick=0))
    stage.run(5.3)
    music = [at_s for at_s, on, channel, _ in stage.notes() if on and channel != 9]
    clicks = [at_s for at_s, on, channel, _ in stage.notes() if on and channel == 9]
    assert music == [0.5 * i for i in range(8)]
    assert clicks == [0.5 * i for i in range(11)]
    assert stage.player.audible_tick(stage.clock.now_s) == 2 * BAR
    add(stage, Note(2 * BAR, 70, 1920), until=3 * BAR, more=False)
    stage.player.handle(Join(start=2 * BAR))
    stage.run(9.0)
    assert [at_s for at_s, pitch in begun(stage) if pitch == 70] == [6.0]


def test_what_another_device_moves_does_not_wait(stage: Stage) -> None:
    load(stage, *quarters(2))
    stage.player.external = True
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=0))
    stage.player.handle(AddNotes(notes=(), until=2 * BAR, more=True))
    stage.run(5.0)
    assert len(begun(stage)) == 8
    assert stage.player.audible_tick(stage.clock.now_s) == pytest.approx(2.5 * BAR)


def test_a_recording_that_begins_meanwhile_does_not_wait(stage: Stage) -> None:
    load(stage, *quarters(2))
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=0, open_end=True))
    stage.run(3.0)
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR, repeats=False))
    stage.run(3.0)
    assert len(begun(stage)) == 8
    # What is asked for while it plays on is waited for.
    stage.player.handle(Join(start=3 * BAR, until=3 * BAR))
    stage.run(4.0)
    assert 2 * BAR <= stage.player.audible_tick(stage.clock.now_s) < 3 * BAR


def test_a_seek_behind_the_gate_comes_back_to_what_is_made(stage: Stage) -> None:
    load(stage, *quarters(2))
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.player.handle(Play(tick=0))
    stage.run(0.9)
    stage.player.handle(Seek(tick=5 * BAR + 480))
    stage.run(3.9)
    # The second beat of the bar before, in step with the bar that was jumped into.
    assert [pitch for _, pitch in begun(stage)][2:9] == [45, 46, 47, 44, 45, 46, 47]


def test_old_music_is_left_at_a_bar_line(stage: Stage) -> None:
    load(stage, *quarters(8))
    stage.player.handle(Play(tick=5 * BAR))
    stage.run(0.7)
    stage.player.handle(Join(start=2 * BAR, until=2 * BAR))
    stage.run(4.0)
    assert [pitch for _, pitch in begun(stage)][:8] == [60, 61, 62, 63, 44, 45, 46, 47]


def test_a_loop_is_left_for_the_new_music_only_once(stage: Stage) -> None:
    load(stage, *quarters(3))
    stage.player.handle(SetLoop(start=0, end=BAR))
    stage.player.handle(Play(tick=0))
    stage.run(3.0)
    stage.player.handle(Join(start=2 * BAR))
    stage.run(1.4)
    assert [pitch for _, pitch in begun(stage)][8:] == [44]
    stage.player.handle(Play(tick=0))
    stage.run(3.9)
    assert [pitch for _, pitch in begun(stage)][-8:] == [40, 41, 42, 43, 40, 41, 42, 43]


def test_a_bar_too_short_to_repeat_is_played_on() -> None:
    score = Score(
        tracks=(Track(notes=quarters(2)),),
        time_signatures=(TimeSignature(0, 1, 64),),
        tempos=(Tempo(0, 1000.0),),
        ticks_per_quarter=480,
    )
    cursor = PlaybackCursor(Schedule.of(score), joining=Joining(start=960, until=960))
    assert len(list(cursor.read(5.0))) > 0
    assert cursor.read_s == pytest.approx(5.0)


METERS = st.sampled_from([(4, 4), (3, 4), (7, 8), (5, 16)])


@given(
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("read"), st.floats(0.01, 3.0)),
            st.tuples(st.just("join"), st.integers(0, 8), st.integers(0, 4), st.booleans()),
            st.tuples(st.just("loop"), st.integers(0, 6), st.integers(0, 6)),
            st.tuples(st.just("leave")),
            st.tuples(st.just("note"), st.integers(0, 40)),
        ),
        max_size=25,
    ),
    meter=METERS,
    tick=st.integers(0, 9000),
)
def test_whatever_comes_time_goes_on_and_notes_are_in_order(
    steps: list[tuple[object, ...]], meter: tuple[int, int], tick: int
) -> None:
    bar = 1920 * meter[0] // meter[1]
    notes = tuple(Note(120 * i, 40 + i % 40, 300) for i in range(4 * bar // 120))
    score = Score(
        tracks=(Track(notes=notes),),
        time_signatures=(TimeSignature(0, *meter),),
        ticks_per_quarter=480,
    )
    cursor = PlaybackCursor(Schedule.of(score), tick=tick)
    until_s, dues = 0.0, list[Due]()
    for what, *given_ in steps:
        if what == "read":
            until_s += given_[0]  # type: ignore[operator]
            got = list(cursor.read(until_s))
            assert all(due.elapsed_s < until_s + 1e-9 for due in got)
            dues += got
            assert cursor.read_s == pytest.approx(until_s)
        elif what == "join":
            start, more, repeats = given_
            until = start + more if more else 0  # type: ignore[operator]
            cursor.join(
                Joining(start=start * bar, until=until * bar, repeats=bool(repeats))  # type: ignore[operator]
                if start
                else None
            )
        elif what == "loop":
            first, last = sorted(given_)  # type: ignore[type-var]
            cursor.change(loop=Loop(first * bar, last * bar))  # type: ignore[operator]
        elif what == "leave":
            cursor.join(None)
        else:
            dues += cursor.add([(0, Note(240 * given_[0], 100, 240))])  # type: ignore[operator]
    assert all(due.end_s >= due.elapsed_s for due in dues)
