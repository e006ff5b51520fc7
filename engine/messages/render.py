"""The messages between the window and the process that writes audio files."""

from engine.messages.base import RenderCommand, RenderEvent
from engine.values.score import Score
from engine.values.sound import AudioOptions
from engine.values.track_mix import TrackMix


class ExportAudio(RenderCommand, frozen=True, kw_only=True):
    """Write a piece as an audio file; `StopJob` cancels it and deletes the unfinished file.

    Attributes:
        mix: One for each track; ports are ignored.
        path: The file; it ends in .wav, .flac or .ogg.
        bank: Path of a sound bank, or empty for the one that ships.
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
