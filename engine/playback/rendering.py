"""A score as audio, faster than real time: the player on a clock that jumps, into a file."""

import contextlib
import tempfile
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import IO

import msgspec
import numpy as np

from engine.errors import LimitError, SoundError
from engine.messages import OutputKind, TrackMix
from engine.music.score import Score
from engine.playback.agenda import NEVER
from engine.playback.audio_files import AudioFile, check_suffix
from engine.playback.player import Player
from engine.playback.schedule import Schedule
from engine.playback.synth import load_synthesizer
from engine.playback.tones import (
    BANKS,
    SAMPLE_RATE,
    Block,
    Placement,
    Synthesizer,
    render_block,
)

LONGEST_S = 3600.0
_BLOCK = 4096
_PEAK = 0.89  # one decibel below full scale
_SILENCE = 10 ** (-66 / 20)
_LONGEST_TAIL_S = 8.0
# The share of the work that is rendering; the rest is writing the file.
_RENDERED = 0.95


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


def export_audio(
    score: Score,
    target: Path,
    *,
    mix: Sequence[TrackMix] = (),
    bank: str = "",
    sample_rate: int = SAMPLE_RATE,
) -> Generator[float, None, None]:
    """Write a score as an audio file; yield the share that is done, up to 1.0.

    The loudest sample is one decibel below full scale. Until it is whole the file lies beside its
    place under another name; whoever stops asking leaves nothing behind.

    Args:
        score: What to write.
        target: Ends in .wav, .flac or .ogg.
        mix: How each track is heard.
        bank: Path of a sound bank, or empty for the best one found.
        sample_rate: Frames a second, 44,100 or 48,000.

    Raises:
        SoundError: The chosen bank is missing or broken, the ending is another one, or the file
            cannot be written.
        LimitError: The piece lasts longer than an hour.
    """
    check_suffix(target)
    _check_length(score)
    synthesizer, _ = load_synthesizer(bank, sample_rate=sample_rate)
    beside = target.with_name(f".{target.name}.part")
    try:
        # The loudest sample is known at the end only; an hour of sound does not stay in memory.
        with tempfile.TemporaryFile() as store:
            peak = yield from _render_into(store, score, synthesizer, mix, sample_rate)
            store.seek(0)
            gain = _PEAK / peak if peak > 0 else 1.0
            with AudioFile(beside, suffix=target.suffix, sample_rate=sample_rate) as file:
                while data := store.read(_BLOCK * 64):
                    file.write(np.frombuffer(data, np.float32).reshape(-1, 2) * np.float32(gain))
        beside.replace(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise SoundError(f"Could not write ‘{target.name}’ ({reason}).") from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
    yield 1.0


def _render_into(
    store: IO[bytes],
    score: Score,
    synthesizer: Synthesizer,
    mix: Sequence[TrackMix],
    sample_rate: int,
) -> Generator[float, None, float]:
    """Write float32 frames; yield the share that is done, return the loudest sample."""
    schedule = Schedule.of(score)
    frames = max(1.0, schedule.tempo.seconds_at(schedule.end) * sample_rate)
    done, peak = 0, 0.0
    for block in render(score, synthesizer, mix=mix, sample_rate=sample_rate):
        peak = max(peak, float(np.max(np.abs(block))))
        store.write(block.tobytes())
        done += len(block)
        yield min(_RENDERED, _RENDERED * done / frames)
    return peak


def render_wav(
    score: Score, *, mix: Sequence[TrackMix] = (), bank: str = "", sample_rate: int = SAMPLE_RATE
) -> bytes:
    """Return a score as the bytes of a WAV file; see `export_audio`."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sound.wav"
        for _ in export_audio(score, target, mix=mix, bank=bank, sample_rate=sample_rate):
            pass
        return target.read_bytes()
