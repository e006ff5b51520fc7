import pytest

from benchmarks.evaluation.song import song_of
from benchmarks.evaluation.structure import (
    bars_of_samples,
    bars_of_songs,
    long_samples,
    similarity,
    structure_of,
)
from engine.config import SamplingConfig
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.checkpoint import weights_of
from engine.music.score import Note, Score, Track


def piece(bars, *, silent=0):
    notes = tuple(
        Note((silent + bar) * 1920 + beat * 480, 60 + (bar % 4) * 3 + beat, 480)
        for bar in range(bars)
        for beat in range(4)
    )
    return Score(tracks=(Track(notes=notes),))


def test_phrases_of_four_bars_show_at_four_and_eight(tokenizer):
    song = song_of("a", piece(32), tokenizer)
    (bars,) = bars_of_songs([song], most_bars=20)
    assert len(bars) == 20
    found = structure_of([bars])
    assert found.likeness[4] == found.likeness[8] == 1.0
    assert found.likeness[1] < 0.2
    assert found.repeated == pytest.approx(16 / 20)
    assert found.longest_loop == 20
    # Three bars have no pairs four apart; an absent figure is not a zero.
    assert set(structure_of([bars[:3]]).likeness) == {1, 2}
    with pytest.raises(ValueError, match="at least one piece"):
        structure_of([])


def test_songs_are_continued_each_with_a_seed_of_its_own(model, tokenizer):
    songs = [
        song_of("a", piece(10), tokenizer),
        song_of("silent", piece(4, silent=9), tokenizer),
        song_of("b", piece(10), tokenizer),
    ]
    made = list(
        long_samples(
            MusicGenerator(LiveModel.of(weights_of(model), tokenizer)),
            songs,
            new_bars=2,
            sampling=SamplingConfig(temperature=1.0, min_p=0.0, echo=0.0),
            most_notes=40,
        )
    )
    assert len(made) == 2
    first, second = bars_of_samples(made)
    assert made[0].start == 8 * 1920
    assert first != second


def test_similarity_by_lag_finds_the_period():
    a, b = frozenset({(0, 60), (1, 64)}), frozenset({(0, 62), (1, 65)})
    assert similarity([a, b, a, b], lag=1) == 0.0
    assert similarity([a, b, a, b], lag=2) == 1.0
    assert similarity([a, b, a, b], lag=16) is None
