"""Runs a jam in the live process: handles all messages first, and draws in the remaining time."""

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.live.jam.session import JamSession
from engine.messages import (
    Anchor,
    Command,
    Continue,
    DropPlan,
    ForgetMemory,
    FromLive,
    FromPlayer,
    GoOn,
    HandOver,
    LoadModel,
    Message,
    PinMemory,
    PipeMessage,
    Rewind,
    StartJam,
    SteerJam,
    StopJam,
)
from engine.worker.door import Emit


@dataclass(frozen=True, slots=True)
class PlayerCame:
    """A player has connected; after the first time, a new one."""


JamInput = Command | PipeMessage | PlayerCame | None
"""What arrives during a jam, from the window or from the player."""


_REST_S = 0.01  # interval of checking the time while there is nothing to do
_MOST_AT_ONCE = 100  # messages between two slices of work; one takes a fraction of a millisecond
_ENDING = (StopJam, StartJam, LoadModel, Continue, GoOn, type(None))


class ToPlayer(Protocol):
    """The live process's end of the pipe to the player (`engine.processes.pipe`)."""

    def send(self, message: Message, /) -> None:
        """Send a message soon, without waiting."""


class Jamming:
    """Runs one jam until it is ended.

    Args:
        session: The jam.
        inbox: Messages and commands; None ends the jam.
        emit: Takes events for the window.
        player: Returns the current pipe to the player, or None.
        aside: Takes commands that neither belong to the jam nor end it.
        anchor: The player's last anchor before the jam.
        clock: The player's clock, in seconds.

    Attributes:
        anchor: The player's last anchor.
    """

    def __init__(
        self,
        session: JamSession,
        inbox: "queue.SimpleQueue[JamInput]",
        emit: Emit,
        *,
        player: Callable[[], ToPlayer | None],
        aside: Callable[[JamInput], None],
        anchor: Anchor | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._session = session
        self._inbox = inbox
        self._emit = emit
        self._player = player
        self._aside = aside
        self.anchor = anchor
        self._clock = clock
        self._bars = -1

    def run(self) -> JamInput:
        """Run the jam; return the command that ended it, or None if the parent has gone.

        The jam is always emitted as a piece at the end.
        """
        try:
            return self._run()
        finally:
            # Drop all plans, and never lose what was played.
            self._say([DropPlan(number=self._session.last_number + 1)])
            self._emit(self._session.captured())

    def _run(self) -> JamInput:
        if self.anchor is not None:
            self._say(self._session.hear(self.anchor))
        while True:
            for item in self._arrived():
                if isinstance(item, _ENDING):
                    return item
                self._obey(item)
            self._say(self._session.work(self._clock()))
            self._tell_bars()

    def _arrived(self) -> Iterator[JamInput]:
        """Yield what has arrived, after a short wait if there is nothing to do.

        No more than a handful: a pedal that never rests must not keep the session from its work.
        """
        try:
            if not self._session.busy:
                yield self._inbox.get(timeout=_REST_S)
            for _ in range(_MOST_AT_ONCE):
                yield self._inbox.get_nowait()
        except queue.Empty:
            return

    def _obey(self, item: JamInput) -> None:
        match item:
            case HandOver():
                self._say(self._session.hand_over())
            case ForgetMemory():
                self._say(self._session.forget(self._clock()))
            case SteerJam():
                self._session.steer(item.ask)
            case PinMemory():
                self._say(self._session.pin(pinned=item.pinned))
            case PlayerCame():
                self._say(self._session.lose_player())
            case Rewind():
                self._say(self._session.rewind(item.bar))
            case _ if isinstance(item, FromPlayer):
                if isinstance(item, Anchor):
                    self.anchor = item
                self._say(self._session.hear(item))
            case _:
                self._aside(item)

    def _say(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if not isinstance(message, FromLive):
                self._emit(message)
            elif (player := self._player()) is not None:
                player.send(message)

    def _tell_bars(self) -> None:
        bars = self._session.memory.bars
        if bars != self._bars:
            self._bars = bars
            self._emit(self._session.heard())
