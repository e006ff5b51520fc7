"""Loudness and true peaks, against what the standards say about known signals."""

import io

import numpy as np
import pytest

from engine.playback.files.mastering import (
    BLOCK,
    CEILING_DB,
    Master,
    mastered,
    mastered_as,
    store_block,
)
from engine.playback.sound.limiter import LOOK_AHEAD, Limiter, Peaks
from engine.playback.sound.loudness import SILENT_LUFS, LoudnessMeter
from engine.playback.sound.tones import Block

RATES = (44_100, 48_000)


def tone(level_db: float, seconds: float, *, rate: int, hertz: float = 1000.0) -> Block:
    wave = 10 ** (level_db / 20) * np.sin(2 * np.pi * hertz * np.arange(int(seconds * rate)) / rate)
    return np.repeat(wave[:, None], 2, axis=1).astype(np.float32)


def heard(*parts: Block, rate: int) -> LoudnessMeter:
    meter = LoudnessMeter(rate)
    for part in parts:
        for start in range(0, len(part), 5000):
            meter.add(part[start : start + 5000])
    return meter


@pytest.mark.slow
@pytest.mark.parametrize("rate", RATES)
def test_a_tone_is_as_loud_as_it_is_high(rate: int) -> None:
    """EBU Tech 3341, cases 1 and 2: 1 kHz at -23 and -33 dBFS on both channels."""
    for level in (-23.0, -33.0):
        assert heard(tone(level, 20, rate=rate), rate=rate).integrated() == pytest.approx(
            level, abs=0.05
        )


@pytest.mark.slow
@pytest.mark.parametrize("rate", RATES)
def test_soft_parts_do_not_count(rate: int) -> None:
    """EBU Tech 3341, case 3: -36, -23, -36 dBFS for 10, 60 and 10 s is -23 LUFS."""
    parts = [tone(level, s, rate=rate) for level, s in ((-36, 10), (-23, 60), (-36, 10))]
    assert heard(*parts, rate=rate).integrated() == pytest.approx(-23.0, abs=0.1)


@pytest.mark.slow
def test_the_range_is_that_between_soft_and_loud() -> None:
    """EBU Tech 3342, case 1: -20 and -30 dBFS for 20 s each is a range of 10 LU."""
    parts = [tone(level, 20, rate=48_000) for level in (-20, -30)]
    assert heard(*parts, rate=48_000).range() == pytest.approx(10.0, abs=1.0)


@pytest.mark.slow
def test_low_sounds_weigh_less() -> None:
    low = heard(tone(-23, 10, rate=48_000, hertz=40), rate=48_000).integrated()
    high = heard(tone(-23, 10, rate=48_000, hertz=6000), rate=48_000).integrated()
    assert low < -28
    assert high == pytest.approx(-23 + 3.3, abs=0.4)


def test_a_short_fft_measures_alike_and_the_last_seconds_are_apart() -> None:
    parts = [tone(-20, 3, rate=44_100, hertz=30), tone(-26, 3, rate=44_100)]
    short = LoudnessMeter(44_100, true_peaks=False)
    for part in parts:
        for start in range(0, len(part), 441):
            short.add(part[start : start + 441])
            if start % 44_100 == 0:
                short.integrated()
    assert short.recent() == pytest.approx(-26, abs=0.1)
    assert short.integrated() == pytest.approx(heard(*parts, rate=44_100).integrated(), abs=0.02)
    assert short.range() == pytest.approx(heard(*parts, rate=44_100).range(), abs=0.05)
    assert LoudnessMeter(44_100).recent() == SILENT_LUFS


def test_silence_and_what_is_too_short_have_no_loudness() -> None:
    assert LoudnessMeter(44_100).integrated() == SILENT_LUFS
    assert heard(np.zeros((44_100, 2), np.float32), rate=44_100).integrated() == SILENT_LUFS
    assert heard(tone(-20, 0.2, rate=44_100), rate=44_100).integrated() == SILENT_LUFS
    assert LoudnessMeter(44_100).peak_db == float("-inf")


