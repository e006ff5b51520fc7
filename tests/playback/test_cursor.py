"""Reading forwards with literal numbers: tempo, loops, clicks, count-in, notes that come later."""

import pytest

from engine.playback.sending.cursor import Due, Loop, PlaybackCursor, count_in
from engine.playback.sending.schedule import Schedule
from engine.values.score import Control, Note, Score, Tempo, TimeSignature, Track


def schedule_of(*notes: Note, controls: tuple[Control, ...] = (), **rest: object) -> Schedule:
    track = Track(notes=notes, controls=controls)
    return Schedule.of(Score(ticks_per_quarter=480, tracks=(track,), **rest))  # type: ignore[arg-type]


def brief(dues: list[Due]) -> list[tuple[float, int, float]]:
    """(begins, pitch, ends) of notes, in milliseconds' precision."""
    return [
        (round(d.elapsed_s, 3), d.event.first, round(d.end_s, 3))
        for d in dues
        if d.event.status == 0x90
    ]


QUARTERS = tuple(Note(480 * i, 60 + i, 480) for i in range(4))  # half a second each


def test_notes_are_due_at_their_seconds_by_the_tempo_map() -> None:
    schedule = schedule_of(*QUARTERS, tempos=(Tempo(0, 120.0), Tempo(960, 60.0)))
    cursor = PlaybackCursor(schedule)
    assert brief(list(cursor.read(10.0))) == [
        (0.0, 60, 0.5),
        (0.5, 61, 1.0),
        (1.0, 62, 2.0),
        (2.0, 63, 3.0),
    ]
    assert cursor.end_s == 3.0


def test_reading_in_pieces_gives_each_note_once() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS))
    got = [due for i in range(100) for due in cursor.read(i * 0.0307)]
    assert brief(got) == [(0.0, 60, 0.5), (0.5, 61, 1.0), (1.0, 62, 1.5), (1.5, 63, 2.0)]


def test_it_begins_anywhere() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), tick=720)
    assert brief(list(cursor.read(9.0))) == [(0.25, 62, 0.75), (0.75, 63, 1.25)]
    assert cursor.tick_at(-1.0) == 720
    assert cursor.tick_at(0.25) == 960


def test_a_loop_never_sounds_the_first_note_after_its_end_and_cuts_what_would_ring_on() -> None:
    held = Note(480, 40, 4800)
    cursor = PlaybackCursor(schedule_of(*QUARTERS, held), loop=Loop(480, 960))
    assert brief(list(cursor.read(2.0))) == [
        (0.0, 60, 0.5),
        (0.5, 40, 1.0),
        (0.5, 61, 1.0),
        (1.0, 40, 1.5),
        (1.0, 61, 1.5),
        (1.5, 40, 2.0),
        (1.5, 61, 2.0),
    ]
    assert cursor.end_s == float("inf")
    assert [round(cursor.tick_at(s)) for s in (0.25, 0.75, 1.0, 1.25, 1.75)] == [
        240,
        720,
        480,
        720,
        720,
    ]


def test_a_loop_brings_controllers_back_to_what_they_were_at_its_start() -> None:
    pedal = (Control(240, 64, 127), Control(720, 64, 0))
    cursor = PlaybackCursor(schedule_of(*QUARTERS, controls=pedal), loop=Loop(480, 960), tick=480)
    got = [(d.elapsed_s, d.event.second) for d in cursor.read(1.1) if d.event.first == 64]
    assert got == [(0.25, 0), (0.5, 127), (0.75, 0), (1.0, 127)]


def test_with_the_metronome_controllers_come_as_they_are_said() -> None:
    pedal = (Control(480, 64, 127), Control(480, 64, 0))
    cursor = PlaybackCursor(schedule_of(*QUARTERS, controls=pedal), metronome=True)
    got = [d.event.second for d in cursor.read(1.1) if d.event.status == 0xB0]
    assert got == [127, 0]


def test_a_loop_behind_the_place_or_too_short_is_not_repeated() -> None:
    assert PlaybackCursor(schedule_of(*QUARTERS), tick=960, loop=Loop(480, 960)).end_s == 1.0
    assert PlaybackCursor(schedule_of(*QUARTERS), tick=1440, loop=Loop(480, 960)).end_s == 0.5
    for loop in (Loop(100, 100), Loop(100, 50), Loop(0, 10)):
        assert PlaybackCursor(schedule_of(*QUARTERS), loop=loop).end_s == 2.0


