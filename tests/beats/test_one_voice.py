"""The beats and bars of one voice alone."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from engine.beats.finding import find_beats
from engine.beats.network import HEADS
from engine.beats.notes import PlayedNotes
from engine.beats.one_voice import _Grid, is_one_voice

_FIRST_S = 0.7
# Beats before the first bar line, beats of a bar, and the notes as keys with their beats.
_LINE = [*((key, 1.0) for key in (64, 64, 65, 67, 67, 65, 64, 62, 60, 60, 62, 64))]
_ODE = (0, 4, [*_LINE, (64, 1.5), (62, 0.5), (62, 2.0), *_LINE, (62, 1.5), (60, 0.5), (60, 2.0)])
_GRACE = [(60, 2.0), (64, 0.5), (60, 0.5), (64, 2.0), (62, 1.0)]
_AMAZING = (
    1,
    3,
    [
        *((55, 1.0), *_GRACE, (60, 2.0), (57, 1.0), (55, 2.0), (55, 1.0), *_GRACE),
        *((67, 5.0), (64, 1.0), (67, 2.0), *_GRACE[1:], (60, 2.0), (57, 1.0), (55, 2.0)),
    ],
)


def sung(tune: list[tuple[int, float]], *, beat_s: float) -> PlayedNotes:
    """Return a tune as it is sung, a little uneven."""
    random = np.random.default_rng(0)
    lengths = np.array([beats for _, beats in tune]) * beat_s
    ends = _FIRST_S + np.cumsum(lengths)
    start = ends - lengths + random.normal(0, 0.015, len(tune))
    return PlayedNotes(
        start_s=start,
        end_s=np.append(start[1:], ends[-1]) - 0.05,
        pitch=np.array([key for key, _ in tune]),
        velocity=random.integers(70, 90, len(tune)),
        drum=np.zeros(len(tune), np.bool_),
    )


@pytest.mark.parametrize(("tune", "beat_s"), [(_ODE, 0.5), (_ODE, 0.66), (_AMAZING, 0.66)])
def test_a_tune_has_its_bars(tune: tuple[int, int, list[tuple[int, float]]], beat_s: float) -> None:
    upbeat, count, written = tune
    found = find_beats(sung(written, beat_s=beat_s))
    assert found is not None
    lines = (found.seconds[found.down] - _FIRST_S) / beat_s
    inside = lines[lines >= -0.2]
    assert inside == pytest.approx(upbeat + count * np.arange(len(inside)), abs=0.25)
    assert len(inside) >= 6


def test_fifteen_notes_have_their_beats() -> None:
    found = find_beats(sung(_ODE[2][:15], beat_s=0.5))
    assert found is not None
    assert np.diff(found.seconds) == pytest.approx(0.5, abs=0.08)


def test_notes_at_random_times_have_none_and_chords_and_drums_are_no_voice() -> None:
    start = np.cumsum(np.random.default_rng(3).uniform(0.2, 0.9, 40))
    notes = sung([(60, 1.0)] * 40, beat_s=0.5)
    notes = replace(notes, start_s=start, end_s=start + 0.2)
    assert is_one_voice(notes)
    assert find_beats(notes) is None
    assert not is_one_voice(replace(notes, end_s=notes.end_s + 0.5))
    assert not is_one_voice(replace(notes, drum=~notes.drum))


def test_a_voice_of_half_an_hour_takes_little_memory() -> None:
    notes = sung([(60, 1.0)] * 4000, beat_s=0.45)
    seconds = np.arange(0, notes.end_s[-1] + 1, 0.45)
    logits = np.zeros((int(50 * notes.end_s[-1]), HEADS), np.float32)
    tracemalloc.start()
    _Grid.of(notes, seconds, logits).cues(np.arange(len(seconds)) % 4 == 0, 4, 2)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # The distances of all notes from each other alone would be 128 MB.
    assert most < 10e6
