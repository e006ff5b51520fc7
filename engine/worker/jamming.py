"""A jam in the live process: what comes is heard first, and what time is left goes to drawing."""

import queue
import time
from collections.abc import Callable, Iterable
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
    """The player is there; if it was before, it is another one now."""


Wish = Command | PipeMessage | PlayerCame | None
"""What comes to the live process while somebody jams, from the window or from the player."""


_REST_S = 0.01  # between two looks at the time while there is nothing to do
_ENDING = (StopJam, StartJam, LoadModel, Continue, GoOn, type(None))


class ToPlayer(Protocol):
    """The end of a pipe to the player (`engine.pipe`)."""

    def send(self, message: Message, /) -> None:
        """Say something soon, without waiting."""


class Jamming:
    """Runs one jam until it is ended.

    Args:
        session: The jam.
        inbox: What comes; None ends it.
        emit: Where events for the window go.
        player: Where plans go; asked each time, for the pipe may be another by then.
        aside: Takes commands that are not about the jam and do not end it.
        anchor: Where the player was when it last said so, if that was before the jam.
        clock: Seconds, the player's clock.

    Attributes:
        anchor: Where the player was when it last said so.
    """

    def __init__(
        self,
        session: JamSession,
        inbox: "queue.SimpleQueue[Wish]",
        emit: Emit,
        *,
        player: Callable[[], ToPlayer | None],
        aside: Callable[[Wish], None],
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

    def run(self) -> Wish:
        """Jam; return what ended it: a command to stop, a command of another kind, or None.

        The jam is captured whatever ended it.
        """
        try:
            return self._run()
        finally:
            # Nothing that was planned sounds on, and what was played is never lost.
            self._say([DropPlan(number=self._session.last_number + 1)])
            self._emit(self._session.captured())

    def _run(self) -> Wish:
        if self.anchor is not None:
            self._say(self._session.hear(self.anchor))
        while True:
            try:
                busy = self._session.busy
                wish = self._inbox.get_nowait() if busy else self._inbox.get(timeout=_REST_S)
            except queue.Empty:
                self._say(self._session.work(self._clock()))
                self._tell_bars()
                continue
            if isinstance(wish, _ENDING):
                return wish
            self._obey(wish)

    def _obey(self, wish: Wish) -> None:
        match wish:
            case HandOver():
                self._say(self._session.hand_over())
            case ForgetMemory():
                self._say(self._session.forget(self._clock()))
            case SteerJam():
                self._session.steer(wish.ask)
            case PinMemory():
                self._say(self._session.pin(pinned=wish.pinned))
            case PlayerCame():
                self._say(self._session.lose_player())
            case Rewind():
                self._say(self._session.rewind(wish.bar))
            case _ if isinstance(wish, FromPlayer):
                if isinstance(wish, Anchor):
                    self.anchor = wish
                self._say(self._session.hear(wish))
            case _:
                self._aside(wish)

    def _say(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if not isinstance(message, FromLive):
                self._emit(message)
            elif (player := self._player()) is not None:
                player.send(message)

    def _tell_bars(self) -> None:
        bars = self._session.listening.bars
        if bars != self._bars:
            self._bars = bars
            self._emit(self._session.heard())
