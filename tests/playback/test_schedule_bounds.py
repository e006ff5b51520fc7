"""What lies at the very ends of ranges, loops and beats: played, cut or left out, as it should."""

import pytest

from engine.playback.sending.chasing import state_at_tick
from engine.playback.sending.cursor import SHORTEST_LOOP_S, Loop, PlaybackCursor, count_in
from engine.playback.sending.schedule import Schedule, ScheduledEvent, click, clicks, playable_bpm
from engine.values.score import Control, Note, PitchBend, Score, Tempo, TimeSignature, Track
from tests.playback.test_cursor import QUARTERS, brief, schedule_of


def test_the_last_values_of_each_range_are_sent_as_they_are_and_the_next_ones_mended() -> None:
    track = Track(
        notes=(Note(0, 0, 1, 1), Note(0, 1, 2, 2), Note(0, 126, 1, 126), Note(0, 127, 1, 127)),
        controls=(
            *(Control(0, 1, 1), Control(0, 2, 126), Control(0, 3, 127)),
            *(Control(0, 4, 128), Control(0, 5, -1), Control(0, 119, 9), Control(0, 120, 9)),
            Control(0, -1, 9),
        ),
        pitch_bends=tuple(
            PitchBend(i, value) for i, value in enumerate((8190, 8191, 8192, -8191, -8192, -8193))
        ),
    )
    events = Schedule.of(Score(ticks_per_quarter=480, tracks=(track,))).events
    assert [(e.first, e.second) for e in events if e.status == 0xB0] == [
        *((1, 1), (2, 126), (3, 127), (4, 127), (5, 0), (119, 9)),
    ]
    assert [(e.first | e.second << 7) - 8192 for e in events if e.status == 0xE0] == [
        *(8190, 8191, 8191, -8191, -8192, -8192),
    ]
    assert [(e.first, e.second, e.end) for e in events if e.status == 0x90] == [
        *((0, 1, 1), (1, 2, 2), (126, 126, 1), (127, 127, 1)),
    ]


def test_what_holds_at_a_tick_is_what_was_before_it_and_of_tracks_that_there_are() -> None:
    track = Track(
        program=200,
        controls=(
            *(Control(0, 7, 50), Control(480, 7, 60), Control(960, 10, 1), Control(0, 120, 1)),
            Control(0, -1, 1),
        ),
        pitch_bends=(PitchBend(100, 300), PitchBend(480, 9000)),
    )
    schedule = Schedule.of(Score(ticks_per_quarter=480, tracks=(track, Track())))

    def held(tick: float) -> list[tuple[int, int, int]]:
        return [(e.tick, e.first, e.second) for e in state_at_tick(schedule, tick, 0)]

    assert held(480) == [(480, 127, 0), (480, 7, 50), (480, 10, 64), (480, 44, 66)]
    assert held(480.5) == [(480, 127, 0), (480, 7, 60), (480, 10, 64), (480, 127, 127)]
    assert held(100) == [(100, 127, 0), (100, 7, 50), (100, 10, 64), (100, 0, 64)]
    assert state_at_tick(schedule, 480, 1) == (ScheduledEvent(480, 0, 1, 0xC0, 0, 0),)
    assert state_at_tick(schedule, 480, 2) == state_at_tick(schedule, 480, -1) == ()


def test_notes_are_added_to_tracks_that_there_are_and_the_end_stays_the_last_of_all() -> None:
    old = Schedule.of(Score(ticks_per_quarter=480, tracks=(Track(notes=(Note(0, 60, 900),)),)))
    new = old.adding([(0, Note(5, 61, 10)), (1, Note(5, 62, 9000)), (-1, Note(5, 63, 9000))])
    assert [event.first for event in new.events] == [60, 61]
    assert (new.ticks, new.end, old.end) == ([0, 5], 900, 900)
    assert old.adding([]).end == 900
    assert old.adding([(0, Note(5, 61, 900))]).end == 905


@pytest.mark.parametrize(
    ("bpm", "played"), [(3.9, 4.0), (4.0, 4.0), (4.1, 4.1), (999.0, 999.0), (1001.0, 1000.0)]
)
def test_a_tempo_is_played_as_near_as_can_be(bpm: float, played: float) -> None:
    assert playable_bpm(bpm) == played


