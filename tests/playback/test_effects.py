"""The master's effects: what they compute, in blocks of any length."""

import numpy as np
import pytest

from engine.playback.sound.effects import PARTITION, WHOLE, Chorus, Convolver, OnePole
from engine.playback.sound.rooms import impulse_response
from engine.playback.sound.tones import Block
from engine.values.sound import Room

SIZES = (7, 441, 512, 4096)


def noise(frames: int = 20_000) -> Block:
    return np.random.default_rng(5).standard_normal((frames, 2)).astype(np.float32) * 0.1


def in_blocks(effect: Convolver | Chorus | OnePole, sound: Block, size: int) -> Block:
    return np.concatenate([effect.process(sound[i : i + size]) for i in range(0, len(sound), size)])


@pytest.mark.parametrize("size", SIZES)
def test_convolving_in_blocks_is_convolving_at_once(size: int) -> None:
    sound, answer = noise(6000), noise(3000)
    made = in_blocks(Convolver(answer), sound, size)
    wanted = np.fft.irfft(
        np.fft.rfft(sound, 1 << 14, axis=0) * np.fft.rfft(answer, 1 << 14, axis=0), 1 << 14, axis=0
    )
    assert not made[:PARTITION].any()
    assert np.abs(made[PARTITION:] - wanted[: 6000 - PARTITION]).max() < 1e-4


def test_whole_blocks_are_convolved_as_those_of_a_device_are() -> None:
    sound, answer = noise(2 * WHOLE), noise(WHOLE)
    device = in_blocks(Convolver(answer), sound, 441)
    assert np.abs(Convolver(answer, whole=True).process(sound) - device).max() < 1e-4


@pytest.mark.parametrize("size", [441, 9000])
@pytest.mark.parametrize("hertz", [10.0, 1500.0])
def test_a_pole_is_its_recursion(hertz: float, size: int) -> None:
    sound, pole = noise(10_000), np.exp(-2 * np.pi * hertz / 44_100)
    made = in_blocks(OnePole(hertz, 44_100), sound, size)
    wanted, last = [], np.zeros(2)
    for frame in sound:
        last = (1 - pole) * frame + pole * last
        wanted.append(last)
    assert np.abs(made - np.array(wanted)).max() < 1e-6


def test_a_convolution_is_over_when_its_answer_is() -> None:
    convolver = Convolver(noise(3000))
    convolver.process(noise(2000))
    convolver.process(np.zeros((6000, 2), np.float32))
    assert not convolver.process(np.zeros((2000, 2), np.float32)).any()
    assert convolver.process(noise(2000)).any(), "and begins again"


@pytest.mark.parametrize(("room", "longest_s"), [("room", 0.7), ("hall", 2.2)])
@pytest.mark.parametrize("rate", [44_100, 48_000])
def test_a_room_dies_away_is_wide_and_the_same_each_time(
    room: Room, longest_s: float, rate: int
) -> None:
    answer = impulse_response(room, rate)
    assert 0.5 < len(answer) / rate < longest_s
    assert np.array_equal(answer, impulse_response(room, rate))
    assert np.sum(answer.astype(float) ** 2, axis=0) == pytest.approx([1.0, 1.0], abs=1e-3)
    assert abs(np.corrcoef(answer.T)[0, 1]) < 0.2
    quarters = [part.std() for part in np.array_split(answer, 4)]
    assert quarters == sorted(quarters, reverse=True)
    assert quarters[3] < 0.05 * quarters[0]


# Seconds of decay by 60 dB at 125, 250 ... 8000 Hz, as wished.
DECAYS_S = {
    "room": (0.6, 0.62, 0.6, 0.55, 0.48, 0.38, 0.28),
    "hall": (2.0, 2.1, 2.0, 1.85, 1.5, 1.05, 0.65),
}


@pytest.mark.parametrize("room", ["room", "hall"])
def test_each_octave_of_a_room_dies_away_evenly_and_survives_mono(room: Room) -> None:
    answer = impulse_response(room, 44_100).astype(float)
    size = 2 << int(np.log2(len(answer)))
    spectrum = np.fft.rfft(answer, size, axis=0)
    octaves = np.log2(np.maximum(np.fft.rfftfreq(size, 1 / 44_100), 1.0) / 125)
    for octave, wished_s in enumerate(DECAYS_S[room]):
        middle = 125 * 2**octave
        inside = np.clip(1 - np.abs(octaves - octave), 0, 1)
        band = np.fft.irfft(spectrum * inside[:, None], size, axis=0)[: len(answer)]
        # Schroeder's integral; its slope from -5 to -25 dB.
        left = 10 * np.log10(np.cumsum((band**2).sum(axis=1)[::-1])[::-1])
        begin, end = (int(np.argmax(left < left[0] - fall)) for fall in (5, 25))
        assert 3 * (end - begin) / 44_100 == pytest.approx(wished_s, rel=0.25), middle
        mono_db = 10 * np.log10((band.mean(axis=1) ** 2).sum() / (band**2).mean(axis=1).sum())
        assert mono_db > -4.5, middle
    # A metallic tail rings at a few frequencies; that of noise has no bin far above the others.
    tail = answer[len(answer) // 4 : len(answer) // 2, 0]
    power = np.abs(np.fft.rfft(tail * np.hanning(len(tail)))) ** 2
    around = np.convolve(power, np.ones(201) / 201, "same")
    assert (power / around)[300:-300].max() < 16


@pytest.mark.parametrize("size", SIZES)
def test_dc_goes_and_music_stays(size: int) -> None:
    at = np.arange(88_200)[:, None] / 44_100
    tune = np.repeat(0.3 * np.sin(2 * np.pi * 100 * at), 2, axis=1).astype(np.float32)
    sound = tune + np.float32(0.2)
    late = (sound - in_blocks(OnePole(10.0, 44_100), sound, size))[44_100:]
    assert np.abs(late.mean(axis=0)).max() < 1e-5
    assert late.std() == pytest.approx(tune.std(), rel=0.01)


@pytest.mark.parametrize("size", SIZES)
def test_the_chorus_is_late_wide_and_seamless(size: int) -> None:
    at = np.arange(20_000)[:, None] / 44_100
    tune = np.repeat(0.3 * np.sin(2 * np.pi * 200 * at), 2, axis=1).astype(np.float32)
    made = in_blocks(Chorus(44_100), tune, size)
    assert not made[:300].any()
    assert not np.allclose(made[5000:, 0], made[5000:, 1], atol=1e-3)
    assert np.abs(np.diff(made, axis=0)).max() < 0.03
    assert np.allclose(made, in_blocks(Chorus(44_100), tune, 20_000), atol=1e-4)
