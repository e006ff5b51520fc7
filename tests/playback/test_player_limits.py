"""Where the player draws its lines: count-ins, jumps of the clock, reports, starts before zero."""

import pytest

from engine.messages import (
    AddNotes,
    Lateness,
    Notice,
    PartNote,
    Play,
    Playhead,
    Seek,
    SetMetronome,
    SetTempoFactor,
    Stop,
)
from engine.playback.clocks.music_clock import (
    FASTEST_FACTOR,
    SLOWEST_FACTOR,
    MusicClock,
    playable_factor,
)
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.cursor import Loop, PlaybackCursor
from engine.playback.sending.schedule import FASTEST_BPM, SLOWEST_BPM, Schedule, playable_bpm
from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from tests.playback.stage import QUARTERS, Stage, piece


def heads(stage: Stage) -> list[Playhead]:
    return [event for event in stage.events if isinstance(event, Playhead)]


def test_there_is_no_place_before_the_beginning(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=-500))
    stage.run(0.1)
    assert stage.notes() == [(0.0, True, 0, 60)]
    stage.player.handle(Seek(tick=-500))
    stage.run(0.1)
    assert stage.notes()[-1] == (0.1, True, 0, 60)
    stage.player.handle(Stop())
    stage.player.handle(Seek(tick=-1))
    assert heads(stage)[-1].tick == 0.0
    stage.player.handle(Seek(tick=1))
    assert heads(stage)[-1].tick == 1.0


@pytest.mark.parametrize(("asked", "bars"), [(-1, 0), (0, 0), (1, 1), (4, 4), (5, 4), (99, 4)])
def test_a_count_in_has_four_bars_at_most(stage: Stage, asked: int, bars: int) -> None:
    stage.player.handle(piece())
    stage.player.handle(SetMetronome(enabled=False, count_in_bars=asked))
    stage.player.handle(Play(tick=0))
    stage.run(2.0 * bars + 0.1)
    clicks = [each for each in stage.notes() if each[1] and each[2] == 9]
    assert len(clicks) == 4 * bars
    assert stage.notes()[-1][0] == pytest.approx(2.0 * bars)
    assert stage.notes()[-1][2:] == (0, 60)


@pytest.mark.parametrize(("gap_s", "waits"), [(0.4, False), (0.5, False), (0.6, True)])
def test_a_clock_that_jumps_by_more_than_half_a_second_slept(
    stage: Stage, gap_s: float, *, waits: bool
) -> None:
    stage.player.handle(piece(Track(notes=(Note(0, 60, 9600),))))
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    before = stage.player.audible_tick(stage.clock.now_s)
    # Steps follow each other closely: the last one was at the last report.
    last_s = stage.player._last_step_s
    stage.clock.now_s = last_s + gap_s
    stage.player.step()
    moved = stage.player.audible_tick(stage.clock.now_s) - before
    expected = (last_s - 101.0 if waits else last_s + gap_s - 101.0) * 960
    assert moved == pytest.approx(expected, abs=1)


def test_the_playhead_is_told_thirty_times_a_second_and_lateness_once(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=(Note(0, 60, 96_000),))))
    stage.player.handle(Play(tick=0))
    stage.run(10.0)
    assert 295 <= len(heads(stage)) <= 302
    told = [event for event in stage.events if isinstance(event, Lateness)]
    assert len(told) in {9, 10}


def test_nothing_is_sent_further_ahead_than_a_tenth_of_a_second(stage: Stage) -> None:
    stage.player.handle(piece(Track(notes=tuple(Note(48 * i, 60, 24) for i in range(200)))))
    stage.player.handle(Play(tick=0))
    stage.run(1.0)
    # Read ahead by as much; sent when it is due.
    read = [each.what for each in stage.player._sender.agenda._heap]
    starts = [what.elapsed_s for what in read if hasattr(what, "event")]
    assert max(starts, default=0) <= 1.0 + 0.1 + 0.05
    assert [each[0] for each in stage.notes() if each[1]] == pytest.approx(
        [0.05 * i for i in range(21)]
    )


