"""Other beats of a piece are offered once each, and the phase of the music comes first."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from engine.beats.candidates import are_same, bar_candidates, candidates
from engine.beats.features import FRAMES_A_SECOND
from engine.beats.finding import FoundBeats, KnownBeats, beats_at
from engine.beats.network import HEADS
from engine.beats.notes import PlayedNotes
from engine.generation.beat_order import in_order
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model

_BEAT_S, _BEATS = 0.5, 48


def _music() -> PlayedNotes:
    """Return a bass on each beat and a tune in eighths over it, 10 ms uneven."""
    random = np.random.default_rng(0)
    bass = np.arange(_BEATS) * _BEAT_S
    tune = np.arange(2 * _BEATS) * _BEAT_S / 2
    start = np.concatenate([bass, tune])
    start = np.maximum(0, start + random.normal(0, 0.01, len(start)))
    pitch = np.concatenate(
        [
            np.tile([36, 43, 40, 43], _BEATS // 4),
            np.tile([60, 62, 64, 65, 67, 65, 64, 62], _BEATS // 4),
        ]
    )
    length = np.concatenate([np.full(_BEATS, _BEAT_S), np.full(2 * _BEATS, _BEAT_S / 2)])
    return PlayedNotes(
        start_s=start,
        end_s=start + length,
        pitch=pitch,
        velocity=np.full(len(start), 80),
        drum=np.zeros(len(start), np.bool_),
    ).in_order()


def _silent_network() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return the logits of a network that knows nothing of beats: the model alone decides."""
    return np.full((round(_BEATS * _BEAT_S * FRAMES_A_SECOND) + 100, HEADS), -1.5, np.float32)


def _beats(seconds: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> FoundBeats:
    found = beats_at(seconds, _silent_network(), triple=False, certainty=0.5)
    assert found is not None
    return found


def test_candidates_are_different_grids_and_none_is_the_found_one() -> None:
    found = _beats(np.arange(_BEATS) * _BEAT_S)

    grids = list(candidates(_music(), found, _silent_network()))

    one_each = [grid.seconds for grid in grids if not grid.triple]
    assert not any(are_same(grid, found.seconds) for grid in one_each)
    assert not any(
        are_same(one, other) for at, one in enumerate(one_each) for other in one_each[:at]
    )
    usual = [float(np.median(np.diff(grid))) for grid in one_each]
    for beat_s in (0.25, 0.75, 1.0, 1.5):
        assert any(abs(each - beat_s) < 0.02 for each in usual)


def test_a_grid_in_phase_is_ordered_before_one_a_third_off() -> None:
    right = _beats(np.arange(_BEATS) * _BEAT_S)
    wrong = _beats((np.arange(_BEATS - 1) + 1 / 3) * _BEAT_S)
    model = LiveModel.load(starter_model())

    for grids in ([right, wrong], [wrong, right]):
        ordered = list(in_order(_music(), grids, _silent_network(), model))
        assert ordered[0] is right
        assert len(ordered) == 2


def test_whoever_waits_can_stop_the_order() -> None:
    def stop(_share: float) -> None:
        raise InterruptedError

    model = LiveModel.load(starter_model())
    grids = [_beats(np.arange(_BEATS) * _BEAT_S)]
    with pytest.raises(InterruptedError):
        list(in_order(_music(), grids, _silent_network(), model, report=stop))


def _heard_in_six() -> tuple[FoundBeats, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """Return right beats in bars of six, by a network that is not sure of any bar line."""
    logits = _silent_network()
    logits[:, 1] = 0.0
    seconds = np.arange(_BEATS) * _BEAT_S
    down = np.arange(_BEATS) % 6 == 0
    found = _beats(seconds)
    return replace(found, down=down, sure=np.ones(int(down.sum()))), logits


def test_other_bars_are_all_meters_and_all_phases_of_the_one_found() -> None:
    found, logits = _heard_in_six()

    bars = [grid for grid, _ in bar_candidates(found, logits)]

    assert all(np.array_equal(grid.seconds, found.seconds) for grid in bars)
    first = {(int(np.diff(at).max()), int(at[0])) for at in (np.flatnonzero(g.down) for g in bars)}
    assert {4, 3, 2} <= {length for length, _ in first}
    assert {(6, phase) for phase in range(1, 6)} <= first
    assert (6, 0) not in first


def test_music_in_four_that_was_heard_in_six_has_four_among_the_first_three() -> None:
    found, logits = _heard_in_six()
    notes, model = _music(), LiveModel.load(starter_model())

    ordered = in_order(
        notes,
        list(candidates(notes, found, logits)),
        logits,
        model,
        bars=list(bar_candidates(found, logits)),
    )

    first = list(islice(ordered, 3))
    four = [grid for grid in first if set(np.diff(np.flatnonzero(grid.down)).tolist()) == {4}]
    assert any(are_same(grid.seconds, found.seconds) for grid in four)


def test_other_beats_and_bars_have_the_bar_lines_that_are_known() -> None:
    found, logits = _heard_in_six()
    lines = (4 * _BEAT_S, 20 * _BEAT_S)
    known = KnownBeats(lines_s=lines)

    grids = list(candidates(_music(), found, logits, known=known))
    bars = [grid for grid, _ in bar_candidates(found, logits, known=known)]

    assert grids
    assert bars
    for grid in (*grids, *bars):
        for line in lines:
            assert np.abs(grid.seconds[grid.down] - line).min() <= 0.07
