"""What the Jam page shows."""

from dataclasses import dataclass
from typing import Literal

from app.widgets.lamp import LampTone
from engine.music.score import Note

Who = Literal["nobody", "me", "segue", "both"]
CheckKey = Literal["input", "output", "model", "latency"]
CHECKS: tuple[CheckKey, ...] = ("input", "output", "model", "latency")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One of the things that must be well before a jam.

    Attributes:
        text: How it is, in a few words.
        tone: Its lamp.
        reason: Why it is not well and what to do, or empty.
    """

    text: str
    tone: LampTone = "good"
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JamScene:
    """What the waterfall shows; ticks are the jam's.

    Attributes:
        me: The human's notes.
        segue: Segue's, played and planned.
        waiting: An answer that stands ready, where it would begin now.
        committed: Tick up to which what is planned is not changed any more.
        beat: Ticks of a beat.
        bar: Ticks of a bar.
    """

    me: tuple[Note, ...] = ()
    segue: tuple[Note, ...] = ()
    waiting: tuple[Note, ...] = ()
    committed: int = 0
    beat: int = 480
    bar: int = 1920


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """Whose turn it is, as the large button says it.

    Attributes:
        title: What a press does now, or why nothing.
        detail: Who plays, and for how long.
        who: Whose colour it has.
        thinks: Whether Segue was not ready in time just now.
    """

    title: str
    detail: str = ""
    who: Who = "nobody"
    thinks: bool = False
