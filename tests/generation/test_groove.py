"""The groove stays: strokes that came in every bar are not passed over, and nobody is forced."""

import numpy as np
import pytest
import torch

from engine.config import SamplingConfig, SteeringConfig
from engine.generation.draft import Draft, Grid
from engine.generation.groove import STROKE_NATS, Groove, Strokes, strokes_of
from engine.generation.model import LiveModel
from engine.generation.recipe import Recipe
from engine.music.score import Note, Score, TimeSignature, Track
from engine.request import Request
from engine.tokens.grammar import Place
from engine.tokens.parts import Parts, parts_of
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR, chord_piece

GRID = Grid(ticks_per_quarter=480, positions_per_quarter=12)
LENGTH = 48


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    return LiveModel.load(tiny_folder)


@pytest.fixture
def draft(model: LiveModel) -> Draft:
    recipe = Recipe(model, chord_piece(), Request(start=4 * BAR, bars=2, alternatives=1))
    return recipe.alternatives()[0].draft


def strokes(*notes: tuple[Note, ...], bars: int = 8, since: int = 0, **score: object) -> Strokes:
    music = Score(tracks=tuple(Track(notes=tuple(sorted(each))) for each in notes), **score)
    parts, written = parts_of(music, most=32), range(len(notes))
    return strokes_of(music, parts, written, grid=GRID, start=bars * BAR, since=since)


def each_bar(*ticks: int, bars: range = range(8)) -> tuple[Note, ...]:
    return tuple(Note(bar * BAR + tick, 60, 100) for bar in bars for tick in ticks)


def sure(**at: float | tuple[float, ...]) -> np.ndarray:
    rows = {int(name[1:]): np.atleast_1d(value) for name, value in at.items()}
    found = np.zeros((LENGTH, max(map(len, rows.values()))))
    for position, row in rows.items():
        found[position, : len(row)] = row
    return found


def here(draft: Draft, position: int, *, part: int = -2, together: int = 0) -> Draft:
    place = Place.NOTE if together else Place.POSITION
    draft.state = draft.state._replace(place=place, position=position, part=part, together=together)
    return draft


def test_strokes_are_where_most_bars_have_one_and_many_bars_are_surer() -> None:
    found = strokes(each_bar(0, 720), (*each_bar(0), *each_bar(960, bars=range(4))))
    assert set(found) == {0, 1}
    assert np.flatnonzero(found[0]).tolist() == [0, 18]
    assert found[0][0] == found[0][18] == pytest.approx(2 * (8 / 9) - 1)
    assert np.flatnonzero(found[1]).tolist() == [0]
    few = strokes(each_bar(0, bars=range(2)), bars=2)
    assert 0 < few[0][0] < found[0][0] / 2
    assert strokes(each_bar(0, bars=range(1)), bars=1) == {}


def test_who_came_in_late_is_counted_from_there_and_who_rests_is_not_sure() -> None:
    late = strokes(each_bar(0, bars=range(4, 8)))
    assert late[0][0] == pytest.approx(2 * (4 / 5) - 1)
    assert strokes(each_bar(0, bars=range(0, 8, 2))) == {}
    assert strokes(each_bar(0), since=8 * BAR) == {}


def test_a_chord_is_as_wide_as_it_was_in_most_bars() -> None:
    def struck(pitch: int, bars: range) -> tuple[Note, ...]:
        return tuple(Note(bar * BAR, pitch, 100) for bar in bars)

    whole, half = range(8), range(4)
    found = strokes((*struck(60, whole), *struck(64, whole), *struck(67, half)))
    usual = pytest.approx(2 * (8 / 9) - 1)
    assert found[0].shape == (LENGTH, 3)
    assert [*found[0][0]] == [usual, usual, 0.0]
    assert not found[0][1:].any()


