"""Music with known notes as sound: piano, guitar and string quartet, played by the built-in sound.

Twenty seconds of each song, in a room, three times: clean; softer, with noise 30 dB below it; far
away, with noise 15 dB below it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks.songs import SongFile, Split, first_songs
from engine.listening.network import RATE, Floats
from engine.playback import wire
from engine.playback.files.mastering import BLOCK
from engine.playback.files.rendering import gather
from engine.playback.sound.synth import load_synthesizer
from engine.playback.sound.tones import FrameQueue
from engine.values.hearing import HeardNote
from engine.values.score import Score

EXCERPT_S = 20.0
# The peak of the sound, and how far below its power the noise is; None is none.
CONDITIONS: Mapping[str, tuple[float, float | None]] = {
    "clean": (-1.0, None),
    "30 dB": (-13.0, 30.0),
    "15 dB": (-25.0, 15.0),
}
_OVERSAMPLED = 2
_FEWEST_NOTES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of music.

    Attributes:
        folders: Below the test data.
        programs: All tracks must have one of these.
        tracks: How many tracks with notes there are at least.
    """

    folders: tuple[str, ...]
    programs: range
    tracks: int = 1


KINDS: Mapping[str, Kind] = {
    "piano": Kind(folders=("clean/giantmidi", "clean/chopin"), programs=range(8)),
    "guitar": Kind(folders=("clean/mutopia",), programs=range(24, 29)),
    "quartet": Kind(folders=("clean/openscore_quartets",), programs=range(40, 52), tracks=4),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A song as it is played.

    Attributes:
        name: Of the song.
        sound: One channel at `RATE`, its peak at full scale.
        notes: In seconds of the sound.
    """

    name: str
    sound: Floats
    notes: tuple[HeardNote, ...]


def songs_of(kind: Kind, data: Path, *, split: Split, count: int) -> Iterator[Played]:
    """Yield so many songs of a kind, from its folders in turn.

    Args:
        kind: The kind.
        data: The folder of test data.
        split: Which half of the songs.
        count: How many.
    """
    share = -(-count // len(kind.folders))

    def fitting(file: SongFile, score: Score) -> tuple[str, Score] | None:
        tracks = [track for track in score.tracks if track.notes]
        fits = len(tracks) >= kind.tracks and all(
            track.program in kind.programs and not track.is_drum for track in tracks
        )
        notes = sum(len(track.notes) for track in tracks)
        return (file.name, score) if fits and notes >= _FEWEST_NOTES else None

    lots = [
        first_songs({folder: [data / folder]}, fitting, split=split, count=share)
        for folder in kind.folders
    ]
    songs = (song for group in zip(*lots, strict=False) for song in group)
    for name, score in islice(songs, count):
        yield played(name, score)


def played(name: str, score: Score, *, bank: str = "") -> Played:
    """Return the first seconds of a score from its first note on, as the built-in sound plays it.

    Args:
        name: Of the song.
        score: The score.
        bank: Path of a sound bank, or empty for the one that ships.
    """
    messages = gather(score)
    first_s = min(at_s for at_s, _, message in messages if _begins(message))
    # A breath of silence before it, as in any recording.
    lead_s = 0.3
    placed = [
        (max(0.0, at_s - first_s + lead_s), channel, message) for at_s, channel, message in messages
    ]
    desk = load_synthesizer(bank, sample_rate=_OVERSAMPLED * RATE)
    desk.prepare([(track.program, track.is_drum) for track in score.tracks])
    waiting = FrameQueue()
    for at_s, channel, message in placed:
        waiting.add(round(at_s * _OVERSAMPLED * RATE), channel, message)
    frames = round(EXCERPT_S * _OVERSAMPLED * RATE)
    sound = np.concatenate(
        [
            desk.play(waiting.take(start + BLOCK), start, BLOCK).mean(axis=1)
            for start in range(0, frames, BLOCK)
        ]
    )[:frames]
    halved = np.fft.irfft(np.fft.rfft(sound)[: len(sound) // 4 + 1]) / _OVERSAMPLED
    return Played(
        name=name,
        sound=(halved / max(1e-9, np.abs(halved).max())).astype(np.float32),
        notes=tuple(_notes(placed)),
    )


def _begins(message: bytes) -> bool:
    return message[0] & 0xF0 == wire.NOTE_ON and message[2] > 0


def _notes(placed: list[tuple[float, int, bytes]]) -> Iterator[HeardNote]:
    """Yield the notes of messages, as long as their keys are held, by start."""
    open_notes: dict[tuple[int, int], HeardNote] = {}
    made = []
    for at_s, channel, message in sorted(placed, key=lambda one: one[0]):
        if message[0] & 0xF0 not in {wire.NOTE_ON, wire.NOTE_OFF}:
            continue
        before = open_notes.pop((channel, message[1]), None)
        if before is not None:
            made.append(replace(before, end_s=at_s))
        if _begins(message) and at_s < EXCERPT_S:
            note = HeardNote(start_s=at_s, end_s=at_s, pitch=message[1], velocity=message[2])
            open_notes[channel, message[1]] = note
    yield from sorted(made, key=lambda note: (note.start_s, note.pitch))


def under(sound: Floats, condition: tuple[float, float | None], *, seed: int = 0) -> Floats:
    """Return a sound at a level, with white noise; see `CONDITIONS`."""
    level_db, noise_db = condition
    made = sound
    if noise_db is not None:
        spread = float(np.sqrt(np.mean(sound**2))) * 10 ** (-noise_db / 20)
        noise = np.random.default_rng(seed).normal(0, spread, len(sound))
        made = sound + noise.astype(np.float32)
    gain = 10 ** (level_db / 20) / max(1e-9, float(np.abs(made).max()))
    return (made * gain).astype(np.float32)
