"""The notes of a score in seconds."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.values.score import Score
from engine.values.time import TempoMap

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PlayedNotes:
    """Notes in the order of their onsets; all arrays have the shape (notes,).

    Attributes:
        start_s: Onsets in seconds.
        end_s: Ends in seconds.
        pitch: MIDI pitches; for drums General MIDI drum numbers.
        velocity: 1 to 127.
        drum: Whether the note is a drum stroke.
    """

    start_s: Floats
    end_s: Floats
    pitch: Ints
    velocity: Ints
    drum: Bools

    def __len__(self) -> int:
        return len(self.start_s)

    def before(self, seconds_s: float) -> "PlayedNotes":
        """Return the notes that begin before a time."""
        return self.chosen(self.start_s < seconds_s)

    def in_order(self) -> "PlayedNotes":
        """Return the notes by onset."""
        return self.chosen(np.argsort(self.start_s, kind="stable"))

    def chosen(self, which: Bools | Ints) -> "PlayedNotes":
        """Return the notes where a mask is true, or those with some numbers."""
        return PlayedNotes(
            start_s=self.start_s[which],
            end_s=self.end_s[which],
            pitch=self.pitch[which],
            velocity=self.velocity[which],
            drum=self.drum[which],
        )


def notes_of(score: Score) -> PlayedNotes:
    """Return the notes of a score with their times by its tempos."""
    tempo = TempoMap.of(score)
    rows = [
        (note.start, note.start + note.duration, note.pitch, note.velocity, track.is_drum)
        for track in score.tracks
        for note in track.notes
    ]
    rows.sort()
    start, end, pitch, velocity, drum = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    return PlayedNotes(
        start_s=np.array([tempo.seconds_at(tick) for tick in start], np.float64),
        end_s=np.array([tempo.seconds_at(tick) for tick in end], np.float64),
        pitch=np.array(pitch, np.int64),
        velocity=np.array(velocity, np.int64),
        drum=np.array(drum, np.bool_),
    )