def test_a_hand_s_little_lateness_is_no_other_place_but_drums_keep_time_themselves() -> None:
    notes = tuple(Note(bar * BAR + (bar % 2) * 15, 60, 100) for bar in range(8))
    assert np.flatnonzero(strokes(notes)[0]).tolist() == [0]
    drummer = Score(tracks=(Track(is_drum=True, notes=each_bar(0)),))
    parts = parts_of(drummer, most=32)
    assert strokes_of(drummer, parts, {0}, grid=GRID, start=8 * BAR) == {}


def test_bars_of_another_meter_say_nothing() -> None:
    score = {"time_signatures": (TimeSignature(0, 4, 4), TimeSignature(7 * BAR, 3, 4))}
    assert strokes(each_bar(0), bars=7, **score)[0].shape == (48, 1)
    waltz = tuple(Note(7 * BAR + bar * 1440, 60, 100) for bar in range(4))
    found = strokes((*each_bar(0, bars=range(7)), *waltz), bars=10, **score)
    assert {each.shape for each in found.values()} == {(36, 1)}


def test_a_part_that_is_not_written_has_none() -> None:
    score = Score(tracks=(Track(notes=each_bar(0)), Track(notes=each_bar(0))))
    parts = parts_of(score, most=32)
    assert set(strokes_of(score, parts, {1}, grid=GRID, start=8 * BAR)) == {1}


def test_tracks_that_share_a_part_have_one_groove() -> None:
    mine, yours = each_bar(0, bars=range(4)), each_bar(0, 720, bars=range(4, 8))
    (whole,) = strokes((*mine, *yours)).values()
    for notes in ((mine, yours), (yours, mine), (mine, yours, ())):
        score = Score(tracks=tuple(Track(notes=each) for each in notes))
        parts = Parts((0,) * len(notes), (0,))
        (found,) = strokes_of(score, parts, {0}, grid=GRID, start=8 * BAR).values()
        assert np.array_equal(found, whole)


def test_the_place_after_a_stroke_is_less_likely_and_the_stroke_s_own_is_not(
    model: LiveModel, draft: Draft
) -> None:
    vocabulary = model.tokenizer.vocabulary
    flat = torch.zeros(len(vocabulary))
    groove = Groove({0: sure(p12=1.0), 1: sure(p12=0.5, p24=1.0)}, vocabulary)
    first = vocabulary.first_of(TokenKind.POSITION)
    led = groove.process(flat, here(draft, 0))
    assert led[first + 1 : first + 13].tolist() == [0.0] * 12
    assert led[first + 13 : first + 25].tolist() == [-STROKE_NATS] * 12
    assert led[first + 25] == led[vocabulary.bar] == led[vocabulary.end] == -2 * STROKE_NATS
    assert not flat.any()
    before = groove.process(flat, here(draft, -2))
    assert before[first + 12] == 0 > before[first + 13]
    assert groove.process(flat, here(draft, 30))[first:].abs().max() == 0


def test_who_strikes_here_is_likelier_and_the_place_is_not_left(
    model: LiveModel, draft: Draft
) -> None:
    vocabulary = model.tokenizer.vocabulary
    flat = torch.zeros(len(vocabulary))
    groove = Groove({0: sure(p12=1.0), 2: sure(p12=0.5)}, vocabulary)
    first, part = vocabulary.first_of(TokenKind.POSITION), vocabulary.first_part
    pitches = vocabulary.ids_of(TokenKind.PITCH)
    led = groove.process(flat, here(draft, 12, part=1))
    assert led[part : part + 3].tolist() == [STROKE_NATS, 0.0, STROKE_NATS / 2]
    assert led[first + 13] == led[vocabulary.bar] == -STROKE_NATS
    assert not led[pitches].any()
    # The part that plays needs no id of its own.
    goes_on = groove.process(flat, here(draft, 12, part=0))
    assert set(goes_on[pitches].tolist()) == {STROKE_NATS}
    # It has played; those below it may not any more.
    struck = groove.process(flat, here(draft, 12, part=0, together=1))
    assert struck[part : part + 3].tolist() == [0.0, 0.0, STROKE_NATS / 2]
    assert not struck[pitches].any()
    assert struck[vocabulary.bar] == -STROKE_NATS / 2
    done = groove.process(flat, here(draft, 12, part=2, together=1))
    assert not done.any()


