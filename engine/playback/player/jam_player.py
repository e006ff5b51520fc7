"""Segue's part in a jam inside the player: plays plans, and ends a turn when the human plays.

It decides everything that must not wait for the model, live or the window.
"""

import math
from collections.abc import Callable
from typing import Any

from engine.messages import (
    Anchor,
    Command,
    DropPlan,
    FromLive,
    HandOver,
    Message,
    NotesLate,
    Plan,
    PlanBegun,
    PlayedMove,
    PlayedNote,
    PlayedPedal,
    SetJam,
    TurnEnded,
)
from engine.messages.jam import Ender
from engine.playback import wire
from engine.playback.player.console import Console
from engine.playback.player.pace import Pace
from engine.playback.player.sender import Sender
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.cursor import Due, PlaybackCursor
from engine.playback.sending.plans import Plans

_ANCHOR_S = 1.0  # live extrapolates the time from an anchor; a new one corrects the drift
# A hand-over this shortly after a beat is meant for that beat.
_JUST_NOW_S = 0.03
_PRESSED = 64  # of a control's 127


class JamPlayer:
    """Plays Segue's plans, tells live the time, and yields to the human.

    Args:
        console: The outputs, for their latency.
        sender: Sends the notes of plans.
        pace: The tempo, which the human may bend.
        report: Takes messages for live.
        clock: Returns seconds, monotonic.

    Attributes:
        settings: The jam's settings.
    """

    def __init__(
        self,
        console: Console,
        sender: Sender,
        pace: Pace,
        report: Callable[[Message], None],
        clock: Callable[[], float],
    ) -> None:
        self._console = console
        self._sender = sender
        self._pace = pace
        self._report = report
        self._clock = clock
        self._plans = Plans()
        self._cursor: PlaybackCursor | None = None
        self._anchor_due_s = NEVER
        self._control = 0
        self.settings = SetJam()

    @property
    def plays(self) -> bool:
        """Whether a turn of Segue is on."""
        return self._plans.turn > 0

    @property
    def known_until(self) -> int:
        """Tick up to which notes are planned; 0 without a turn."""
        return self._plans.known_until

    # --- time begins and ends ----------------------------------------------------------------

    def join(self, cursor: PlaybackCursor) -> None:
        """Start to play with a cursor; older plans are dropped."""
        self._end_turn("stop")
        self._cursor = cursor
        self.tell_anchor()

    def leave(self) -> None:
        """Stop playing: the music has stopped."""
        self._end_turn("stop")
        self._cursor = None
        self._anchor_due_s = NEVER
        self._plans.waiting = None

    def rest(self) -> None:
        """Tell live that the music rests, and where; plans are dropped."""
        cursor, now_s = self._cursor, self._clock()
        if cursor is None:
            return
        tick = self._tick_at(now_s)
        self.leave()
        self._report(
            Anchor(
                seconds=now_s,
                tick=tick,
                ticks_per_second=0.0,
                ticks_per_quarter=cursor.schedule.score.ticks_per_quarter,
                latency_s=self._console.latency_s,
            )
        )

    def meet(self) -> None:
        """Start again with a new live process, which counts its plans and turns from 1."""
        self._end_turn("live")
        self._plans = Plans()
        self.tell_anchor()

    def miss(self) -> None:
        """Play the current plans to their end without waiting for more: live has gone."""
        self._plans.waiting = None
        self._plans.expect_no_more()

    # --- what live and the window say ------------------------------------------------------------

    def handle(self, command: Command | FromLive) -> bool:
        """Run a command; return False if it is not for a jam."""
        match command:
            case Plan():
                self._take(command)
            case DropPlan():
                self._drop(command)
            case HandOver():
                self.hand_over(command.grid, not_before=command.tick)
            case SetJam():
                self.settings = command
                self._pace.bend_by(command.elastic)
            case _:
                return False
        return True

    def _take(self, plan: Plan) -> None:
        if self._cursor is not None and self._plans.take(plan):
            self._sender.drop_planned(plan.from_tick)

    def _drop(self, command: DropPlan) -> None:
        if not self._plans.drop(command.number, command.after):
            return
        if command.after == 0:
            self._end_turn("live")
        else:
            self._sender.drop_planned(command.after)

    def hand_over(self, grid: int = 0, *, not_before: int = 0) -> None:
        """Begin the waiting plan; without one, tell live that one is wanted.

        Args:
            grid: Begin at the next multiple of so many ticks; 0 for at once.
            not_before: Begin at this tick or later.
        """
        cursor, now_s = self._cursor, self._clock()
        if cursor is None:
            return
        music_clock = self._pace.music_clock
        tick = math.ceil(cursor.tick_at(music_clock.elapsed_at(now_s)))
        if grid > 0:
            just_now = cursor.tick_at(music_clock.elapsed_at(now_s - _JUST_NOW_S))
            tick = math.ceil(just_now / grid) * grid
        tick = max(tick, not_before)
        begun = self._plans.begin_waiting(tick)
        if begun is None:
            self._report(HandOver(grid=grid))
            return
        self._sender.drop_planned(tick)
        at_s = music_clock.clock_at(cursor.elapsed_at(tick))
        self._report(PlanBegun(number=begun.number, turn=begun.turn, from_tick=tick, seconds=at_s))

    # --- what the human plays --------------------------------------------------------------------

    def is_hand_over(self, message: bytes) -> bool:
        """Hand over if the message is the chosen key or control; return whether it is."""
        status, number, value = message[0] & 0xF0, message[1], message[-1]
        if status in {wire.NOTE_ON, wire.NOTE_OFF}:
            if number != self.settings.hand_over_key:
                return False
            pressed = status == wire.NOTE_ON and value > 0
        elif status == wire.CONTROL and number == self.settings.hand_over_control:
            before, self._control = self._control, value
            pressed = before < _PRESSED <= value
        else:
            return False
        if pressed:
            self.hand_over(self.settings.grid)
        return True

    def hear(
        self,
        message: bytes,
        *,
        seconds: float,
        tick: float | None,
        port: str = "",
        key: int = -1,
        of_note: bool = False,
        is_drum: bool = False,
    ) -> None:
        """Tell live what the human played, and yield to a new note.

        Args:
            message: The bytes.
            seconds: Time of the message.
            tick: The tick that was heard at that time; None while the music is stopped.
            port: Name of the input.
            key: The pitch of a note before transposition; -1 if it is the same.
            of_note: Whether it moves only the note of its channel, as in MPE.
            is_drum: Whether it plays the kit on channel 10.
        """
        status, first = message[0] & 0xF0, message[1]
        second = message[2] if len(message) > 2 else 0
        when: Any = {
            "seconds": seconds,
            "tick": tick,
            "channel": message[0] & 0x0F,
            "port": port,
            "is_drum": is_drum,
        }
        if status in {wire.NOTE_ON, wire.NOTE_OFF}:
            on = not wire.lets_go(message)
            if on:
                self.press(tick)
            own = -1 if key == first else key
            self._report(PlayedNote(on=on, pitch=first, velocity=second, key=own, **when))
        elif status == wire.CONTROL and first == wire.SUSTAIN:
            self._report(PlayedPedal(down=second >= _PRESSED, value=second, **when))
        elif status != wire.PROGRAM and not (
            status == wire.CONTROL and first >= wire.FIRST_CHANNEL_MODE
        ):
            self._report(
                PlayedMove(status=status, first=first, second=second, of_note=of_note, **when)
            )

    def press(self, tick: float | None) -> None:
        """Yield to a note of the human.

        Args:
            tick: The tick that was heard at its time; None while the music is stopped.
        """
        if self.settings.yields:
            self._end_turn("human")
        if tick is not None and self._cursor is not None:
            self._go_with(self._cursor, tick)

    def _go_with(self, cursor: PlaybackCursor, tick: float) -> None:
        beat = cursor.schedule.bars.beat_length_at(max(0, int(tick)))
        beat_s = beat / self._written(cursor, tick)
        if self._pace.follow_note(tick=tick, beat=beat, beat_s=beat_s, now_s=self._clock()):
            self._sender.retime()
            self.tell_anchor()

    def _end_turn(self, by: Ender) -> None:
        turn = self._plans.end()
        if not turn:
            return
        if by != "plan":
            self._sender.end_planned()
        now_s = self._clock()
        self._report(TurnEnded(turn=turn, by=by, tick=self._tick_at(now_s), seconds=now_s))

    # --- time goes by ----------------------------------------------------------------------------

    def step(self, *, until_s: float, now_s: float) -> float:
        """Send what is due before a music time; return the clock time of the next step."""
        cursor = self._cursor
        if cursor is None:
            return NEVER
        for event in self._plans.read(cursor.tick_at(until_s), cursor.schedule):
            at_s, end_s = cursor.elapsed_at(event.tick), cursor.elapsed_at(event.end)
            self._sender.wait(Due(at_s, end_s, event))
        self._tell_late()
        if self._plans.is_over(self._tick_at(now_s)):
            self._end_turn("plan")
        if now_s >= self._pace.settles_s:
            self._pace.settle(now_s)
            self._sender.retime()
            self.tell_anchor()
        elif now_s >= self._anchor_due_s:
            self.tell_anchor()
        return min(self._anchor_due_s, self._pace.settles_s)

    def _tell_late(self) -> None:
        late = self._sender.too_late
        for number, count in tuple(late.items()):
            self._report(NotesLate(number=number, count=count))
        late.clear()

    def tell_anchor(self) -> None:
        """Tell live the place of the music and its speed."""
        now_s = self._clock()
        cursor = self._cursor
        self._anchor_due_s = NEVER if cursor is None else now_s + _ANCHOR_S
        if cursor is None:
            return
        tick = self._tick_at(now_s)
        self._report(
            Anchor(
                seconds=now_s,
                tick=tick,
                ticks_per_second=self._written(cursor, tick) * self._pace.music_clock.factor,
                ticks_per_quarter=cursor.schedule.score.ticks_per_quarter,
                latency_s=self._console.latency_s,
            )
        )

    def _tick_at(self, now_s: float) -> float:
        """Return the tick sent at a clock time; before the first one during the count-in."""
        if self._cursor is None:
            return 0.0
        elapsed_s = self._pace.music_clock.elapsed_at(now_s)
        tick = self._cursor.tick_at(elapsed_s)
        # During the count-in the place lies before the beginning.
        return tick + min(0.0, elapsed_s) * self._written(self._cursor, tick)

    def _written(self, cursor: PlaybackCursor, tick: float) -> float:
        """Return ticks a second at the written tempo."""
        score = cursor.schedule.score
        bpm = cursor.schedule.tempo.bpm_at(max(0, int(tick)))
        return bpm * score.ticks_per_quarter / 60.0
