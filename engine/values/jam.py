"""The rules of a jam, which the window's settings and the message that starts a jam extend."""

from typing import Annotated, Literal

import msgspec

from engine.values.ranges import Denominator, Numerator

JamMode = Literal["answer", "trade", "endless", "accompany"]
Bars = Annotated[int, msgspec.Meta(ge=0, le=64)]


class JamRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a jam.

    Attributes:
        mode: Segue answers phrases, trades a number of bars, plays on alone, or accompanies.
        numerator: The meter's numerator.
        denominator: The meter's denominator.
        bars: Length of Segue's turn; 0 lasts until the human plays.
        hears_ends: Whether the end of a phrase also hands the turn over.
    """

    mode: JamMode = "answer"
    numerator: Numerator = 4
    denominator: Denominator = 4
    bars: Bars = 4
    hears_ends: bool = True