def test_stopping_twice_and_playing_again_tells_where_it_stands(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=480))
    stage.run(0.25)
    assert stage.player.playing
    stage.player.handle(Stop())
    assert heads(stage)[-1] == Playhead(
        tick=pytest.approx(720), playing=False, ahead_s=pytest.approx(1.25)
    )
    count = len(stage.events)
    stage.player.handle(Stop())
    assert len(stage.events) == count
    assert stage.player.step() == NEVER
    assert stage.player.played_tick(stage.clock.now_s) is None
    assert stage.player.played_lap(stage.clock.now_s) == 0


def test_what_is_known_reaches_as_far_as_what_was_told(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.player.step()
    stage.player.handle(AddNotes(notes=(), until=3840, more=True))
    stage.run(0.1)
    assert heads(stage)[-1].ahead_s == pytest.approx(4.0 - 0.1, abs=0.04)
    stage.player.handle(SetTempoFactor(factor=2.0))
    stage.run(0.1)
    assert heads(stage)[-1].ahead_s == pytest.approx((4.0 - 0.3) / 2, abs=0.04)
    # Fewer notes are not known less far, and another piece is.
    stage.player.handle(AddNotes(notes=(), until=10, more=True))
    stage.run(0.1)
    assert heads(stage)[-1].ahead_s > 1.5
    stage.player.handle(piece())
    stage.run(0.1)
    assert heads(stage)[-1].ahead_s == pytest.approx((2.0 - 0.7) / 2, abs=0.06)


def test_a_stream_waits_for_more_and_ends_when_none_comes(stage: Stage) -> None:
    stage.player.handle(piece())
    stage.player.handle(Play(tick=0))
    stage.run(0.1)
    stage.player.handle(AddNotes(notes=(), until=1920, more=True))
    stage.run(3.0)
    assert stage.player.playing
    note = PartNote(0, Note(3200, 72, 10))
    stage.player.handle(AddNotes(notes=(note,), until=3300, more=False))
    stage.run(1.0)
    assert (3.333, True, 0, 72) in stage.notes()
    assert not stage.player.playing


# --- tempo and time ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "played"),
    [
        (1.0, 1.0),
        (FASTEST_FACTOR, FASTEST_FACTOR),
        (FASTEST_FACTOR + 0.1, FASTEST_FACTOR),
        (SLOWEST_FACTOR, SLOWEST_FACTOR),
        (SLOWEST_FACTOR + 0.01, SLOWEST_FACTOR + 0.01),
        (0.0, SLOWEST_FACTOR),
        (-3.0, SLOWEST_FACTOR),
        (float("nan"), SLOWEST_FACTOR),
        (float("inf"), FASTEST_FACTOR),
    ],
)
def test_a_tempo_factor_is_the_nearest_that_can_be_played(
    stage: Stage, asked: float, played: float
) -> None:
    assert playable_factor(asked) == played
    stage.player.handle(SetTempoFactor(factor=asked))
    said = [event for event in stage.events if isinstance(event, Notice)]
    assert len(said) == (asked != played)


def test_the_bounds_of_tempo_are_those_that_users_are_told() -> None:
    assert (SLOWEST_FACTOR, FASTEST_FACTOR) == (0.1, 4.0)
    assert (SLOWEST_BPM, FASTEST_BPM) == (4.0, 1000.0)
    found = [playable_bpm(bpm) for bpm in (0.0, 4.0, 4.5, 1000.0, 1000.5, float("nan"))]
    assert found == [4.0, 4.0, 4.5, 1000.0, 1000.0, 4.0]


