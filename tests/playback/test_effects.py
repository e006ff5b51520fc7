"""The master's effects: what they compute, in blocks of any length."""

import numpy as np
import pytest

from engine.playback.sound.effects import PARTITION, Chorus, Convolver, DcFilter
from engine.playback.sound.rooms import impulse_response
from engine.playback.sound.tones import Block
from engine.values.sound import Room

SIZES = (7, 441, 512, 4096)


def noise(frames: int = 20_000) -> Block:
    return np.random.default_rng(5).standard_normal((frames, 2)).astype(np.float32) * 0.1


def in_blocks(effect: Convolver | Chorus | DcFilter, sound: Block, size: int) -> Block:
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


@pytest.mark.parametrize("size", SIZES)
def test_dc_goes_and_music_stays(size: int) -> None:
    at = np.arange(88_200)[:, None] / 44_100
    tune = np.repeat(0.3 * np.sin(2 * np.pi * 100 * at), 2, axis=1).astype(np.float32)
    made = in_blocks(DcFilter(44_100), tune + np.float32(0.2), size)
    late = made[44_100:]
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
