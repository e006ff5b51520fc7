"""The user's choices for ports, sound and recording: one value, stored as JSON."""

from typing import Literal

import msgspec

from engine.gate import documents
from engine.values.sound import AudioOptions, Sound

CountInWhen = Literal["record", "always"]
# A shorter buffer sounds sooner, and crackles on a busy machine.
BUFFERS_MS = (5, 10, 20, 40)


class SoundChoices(Sound, frozen=True, kw_only=True):
    """`Sound`, which the player gets, and what the window keeps for itself.

    Attributes:
        click_volume: Metronome volume, 0 to 127.
        count_in_when: Whether every playback gets a count-in, or recordings only.
        record_replaces: Whether a recording replaces existing notes.
        record_in_loop: Whether only the loop range is recorded.
        record_takes: Whether each loop round becomes a take of its own.
        octave: Octave of the computer keyboard: its lowest C is MIDI pitch 12 × `octave`.
        export: Options of audio export, without the room.
    """

    click_volume: int = 100
    count_in_when: CountInWhen = "record"
    record_replaces: bool = False
    record_in_loop: bool = False
    record_takes: bool = False
    octave: int = 5
    export: AudioOptions = AudioOptions()

    @property
    def of_player(self) -> Sound:
        """The choices that the player gets."""
        return msgspec.convert(self, Sound, from_attributes=True)


def read_choices(text: str) -> SoundChoices:
    """Parse the choices; unreadable text gives the defaults."""
    try:
        return documents.decode(text.encode(), SoundChoices, documents.DESCRIPTION)
    except ValueError:
        return SoundChoices()


def write_choices(choices: SoundChoices) -> str:
    """Return the choices as JSON."""
    return msgspec.json.encode(choices).decode()
