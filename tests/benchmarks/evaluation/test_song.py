"""A song as evaluation sees it."""

import pytest

from benchmarks.evaluation.song import song_of
from engine.values.score import Note, Score, Tempo, Track


def test_a_songs_bars_and_seconds_are_found_in_its_ids(tokenizer):
    notes = tuple(Note(i * 320, 48 + i, 120) for i in range(24))
    score = Score(tracks=(Track(notes=notes),), tempos=(Tempo(0, 60.0),))
    found = song_of("song", score, tokenizer)
    assert len(found.bars) == 4
    assert (found.ids[found.bars] == tokenizer.bar).all()
    assert found.seconds.tolist() == [0.0, 4.0, 8.0, 12.0]
    middle = int(found.bars[1] + found.bars[2]) // 2
    assert found.bar_at(middle) == pytest.approx(1.5, abs=0.05)
    assert found.second_at(middle) == pytest.approx(6.0, abs=0.2)
    cut = found.first(int(found.bars[2]) + 1)
    assert (len(cut.ids), len(cut.bars), len(cut.seconds)) == (int(found.bars[2]) + 1, 3, 3)
