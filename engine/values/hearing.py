"""The music of a recording: notes in seconds, the line of the pitch, how loud it was."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from msgspec import Meta

from engine.values.ranges import LAST_TICK, LONGEST_PATH, LOUDEST_DB, Pitch, Velocity

Voices = Literal["one", "many"]
"""One pitch at a time (a voice, a whistle, a wind instrument), or many (a piano, a guitar)."""

# Of a recording; a longer one is refused.
LONGEST_RECORDING_S = 2 * 60 * 60
# From one value of a pitch line to the next, and from one level to the next.
LINE_STEP_S, LEVEL_STEP_S = 256 / 22_050, 0.05
# In a pitch line: nothing sounds there.
NO_PITCH = -1
# A note sung at least this far from the middle of its key may be meant as the next key.
_BETWEEN_KEYS_CENTS = 35

Listening = Literal["recording", "both", "notes"]
"""The parts that sound while a recording and its notes play together."""

Seconds = Annotated[float, Meta(ge=0, le=LONGEST_RECORDING_S)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Cents = Annotated[int, Meta(ge=-100, le=100)]
SoundPath = Annotated[str, Meta(max_length=LONGEST_PATH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A sound file that plays beside a piece or other music.

    It keeps its speed: a place in it is a time of the music at its written tempo, not a bar.

    Attributes:
        file: The path of a WAV, FLAC, OGG or MP3 file.
        begins_s: Seconds from the beginning of the music to that of the file; below 0 if the
            music begins within the file.
        level_db: Its level in decibels.
        heard: The parts that sound; with the recording alone, playing goes on to its end.
    """

    file: SoundPath
    begins_s: Annotated[float, Meta(ge=-LONGEST_RECORDING_S, le=float(LAST_TICK))] = 0.0
    level_db: Annotated[float, Meta(ge=-60.0, le=LOUDEST_DB)] = 0.0
    heard: Listening = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardNote:
    """A note that was heard.

    Attributes:
        start_s: When it begins, in seconds of the recording.
        end_s: When it ends.
        pitch: Its key, a MIDI number, after the whole recording was moved into tune.
        cents: How far it sounds above that key, after tuning.
        velocity: How loud it is beside the others.
        strength: How surely it is a note: 100 is certain, 0 a guess.
    """

    start_s: Seconds
    end_s: Seconds
    pitch: Pitch
    cents: Cents = 0
    velocity: Velocity = 80
    strength: Percent = 100

    @property
    def other_pitch(self) -> int | None:
        """The next key, if the note lies between two keys; otherwise None."""
        if abs(self.cents) < _BETWEEN_KEYS_CENTS:
            return None
        return self.pitch + (1 if self.cents > 0 else -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sounded:
    """The outline of a stretch of a recording, to draw.

    Attributes:
        start_s: When the stretch begins; a multiple of both steps within a step's rounding.
        levels: The peak of each `LEVEL_STEP_S` seconds, in percent of full scale.
        line: The pitch at each `LINE_STEP_S` seconds in cents (6000 is middle C), as it was
            sung, not moved into tune; `NO_PITCH` where nothing sounds. Empty with many voices.
    """

    start_s: Seconds = 0.0
    levels: tuple[Percent, ...] = ()
    line: tuple[Annotated[int, Meta(ge=NO_PITCH, le=12_800)], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """All that was heard in a recording.

    Attributes:
        seconds: Its length.
        voices: How the notes were found.
        notes: By start; also those that are too weak to be used unless a user asks for more.
        least: The strength from which notes are used, unless a user says otherwise.
        tuning_cents: How far it was sung above concert pitch; the notes are moved by it.
    """

    seconds: Seconds
    voices: Voices
    notes: tuple[HeardNote, ...] = ()
    least: Percent = 50
    tuning_cents: Annotated[int, Meta(ge=-50, le=50)] = 0

    def kept(self, least: int | None = None) -> tuple[HeardNote, ...]:
        """Return the notes of at least a strength, by default `least`.

        With one voice a note lasts at most until the next one that is kept begins; with many
        voices until the next one on its key.
        """
        bound = self.least if least is None else least
        ends: dict[int, float] = {}
        notes = []
        for note in reversed([note for note in self.notes if note.strength >= bound]):
            key = note.pitch if self.voices == "many" else 0
            end_s = min(note.end_s, ends.get(key, self.seconds))
            notes.append(note if note.end_s == end_s else replace(note, end_s=end_s))
            ends[key] = note.start_s
        return tuple(reversed(notes))