def test_clock_and_music_are_two_ends_of_one_line() -> None:
    line = MusicClock(clock_s=10.0, elapsed_s=3.0, factor=2.0)
    assert [line.elapsed_at(clock_s) for clock_s in (9.0, 10.0, 12.0)] == [1.0, 3.0, 7.0]
    assert [line.clock_at(elapsed_s) for elapsed_s in (1.0, 3.0, 7.0)] == [9.0, 10.0, 12.0]
    slower = line.with_factor(0.5, 12.0)
    assert (slower.clock_s, slower.elapsed_s, slower.factor) == (12.0, 7.0, 0.5)
    assert slower.elapsed_at(14.0) == 8.0
    later = line.delayed(1.5)
    assert (later.clock_s, later.elapsed_s, later.factor) == (11.5, 3.0, 2.0)
    assert (MusicClock(5.0).elapsed_at(6.0), MusicClock(5.0).clock_at(1.0)) == (1.0, 6.0)


# --- the cursor and the schedule ---------------------------------------------------------------


def made(*notes: Note, **score: object) -> Schedule:
    return Schedule.of(Score(ticks_per_quarter=480, tracks=(Track(notes=notes),), **score))  # type: ignore[arg-type]


@pytest.mark.parametrize(("length", "repeats"), [(19, False), (20, True), (960, True)])
def test_a_loop_as_short_as_a_fiftieth_of_a_second_is_repeated(
    length: int, *, repeats: bool
) -> None:
    # A tick is a 960th of a second.
    cursor = PlaybackCursor(made(*QUARTERS), loop=Loop(0, length))
    assert (cursor.end_s == float("inf")) is repeats


def test_a_loop_counts_its_laps_and_an_end_before_it_is_passed_by() -> None:
    cursor = PlaybackCursor(made(*QUARTERS), loop=Loop(480, 960))
    list(cursor.read(2.2))
    assert [cursor.lap_at(s) for s in (-1.0, 0.0, 0.99, 1.0, 1.49, 1.5, 2.0)] == [
        0, 0, 0, 1, 1, 2, 3,
    ]  # fmt: skip
    assert [cursor.tick_at(s) for s in (-1.0, 0.0, 0.5, 1.0, 1.25)] == [0, 0, 480, 480, 720]
    assert PlaybackCursor(made(*QUARTERS), tick=960, loop=Loop(480, 960)).end_s == pytest.approx(
        1.0
    )
    assert PlaybackCursor(made(*QUARTERS), tick=959, loop=Loop(480, 960)).end_s == float("inf")


def test_notes_out_of_range_are_left_out_and_short_ones_are_heard() -> None:
    schedule = made(
        Note(0, 0, 0), Note(1, 127, 1, 200), Note(2, 128, 1), Note(3, -1, 1), Note(4, 60, 5, 0)
    )
    assert [(e.tick, e.first, e.second, e.end) for e in schedule.events] == [
        (0, 0, 80, 1),
        (1, 127, 127, 2),
        (4, 60, 1, 9),
    ]
    assert schedule.end == 9
    assert schedule.ticks == [0, 1, 4]
    assert made().end == 0


def test_time_signatures_that_time_cannot_be_reckoned_with_are_left_out() -> None:
    for numerator, denominator in ((0, 4), (4, 0), (-1, 4)):
        schedule = made(time_signatures=(TimeSignature(0, numerator, denominator),))
        assert schedule.score.time_signatures == ()
        assert len(schedule.notices) == 1
    one = made(time_signatures=(TimeSignature(0, 1, 1),))
    assert (len(one.score.time_signatures), one.notices) == (1, ())
    grid = Schedule.of(Score(ticks_per_quarter=0))
    assert grid.score.ticks_per_quarter == 1
    slow = made(tempos=(Tempo(0, 1.0), Tempo(480, 2000.0)))
    assert [tempo.bpm for tempo in slow.score.tempos] == [SLOWEST_BPM, FASTEST_BPM]
    assert slow.notices == ("A tempo of 1 cannot be played; it is played at 4.",)
