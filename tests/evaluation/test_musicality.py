import pytest

from engine.evaluation.musicality import (
    bars,
    compare,
    longest_loop,
    longest_run,
    onset_places,
    overlap,
    repeated_share,
)
from engine.harmony.keys import Key
from engine.values.score import Note, Score, Track

BAR = 4 * 480
SCALE = (60, 62, 64, 65, 67, 69, 71, 72)


def score_of(*bar_contents, drums=()):
    """A score of bars, each a list of pitches on successive eighths."""
    notes = tuple(
        Note(bar * BAR + i * 240, pitch, 240)
        for bar, pitches in enumerate(bar_contents)
        for i, pitch in enumerate(pitches)
    )
    tracks = (Track(notes=notes), Track(is_drum=True, notes=tuple(drums)))
    return Score(tracks=tracks)


def test_a_continuation_in_key_and_metre_looks_like_its_prompt():
    figures = compare(score_of(SCALE, SCALE[::-1], SCALE, SCALE[::-1]), boundary=2 * BAR)
    assert figures.key == Key(0)
    assert figures.in_key == figures.prompt_in_key == 1.0
    assert figures.metre == pytest.approx(1.0)
    assert figures.notes == 16
    assert figures.notes_per_bar == figures.prompt_notes_per_bar == 8


def test_a_continuation_out_of_key_and_metre_does_not():
    prompt = score_of(SCALE, SCALE)
    strange = tuple(Note(2 * BAR + 40 + i * 240, p + 1, 100) for i, p in enumerate(SCALE))
    figures = compare(prompt.with_track(0, prompt.tracks[0].adding(strange)), boundary=2 * BAR)
    assert figures.in_key < 0.4
    assert figures.metre == 0.0


def test_drums_have_no_key_but_count_as_notes():
    drums = [Note(BAR + i * 480, 37, 10) for i in range(4)]
    figures = compare(score_of(SCALE, drums=drums), boundary=BAR)
    assert figures.in_key == 1.0
    assert figures.notes == 4


def test_overlap_of_the_same_is_one_and_of_the_different_nothing():
    places = onset_places(score_of(SCALE))
    assert sum(places.values()) == pytest.approx(1.0)
    assert overlap(places, places) == pytest.approx(1.0)
    assert overlap(places, {1: 1.0}) == 0.0


def test_loops_and_repeats():
    a, b, c = (bars(score_of([pitch]))[0] for pitch in (60, 62, 64))
    empty = frozenset()
    assert longest_loop([a, b, c]) == 0
    assert longest_loop([c, a, a]) == 2
    assert longest_loop([a, b, a, b, a, b, c]) == 6
    assert longest_loop([a, empty, empty, empty]) == 3
    assert repeated_share([a, b, a, empty, c]) == pytest.approx(1 / 4)
    assert repeated_share([]) == 0.0


def test_one_pitch_without_end_is_a_run_whatever_its_rhythm():
    uneven = tuple(Note(start, 60, 60) for start in (0, 240, 300, 900, 1500, 1560))
    drums = tuple(Note(i * 240, 38, 60) for i in range(16))
    stuck = Score(tracks=(Track(notes=uneven), Track(is_drum=True, notes=drums)))
    assert longest_run(stuck) == 6
    chords = tuple(Note(i * 240, pitch, 240) for i in range(8) for pitch in (60, 64))
    assert longest_run(Score(tracks=(Track(notes=chords),))) == 1
    assert longest_run(Score()) == 0
    both = score_of(SCALE, [60] * 5)
    assert compare(both, boundary=BAR).longest_run == 5
