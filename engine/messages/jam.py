"""The messages between player and live during a jam, and the command that opens their pipe.

The window does not use this pipe, so that a window that hangs does not stop the jam. `seconds` are
times of the player's clock, `time.perf_counter`, which all processes of a machine share. Ticks are
those of the score that the player plays.
"""

from typing import Annotated, Literal

import msgspec

from engine.messages.base import Command, FromLive, FromPlayer, LiveCommand, PlayerCommand
from engine.messages.inputs import Moment, OrNone
from engine.midi.channels.keys import Key
from engine.request import PartNote
from engine.values.ranges import Channel, Pitch, SevenBits, Tick

Share = Annotated[float, msgspec.Meta(ge=0.0, le=0.5)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)]
Ender = Literal["human", "plan", "live", "stop"]


# --- from the window ----------------------------------------------------------------------


class OpenPipe(LiveCommand, PlayerCommand, frozen=True, kw_only=True):
    """Connect player and live: the player listens at the address, live connects to it.

    Both get the same command. They reconnect by themselves after a loss; a new address replaces the
    old one.

    Attributes:
        address: An address of `engine.processes.pipe.new_address`, or empty to close the pipe.
        key: The secret by which both authenticate.
    """

    address: str
    key: str = ""


class SetJam(PlayerCommand, frozen=True, kw_only=True):
    """How the player reacts to the human from now on.

    Attributes:
        yields: Whether a note of the human ends Segue's turn at once.
        elastic: The share by which the tempo may follow the human, up or down; 0 keeps it.
        hand_over_key: A silent key that hands over, or -1.
        hand_over_control: A controller that hands over when it passes its middle, or -1.
        grid: After such a hand-over the answer begins at a multiple of these ticks; 0: at once.
        rests: Whether the music pauses while an external clock is stopped; otherwise it stops.
        begin: The bar line at which the music begins, after a count-in: devices that follow the
            clock or the time code of the player begin there.
    """

    yields: bool = True
    elastic: Share = 0.0
    hand_over_key: OrNone = -1
    hand_over_control: OrNone = -1
    grid: Tick = 0
    rests: bool = False
    begin: Tick = 0


class HandOver(Command, FromPlayer, FromLive, frozen=True, kw_only=True):
    """Begin the waiting plan; from the window, or from live.

    The player sends it to live if the human handed over and no plan waits: live then makes one.

    Attributes:
        grid: It begins at the next multiple of these ticks; 0 begins it at once.
        tick: It does not begin before this tick.
    """

    grid: Tick = 0
    tick: Tick = 0


# --- player to live -----------------------------------------------------------------------


class PlayedMoment(Moment, frozen=True, kw_only=True):
    """When and where the human played or moved something.

    Attributes:
        tick: The place in the music that was audible then; None while the music stands.
        is_drum: Whether it plays the kit of `PlayKeysAs.drums`.
    """

    tick: float | None
    is_drum: bool = False


class PlayedNote(FromPlayer, PlayedMoment, frozen=True, kw_only=True):
    """The human pressed or released a key.

    Attributes:
        on: Whether it was pressed.
        pitch: MIDI number after transposition.
        velocity: After the velocity curve; of a release, 0 to 127.
        key: The key's own pitch where the input is transposed; -1 where it is `pitch`.
    """

    on: bool
    pitch: Pitch
    velocity: SevenBits
    key: OrNone = -1

    @property
    def held(self) -> Key:
        """The key that was moved."""
        return Key(self.port, self.channel, self.pitch if self.key < 0 else self.key)


class PlayedPedal(FromPlayer, PlayedMoment, frozen=True, kw_only=True):
    """The human moved the sustain pedal.

    Attributes:
        down: Whether notes are held.
        value: How far it is down, 0 to 127; -1 for as far as it goes.
    """

    down: bool
    value: OrNone = -1