def test_meters_of_one_are_meters() -> None:
    meters = (TimeSignature(0, 1, 1), TimeSignature(1920, -1, 4), TimeSignature(3840, 1, -4))
    schedule = Schedule.of(Score(ticks_per_quarter=1, time_signatures=meters))
    assert schedule.score.time_signatures == meters[:1]
    assert schedule.score.ticks_per_quarter == 1


@pytest.mark.parametrize(("beat", "length"), [(1, 1), (3, 1), (4, 1), (7, 1), (8, 2), (480, 120)])
def test_a_click_is_a_quarter_of_a_beat_and_never_nothing(beat: int, length: int) -> None:
    assert click(10, beat, accented=True) == ScheduledEvent(10, 2, -1, 0x90, 76, 120, 10 + length)
    assert click(10, beat, accented=False) == ScheduledEvent(10, 2, -1, 0x90, 77, 90, 10 + length)


def test_clicks_begin_with_the_beat_itself_and_leave_the_last_one() -> None:
    bars = Schedule.of(Score(ticks_per_quarter=480)).bars
    assert [c.tick for c in clicks(bars, 480, 960)] == [480]
    assert [c.tick for c in clicks(bars, 479.5, 960.5)] == [480, 960]
    assert [c.tick for c in clicks(bars, -5.0, 1)] == [0]
    assert list(clicks(bars, 960, 960)) == []


# --- loops ---------------------------------------------------------------------------------


def test_the_shortest_loop_repeats_and_a_shorter_one_does_not() -> None:
    # A tick is a hundredth of a second.
    schedule = Schedule.of(Score(ticks_per_quarter=50, tracks=(Track(notes=(Note(0, 60, 100),)),)))
    assert round(SHORTEST_LOOP_S * 100) == 2
    assert PlaybackCursor(schedule, loop=Loop(0, 2)).end_s == float("inf")
    assert PlaybackCursor(schedule, loop=Loop(0, 1)).end_s == 1.0
    assert PlaybackCursor(schedule, loop=Loop(90, 91)).end_s == 1.0


def test_a_round_is_counted_from_where_it_begins() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), loop=Loop(0, 480))
    list(cursor.read(2.2))
    assert [cursor.lap_at(at_s) for at_s in (-1.0, 0.0, 0.49, 0.5, 0.99, 1.0, 2.1)] == [
        *(0, 0, 0, 1, 1, 2, 4),
    ]
    assert cursor.tick_at(0.5) == 0
    assert cursor.tick_at(0.0) == 0


def test_what_is_read_up_to_the_loop_s_end_has_begun_the_next_round() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), loop=Loop(0, 480))
    assert brief(list(cursor.read(0.5))) == [(0.0, 60, 0.5)]
    assert (cursor.lap_at(0.5), cursor.tick_at(0.5), cursor.read_s) == (1, 0, 0.5)


def test_only_the_latest_rounds_are_remembered_and_the_oldest_answers_for_those_before() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), loop=Loop(0, 480))
    list(cursor.read(100.1))
    assert cursor.lap_at(100.05) == 200
    assert cursor.lap_at(100.05 - 32.0) == 136
    assert cursor.lap_at(100.05 - 33.0) == 0
    assert cursor.tick_at(1.25) == 0
    assert len(cursor._passes) == 65


def test_so_many_ticks_later_is_in_the_next_round_only_beyond_the_end() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), loop=Loop(480, 960))
    list(cursor.read(0.1))
    assert cursor.elapsed_after(0.0, 960) == 1.0
    assert cursor.elapsed_after(0.0, 1200) == 1.25
    # Before the beginning, the first pass is meant.
    assert cursor.elapsed_after(-0.5, 480) == 0.0
    assert PlaybackCursor(schedule_of(*QUARTERS), tick=480).elapsed_after(0.5, 480) == 1.0


def test_what_ends_with_the_loop_is_not_cut_and_what_rings_on_is() -> None:
    notes = (Note(0, 60, 480), Note(0, 61, 481), Note(0, 62, 479))
    cursor = PlaybackCursor(schedule_of(*notes), loop=Loop(0, 480))
    ends = [(d.event.first, round(d.end_s * 960)) for d in cursor.read(0.4) if d.event.end]
    assert ends == [(60, 480), (61, 480), (62, 479)]


def test_what_is_no_note_ends_where_it_is() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS, controls=(Control(480, 64, 127),)))
    (pedal,) = [due for due in cursor.read(9.0) if due.event.status == 0xB0]
    assert (pedal.elapsed_s, pedal.end_s) == (0.5, 0.5)


