"""Other beats of a piece are offered once each, and the phase of the music comes first."""

import numpy as np
import pytest

from engine.beats.candidates import are_same, candidates
from engine.beats.features import FRAMES_A_SECOND
from engine.beats.finding import FoundBeats, beats_at
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
