"""The messages between the window and the process that writes audio files."""

from typing import Literal

import msgspec

from engine.messages.base import RenderCommand, RenderEvent
from engine.messages.player import TrackMix
from engine.values.score import Score
from engine.values.sound import Room

SampleFormat = Literal["16", "24", "float"]


class AudioOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The format of an audio file.

    Attributes:
        samples: Bits of a sample in WAV and FLAC files (FLAC has no `float`, it takes 24).
        sample_rate: Frames a second, 44,100 or 48,000.
        loudness: In LUFS; None only normalizes the highest peak to -1 dB.
        stems: Whether to write each track to its own file, too.
        room: The reverberation.
    """

    samples: SampleFormat = "16"
    sample_rate: int = 44_100
    loudness: float | None = -16.0
    stems: bool = False
    room: Room = "room"


class ExportAudio(RenderCommand, frozen=True, kw_only=True):
    """Write a piece as an audio file; `StopJob` cancels it and deletes the unfinished file.

    Attributes:
        mix: One for each track; ports are ignored.
        path: The file; it ends in .wav, .flac or .ogg.
        bank: Path of a sound bank, or empty for the best one found.
        options: The format.
    """

    score: Score
    mix: tuple[TrackMix, ...]
    path: str
    bank: str = ""
    options: AudioOptions = AudioOptions()


class AudioProgress(RenderEvent, frozen=True, kw_only=True):
    """The progress of an audio file.

    Attributes:
        share: 0.0 to 1.0.
    """

    share: float


class AudioWritten(RenderEvent, frozen=True, kw_only=True):
    """An audio file is complete.

    Attributes:
        seconds: How long it took.
    """

    path: str
    seconds: float
