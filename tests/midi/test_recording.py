"""What was played goes into a track: with literal numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.midi.recording import (
    RecordingStyle,
    overdubbed,
    punched,
    recorded,
    replaced,
    together,
)
from engine.values.score import Control, Note, PitchBend, Track

THERE = Track(
    name="Piano",
    notes=(Note(0, 60, 480), Note(400, 62, 200), Note(960, 64, 480), Note(1920, 65, 480)),
    controls=(
        Control(0, 64, 127),
        Control(600, 64, 0),
        Control(700, 7, 90),
        Control(1900, 64, 127),
    ),
    pitch_bends=(PitchBend(500, 1000), PitchBend(800, 0)),
)
PLAYED = Track(name="Me", notes=(Note(500, 72, 100), Note(900, 74, 400)))


def test_overdubbing_adds_notes_and_takes_over_the_controllers_that_were_moved() -> None:
    played = Track(notes=PLAYED.notes, controls=(Control(580, 64, 127), Control(650, 64, 0)))
    made = overdubbed(THERE, played)
    assert made.name == "Piano"
    assert made.notes == tuple(sorted((*THERE.notes, *PLAYED.notes)))
    assert made.controls == (
        Control(0, 64, 127), Control(580, 64, 127), Control(650, 64, 0),
        Control(700, 7, 90), Control(1900, 64, 127),
    )  # fmt: skip
    assert made.pitch_bends == THERE.pitch_bends


def test_replacing_takes_the_place_of_all_that_is_there_in_the_stretch() -> None:
    made = replaced(THERE, PLAYED, start=480, end=1000)
    assert made.notes == (
        Note(0, 60, 480), Note(400, 62, 80), Note(500, 72, 100), Note(900, 74, 400),
        Note(1920, 65, 480),
    )  # fmt: skip
    # What a controller was at the end of the stretch, it is again from there on.
    assert made.controls == (
        Control(0, 64, 127), Control(1000, 7, 90), Control(1000, 64, 0), Control(1900, 64, 127),
    )  # fmt: skip
    assert made.pitch_bends == (PitchBend(1000, 0),)


def test_a_pedal_that_goes_down_and_comes_up_in_one_tick_is_up_wherever_it_goes_in() -> None:
    pedal = (Control(600, 64, 127), Control(600, 64, 0))
    there, played = Track(controls=pedal), Track(notes=PLAYED.notes, controls=pedal)
    assert overdubbed(Track(), played).controls == pedal
    assert replaced(Track(), played, start=480, end=1000).controls == pedal
    assert replaced(there, Track(), start=700, end=1000).controls == pedal
    assert punched(played, start=480, end=1000).controls == pedal


def test_between_punches_what_is_played_over_an_edge_is_cut_there() -> None:
    played = Track(
        notes=(Note(100, 60, 400), Note(480, 62, 100), Note(900, 64, 500), Note(960, 65, 10)),
        controls=(
            Control(10, 64, 127),
            Control(20, 1, 5),
            Control(500, 64, 0),
            Control(960, 64, 1),
        ),
        pitch_bends=(PitchBend(0, 5), PitchBend(479, 9), PitchBend(2000, 0)),
    )
    made = punched(played, start=480, end=960)
    assert made.notes == (Note(480, 62, 100), Note(900, 64, 60))
    assert made.controls == (Control(480, 1, 5), Control(480, 64, 127), Control(500, 64, 0))
    assert made.pitch_bends == (PitchBend(480, 9),)


def test_rounds_of_a_loop_go_in_together_or_are_takes() -> None:
    laps = (Track(notes=(Note(0, 70, 10),)), Track(notes=(Note(5, 71, 10),)))
    empty = Track(name="Piano")
    (one,) = recorded(empty, laps, RecordingStyle(), start=0, end=100)
    assert one.notes == (Note(0, 70, 10), Note(5, 71, 10))
    takes = recorded(empty, laps, RecordingStyle(takes=True), start=0, end=100)
    assert [take.notes for take in takes] == [(Note(0, 70, 10),), (Note(5, 71, 10),)]
    assert together(()) == Track()


def test_a_punch_bounds_what_is_replaced_too() -> None:
    style = RecordingStyle(mode="replace", punch_in=900, punch_out=1000)
    assert style.punches
    (made,) = recorded(THERE, (PLAYED,), style, start=0, end=4000)
    assert made.notes == (
        Note(0, 60, 480), Note(400, 62, 200), Note(900, 74, 100), Note(1920, 65, 480),
    )  # fmt: skip
    assert not RecordingStyle().punches


notes = st.builds(Note, st.integers(0, 3000), st.integers(0, 127), st.integers(1, 900))
controls = st.builds(Control, st.integers(0, 3000), st.sampled_from([1, 64]), st.integers(0, 127))
tracks = st.builds(
    Track,
    notes=st.lists(notes, max_size=12).map(lambda made: tuple(sorted(made))),
    controls=st.lists(controls, max_size=6).map(lambda made: tuple(sorted(set(made)))),
)


@pytest.mark.slow
@given(tracks, tracks, st.integers(0, 2000), st.integers(1, 1500))
def test_nothing_outside_the_stretch_changes(
    there: Track, played: Track, start: int, length: int
) -> None:
    style = RecordingStyle(mode="replace", punch_in=start, punch_out=start + length)
    (made,) = recorded(there, (played,), style, start=0, end=10_000)
    within = range(start, start + length)
    inside = tuple(n for n in made.notes if n.start in within)
    assert inside == punched(played, start=start, end=start + length).notes
    before = {(n.start, n.pitch) for n in there.notes if n.start not in within}
    assert {(n.start, n.pitch) for n in made.notes if n.start not in within} == before
    assert [c for c in made.controls if c.tick > start + length] == [
        c for c in there.controls if c.tick > start + length
    ]
