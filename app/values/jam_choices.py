"""How the user jams, as the page shows it and the file of preferences keeps it."""

from typing import Annotated, Literal

import msgspec

from engine.gate import documents
from engine.music.ranges import SevenBits
from engine.music.score import Tempo, TimeSignature

JamMode = Literal["answer", "trade", "endless", "accompany"]
HandOverBy = Literal["keys", "sustain", "soft", "lowest"]
MODES: tuple[JamMode, ...] = ("answer", "trade", "accompany", "endless")
METERS = ((4, 4), (3, 4), (2, 4), (6, 8))
BARS = (1, 2, 4, 8, 0)
SLOWEST, FASTEST = 30, 300
AS_MINE, DRUMS = -1, 128
LOWEST_KEY = 21
"""The lowest key of a piano, which may hand over in place of sounding."""
SUSTAIN, SOFT = 64, 67


class JamChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for the next jam.

    Attributes:
        mode: Segue answers phrases, trades bars, plays along, or goes on alone.
        me: General MIDI program of the human; `DRUMS` is a kit.
        segue: The same of Segue; `AS_MINE` is what the human plays.
        bpm: Quarters a minute.
        numerator: Of the meter.
        denominator: Of the meter.
        beat: Whether there is a beat that both keep to, or the human's own time.
        bars: Length of Segue's turn; 0 goes on until the human plays.
        hears_ends: Whether the end of a phrase hands over.
        hand_over_by: What hands over beside the button: no more than the computer's keys, a pedal,
            or the keyboard's lowest key.
    """

    mode: JamMode = "answer"
    me: Annotated[int, msgspec.Meta(ge=0, le=DRUMS)] = 0
    segue: Annotated[int, msgspec.Meta(ge=AS_MINE, le=DRUMS)] = AS_MINE
    bpm: Annotated[int, msgspec.Meta(ge=SLOWEST, le=FASTEST)] = 100
    numerator: Annotated[int, msgspec.Meta(ge=1, le=16)] = 4
    denominator: Literal[2, 4, 8, 16] = 4
    beat: bool = True
    bars: Annotated[int, msgspec.Meta(ge=0, le=64)] = 4
    hears_ends: bool = True
    hand_over_by: HandOverBy = "keys"

    @property
    def both(self) -> bool:
        """Whether both play at the same time."""
        return self.mode == "accompany"

    @property
    def needs_a_beat(self) -> bool:
        """Whether there is no such jam without a beat."""
        return self.mode in {"trade", "accompany"}

    @property
    def has_beat(self) -> bool:
        """Whether there is a beat."""
        return self.beat or self.needs_a_beat

    @property
    def turn_bars(self) -> int:
        """Bars of a turn; of a trade at least one."""
        return self.bars or 4 if self.mode == "trade" else self.bars

    @property
    def tempo(self) -> Tempo:
        """The tempo from the beginning on."""
        return Tempo(0, float(self.bpm))

    @property
    def meter(self) -> TimeSignature:
        """The meter from the beginning on."""
        return TimeSignature(0, self.numerator, self.denominator)


def voice_of(program: int, *, mine: int = 0) -> tuple[SevenBits, bool]:
    """Return the program that a choice means, and whether it is a drum kit.

    Args:
        program: 0 to 127, `DRUMS` or `AS_MINE`.
        mine: What the human chose.
    """
    chosen = mine if program == AS_MINE else program
    return (0, True) if chosen == DRUMS else (chosen, False)


def read_choices(text: str) -> JamChoices:
    """Return the choices in a text; anything unreadable becomes what holds at first."""
    try:
        return documents.decode(text.encode(), JamChoices, documents.DESCRIPTION)
    except ValueError:
        return JamChoices()


def write_choices(choices: JamChoices) -> str:
    """Return the choices as a text."""
    return msgspec.json.encode(choices).decode()
