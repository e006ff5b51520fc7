import math
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from benchmarks.evaluation.endings import end_chances, endings
from benchmarks.evaluation.reading import IdReading
from engine.music.score import Note, Score, Track


class Counter:
    """Stands where a network stands: it expects the end after so many bars, and nothing else."""

    def __init__(self, tokenizer, *, bars):
        self.device = torch.device("cpu")
        self.config = SimpleNamespace(mem_len=64, compression=None)
        self._tokenizer = tokenizer
        self._bars = bars

    def empty_memory(self, rows, *, mem_len=None):  # noqa: ARG002 - as a network
        return 0

    def losses(self, ids, targets, memory, *, starts):  # noqa: ARG002 - as a network
        bars = memory + (ids[0] == self._tokenizer.bar).cumsum(0)
        sure = torch.where(bars == self._bars, 0.5, 0.01)
        chance = torch.where(targets[0] == self._tokenizer.end, sure, 0.1)
        return -torch.log(chance.double())[None], None, int(bars[-1])


def counting(tokenizer, *, bars):
    return IdReading(Counter(tokenizer, bars=bars), tokenizer.vocabulary)


def ids_of(tokenizer, *, bars):
    score = Score(tracks=(Track(notes=tuple(Note(i * 480, 60, 480) for i in range(4 * bars))),))
    return np.array([tokenizer.begin, *tokenizer.encode(score).ids, tokenizer.end], np.uint16)


def test_a_chance_for_each_bar_that_is_over_across_segments(tokenizer):
    chances = end_chances(counting(tokenizer, bars=30), ids_of(tokenizer, bars=32))
    expected = [0.01] * 32
    expected[29] = 0.5
    np.testing.assert_allclose(chances, expected)


def test_who_knows_the_end_is_told_from_who_expects_it_elsewhere(tokenizer):
    songs = [ids_of(tokenizer, bars=8)]
    knows = endings(counting(tokenizer, bars=8), songs)
    assert (knows.songs, knows.bar_lines, knows.rank) == (1, 7, 1.0)
    assert math.isclose(knows.at_end, 0.5)
    assert math.isclose(knows.elsewhere, 0.01, rel_tol=1e-6)
    assert knows.before == pytest.approx([0.5, *[0.01] * 7])
    errs = endings(counting(tokenizer, bars=4), songs)
    assert errs.rank == 0.0
    assert errs.at_end < errs.elsewhere


def test_a_song_that_was_cut_off_has_no_end(tokenizer):
    with pytest.raises(ValueError, match="to its end"):
        endings(counting(tokenizer, bars=4), [ids_of(tokenizer, bars=8)[:-1]])


def test_the_chance_is_that_of_the_first_id_after_a_bar(reading, tokenizer):
    ids = ids_of(tokenizer, bars=6)
    rows = reading.song(ids).rows
    logits, _ = reading.logits(rows.wanting(tokenizer.end), reading.empty_memory(1))
    likely = logits.softmax(-1)[:, tokenizer.end]
    after = rows.targets[0, :, 0]
    over = (after == tokenizer.bar) | (after == tokenizer.end)
    chances = end_chances(reading, ids)
    assert chances == pytest.approx(likely[over][1:].tolist(), rel=1e-3)
    assert len(chances) == 6
