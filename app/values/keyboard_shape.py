"""The settings of a MIDI keyboard, as the settings file stores them."""

from typing import Annotated, Literal

import msgspec

from engine.values.ranges import Pitch, SevenBits

Touch = Literal["played", "softer", "louder", "loudest", "alike"]
TOUCHES: tuple[Touch, ...] = ("played", "softer", "louder", "loudest", "alike")
# Largest transposition in semitones.
FARTHEST = 36
NO_SPLIT = 0


class KeyboardShape(msgspec.Struct, frozen=True, kw_only=True):
    """How the notes of a keyboard are changed; the default changes nothing.

    Attributes:
        through: Whether notes sound at once; False for an instrument with a sound of its own.
        channel: The MIDI channel to read, from 1; 0 reads all.
        transpose: Transposition in semitones.
        touch: The velocity curve.
        split: Lowest pitch of the upper part; `NO_SPLIT` for one part.
        low_program: General MIDI program of the lower part.
        low_transpose: Transposition of the lower part in semitones.
        own_track: Whether somebody else plays it: it has a track of its own, in a jam as well.
        mpe: Whether each note has a MIDI channel, and so a bend, of its own from the start.
    """

    through: bool = True
    channel: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0
    transpose: Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)] = 0
    touch: Touch = "played"
    split: Pitch = NO_SPLIT
    low_program: SevenBits = 0
    low_transpose: Annotated[int, msgspec.Meta(ge=-FARTHEST, le=FARTHEST)] = 0
    own_track: bool = False
    mpe: bool = False
