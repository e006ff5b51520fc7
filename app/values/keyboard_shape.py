"""How a MIDI keyboard is heard, as a dialog shows it and the file of preferences keeps it."""

from typing import Annotated, Literal

import msgspec

from engine.music.ranges import Pitch, SevenBits

Touch = Literal["played", "softer", "louder", "loudest", "alike"]
TOUCHES: tuple[Touch, ...] = ("played", "softer", "louder", "loudest", "alike")
FARTHEST = 36
NO_SPLIT = 0


class KeyboardShape(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of what is played on a keyboard; the default changes nothing.

    Attributes:
        through: Whether it sounds at once; without, for an instrument that sounds by itself.
        channel: The only MIDI channel that is heard, from 1; 0 hears all.
        transpose: Semitones up.
        touch: How hard notes sound for how hard they are pressed.
        split: The first key of the upper part, which sounds as always; `NO_SPLIT` for one part.
        low_program: General MIDI program of the keys below the split.
        low_transpose: Semitones up of the keys below the split.
    """

    through: bool = True
    channel: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    transpose: Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)] = 0
    touch: Touch = "played"
    split: Pitch = NO_SPLIT
    low_program: SevenBits = 0
    low_transpose: Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)] = 0