def test_another_loop_keeps_the_rounds_that_were_and_what_holds_stays() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS), loop=Loop(0, 480), metronome=True)
    list(cursor.read(0.7))
    cursor.change(loop=Loop(0, 960))
    assert cursor.lap_at(0.7) == 1
    assert [d.event.first for d in cursor.read(1.1) if d.event.track == -1] == [77]
    cursor.change(metronome=False)
    assert not [d for d in cursor.read(2.0) if d.event.track == -1]
    assert cursor.end_s == float("inf")
    cursor.change(loop=Loop())
    assert cursor.end_s < float("inf")


def test_reading_what_was_read_gives_nothing() -> None:
    cursor = PlaybackCursor(schedule_of(*QUARTERS))
    assert brief(list(cursor.read(0.5))) == [(0.0, 60, 0.5)]
    assert list(cursor.read(0.5)) == list(cursor.read(0.2)) == []
    assert cursor.read_s == 0.5
    assert brief(list(cursor.read(0.6))) == [(0.5, 61, 1.0)]


def test_notes_before_where_playing_began_or_at_where_it_is_are_not_missed() -> None:
    cursor = PlaybackCursor(schedule_of(), tick=480)
    list(cursor.read(0.25))
    assert cursor.add([(0, Note(479, 60, 9))]) == []
    assert [due.event.tick for due in cursor.add([(0, Note(480, 60, 9))])] == [480]
    assert [due.event.tick for due in cursor.add([(0, Note(719, 61, 9))])] == [719]
    assert cursor.add([(0, Note(720, 61, 9))]) == []


# --- the clock for others ------------------------------------------------------------------


def _said(cursor: PlaybackCursor, until_s: float) -> list[tuple[float, int]]:
    return [(round(d.elapsed_s, 4), d.event.status) for d in cursor.read(until_s)]


def test_devices_on_our_clock_begin_with_the_next_sixteenth() -> None:
    # A pulse is 20 ticks: at 120 a minute 1/48 s.
    cursor = PlaybackCursor(schedule_of(), tick=10, clock=True)
    pulse_s = 1 / 48
    begins_s = 110 / 960
    assert _said(cursor, 0.11) == []
    assert _said(cursor, begins_s + 1.5 * pulse_s) == [
        (round(begins_s, 4), 0xFB),
        (round(begins_s, 4), 0xF8),
        (round(begins_s + pulse_s, 4), 0xF8),
    ]


def test_devices_on_our_clock_are_taken_back_with_the_loop() -> None:
    cursor = PlaybackCursor(schedule_of(), loop=Loop(480, 960), clock=True)
    list(cursor.read(0.99))
    dues = [due for due in cursor.read(1.001) if due.event.status >= 0xF0]
    said = [(due.elapsed_s, due.event.status, due.event.first) for due in dues]
    assert said == [(1.0, 0xFC, 0), (1.0, 0xF2, 4), (1.0, 0xFB, 4), (1.0, 0xF8, 0)]


def test_nobody_is_told_of_a_jump_who_gets_no_clock() -> None:
    cursor = PlaybackCursor(schedule_of(), loop=Loop(480, 960))
    assert not [d for d in cursor.read(3.0) if d.event.status >= 0xF0]


def test_who_joins_on_the_way_begins_at_the_sixteenth_that_is_told() -> None:
    cursor = PlaybackCursor(schedule_of())
    list(cursor.read(0.5))
    assert cursor.join_clock(on=True) == 4
    assert [status for _, status in _said(cursor, 0.501)] == [0xFB, 0xF8]
    list(cursor.read(0.51))
    assert cursor.join_clock(on=False) == 5
    assert _said(cursor, 1.0) == []


# --- the count-in --------------------------------------------------------------------------


def test_the_count_in_takes_the_beats_and_the_tempo_that_hold_where_playing_begins() -> None:
    schedule = schedule_of(
        tempos=(Tempo(0, 120.0), Tempo(1920, 60.0)),
        time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920, 6, 8)),
    )
    dues = count_in(schedule, tick=1920, bars=2)
    assert [due.elapsed_s for due in dues] == [-left / 2 for left in range(12, 0, -1)]
    assert [round(due.end_s - due.elapsed_s, 6) for due in dues] == [0.125] * 12
    assert [due.event.first for due in dues] == [76, 77, 77, 77, 77, 77] * 2
    assert {due.event.tick for due in dues} == {1920}
