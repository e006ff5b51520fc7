"""The settings of the Jam page, as the settings file stores them."""

from typing import Annotated, Literal

import msgspec

from engine.gate import documents
from engine.values.jam import JamMode, JamRules
from engine.values.ranges import SevenBits
from engine.values.score import Tempo, TimeSignature

HandOverBy = Literal["keys", "sustain", "soft", "lowest"]
MODES: tuple[JamMode, ...] = ("answer", "trade", "accompany", "endless")
# The meters that the page offers; another one comes from the piece.
METERS = ((4, 4), (3, 4), (2, 4), (6, 8))
# Lengths of Segue's turn in the menu; 0 lasts until the human plays.
BARS = (1, 2, 4, 8, 0)
SLOWEST, FASTEST = 30, 300
# Choices besides the 128 programs.
AS_MINE, DRUMS = -1, 128
# MIDI pitch of a piano's lowest key, which may hand over instead of sounding.
LOWEST_KEY = 21
# MIDI controllers of the pedals that may hand over.
SUSTAIN, SOFT = 64, 67


class JamChoices(JamRules, frozen=True, kw_only=True):
    """The settings of the next jam.

    Attributes:
        me: General MIDI program of the human; `DRUMS` for a kit.
        segue: General MIDI program of Segue; `AS_MINE` for the human's.
        bpm: Tempo in quarters per minute.
        numerator: The meter's numerator; the page offers fewer than a message may have.
        denominator: The meter's denominator.
        beat: Whether both follow a beat, or Segue follows the human.
        hand_over_by: A second way to hand over: computer keys, a pedal, or the lowest key.
    """

    me: Annotated[int, msgspec.Meta(ge=0, le=DRUMS)] = 0
    segue: Annotated[int, msgspec.Meta(ge=AS_MINE, le=DRUMS)] = AS_MINE
    bpm: Annotated[int, msgspec.Meta(ge=SLOWEST, le=FASTEST)] = 100
    numerator: Annotated[int, msgspec.Meta(ge=1, le=16)] = 4
    denominator: Literal[2, 4, 8, 16] = 4
    beat: bool = True
    hand_over_by: HandOverBy = "keys"

    @property
    def both(self) -> bool:
        """Whether both play at the same time."""
        return self.mode == "accompany"

    @property
    def needs_a_beat(self) -> bool:
        """Whether the mode requires a beat."""
        return self.mode in {"trade", "accompany"}

    @property
    def has_beat(self) -> bool:
        """Whether there is a beat."""
        return self.beat or self.needs_a_beat

    @property
    def turn_bars(self) -> int:
        """The length of Segue's turn in bars; at least one in trade mode."""
        return self.bars or 4 if self.mode == "trade" else self.bars

    @property
    def tempo(self) -> Tempo:
        """The tempo event at the start."""
        return Tempo(0, float(self.bpm))

    @property
    def meter(self) -> TimeSignature:
        """The meter event at the start."""
        return TimeSignature(0, self.numerator, self.denominator)


def voice_of(program: int, *, mine: int = 0) -> tuple[SevenBits, bool]:
    """Return the General MIDI program of a choice, and whether it is a drum kit.

    Args:
        program: 0 to 127, `DRUMS` or `AS_MINE`.
        mine: The human's choice.
    """
    chosen = mine if program == AS_MINE else program
    return (0, True) if chosen == DRUMS else (chosen, False)


def read_choices(text: str) -> JamChoices:
    """Parse the choices; unreadable text gives the defaults."""
    try:
        return documents.decode(text.encode(), JamChoices, documents.DESCRIPTION)
    except ValueError:
        return JamChoices()


def write_choices(choices: JamChoices) -> str:
    """Return the choices as JSON."""
    return msgspec.json.encode(choices).decode()
