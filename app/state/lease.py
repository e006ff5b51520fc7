"""Who is heard: the piece, or whoever holds the newest lease."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from engine.music.score import Score

Range = tuple[int, int]


class Transport(Protocol):
    """What plays, as leases see it."""

    @property
    def playing(self) -> bool:
        """Whether the music moves."""

    @property
    def tick(self) -> float:
        """Where the music is."""

    def stop(self) -> None:
        """Stop the music."""

    def play_what_is_heard(self, tick: int, *, open_end: bool = False) -> None:
        """Play from a tick, whoever is heard; with an open end time goes on after the music."""

    def come_back(self, tick: int) -> None:
        """Put the playhead where it was before something else was heard."""

    def on_lease(self) -> None:
        """Somebody else is heard, or by other music."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lease:
    """The right to be heard in place of the piece until it is given back; told apart by identity.

    Attributes:
        passing: It ends by itself with the next stop, or when somebody else is to be heard.
        foreign: What is heard is not the piece with something in it: the user's loop and mix are
            not meant for it, and afterwards the playhead is where it was.
        place: Tick of the playhead when it began.
        ended: Called when it ended and its holder did not give it back.
    """

    passing: bool
    foreign: bool
    place: int
    ended: Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What is heard by a lease.

    Attributes:
        score: The music.
        loop: What is repeated until the next stop, or None.
    """

    score: Score
    loop: Range | None = None


def _nothing() -> None:
    """What a holder does who need not know of the end."""


class Leases:
    """All that are held, oldest first: the newest is heard, ending it restores the one before.

    Args:
        transport: What plays.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._held: dict[Lease, Heard] = {}

    @property
    def newest(self) -> Lease | None:
        """Who is heard; None for the piece itself."""
        return next(reversed(self._held), None)

    @property
    def heard(self) -> Heard | None:
        """What is heard; None for the piece itself."""
        newest = self.newest
        return None if newest is None else self._held[newest]

    @property
    def foreign(self) -> bool:
        """Whether what is heard is not the piece."""
        return self.newest is not None and self.newest.foreign

    def hears(self, lease: Lease | None) -> bool:
        """Return whether this lease is the one that is heard."""
        return lease is not None and self.newest is lease

    def lend(
        self,
        score: Score,
        *,
        passing: bool = False,
        foreign: bool = False,
        ended: Callable[[], object] = _nothing,
    ) -> Lease:
        """Let somebody be heard until they give it back; music that only passes by is stopped.

        Args:
            score: What is heard.
            passing: It ends by itself with the next stop.
            foreign: It is not the piece.
            ended: Called when it ended by itself.
        """
        self.end_passing()
        place = round(self._transport.tick)
        lease = Lease(passing=passing, foreign=foreign, place=place, ended=ended)
        self._held[lease] = Heard(score=score)
        self._transport.on_lease()
        return lease

    def audition(
        self,
        score: Score,
        tick: int,
        *,
        foreign: bool = True,
        loop: Range | None = None,
        ended: Callable[[], object] = _nothing,
    ) -> Lease:
        """Play something from a tick until the next stop."""
        lease = self.lend(score, passing=True, foreign=foreign, ended=ended)
        self.hear(lease, tick, loop=loop)
        return lease

    def hear(
        self, lease: Lease, tick: int, *, loop: Range | None = None, open_end: bool = False
    ) -> None:
        """Play what a lease is for; it is in front then.

        Args:
            lease: One that is held.
            tick: Where playing begins.
            loop: What is repeated until the next stop.
            open_end: Whether time goes on after the music, as where somebody plays along.
        """
        if not self.hears(lease):
            self.end_passing()
        self._held[lease] = replace(self._held.pop(lease), loop=loop)
        self._transport.on_lease()
        self._transport.play_what_is_heard(tick, open_end=open_end)

    def show(self, lease: Lease, score: Score) -> None:
        """Change what a lease is for; it is heard when no newer one is held."""
        if lease in self._held:
            self._held[lease] = replace(self._held[lease], score=score)

    def give_back(self, lease: Lease) -> None:
        """End a lease: who was heard before it is heard again."""
        if self._held.pop(lease, None) is not None:
            self._transport.on_lease()

    def release_loop(self) -> bool:
        """Repeat nothing any more for who is heard; return whether something was."""
        newest, heard = self.newest, self.heard
        if newest is None or heard is None or heard.loop is None:
            return False
        self._held[newest] = replace(heard, loop=None)
        return True

    def end_passing(self) -> None:
        """Let nobody be heard any more who is only until the next stop."""
        if not any(lease.passing for lease in self._held):
            return
        if self._transport.playing:
            # Which ends them.
            self._transport.stop()
        else:
            self.on_stop()

    def on_stop(self) -> None:
        """End what passes: the music stopped."""
        ending = [lease for lease in self._held if lease.passing]
        for lease in ending:
            del self._held[lease]
            if lease.foreign:
                self._transport.come_back(lease.place)
        if ending:
            self._transport.on_lease()
        for lease in ending:
            lease.ended()

    def clear(self) -> None:
        """End all: there is another piece."""
        self._held.clear()
