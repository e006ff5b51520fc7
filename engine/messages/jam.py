"""The messages between player and live during a jam, and the command that opens their pipe.

The window does not use this pipe, so that a window that hangs does not stop the jam. Fields
named `seconds` are times of the player's clock, `time.perf_counter`, which all processes of a
machine share. Ticks are those of the score that the player plays.
"""

from typing import Annotated, Literal

import msgspec

from engine.messages.base import Command, FromLive, FromPlayer, LiveCommand, PlayerCommand
from engine.messages.inputs import MidiChannel
from engine.music.ranges import Pitch, SevenBits, Tick
from engine.request import PartNote

OrNone = Annotated[int, msgspec.Meta(ge=-1, le=127)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=0.5)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)]
Ender = Literal["human", "plan", "live", "stop"]


# --- from whoever started both ------------------------------------------------------------


class OpenPipe(LiveCommand, PlayerCommand, frozen=True, kw_only=True):
    """Connect to the other child: the player listens at the address, live connects to it.

    Both get the same command. They reconnect by themselves after a loss; a new address replaces the
    old one.

    Attributes:
        address: An address of `engine.pipe.new_address`, or empty to close the pipe.
        key: The secret by which both authenticate.
    """

    address: str
    key: str = ""


class SetJam(PlayerCommand, frozen=True, kw_only=True):
    """How the player shares the music with a human from now on.

    Attributes:
        yields: Whether a note that the human begins ends Segue's turn at once.
        elastic: By what share the tempo may follow what the human plays, up or down; 0 keeps it.
        hand_over_key: A key that plays nothing but hands over, or -1.
        hand_over_control: A controller that does, as it goes beyond its middle, or -1.
        grid: Ticks of the beat at which an answer begins after such a hand-over; 0 begins at once.
        rests: Whether the music rests where a clock that is followed stops, and goes on with it;
            without, it stops.
    """

    yields: bool = True
    elastic: Share = 0.0
    hand_over_key: OrNone = -1
    hand_over_control: OrNone = -1
    grid: Tick = 0
    rests: bool = False


class HandOver(Command, FromPlayer, FromLive, frozen=True, kw_only=True):
    """Begin the plan that waits; from the window, or from live.

    The player says it to live where a human handed over and no plan waited: one is wanted.

    Attributes:
        grid: It begins at the next multiple of so many ticks; 0 begins it at once.
    """

    grid: Tick = 0


# --- player to live -----------------------------------------------------------------------


class PlayedNote(FromPlayer, frozen=True, kw_only=True):
    """The human pressed or released a key.

    Attributes:
        on: Whether it was pressed.
        seconds: When.
        tick: The place in the music that was heard then; None while no time runs.
        pitch: MIDI number, as it sounds: after transposition.
        velocity: As it sounds; of a release, 0 to 127.
        channel: Of the keyboard.
    """

    on: bool
    seconds: float
    tick: float | None
    pitch: Pitch
    velocity: SevenBits
    channel: MidiChannel = 0


class PlayedPedal(FromPlayer, frozen=True, kw_only=True):
    """The human moved the sustain pedal.

    Attributes:
        down: Where it is now.
        seconds: When.
        tick: As for `PlayedNote`.
        channel: Of the keyboard.
    """

    down: bool
    seconds: float
    tick: float | None
    channel: MidiChannel = 0


class Anchor(FromPlayer, frozen=True, kw_only=True):
    """Where time stands: said when the other comes, when anything changes, and every second.

    At another time `s` of the player's clock the music is at
    `tick + (s - seconds) * ticks_per_second` as long as the tempo stays.

    Attributes:
        seconds: A time on the player's clock.
        tick: What is sent then; it is heard `latency_s` later.
        ticks_per_second: How fast the music moves; 0 while it stands.
        ticks_per_quarter: The grid of all ticks.
        latency_s: From sending to hearing.
    """

    seconds: float
    tick: float
    ticks_per_second: float
    ticks_per_quarter: Count
    latency_s: float = 0.0


class PlanBegun(FromPlayer, frozen=True, kw_only=True):
    """A plan that waited begins; what live plans next for this turn lies after it.

    Attributes:
        number: Which plan.
        turn: Whose turn began.
        from_tick: Where it begins now: every note of the plan was moved by the same ticks.
        seconds: When its first tick is sent.
    """

    number: int
    turn: int
    from_tick: int
    seconds: float


class TurnEnded(FromPlayer, frozen=True, kw_only=True):
    """Segue's turn is over: its notes are ended, what comes for it still is left.

    Attributes:
        turn: Which.
        by: A note of the human, the plan's own end, `DropPlan`, or a stop of the music.
        tick: Where.
        seconds: When.
    """

    turn: int
    by: Ender
    tick: float
    seconds: float


class NotesLate(FromPlayer, frozen=True, kw_only=True):
    """Notes of a plan came too late to sound and were left out.

    Attributes:
        number: Of the plan.
        count: How many.
    """

    number: int
    count: Count


# --- live to player -----------------------------------------------------------------------


class Plan(FromLive, frozen=True, kw_only=True):
    """What Segue plays from a tick on, in place of what older plans say from there on.

    Notes of older plans that begin before `from_tick` are kept, sounding or not. A plan whose
    number is not higher than one that came before is left, and so is one of a turn that has ended.
    Plans are taken while time runs. A note more than 60 ms late is left out.

    Attributes:
        number: Rises with each plan, through all turns.
        turn: Whose turn it belongs to; rises. One turn goes on from plan to plan.
        from_tick: From where on it holds.
        notes: Each begins at `from_tick` or later.
        until: Tick up to which the music is known, or 0: up to the last note.
        more: Whether further plans of this turn are to come; without, its end ends the turn.
        waits: Whether it is only kept ready, in place of the one that waited before, until a
            `HandOver` begins it; it is moved to the place where it begins then.
    """

    number: Count
    turn: Count
    from_tick: Tick
    notes: tuple[PartNote, ...]
    until: Tick = 0
    more: bool = False
    waits: bool = False


class DropPlan(FromLive, frozen=True, kw_only=True):
    """Forget what is planned from a tick on, and the plan that waits.

    Attributes:
        number: Rises with those of the plans: older plans that are still under way are left.
        after: Notes that begin here or later are dropped; notes that sound are kept. With 0
            everything is: the turn ends, and its sounding notes with it.
    """

    number: Count
    after: Tick = 0
