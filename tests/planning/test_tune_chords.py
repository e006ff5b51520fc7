"""A tune alone gets chords that suit its notes; what has chords of its own is no tune alone."""

from dataclasses import replace

import pytest

from engine.ground.paths import starter_model
from engine.planning.chord_model import ChordModel, load_chord_model
from engine.planning.harmony import NONE, degree_of
from engine.planning.tune_chords import TunePlanner, is_tune
from engine.values.score import Note, Score, Track
from tests.planning.conftest import VERSE, song

BAR, QUARTER = 4 * 480, 480
C, F, G = (72, 76, 79, 76), (77, 81, 84, 81), (74, 79, 83, 79)


def tune(*bars: tuple[int, ...], length: int = QUARTER) -> Score:
    """Return four quarters in each bar."""
    notes = (
        Note(bar * BAR + beat * QUARTER, pitch, length)
        for bar, pitches in enumerate(bars)
        for beat, pitch in enumerate(pitches)
    )
    return Score(tracks=(Track(notes=tuple(notes)),))


@pytest.fixture(scope="module")
def model() -> ChordModel:
    found = load_chord_model(starter_model())
    assert found is not None
    return found


def test_broken_chords_get_their_roots(model: ChordModel) -> None:
    planner = TunePlanner(model, tune(C, F, G, C, F, C, G, C), first=0, past=8)
    assert [degree_of(bar.chords.first) for bar in planner.plan(0)] == [0, 5, 7, 0, 5, 0, 7, 0]


def test_each_bar_has_a_chord_and_a_row_that_is_made_again_has_its_plan(model: ChordModel) -> None:
    line = tune(*((72, 74, 76, 77), (79, 77, 76, 74), (72, 72, 79, 79), (81, 81, 79, 79)) * 4)
    planner = TunePlanner(model, line, first=0, past=16)
    plans = [planner.plan(seed) for seed in range(12)]
    assert all(len(plan) == 16 for plan in plans)
    assert not any(NONE in bar.chords for plan in plans for bar in plan)
    assert plans == [TunePlanner(model, line, first=0, past=16).plan(seed) for seed in range(12)]
    assert len(set(plans)) > 1


def test_bars_in_which_the_tune_rests_have_chords_too(model: ChordModel) -> None:
    planner = TunePlanner(model, tune(C, (), (), C), first=0, past=4)
    assert not any(NONE in bar.chords for bar in planner.plan(0))


def test_a_line_is_a_tune_also_where_its_notes_overlap_a_little() -> None:
    assert is_tune(tune(C, F, G, C))
    assert is_tune(tune(C, F, G, C, length=QUARTER + 40))
    assert is_tune(tune(C, (), G))


def test_chords_two_voices_drums_and_silence_are_none() -> None:
    line = tune(C, F, G, C)
    below = line.tracks[0].with_notes(
        tuple(replace(note, pitch=note.pitch - 9) for note in line.tracks[0].notes)
    )
    assert not is_tune(song(VERSE))
    assert not is_tune(Score(tracks=(*line.tracks, below)))
    assert not is_tune(Score(tracks=(replace(line.tracks[0], is_drum=True),)))
    assert not is_tune(Score())
