"""What the user chose for inputs, clock and the built-in sound: one value, kept as JSON."""

from typing import Literal

import msgspec

from engine.gate import documents
from engine.messages import AudioOptions, ControlId, Room

ROOMS: tuple[Room, ...] = ("off", "room", "hall")
CountInWhen = Literal["record", "always"]
BUFFERS_MS = (5, 10, 20, 40)
LARGEST_OFFSET_MS = 300
# As the player is told of it.
LearnedControl = ControlId


class SoundChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for ports and sound.

    Attributes:
        inputs: MIDI inputs that are listened to.
        offsets_ms: By input, how much later (positive) or earlier what is played is put down.
        device: Audio device of the built-in sound, or empty for the system's own.
        buffer_ms: What the built-in sound makes ahead.
        bank: Path of a sound bank, or empty for the best one found.
        clock_out: Outputs that get MIDI clock.
        clock_in: Input whose clock is followed, or empty.
        learned: By what it moves, the control that was learned for it.
        click_volume: 0 to 127.
        count_in_when: Whether every playing is counted in, or recording only.
        octave: Of the computer's keys: its lowest C is 12 times this.
        room: Where the built-in sound is.
        export: How audio files are written, their room aside.
    """

    inputs: tuple[str, ...] = ()
    offsets_ms: dict[str, int] = {}
    device: str = ""
    buffer_ms: int = 10
    bank: str = ""
    clock_out: tuple[str, ...] = ()
    clock_in: str = ""
    learned: dict[str, LearnedControl] = {}
    click_volume: int = 100
    count_in_when: CountInWhen = "record"
    octave: int = 5
    room: Room = "room"
    export: AudioOptions = AudioOptions()


def read_choices(text: str) -> SoundChoices:
    """Return the choices in a text; anything unreadable becomes what holds at first."""
    try:
        return documents.decode(text.encode(), SoundChoices, documents.DESCRIPTION)
    except ValueError:
        return SoundChoices()


def write_choices(choices: SoundChoices) -> str:
    """Return the choices as a text."""
    return msgspec.json.encode(choices).decode()