def test_peaks_between_frames_are_found() -> None:
    """A quarter of the sample rate, caught at 45 degrees: each frame is 3 dB under the top."""
    at = np.arange(4000)
    wave = np.sin(np.pi / 2 * at + np.pi / 4).astype(np.float32)
    block = np.stack((wave, 0.1 * wave), axis=1)
    peaks = Peaks()
    found = np.concatenate([peaks.of(block[i : i + 333]) for i in range(0, 4000, 333)])
    assert np.abs(block).max() == pytest.approx(0.7071, abs=1e-3)
    assert 20 * np.log10(found[100:].max()) == pytest.approx(0.0, abs=0.1)


def test_the_highest_peak_may_be_where_no_frame_is_high() -> None:
    wave = 0.9 * np.sin(np.arange(8192) / 70)
    # Each frame is 3 dB under the top.
    wave[4000:4400] = np.sin(np.pi / 2 * np.arange(400) + np.pi / 4)
    block = np.stack((0.1 * wave, wave), axis=1).astype(np.float32)
    found = Peaks().highest(block)
    assert 0.98 < found == pytest.approx(float(Peaks().of(block).max()), rel=1e-6)


@pytest.mark.parametrize("true_peaks", [False, True])
@pytest.mark.parametrize("size", [64, 441, 4096])
def test_the_limiter_holds_its_ceiling_and_leaves_the_rest_alone(
    size: int, *, true_peaks: bool
) -> None:
    dice = np.random.default_rng(3)
    quiet = (0.1 * dice.standard_normal((20_000, 2))).astype(np.float32)
    quiet = np.clip(quiet, -0.5, 0.5)
    sound = quiet.copy()
    sound[8000:8200] *= 12
    limiter = Limiter(44_100, ceiling_db=-1.0, true_peaks=true_peaks)
    made = np.concatenate([limiter.process(sound[i : i + size]) for i in range(0, 20_000, size)])
    late = limiter.delay
    assert np.abs(made).max() <= 10 ** (-1 / 20) + 1e-4
    assert np.array_equal(made[late : 7000 + late], sound[:7000])
    assert made[8000 + late : 8200 + late].std() > 2 * quiet.std(), "it is still the loudest place"
    if true_peaks:
        assert heard(made, rate=44_100).peak_db < -0.8
    else:
        assert late == LOOK_AHEAD


def test_the_gain_never_jumps() -> None:
    sound = np.full((6000, 2), 0.5, np.float32)
    sound[3000:3010] = 2.0
    limiter = Limiter(44_100)
    made = np.concatenate([limiter.process(sound[i : i + 441]) for i in range(0, 6000, 441)])
    gain = made[limiter.delay :, 0] / sound[: len(made) - limiter.delay, 0]
    assert np.abs(np.diff(gain)).max() < 0.03


def test_a_limited_file_has_no_offset_and_its_stems_are_the_mix() -> None:
    # Kicks that reach farther up than down, as a limiter of peaks does not like them.
    at = np.arange(44_100) % 22_050
    kick = 1.6 * np.exp(-at / 2000) * np.sin(2 * np.pi * 60 * at / 44_100)
    kick -= kick.mean()
    kicks = np.concatenate((kick, np.zeros(3 * 44_100)))
    parts = [np.stack((kicks, kicks), axis=1).astype(np.float32)]
    parts.append(np.float32(0.3) * parts[0][::-1])
    stores = []
    for sound in (parts[0] + parts[1], *parts):
        stores.append(io.BytesIO())
        for start in range(0, len(sound), BLOCK):
            store_block(stores[-1], sound[start : start + BLOCK])
    curve, master = io.BytesIO(), Master(gain_db=3.0, limits=True)
    mix = np.concatenate([*mastered(stores[0], master, 44_100, curve=curve)])
    assert np.abs(mix.mean(axis=0, dtype=float)).max() < 1e-5
    assert heard(mix, rate=44_100).peak_db <= CEILING_DB
    stems = [
        np.concatenate([*mastered_as(store, master, curve, 44_100)])[: len(mix)]
        for store in stores[1:]
    ]
    assert np.abs(sum(stems) - mix[: len(stems[0])]).max() < 1e-4
