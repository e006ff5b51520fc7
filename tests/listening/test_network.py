"""The network beside figures of onnxruntime with basic-pitch's own file, and stretches."""

import numpy as np
import pytest

from engine.ground.paths import pitch_network
from engine.listening.network import BINS, LOWEST, RATE, WINDOW, Heard, PitchNetwork
from engine.listening.salience import STEP_S, joined, saliences
from tests.listening.tones import plucked

A_MAJOR = ((0.25, 220.0), (0.75, 277.1826), (1.25, 329.6276))
KEYS = [pitch - LOWEST for pitch in (57, 61, 64)]
# Of the window of these three tones: basic-pitch 0.4.0's `nmp.onnx`, onnxruntime 1.32.0.
NOTES = {
    25: (0.893878, 0.100141, 0.090199),
    70: (0.821380, 0.840197, 0.088711),
    120: (0.484880, 0.665391, 0.769744),
}
ONSETS = {
    22: (0.890207, 0.126959, 0.081637),
    65: (0.509087, 0.915327, 0.130891),
    108: (0.647367, 0.553834, 0.907372),
}
CONTOURS = {
    70: (0.319050, 0.732466, 0.143592, 0.257082, 0.839679, 0.127482, 0.084567, 0.082590, 0.092383),
    120: (0.090618, 0.406838, 0.110607, 0.155490, 0.640406, 0.090474, 0.289161, 0.69494, 0.133817),
}
MEANS = (0.105202846, 0.11630673, 0.09740353)


@pytest.fixture(scope="module")
def network() -> PitchNetwork:
    return PitchNetwork.load(pitch_network())


def test_it_hears_what_basic_pitch_hears(network: PitchNetwork) -> None:
    heard: Heard = network.hear(plucked(A_MAJOR, samples=WINDOW))
    bins = [BINS * key + part for key in KEYS for part in range(BINS)]
    for found, columns, figures in (
        (heard.notes, KEYS, NOTES),
        (heard.onsets, KEYS, ONSETS),
        (heard.contours, bins, CONTOURS),
    ):
        for frame, row in figures.items():
            # Bins between such pure tones are nearly silent, and loudness is a logarithm: it
            # magnifies how float32 rounds. Both are up to 2e-4 off what float64 gives, ours on a
            # processor without AVX-512, which adds in another order.
            np.testing.assert_allclose(found[frame, columns], row, atol=5e-4)
    means = [each.mean() for each in (heard.contours, heard.notes, heard.onsets)]
    np.testing.assert_allclose(means, MEANS, atol=1e-5)


def test_blocks_of_any_length_give_the_same_stretches(network: PitchNetwork) -> None:
    sound = plucked(A_MAJOR, samples=round(2.5 * RATE))
    whole, pieces = (
        list(saliences(blocks, network)) for blocks in ([sound], np.array_split(sound, 40))
    )
    assert [part.first for part in whole] == [part.first for part in pieces] == [0, 142]
    np.testing.assert_array_equal(joined(whole).notes, joined(pieces).notes)
    assert len(joined(whole)) == -(-len(sound) // 256)
    # Frame n is at n * `STEP_S` seconds.
    for (start_s, _), key in zip(A_MAJOR, KEYS, strict=True):
        assert joined(whole).onsets[:, key].argmax() * STEP_S == pytest.approx(start_s, abs=0.02)
    assert joined(whole).levels.max() == pytest.approx(float(np.abs(sound).max()))


def test_no_sound_is_no_stretch(network: PitchNetwork) -> None:
    assert list(saliences([], network)) == []
    assert len(joined([])) == 0
