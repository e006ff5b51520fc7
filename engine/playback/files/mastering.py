"""Masters a mix for a file: loudness, peaks, fades. Float32 frames, read from a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import IO

import numpy as np

from engine.playback.sound.effects import WHOLE, OnePole
from engine.playback.sound.limiter import Limiter
from engine.playback.sound.loudness import SILENT_LUFS, LoudnessMeter
from engine.playback.sound.tones import Block, Floats

CEILING_DB = -1.0
"""The highest true peak of a file, in decibels of full scale."""

BLOCK = WHOLE
"""Frames that are rendered, stored and mastered at once."""

FRAME_BYTES = 8  # two float32
_FACTOR_BYTES = 4  # one float32 of the gain curve
# The limiter's changing gain may raise peaks between frames by this much.
_SAFETY_DB = 0.15
_NEAR_LU = 0.01  # a loudness this close to the target is right
_ATTEMPTS = 8  # gains that are tried to reach the loudness
# With more limiting music sounds squeezed; the file is softer than asked for instead.
_MOST_LIMITED_DB = 12.0
_FADE_S = 0.08
# A limiter that takes more from one side of a wave moves its middle; what lies below this corner
# is given back. A higher corner would raise peaks.
_MIDDLE_HZ = 0.5
_INAUDIBLE = 1e-7


@dataclass(frozen=True, slots=True, kw_only=True)
class Master:
    """Settings of the master.

    Attributes:
        gain_db: Gain before the limiter.
        limits: Whether the limiter is on.
    """

    gain_db: float = 0.0
    limits: bool = False


def mastered(
    store: IO[bytes], master: Master, sample_rate: int, *, curve: IO[bytes] | None = None
) -> Iterator[Block]:
    """Yield all frames of a store, with gain and limiter applied.

    Args:
        store: The frames.
        master: The settings.
        sample_rate: Frames a second.
        curve: Receives the limiter's gain, a float32 for each frame; nothing without a limiter.
    """
    gain = np.float32(10 ** (master.gain_db / 20))
    store.seek(0)
    if not master.limits:
        yield from (block * gain for block in _stored(store))
        return
    limiter = Limiter(sample_rate, ceiling_db=CEILING_DB - _SAFETY_DB, true_peaks=True)
    middle, late = _Middle(sample_rate), limiter.delay
    rest = np.zeros((limiter.delay, 2), np.float32)
    for block in chain((block * gain for block in _stored(store)), (rest,)):
        made = middle.kept(limiter.process(block), limiter.gain)
        if curve is not None:
            curve.write(limiter.gain[late:].tobytes())
        yield made[late:]
        late = max(0, late - len(made))


class _Middle:
    """Keeps the middle of a wave where a limiter's gain moves it: a file has no offset.

    Args:
        sample_rate: Frames a second.
    """

    def __init__(self, sample_rate: int) -> None:
        self._below = OnePole(_MIDDLE_HZ, sample_rate)
        self._rests = True

    def kept(self, made: Block, gain: Floats) -> Block:
        """Return limited frames with the middle that they had, as all stems together have it.

        Args:
            made: (frames, 2), after the limiter.
            gain: (frames,), its gain, above 0.0.
        """
        if self._rests and gain.min(initial=1.0) >= 1.0:
            return made
        lost = made.T * (1 / gain - 1).astype(np.float32)
        back = self._below.process(lost.T)
        self._rests = float(np.abs(back[-1:]).max(initial=0.0)) < _INAUDIBLE
        return np.asarray(made + back)


def mastered_as(
    store: IO[bytes], master: Master, curve: IO[bytes], sample_rate: int
) -> Iterator[Block]:
    """Yield the frames of a stem, mastered so that all stems together are the mix.

    Args:
        store: The stem's frames.
        master: The mix's settings.
        curve: The gains that `mastered` wrote; frames past its end have a gain of 1.
        sample_rate: Frames a second.
    """
    gain, middle = np.float32(10 ** (master.gain_db / 20)), _Middle(sample_rate)
    store.seek(0)
    curve.seek(0)
    for block in _stored(store):
        factors = np.ones(len(block), np.float32)
        known = np.frombuffer(curve.read(len(block) * _FACTOR_BYTES), np.float32)
        factors[: len(known)] = known
        yield middle.kept(block * gain * factors[:, None], factors)


def store_block(store: IO[bytes], block: Block) -> None:
    """Write a block of `BLOCK` frames to a store, side after side."""
    store.write(np.ascontiguousarray(block.T).data)


def _stored(store: IO[bytes]) -> Iterator[Block]:
    while data := store.read(BLOCK * FRAME_BYTES):
        yield np.frombuffer(data, np.float32).reshape(2, -1).T


def master_of(meter: LoudnessMeter, *, loudness: float | None) -> Master:
    """Return the settings for a loudness, with true peaks under the ceiling.

    Args:
        meter: A meter that has measured the mix.
        loudness: LUFS; None keeps the loudness and uses the headroom up to the ceiling.
    """
    room_db = CEILING_DB - _SAFETY_DB - meter.peak_db
    measured = meter.integrated()
    if meter.peak <= 0:
        return Master()
    if loudness is None or measured <= SILENT_LUFS:
        return Master(gain_db=room_db)
    gain_db = loudness - measured
    if gain_db <= room_db:
        return Master(gain_db=gain_db)
    most_db = room_db + _MOST_LIMITED_DB
    for _ in range(_ATTEMPTS):
        gain_db = min(gain_db, most_db)
        missing = loudness - meter.limited(gain_db, CEILING_DB - _SAFETY_DB)
        if abs(missing) < _NEAR_LU:
            break
        gain_db += missing
    return Master(gain_db=min(gain_db, most_db), limits=True)


def faded(blocks: Iterator[Block], frames: int, sample_rate: int) -> Iterator[Block]:
    """Yield blocks with half a cosine as fade-out over the end of so many frames."""
    fade = min(frames, round(_FADE_S * sample_rate))
    curve: Floats = (0.5 + 0.5 * np.cos(np.pi * np.arange(1, fade + 1) / max(1, fade)))[:, None]
    at = 0
    for block in blocks:
        first = frames - fade - at
        if first < len(block):
            begin = max(0, first)
            part = curve[begin - first :][: len(block) - begin].astype(np.float32)
            yield np.concatenate((block[:begin], block[begin : begin + len(part)] * part))
        else:
            yield block
        at += len(block)
