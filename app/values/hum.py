"""The values that the page *Hum it* shows."""

from dataclasses import dataclass
from typing import Literal

from engine.values.hearing import Voices

# Nothing was sung yet; a microphone is open; a recording is listened to; its notes are there.
Stage = Literal["ready", "singing", "reading", "heard"]


@dataclass(frozen=True, slots=True)
class HumNote:
    """A note on the page.

    Attributes:
        number: Its place in the hearing.
        start_s, end_s: In seconds of the recording.
        pitch: Its key, a MIDI number.
        other: The other key that it may be meant as, or None.
        is_kept: Whether it is used; otherwise it is left out.
    """

    number: int
    start_s: float
    end_s: float
    pitch: int
    other: int | None = None
    is_kept: bool = True

    @property
    def is_doubtful(self) -> bool:
        """Whether it is used and lies between two keys."""
        return self.is_kept and self.other is not None


@dataclass(frozen=True, slots=True)
class HumSound:
    """The sound of a recording, to draw.

    Attributes:
        levels: The peak of each `LEVEL_STEP_S` seconds, in percent of full scale.
        line: The pitch at each `LINE_STEP_S` seconds in cents as it was sung; -1 for silence.
        tuning: Cents by which it was sung above concert pitch.
        seconds: Its length so far.
        total_s: The length of the whole file that is read; 0 if that is not known.
    """

    levels: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    tuning: int = 0
    seconds: float = 0.0
    total_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HumSide:
    """The words and figures of the column at the right.

    Attributes:
        stage: The state of the page.
        headline, about: The result, in large and in small letters.
        voices: How notes are found; None before anything was.
        is_chosen: Whether the user chose that.
        notes: How many notes are used.
        least: The strength from which they are used, in percent.
        tuning: Cents by which it was sung above concert pitch.
        bpm: Beats a minute at the speed at which it was found; 0 without beats.
        level: How many times it counts twice as fast as that.
        progress: How much of a file is read, 0 to 1; negative if unknown.
        says: Where the notes go.
        reason: Why they cannot be used, or empty.
    """

    stage: Stage = "ready"
    headline: str = ""
    about: str = ""
    voices: Voices | None = None
    is_chosen: bool = False
    notes: int = 0
    least: int = 50
    tuning: int = 0
    bpm: float = 0.0
    level: int = 0
    progress: float = -1.0
    says: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordShown:
    """The choices of Record, as its menu shows them.

    Attributes:
        record_from: `keyboard`, `typing` or `microphone`.
        microphone: The name of the microphone; empty for the system's own.
        microphones: The names that are known.
        hum_click: Whether the metronome clicks while one sings.
    """

    record_from: str = "keyboard"
    microphone: str = ""
    microphones: tuple[str, ...] = ()
    hum_click: bool = False