def test_a_thousand_rounds_of_a_loop_do_not_drift() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), loop=Loop(0, 480))
    starts = [due.elapsed_s for due in cursor.read(500.0) if due.event.status == 0x90]
    assert len(starts) == 1000
    assert starts[-1] == pytest.approx(499.5, abs=1e-6)
    assert cursor.tick_at(499.75) == pytest.approx(240)


def test_ticks_are_counted_from_the_round_that_a_time_lies_in() -> None:
    slower = schedule_of(*QUARTERS, tempos=(Tempo(0, 120.0), Tempo(480, 60.0)))
    cursor = PlaybackCursor(slower, loop=Loop(0, 960))
    list(cursor.read(3.5))  # two rounds of a second and a half, and a bit
    assert [cursor.elapsed_after(at_s, 480) for at_s in (0.25, 1.75, 3.25)] == [1.0, 2.5, 4.0]


def test_loop_and_metronome_can_change_on_the_way() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS))
    assert brief(list(cursor.read(0.6))) == [(0.0, 60, 0.5), (0.5, 61, 1.0)]
    cursor.change(loop=Loop(0, 960))
    assert brief(list(cursor.read(1.1))) == [(1.0, 60, 1.5)]
    cursor.change(loop=Loop(), metronome=True)
    assert brief(list(cursor.read(1.6))) == [(1.5, 77, 1.625), (1.5, 61, 2.0)]


def test_another_schedule_goes_on_from_the_same_place() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS))
    list(cursor.read(0.6))
    slower = schedule_of(
        *[Note(n.start, n.pitch + 12, 480) for n in QUARTERS], tempos=(Tempo(0, 60.0),)
    )
    cursor.change(schedule=slower)
    # 0.6 s is tick 576: 384 ticks before the third quarter, at 60 beats a minute.
    assert brief(list(cursor.read(3.0))) == [(1.4, 74, 2.4), (2.4, 75, 3.4)]
    assert cursor.tick_at(0.3) == pytest.approx(288)
    assert cursor.tick_at(1.4) == pytest.approx(960)
    assert cursor.elapsed_at(1440) == pytest.approx(2.4)


def test_notes_added_ahead_are_read_and_those_just_passed_are_returned() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), tick=480)
    list(cursor.read(0.25))
    missed = cursor.add([(0, Note(500, 80, 48)), (0, Note(960, 81, 480)), (0, Note(0, 82, 48))])
    assert brief(missed) == [(0.021, 80, 0.071)]
    assert brief(list(cursor.read(0.6))) == [(0.5, 62, 1.0), (0.5, 81, 1.0)]


def test_a_note_added_where_reading_goes_on_comes_once_and_one_at_the_loops_start_is_missed() -> (
    None
):
    cursor = PlaybackCursor(schedule_of(*QUARTERS), tick=480, loop=Loop(480, 1440))
    list(cursor.read(0.25))  # up to tick 720
    assert cursor.add([(0, Note(720, 80, 48))]) == []
    assert brief(list(cursor.read(0.3))) == [(0.25, 80, 0.3)]
    assert brief(cursor.add([(0, Note(480, 81, 48))])) == [(0.0, 81, 0.05)]


def test_after_a_jump_back_notes_before_the_loop_belong_to_the_past() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), tick=480, loop=Loop(480, 960))
    list(cursor.read(0.6))
    assert cursor.add([(0, Note(400, 80, 48))]) == []


@pytest.mark.parametrize(("bars", "count"), [(0, 0), (1, 3), (2, 6), (4, 12)])
def test_the_count_in_is_whole_bars_before_the_first_note(bars: int, count: int) -> None:
    schedule = schedule_of(
        *QUARTERS, tempos=(Tempo(0, 60.0),), time_signatures=(TimeSignature(0, 3, 4),)
    )
    dues = count_in(schedule, tick=480, bars=bars)
    assert [d.elapsed_s for d in dues] == [float(-left) for left in range(count, 0, -1)]
    assert [d.event.first for d in dues] == [76, 77, 77] * bars
    assert all(d.end_s - d.elapsed_s == 0.25 for d in dues)
