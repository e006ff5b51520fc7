"""The values that the Jam page shows."""

from dataclasses import dataclass
from typing import Literal

from app.values.jam_grid import JamGrid
from app.widgets.lamp import LampTone
from engine.values.score import Note

Who = Literal["nobody", "me", "segue", "both"]
CheckKey = Literal["input", "output", "model", "latency"]
CHECKS: tuple[CheckKey, ...] = ("input", "output", "model", "latency")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The state of one check before a jam.

    Attributes:
        text: A few words.
        tone: The lamp's tone.
        reason: The fault and its remedy, or empty.
    """

    text: str
    tone: LampTone = "good"
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JamScene:
    """The notes of the waterfall; all ticks are those of the jam.

    Attributes:
        me: The human's notes.
        segue: Segue's played and planned notes.
        waiting: The ready answer, at the place where it would begin now.
        committed: The tick up to which the plan no longer changes.
        beat: Ticks of a beat.
        bar: Ticks of a bar.
        found: The grid, after the count-in or as found in free playing; None for even bars from 0.
    """

    me: tuple[Note, ...] = ()
    segue: tuple[Note, ...] = ()
    waiting: tuple[Note, ...] = ()
    committed: int = 0
    beat: int = 480
    bar: int = 1920
    found: JamGrid | None = None

    @property
    def grid(self) -> JamGrid:
        """The lines to draw."""
        return self.found or JamGrid(beat=self.beat, bar=self.bar)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """The content of the turn button.

    Attributes:
        title: The effect of a press, or why it has none.
        detail: The player, and for how long it plays.
        who: The player whose colour the button has.
        thinks: Whether Segue was late just now.
    """

    title: str
    detail: str = ""
    who: Who = "nobody"
    thinks: bool = False