def test_a_chord_that_lacks_notes_is_filled_before_others_play_and_no_further(
    model: LiveModel, draft: Draft
) -> None:
    vocabulary = model.tokenizer.vocabulary
    flat = torch.zeros(len(vocabulary))
    groove = Groove({1: sure(p12=(1.0, 0.5)), 2: sure(p12=1.0)}, vocabulary)
    part, pitches = vocabulary.first_part, vocabulary.ids_of(TokenKind.PITCH)
    lacks = groove.process(flat, here(draft, 12, part=1, together=1))
    assert set(lacks[pitches].tolist()) == {STROKE_NATS / 2}
    assert lacks[part] == 0  # those before it may not play any more
    assert lacks[part + 2] == STROKE_NATS / 2  # due itself, and would end the chord
    assert lacks[part + 3] == -STROKE_NATS / 2
    assert lacks[vocabulary.bar] == -STROKE_NATS
    whole = groove.process(flat, here(draft, 12, part=1, together=2))
    assert not whole[pitches].any()
    assert whole[part : part + 4].tolist() == [0.0, 0.0, STROKE_NATS, 0.0]


def test_a_tune_s_held_note_rings_and_an_accompaniment_strikes_on(
    model: LiveModel, draft: Draft
) -> None:
    vocabulary = model.tokenizer.vocabulary
    flat = torch.zeros(len(vocabulary))
    found = {0: sure(p12=1.0, p24=1.0)}
    draft.voices.place(Note(draft.bar.start, 60, 2 * 480), 0)
    bar_line = vocabulary.bar
    tune = Groove(found, vocabulary, tunes={0}).process(flat, here(draft, 0, part=0, together=1))
    chords = Groove(found, vocabulary).process(flat, here(draft, 0, part=0, together=1))
    assert chords[bar_line] == -2 * STROKE_NATS
    assert tune[bar_line] == -STROKE_NATS


def test_inside_a_note_and_in_another_meter_it_says_nothing(model: LiveModel, draft: Draft) -> None:
    vocabulary = model.tokenizer.vocabulary
    flat = torch.zeros(len(vocabulary))
    groove = Groove({0: sure(p12=1.0)}, vocabulary)
    here(draft, 0)
    for place in (Place.PART, Place.PITCH, Place.DRUM, Place.VELOCITY):
        draft.state = draft.state._replace(place=place)
        assert groove.process(flat, draft) is flat
    here(draft, 0)
    assert groove.process(flat, draft) is not flat
    assert Groove({0: np.ones((36, 1))}, vocabulary).process(flat, draft) is flat
    assert Groove({}, vocabulary).process(flat, draft) is flat


def test_emptier_bars_hold_to_it_less(model: LiveModel, draft: Draft) -> None:
    vocabulary = model.tokenizer.vocabulary
    flat, found = torch.zeros(len(vocabulary)), {0: sure(p12=1.0)}
    bar_line = vocabulary.bar
    first_bar = draft.bar.piece_bar
    led = {
        fullness: float(
            Groove(found, vocabulary, fullness=(fullness,), first_bar=first_bar).process(
                flat, here(draft, 0)
            )[bar_line]
        )
        for fullness in (0.4, 1.0, 2.5)
    }
    assert led[0.4] == pytest.approx(0.4 * led[1.0])
    assert led[2.5] == led[1.0] < 0


@pytest.mark.parametrize(("temperature", "kept"), [(1.0, True), (1.2, False)])
def test_the_bold_may_leave_it(model: LiveModel, temperature: float, *, kept: bool) -> None:
    request = Request(
        start=4 * BAR,
        bars=2,
        alternatives=1,
        sampling=SamplingConfig(temperature=temperature),
        steering=SteeringConfig(busy=-1.0),
    )
    recipe = Recipe(model, chord_piece(), request)
    assert (Groove in {type(each) for each in recipe.processors()}) == kept
