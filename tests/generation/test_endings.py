"""A piece ends where it is asked to: one chord over its root, struck by all, held, and no more."""

from dataclasses import replace

import pytest

from benchmarks.quality.endings import ending_of
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import endings
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import typed_chords, with_chords
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, TimeSignature, Track
from tests.generation.conftest import BAR, chord_piece

END = 7 * BAR


@pytest.fixture
def generator(tiny_folder) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(tiny_folder))


def ask(**changes: object) -> Request:
    usual = Request(
        start=4 * BAR,
        bars=3,
        alternatives=4,
        wish="end",
        sampling=SamplingConfig(seed=3),
    )
    return replace(usual, **changes)


def a_song() -> Score:
    """A voice, lower in the mean than the piano that has the bass, in G minor."""
    voice = tuple(Note(beat * 480, (55, 58, 62, 57)[beat % 4], 480) for beat in range(16))
    piano = tuple(
        Note(bar * BAR + place, pitch, 460)
        for bar in range(4)
        for place, pitch in ((0, 43), (0, 74), (480, 79), (960, 82), (1440, 74))
    )
    return Score(tracks=(Track(name="Voice", notes=voice), Track(name="Piano", notes=piano)))


def drums() -> Score:
    beats = tuple(
        Note(beat * 240, pitch, 60, 90)
        for beat in range(32)
        for pitch in (36, 42, 38, 49, 51, 46)[: 2 + beat % 5]
    )
    return Score(tracks=(Track(name="Drums", is_drum=True, notes=beats),))


PIECES = {"a band": chord_piece(), "a song": a_song(), "drums": drums()}


@pytest.mark.parametrize("name", PIECES)
def test_every_piece_ends_on_one_held_chord_over_its_tonic(generator, name) -> None:
    for made in continuations(generator, PIECES[name], ask()):
        ending = ending_of(made.score, start=4 * BAR, end=END)
        assert ending.ends
        assert ending.together
        assert max(note.end for _, note in made.score.notes()) <= END


def test_the_last_hit_is_one_of_two_hands_and_a_foot(generator) -> None:
    for made in continuations(generator, drums(), ask()):
        assert 1 <= sum(part.note.start >= 6 * BAR for part in made.parts) <= 3


def test_a_waltz_that_ends_in_one_bar_ends_in_it(generator) -> None:
    waltz = chord_piece(meter=(3, 4))
    meter = TimeSignature(0, 3, 4)
    assert waltz.time_signatures == (meter,)
    start = 4 * 3 * 480
    for made in continuations(generator, waltz, ask(start=start, bars=1)):
        assert ending_of(made.score, start=start, end=start + 3 * 480).ends


def test_a_piece_ends_on_the_chord_that_the_user_wrote(generator) -> None:
    score = chord_piece()
    score = with_chords(score, typed_chords("F | G | Am", score, first_bar=4))
    for made in continuations(generator, score, ask()):
        last = [part for part in made.parts if part.note.start >= 6 * BAR and part.track < 2]
        assert {part.note.start for part in last} == {6 * BAR}
        assert {part.note.pitch % 12 for part in last} <= {9, 0, 4}
        assert min(part.note.pitch for part in last) % 12 == 9


def final_of(plan: Plan) -> Chord | None:
    ending = endings.of(plan)
    return ending.final if ending else None


def test_chords_that_change_in_the_last_bar_are_the_users_end(generator) -> None:
    score = chord_piece()
    score = with_chords(score, typed_chords("F | G | F C |", score, first_bar=4))
    plan = Plan(generator.model, score, ask())
    assert final_of(plan) is None
    assert final_of(Plan(generator.model, score, ask(bars=2))) is not None
    assert final_of(Plan(generator.model, score, ask(wish="answer"))) is None


def test_a_scale_without_the_tonic_ends_all_the_same(generator) -> None:
    limits = replace(ask().limits, pitch_classes=(1, 6))
    for made in continuations(generator, chord_piece(), ask(limits=limits)):
        assert made.end == END
