"""The schedule with literal numbers: what is sent when, and what holds at any tick."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from engine.playback import wire
from engine.playback.sending.chasing import state_at_tick
from engine.playback.sending.schedule import Schedule, ScheduledEvent, clicks, playable_bpm
from engine.values.score import Control, Note, PitchBend, Score, Tempo, TimeSignature, Track


def score_of(*tracks: Track, tempos: tuple[Tempo, ...] = (), **rest: object) -> Score:
    return Score(ticks_per_quarter=480, tracks=tracks, tempos=tempos, **rest)  # type: ignore[arg-type]


def test_controllers_come_before_the_wheel_and_notes_of_the_same_tick() -> None:
    track = Track(
        notes=(Note(480, 60, 240, 90),),
        controls=(Control(480, 64, 127),),
        pitch_bends=(PitchBend(480, 100),),
    )
    assert Schedule.of(score_of(track)).events == [
        ScheduledEvent(480, 0, 0, 0xB0, 64, 127),
        ScheduledEvent(480, 1, 0, 0xE0, 100, 64),
        ScheduledEvent(480, 2, 0, 0x90, 60, 90, 720),
    ]


def test_values_are_brought_into_range_and_nonsense_is_left_out() -> None:
    track = Track(
        notes=(Note(0, 60, 0, 300), Note(0, 61, 10, 0), Note(0, 128, 10), Note(0, -1, 10)),
        controls=(Control(0, 7, 200), Control(0, 123, 0), Control(0, -3, 1), Control(5, 1, -4)),
        pitch_bends=(PitchBend(0, 9000), PitchBend(1, -9000)),
    )
    assert Schedule.of(score_of(track)).events == [
        ScheduledEvent(0, 0, 0, 0xB0, 7, 127),
        ScheduledEvent(0, 1, 0, 0xE0, 127, 127),
        ScheduledEvent(0, 2, 0, 0x90, 60, 127, 1),
        ScheduledEvent(0, 2, 0, 0x90, 61, 1, 10),
        ScheduledEvent(1, 1, 0, 0xE0, 0, 0),
        ScheduledEvent(5, 0, 0, 0xB0, 1, 0),
    ]


def test_between_takes_the_first_tick_and_leaves_the_last() -> None:
    schedule = Schedule.of(score_of(Track(notes=(Note(0, 60, 10), Note(10, 61, 10)))))
    assert [e.first for e in schedule.between(0, 10)] == [60]
    assert [e.first for e in schedule.between(0.5, 10.5)] == [61]
    assert schedule.between(11, 5) == []


def test_the_end_is_where_the_last_note_ends_or_the_last_event_is() -> None:
    assert Schedule.of(Score()).end == 0
    assert Schedule.of(score_of(Track(notes=(Note(0, 60, 100), Note(50, 61, 10))))).end == 100
    late = Track(notes=(Note(0, 60, 100),), controls=(Control(200, 64, 0),))
    assert Schedule.of(score_of(late)).end == 200


def test_notes_can_be_added_and_the_old_schedule_stays_as_it_was() -> None:
    old = Schedule.of(score_of(Track(notes=(Note(0, 60, 10), Note(100, 62, 10)))))
    new = old.adding([(0, Note(50, 61, 500)), (1, Note(0, 1, 1)), (-1, Note(0, 1, 1))])
    assert [e.first for e in new.events] == [60, 61, 62]
    assert new.ticks == [0, 50, 100]
    assert new.end == 550
    assert [e.first for e in old.events] == [60, 62]
    assert old.end == 110


@given(
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 127), st.integers(1, 50)), max_size=30)
)
def test_adding_notes_equals_having_had_them(notes: list[tuple[int, int, int]]) -> None:
    values = [Note(*n) for n in notes]
    whole = Schedule.of(score_of(Track().with_notes(values)))
    grown = Schedule.of(score_of(Track().with_notes(values[:5])))
    grown = grown.adding((0, n) for n in values[5:])
    assert (grown.events, grown.ticks, grown.end) == (whole.events, whole.ticks, whole.end)


def test_chase_gives_program_controllers_and_wheel_as_they_were_just_before() -> None:
    track = Track(
        program=40,
        controls=(
            Control(0, 64, 127),
            Control(100, 64, 0),
            Control(100, 7, 90),
            Control(300, 1, 50),
        ),
        pitch_bends=(PitchBend(10, 500), PitchBend(100, -500)),
    )
    schedule = Schedule.of(score_of(track))
    assert state_at_tick(schedule, 100, 0) == (
        ScheduledEvent(100, 0, 0, 0xC0, 40, 0),
        ScheduledEvent(100, 0, 0, 0xB0, 1, 0),
        ScheduledEvent(100, 0, 0, 0xB0, 7, 100),
        ScheduledEvent(100, 0, 0, 0xB0, 64, 127),
        ScheduledEvent(100, 1, 0, 0xE0, 116, 67),
    )
    assert [e.second for e in state_at_tick(schedule, 101, 0)[1:4]] == [0, 90, 0]
    assert state_at_tick(schedule, 0, 0)[-1] == ScheduledEvent(0, 1, 0, 0xE0, 0, 64)
    assert state_at_tick(schedule, 0, 7) == ()


def test_chase_sends_banks_before_the_program_and_parameter_numbers_before_their_data() -> None:
    controls = [Control(0, n, 1) for n in (0, 6, 7, 32, 38, 100, 101)]
    events = state_at_tick(Schedule.of(score_of(Track(program=5, controls=tuple(controls)))), 1, 0)
    order = ["program" if e.status == wire.PROGRAM else e.first for e in events]
    assert order == [0, 32, "program", 101, 100, 6, 38, 7]


RANGE = tuple(
    Control(10, number, value)
    for number, value in ((101, 0), (100, 0), (6, 12), (38, 0), (101, 127), (100, 127))
)


def said(events: Iterable[ScheduledEvent]) -> list[tuple[int, int]]:
    return [(event.first, event.second) for event in events if event.status == wire.CONTROL]


def test_controllers_of_one_tick_are_sent_as_they_are_said() -> None:
    pedal = (Control(480, 64, 127), Control(480, 64, 0))
    schedule = Schedule.of(score_of(Track(notes=(Note(10, 60, 9),), controls=(*RANGE, *pedal))))
    expected = [(101, 0), (100, 0), (6, 12), (38, 0), (101, 127), (100, 127), (64, 127), (64, 0)]
    assert said(schedule.events) == expected
    assert schedule.events[6].status == wire.NOTE_ON


def test_chase_sets_a_parameter_that_is_closed_again() -> None:
    track = Track(controls=(*RANGE, Control(20, 6, 99)))
    schedule = Schedule.of(score_of(track))
    expected = [(101, 0), (100, 0), (6, 12), (38, 0), (101, 127), (100, 127)]
    assert said(state_at_tick(schedule, 20, 0)) == expected
    assert said(state_at_tick(schedule, 10, 0)) == []
    # Data that nothing was chosen for stays so.
    assert said(state_at_tick(schedule, 21, 0)) == [*expected, (6, 99)]


def test_a_tempo_that_cannot_be_played_is_mended_with_a_sentence() -> None:
    schedule = Schedule.of(score_of(tempos=(Tempo(0, 0.0), Tempo(480, 10_000.0))))
    assert [t.bpm for t in schedule.score.tempos] == [4.0, 1000.0]
    assert schedule.notices == ("A tempo of 0 cannot be played; it is played at 4.",)
    assert playable_bpm(float("nan")) == 4.0
    assert playable_bpm(float("inf")) == 1000.0


def test_a_meter_that_makes_no_sense_is_left_out_with_a_sentence() -> None:
    meters = (TimeSignature(0, 3, 4), TimeSignature(480, 0, 4), TimeSignature(960, 4, 0))
    schedule = Schedule.of(Score(ticks_per_quarter=0, time_signatures=meters))
    assert schedule.score.time_signatures == (TimeSignature(0, 3, 4),)
    assert schedule.score.ticks_per_quarter == 1
    assert schedule.notices == (
        "The piece has a time signature that makes no sense; it was left out.",
    )


def test_the_metronome_clicks_on_beats_with_an_accent_on_the_bars_first() -> None:
    bars = Schedule.of(score_of(time_signatures=(TimeSignature(0, 3, 4),))).bars
    got = [(c.tick, c.first, c.second, c.end) for c in clicks(bars, 0, 1920)]
    assert got == [
        (0, 76, 120, 120),
        (480, 77, 90, 600),
        (960, 77, 90, 1080),
        (1440, 76, 120, 1560),
    ]
    assert [c.tick for c in clicks(bars, 481, 1440)] == [960]


def test_a_meter_that_changes_inside_a_bar_begins_a_new_one() -> None:
    meters = (TimeSignature(0, 4, 4), TimeSignature(700, 6, 8))
    bars = Schedule.of(score_of(time_signatures=meters)).bars
    got = [(c.tick, c.first) for c in clicks(bars, 0, 1200)]
    assert got == [(0, 76), (480, 77), (700, 76), (940, 77), (1180, 77)]
