"""What gestures and keys do to notes, without a widget."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.values.note_edits import (
    end_moved,
    louder,
    moved,
    moved_in_scale,
    quantised,
    repeated,
    start_moved,
)
from app.views.roll.gestures import DrawNote, MoveNotes, PointerPosition, RubberBand, StretchNotes
from app.views.roll.walk import NoteCursor, chosen, next_chord, next_voice, place_name
from engine.harmony.keys import Key
from engine.values.score import Note, Score
from engine.values.time import BarMap

A, B = Note(480, 60, 240), Note(600, 64, 120)


def spot(
    tick: float, pitch: int, *, step: int = 120, lock: bool = False, x: float = 0
) -> PointerPosition:
    return PointerPosition(
        x=x or tick, y=pitch * 9.0, tick=tick, pitch=pitch, step=step, bar_start=0, lock=lock
    )


def test_notes_move_together_and_stop_at_the_edges() -> None:
    assert moved((A, B), ticks=-1000, semitones=70) == (Note(0, 123, 240), Note(120, 127, 120))


def test_scale_steps_stay_in_the_scale() -> None:
    c_major = Key(0)
    assert [n.pitch for n in moved_in_scale((A, B), c_major, steps=1)] == [62, 65]
    assert [n.pitch for n in moved_in_scale((A, B), c_major, steps=-2)] == [57, 60]
    assert moved_in_scale((Note(0, 61, 10),), c_major, steps=1)[0].pitch == 62


def test_ends_and_starts_leave_a_note() -> None:
    assert end_moved((A,), ticks=-1000, shortest=30)[0].duration == 30
    early = start_moved((A,), ticks=-240, shortest=30)[0]
    assert (early.start, early.end) == (240, A.end)
    late = start_moved((A,), ticks=1000, shortest=30)[0]
    assert (late.start, late.end) == (A.end - 30, A.end)


def test_velocity_stays_playable() -> None:
    assert [n.velocity for n in louder((A, replace(A, velocity=125)), by=5)] == [85, 127]
    assert louder((A,), by=-200)[0].velocity == 1


def test_quantising_has_a_strength() -> None:
    late = Note(130, 60, 100)
    assert quantised((late,), step=120, strength=1.0)[0].start == 120
    assert quantised((late,), step=120, strength=0.5)[0].start == 125
    assert quantised((late,), step=120, strength=0.0) == (late,)


def test_a_copy_follows_at_the_next_grid_line() -> None:
    copies = repeated((A, B), step=480)
    assert [n.start for n in copies] == [A.start + 480, B.start + 480]


@given(st.integers(-2000, 2000), st.integers(-60, 60))
def test_moving_keeps_the_offset_from_the_grid(ticks: int, semitones: int) -> None:
    odd = Note(487, 60, 100)
    gesture = MoveNotes((odd,), spot(487, 60), copies=False)
    gesture.follow(spot(487 + ticks, 60 + semitones))
    (after,) = gesture.preview().added
    assert after.start == 0 or (after.start - 487) % 120 == 0
    assert 0 <= after.pitch <= 127


def test_shift_locks_an_axis_and_copies_leave_the_old_notes() -> None:
    gesture = MoveNotes((A,), spot(480, 60), copies=True)
    gesture.follow(spot(960, 61, lock=True))
    preview = gesture.preview()
    assert preview.removed == ()
    assert preview.added == (replace(A, start=960),)


def test_a_copy_that_did_not_move_is_none() -> None:
    gesture = MoveNotes((A,), spot(480, 60), copies=True)
    gesture.follow(spot(500, 60))
    assert not gesture.preview().changes


def test_the_taken_edge_snaps_to_the_grid() -> None:
    odd = Note(480, 60, 200)
    gesture = StretchNotes((odd, B), odd, at_start=False)
    gesture.follow(spot(830, 60))
    assert [n.end for n in gesture.preview().added] == [840, B.end + 160]


def test_drawing_begins_on_the_grid_and_grows() -> None:
    gesture = DrawNote(spot(170, 62), length=240, velocity=90)
    assert gesture.preview().added == (Note(120, 62, 240, 90),)
    gesture.follow(spot(700, 70))
    assert gesture.preview().added == (Note(120, 62, 600, 90),)


def test_a_rubber_band_is_a_rectangle_whatever_its_direction() -> None:
    band = RubberBand(spot(500, 70), kept=())
    band.follow(spot(100, 75))
    assert band.ticks == (100, 500)
    assert band.pitches == (70, 75)


def test_walking_goes_from_chord_to_chord_and_from_note_to_note() -> None:
    notes = (Note(0, 60, 10), Note(0, 64, 10), Note(0, 67, 10), Note(480, 72, 10))
    cursor = next_chord(notes, NoteCursor(), 1)
    assert chosen(notes, cursor) == notes[:3]
    cursor = next_voice(notes, cursor, 1)
    assert chosen(notes, cursor) == notes[:1]
    cursor = next_voice(notes, next_voice(notes, next_voice(notes, cursor, 1), 1), 1)
    assert chosen(notes, cursor) == notes[2:3]
    assert chosen(notes, next_chord(notes, cursor, 1)) == notes[3:]
    assert next_chord(notes, cursor, -1) == cursor
    assert next_chord((), NoteCursor(), 1) == NoteCursor()


def test_places_are_named_from_one() -> None:
    assert place_name(1920 + 480, BarMap.of(Score())) == "2.2"
