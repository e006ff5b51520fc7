"""Bars asked for are bars given: an alternative has as many as its request says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.continuation import Opening, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.paths import demo_pieces, starter_model
from engine.midi.file.midifile import read_midi
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap

METERS = ((4, 4), (3, 4), (6, 8), (5, 4), (17, 16))


def random_piece(draw: np.random.Generator) -> Score:
    """Return some bars of some tracks, sparse or dense, in one meter."""
    numerator, denominator = METERS[draw.integers(len(METERS))]
    length = int(draw.integers(1, 7)) * 480 * 4 * numerator // denominator

    def notes() -> tuple[Note, ...]:
        step, low = int(draw.choice((120, 240, 480, 960))), int(draw.integers(30, 70))
        pitches = low + draw.integers(0, 20, size=len(range(0, length, step)))
        return tuple(Note(step * i, int(pitch), step) for i, pitch in enumerate(pitches))

    tracks = tuple(
        Track(program=int(draw.integers(128)), is_drum=draw.random() < 0.2, notes=notes())
        for _ in range(draw.integers(1, 4))
    )
    return Score(tracks=tracks, time_signatures=(TimeSignature(0, numerator, denominator),))


def going_on(score: Score, *, seed: int, bars: int, alternatives: int) -> Request:
    """Return a request at a piece's last bar line, drawn so hot that any end there may be comes."""
    places = BarMap.of(score)
    return Request(
        start=places.start_of(places.bars_until(score.end)),
        bars=bars,
        alternatives=alternatives,
        sampling=SamplingConfig(seed=seed, temperature=2.0, min_p=0.0),
    )


@pytest.fixture(scope="module")
def generator(tiny_folder: Path) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(tiny_folder))


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))]
)
def test_every_alternative_has_the_bars_that_were_asked_for(
    generator: MusicGenerator, seed: int
) -> None:
    draw = np.random.default_rng(seed)
    score, bars = random_piece(draw), int(draw.integers(1, 6))
    request = going_on(score, seed=seed, bars=bars, alternatives=3)
    for asked in (request, replace(request, best_of=5), replace(request, wish="end")):
        made = continuations(generator, score, asked)
        assert [each.bars for each in made] == [bars] * 3
        assert all(asked.start <= p.note.start < each.end for each in made for p in each.parts)


@pytest.mark.slow
def test_the_piece_may_end_with_them(generator: MusicGenerator) -> None:
    score = random_piece(np.random.default_rng(0))
    request = going_on(score, seed=0, bars=2, alternatives=16)
    made = continuations(generator, score, request)
    assert {each.ended for each in made} == {False, True}
    assert {each.bars for each in made} == {2}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_starter_gives_sixteen_bars_of_a_tune_that_is_over_after_eight(seed: int) -> None:
    whole = read_midi(Path(demo_pieces(), "ode-to-joy.mid").read_bytes()).score
    opening = Opening.of(whole, bars=8)
    request = Request(
        start=opening.boundary,
        bars=16,
        alternatives=1,
        best_of=8,
        sampling=SamplingConfig(seed=seed),
    )
    (made,) = continuations(MusicGenerator(LiveModel.load(starter_model())), opening.score, request)
    assert made.bars == 16
    places = BarMap.of(opening.score)
    assert made.end == places.start_of(24)
    # They are written, too: no half of it is silence.
    begun = {places.bar_at(part.note.start) for part in made.parts}
    assert len(begun & set(range(8, 16))) > 4
    assert len(begun & set(range(16, 24))) > 4
