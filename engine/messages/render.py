"""What the window and the child that writes audio files say to each other."""

from typing import Literal

import msgspec

from engine.messages.base import RenderCommand, RenderEvent
from engine.messages.player import Room, TrackMix
from engine.music.score import Score

SampleFormat = Literal["16", "24", "float"]


class AudioOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a piece is written as audio.

    Attributes:
        samples: Bits of a sample in WAV and FLAC files (FLAC has no `float`, it takes 24).
        sample_rate: Frames a second, 44,100 or 48,000.
        loudness: In LUFS, or None to leave it alone and bring the highest peak to -1 dB.
        stems: Whether each track is written to a file of its own besides.
        room: Where it sounds.
    """

    samples: SampleFormat = "16"
    sample_rate: int = 44_100
    loudness: float | None = -16.0
    stems: bool = False
    room: Room = "room"


class ExportAudio(RenderCommand, frozen=True, kw_only=True):
    """Write a piece as an audio file; `StopJob` gives it up, and leaves nothing behind.

    Attributes:
        score: The piece.
        mix: One for each track; ports do not matter, all is one sound.
        path: Where to; ends in .wav, .flac or .ogg.
        bank: Path of a sound bank, or empty for the best one found.
        options: How.
    """

    score: Score
    mix: tuple[TrackMix, ...]
    path: str
    bank: str = ""
    options: AudioOptions = AudioOptions()


class AudioProgress(RenderEvent, frozen=True, kw_only=True):
    """How much of an audio file is written.

    Attributes:
        share: 0.0 to 1.0.
    """

    share: float


class AudioWritten(RenderEvent, frozen=True, kw_only=True):
    """An audio file is whole.

    Attributes:
        path: Where it is.
        seconds: How long it took.
    """

    path: str
    seconds: float
