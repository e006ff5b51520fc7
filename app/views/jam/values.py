"""The values that the Jam page shows."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from app.values.jam_grid import JamGrid
from app.widgets.levels.lamp import LampTone
from engine.values.score import Note

Who = Literal["nobody", "me", "segue", "both"]
CheckKey = Literal["input", "output", "model", "latency"]
CHECKS: tuple[CheckKey, ...] = ("input", "output", "model", "latency")
# The phase of the page: before a jam, within one, while it is gathered, and until it is kept.
Stage = Literal["before", "playing", "ending", "over"]


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


class Strip(NamedTuple):
    """A turn, as the lane of turns shows it.

    Attributes:
        who: The players.
        start: Its first tick.
        end: The tick past the last one.
        planned: Whether it is still to come.
    """

    who: Who
    start: float
    end: float
    planned: bool = False


class ChordMark(NamedTuple):
    """A chord over the roll.

    Attributes:
        tick: Where it begins.
        name: As musicians write it.
        who: The player.
        planned: Whether Segue has only decided on it.
    """

    tick: int
    name: str
    who: Who
    planned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JamScene:
    """The visible part of a jam; all ticks are the player's.

    Attributes:
        me: The human's notes.
        segue: Segue's played and planned notes.
        waiting: The ready answer, at the place where it would begin now.
        held: The keys that are down.
        grid: Beats and bar lines.
        first: The tick at the left edge.
        last: The tick at the right edge.
        turns: The turns: past, present and next.
        chords: The chords that were played, and those of the planned notes.
        over: Whether the jam is over, so that nothing is planned any more.
        silent: Whether the playhead only stands there.
    """

    me: tuple[Note, ...] = ()
    segue: tuple[Note, ...] = ()
    waiting: tuple[Note, ...] = ()
    held: tuple[int, ...] = ()
    grid: JamGrid = field(default_factory=lambda: JamGrid(beat=480, bar=1920))
    first: float = 0.0
    last: float = 12 * 1920.0
    turns: tuple[Strip, ...] = ()
    chords: tuple[ChordMark, ...] = ()
    over: bool = False
    silent: bool = False


class BarPicture(NamedTuple):
    """A bar of the jam as a small picture.

    Attributes:
        start: Its first tick.
        end: The tick past the last one.
        who: Whose turn most of it is.
        notes: (track, note) pairs: 0 is the human, 1 is Segue.
    """

    start: int
    end: int
    who: Who
    notes: tuple[tuple[int, Note], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of the clock.

    Attributes:
        title: The player, or the next event.
        detail: A sentence below the title of a side that waits.
        before: The word before the number of the bar.
        count: The number of the bar, or the beat of a count-in.
        after: The words after it.
        strokes: How many strokes fill while it plays: the bars of the turn, else the beats of a
            bar.
        chords: The chords that come, each with the place where it begins.
        plays: Whether this side plays.
        late: Whether it was not ready in time just now.
    """

    title: str
    detail: str = ""
    before: str = ""
    count: str = ""
    after: str = ""
    strokes: int = 0
    chords: tuple[tuple[str, str], ...] = ()
    plays: bool = False
    late: bool = False

    @property
    def spoken(self) -> str:
        """All of it in one line."""
        count = " ".join(each for each in (self.before, self.count, self.after) if each)
        chords = ", ".join(f"{name} {place}" for name, place in self.chords)
        parts = (self.title, count, chords or self.detail)
        return ", ".join(each for each in parts if each)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """Both sides of the clock."""

    me: Side
    segue: Side

    @property
    def spoken(self) -> str:
        """Both sides as sentences; the one that plays comes first."""
        first, second = (self.segue, self.me) if self.segue.plays else (self.me, self.segue)
        return " ".join(f"{side.spoken.rstrip('.')}." for side in (first, second))
