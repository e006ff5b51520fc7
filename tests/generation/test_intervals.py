"""A tune moves as it has moved."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch

from engine.config import SamplingConfig, SteeringConfig
from engine.generation.intervals import MOST_NATS, USUAL, Intervals, leaning_of
from engine.generation.model import LiveModel
from engine.generation.presence import BOLDEST
from engine.generation.recipe import Recipe
from engine.music.score import Note, Score, Track
from engine.request import Request
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR

VOCABULARY = Tokenizer().vocabulary
AGAIN, STEP, THIRD = range(3)


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    return LiveModel.load(tiny_folder)


def scale(notes: int) -> list[int]:
    return [60 + (0, 2, 4, 5, 7, 5, 4, 2)[i % 8] for i in range(notes)]


def test_a_scale_leans_to_steps_and_the_more_the_longer_it_is() -> None:
    short, long = leaning_of(scale(13)), leaning_of(scale(200))
    assert long[STEP] > short[STEP] > 0
    assert -MOST_NATS <= long[AGAIN] < short[AGAIN] < 0


def test_a_tune_that_moves_as_most_do_leans_to_nothing() -> None:
    pitches = [60]
    for share, semitones in zip(USUAL, (0, 2, 4, 7, 12, 14), strict=True):
        for i in range(2 * round(100 * share)):
            pitches.append(pitches[-1] + (semitones if i % 2 else -semitones))
    assert leaning_of(pitches) == pytest.approx([0] * len(USUAL), abs=0.06)


def test_one_note_says_nothing() -> None:
    assert leaning_of([60]) == (0,) * len(USUAL)


def asked(last: int | None, *, part: int = 0, begins: bool = True) -> torch.Tensor:
    """Return what is added to each pitch after a last one, where part 0 is a scale."""
    draft = SimpleNamespace(
        part=part, may_begin_a_note=begins, voices=SimpleNamespace(last=lambda _: last)
    )
    intervals = Intervals({0: leaning_of(scale(200))}, VOCABULARY)
    flat = torch.zeros(len(VOCABULARY))
    return intervals.process(flat, draft)  # type: ignore[arg-type]


def test_it_goes_by_the_distance_to_the_last_note_and_touches_nothing_else() -> None:
    pitches = VOCABULARY.ids_of(TokenKind.PITCH)
    heights = VOCABULARY.values[pitches].tolist()
    nats = leaning_of(scale(200))
    for last in (heights[0], 60, heights[-1]):
        added = dict(zip(heights, asked(last)[pitches].tolist(), strict=True))
        assert added[last] == pytest.approx(nats[AGAIN])
        near = [added[h] for h in (last - 2, last - 1, last + 1, last + 2) if h in added]
        assert near == pytest.approx([nats[STEP]] * len(near))
        assert near
        if last + 12 in added and last - 12 in added:
            assert added[last + 12] == added[last - 12]
    others = [i for i in range(len(VOCABULARY)) if i not in set(pitches.tolist())]
    assert not asked(60)[others].any()


def test_a_pitch_outside_of_the_vocabulary_is_moved_from_too() -> None:
    assert asked(0).isfinite().all()
    assert asked(127).isfinite().all()


@pytest.mark.parametrize(
    "without", [{"last": None}, {"last": 60, "part": 1}, {"last": 60, "begins": False}]
)
def test_who_plays_no_tune_or_begins_no_note_is_left_alone(without) -> None:
    assert not asked(**without).any()


def test_it_is_in_the_recipe_for_tunes_and_whoever_is_bold_or_goes_higher_is_free_of_it(
    model,
) -> None:
    tune = Track(notes=tuple(Note(240 * i, pitch, 240) for i, pitch in enumerate(scale(64))))
    chords = Track(notes=tuple(Note(480 * (i // 3), 48 + 4 * (i % 3), 480) for i in range(96)))
    score = Score(tracks=(tune, chords))
    request = Request(start=8 * BAR, bars=2, alternatives=1)
    assert any(isinstance(e, Intervals) for e in Recipe(model, score, request).processors())
    draft = Recipe(model, score, request).alternatives()[0].draft
    assert set(draft.voices.tunes) == {0}
    assert draft.voices.last(0) == scale(64)[-1]
    bold = Request(
        start=8 * BAR, bars=2, alternatives=1,
        sampling=SamplingConfig(temperature=BOLDEST + 0.1),
    )  # fmt: skip
    higher = replace(request, steering=SteeringConfig(register=1.0))
    for free in (bold, higher):
        assert not any(isinstance(e, Intervals) for e in Recipe(model, score, free).processors())
