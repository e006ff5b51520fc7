"""A score as audio, faster than real time: the player on a clock that jumps, into a WAV file."""

import io
import tempfile
import wave
from collections.abc import Iterator, Sequence
from typing import IO

import msgspec
import numpy as np

from engine.errors import LimitError
from engine.messages import OutputKind, TrackMix
from engine.music.score import Score
from engine.playback.agenda import NEVER
from engine.playback.player import Player
from engine.playback.schedule import Schedule
from engine.playback.synth import load_synthesizer
from engine.playback.tones import BANKS, Block, Placement, Synthesizer, render_block

LONGEST_S = 3600.0
_BLOCK = 4096
_PEAK = 0.89  # one decibel below full scale
_SILENCE = 10 ** (-66 / 20)
_LONGEST_TAIL_S = 8.0


class _Gathering:
    """An output that keeps each message with its time."""

    name = "Audio file"
    kind: OutputKind = "synth"
    banks = BANKS
    lead_s = 0.0
    latency_s = 0.0

    def __init__(self) -> None:
        self.gathered: list[tuple[float, int, bytes]] = []

    def send(self, message: bytes, at_s: float, *, bank: int = 0) -> None:
        """Keep a message."""
        self.gathered.append((at_s, 16 * bank + (message[0] & 0x0F), message))

    def cancel(self) -> None:
        """Do nothing: it holds nothing back."""

    def close(self) -> None:
        """There is nothing to let go of."""


def gather(score: Score, mix: Sequence[TrackMix] = ()) -> list[tuple[float, int, bytes]]:
    """Return all messages of a score: (seconds from its beginning, channel through banks, bytes).

    Args:
        score: What to play.
        mix: How each track is heard; ports do not matter, all is one sound.
    """
    now_s = 0.0
    output = _Gathering()
    player = Player(lambda _: None, clock=lambda: now_s)
    player.attach(output)
    player.set_score(score, [msgspec.structs.replace(m, port="", channel=-1) for m in mix])
    player.play(0)
    while (next_s := player.step()) != NEVER:
        now_s = max(now_s, next_s)
    return output.gathered


def render(
    score: Score,
    synthesizer: Synthesizer,
    *,
    mix: Sequence[TrackMix] = (),
    sample_rate: int,
) -> Iterator[Block]:
    """Yield a score's sound, its last notes' fading included, as blocks of (frames, 2)."""
    messages = gather(score, mix)
    end_s = max((at_s for at_s, _, _ in messages), default=0.0)
    placement = Placement()
    for at_s, channel, message in messages:
        placement.add(round(at_s * sample_rate), channel, message)
    end = round(end_s * sample_rate)
    last = end + round(_LONGEST_TAIL_S * sample_rate)
    for start in range(0, last, _BLOCK):
        frames = min(_BLOCK, last - start)
        block = render_block(synthesizer, placement.take(start + frames), start, frames)
        if start > end and not len(placement) and float(np.max(np.abs(block))) < _SILENCE:
            return
        if start + frames == last:
            block = block * np.linspace(1, 0, frames, dtype=np.float32)[:, None]
        yield block


def _check_length(score: Score) -> None:
    schedule = Schedule.of(score)
    seconds = schedule.tempo.seconds_at(schedule.end)
    if seconds > LONGEST_S:
        raise LimitError(
            f"The piece lasts {seconds / 60:.0f} minutes; audio is written up to"
            f" {LONGEST_S / 60:.0f} minutes."
        )


def render_wav(
    score: Score, *, mix: Sequence[TrackMix] = (), bank: str = "", sample_rate: int = 44_100
) -> bytes:
    """Return a score as a WAV file: 16 bit, stereo, its loudest sample one decibel below full.

    Args:
        score: What to write.
        mix: How each track is heard.
        bank: Path of a sound bank, or empty for the best one found.
        sample_rate: Frames a second, 44,100 or 48,000.

    Raises:
        SoundError: The chosen bank is missing or broken.
        LimitError: The piece lasts longer than an hour.
    """
    _check_length(score)
    synthesizer, _ = load_synthesizer(bank, sample_rate=sample_rate)
    # The loudest sample is known at the end only; an hour of sound does not stay in memory.
    with tempfile.TemporaryFile() as store:
        peak = 0.0
        for block in render(score, synthesizer, mix=mix, sample_rate=sample_rate):
            peak = max(peak, float(np.max(np.abs(block))))
            store.write(block.tobytes())
        store.seek(0)
        return _wav(store, gain=_PEAK / peak if peak > 0 else 1.0, sample_rate=sample_rate)


def _wav(store: IO[bytes], *, gain: float, sample_rate: int) -> bytes:
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(sample_rate)
        while data := store.read(_BLOCK * 64):
            samples = np.frombuffer(data, np.float32) * (gain * 32767)
            file.writeframes(np.round(samples).astype("<i2").tobytes())
    return target.getvalue()