class PlayedMove(FromPlayer, PlayedMoment, frozen=True, kw_only=True):
    """The human moved something else: another controller, the wheel, or pressed keys harder.

    Attributes:
        status: The message's status without its channel: 0xA0, 0xB0, 0xD0 or 0xE0.
        first: Its first data byte; of key pressure, the pitch after transposition.
        second: Its second data byte, 0 where it has one.
        of_note: Whether it moves only the note of its channel, as in MPE; a full bend is then
            of 48 semitones.
    """

    status: Annotated[int, msgspec.Meta(ge=0xA0, le=0xE0, multiple_of=0x10)]
    first: SevenBits
    second: SevenBits
    of_note: bool = False


class Anchor(FromPlayer, frozen=True, kw_only=True):
    """The time of the music: sent on connection, at every change, and every second.

    At time `s` of the player's clock the music is at
    `tick + (s - seconds) * ticks_per_second` until the tempo changes.

    Attributes:
        seconds: A time on the player's clock.
        tick: The tick sent at that time; it is audible `latency_s` later.
        ticks_per_second: The speed of the music; 0 while it stands.
        ticks_per_quarter: The resolution of all ticks.
        latency_s: From sending to hearing.
    """

    seconds: float
    tick: float
    ticks_per_second: float
    ticks_per_quarter: Count
    latency_s: float = 0.0


class PlanBegun(FromPlayer, frozen=True, kw_only=True):
    """A waiting plan begins; the next plans of this turn must begin after it.

    Attributes:
        turn: Number of the turn that began.
        from_tick: Where it begins; all its notes were shifted with it.
        seconds: When its first tick is sent.
    """

    number: int
    turn: int
    from_tick: int
    seconds: float


class TurnEnded(FromPlayer, frozen=True, kw_only=True):
    """Segue's turn is over: its notes are ended, and later plans for it are ignored.

    Attributes:
        by: A note of the human, the end of the plan, `DropPlan`, or a stop of the music.
        tick: Where it ended.
    """

    turn: int
    by: Ender
    tick: float
    seconds: float


class NotesLate(FromPlayer, frozen=True, kw_only=True):
    """Notes of a plan came too late and were left out."""

    number: int
    count: Count


# --- live to player -----------------------------------------------------------------------


class PlannedNotes(msgspec.Struct, frozen=True, kw_only=True):
    """The notes that Segue will play from a tick on.

    Attributes:
        turn: Number of the turn, rising; a turn may have many plans.
        from_tick: Where they begin.
        notes: Each begins at `from_tick` or later.
        until: Tick up to which the music is known, or 0: up to the last note.
        waits: Whether the player keeps them until a `HandOver` begins them, in place of the last
            plan that waited; they are shifted to the place where they begin.
    """

    turn: Count
    from_tick: Tick
    notes: tuple[PartNote, ...]
    until: Tick = 0
    waits: bool = False


class Plan(FromLive, PlannedNotes, frozen=True, kw_only=True):
    """Notes for the player; they replace older plans from their beginning on.

    Notes of older plans that begin before `from_tick` stay. The player ignores a plan whose number
    is no higher than an earlier one's, and a plan of a turn that has ended. It accepts plans only
    while the music moves. It leaves out notes that are more than 60 ms late.

    Attributes:
        number: Rises with each plan, through all turns.
        more: Whether further plans of this turn follow; if not, its end ends the turn.
    """

    number: Count
    more: bool = False


class LetGo(FromLive, frozen=True, kw_only=True):
    """Release a key of the human, and end its sound: the keyboard's own release was lost.

    Attributes:
        port: Name of the input.
        channel: The key's channel there.
        key: The key's own pitch, before transposition.
    """

    port: str
    channel: Channel
    key: Pitch


class DropPlan(FromLive, frozen=True, kw_only=True):
    """Drop the plans from a tick on, and the waiting plan.

    Attributes:
        number: Rises with those of the plans: older plans that arrive later are ignored.
        after: Notes that begin here or later are dropped; sounding notes stay. 0 drops all and ends
            the turn with its sounding notes.
    """

    number: Count
    after: Tick = 0
