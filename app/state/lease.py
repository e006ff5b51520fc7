"""Playback leases: the player plays the music of the newest lease, or else the piece."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from engine.form.regridding import Regridding
from engine.values.hearing import Recording
from engine.values.score import Score

Range = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """How playback leads into music that is being made.

    Attributes:
        start: Tick of the bar line where it begins; 0 for no such music.
        until: Tick of the bar line that playback does not pass yet; 0 once all is known.
    """

    start: int = 0
    until: int = 0

    def regridded(self, regridding: Regridding) -> "Joining":
        """Return the same in the new ticks of the piece."""
        start, until = (regridding.at(tick) if tick else 0 for tick in (self.start, self.until))
        return Joining(start=start, until=until)


NO_JOINING = Joining()


class PlaybackControl(Protocol):
    """The playback that the leases control."""

    @property
    def playing(self) -> bool:
        """Whether music is playing."""

    @property
    def tick(self) -> float:
        """The playhead's tick."""

    def stop(self) -> None:
        """Stop the music."""

    def play_leased(self, tick: int, *, open_end: bool = False) -> None:
        """Play the leased music, or the piece; an open end lets time go on after it."""

    def return_to(self, tick: int) -> None:
        """Return the playhead to a tick after other music was played."""

    def on_lease_changed(self) -> None:
        """Respond to a change of the newest lease or of its music."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lease:
    """The right to be played in place of the piece; two leases are equal only if identical.

    Attributes:
        passing: Whether it ends with the next stop, or when another lease is played.
        foreign: Whether its music is other than the piece with something in it. The user's loop and
            mix then do not apply, and the playhead returns to where it was afterwards.
        ended: Called when it ended before its holder gave it back.
    """

    passing: bool
    foreign: bool
    ended: Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeasedMusic:
    """The music of a lease.

    Attributes:
        score: The music.
        place: The playhead's tick in the piece when the lease began.
        loop: The range (start, end) in ticks that repeats until the next stop, or None.
        joining: How playback leads into music that is being made.
        lead: Ticks before its first bar, such as a count-in; no bar number counts them.
        recording: A sound file that plays beside it.
    """

    score: Score
    place: int
    loop: Range | None = None
    joining: Joining = NO_JOINING
    lead: int = 0
    recording: Recording | None = None


def _ignore_end() -> None:
    """Do nothing at the end of a lease."""


class Leases:
    """The leases that are held. The newest one is played; when it ends, the one before it is.

    Args:
        transport: The playback.
    """

    def __init__(self, transport: PlaybackControl) -> None:
        self._transport = transport
        self._held: dict[Lease, LeasedMusic] = {}

    @property
    def newest(self) -> Lease | None:
        """The newest lease; None if the piece itself is played."""
        return next(reversed(self._held), None)

    @property
    def music(self) -> LeasedMusic | None:
        """The music of the newest lease; None if the piece itself is played."""
        newest = self.newest
        return None if newest is None else self._held[newest]

    @property
    def foreign(self) -> bool:
        """Whether the newest lease is foreign."""
        return self.newest is not None and self.newest.foreign

    def is_newest(self, lease: Lease | None) -> bool:
        """Return whether a lease is the newest one."""
        return lease is not None and self.newest is lease

    def grant(
        self,
        score: Score,
        *,
        passing: bool = False,
        foreign: bool = False,
        ended: Callable[[], object] = _ignore_end,
        lead: int = 0,
    ) -> Lease:
        """Return a new lease, which stays until `give_back`; passing leases end.

        Args:
            score: The music.
            passing: Whether it ends with the next stop.
            foreign: Whether the music is other than the piece.
            ended: Called when it ended before its holder gave it back.
            lead: Ticks before the music's first bar.
        """
        self.end_passing()
        place = round(self._transport.tick)
        lease = Lease(passing=passing, foreign=foreign, ended=ended)
        self._held[lease] = LeasedMusic(score=score, place=place, lead=lead)
        self._transport.on_lease_changed()
        return lease

    def audition(
        self,
        score: Score,
        tick: int,
        *,
        foreign: bool = True,
        loop: Range | None = None,
        ended: Callable[[], object] = _ignore_end,
    ) -> Lease:
        """Play a score from a tick until the next stop."""
        lease = self.grant(score, passing=True, foreign=foreign, ended=ended)
        self.play(lease, tick, loop=loop)
        return lease

    def play(
        self, lease: Lease, tick: int, *, loop: Range | None = None, open_end: bool = False
    ) -> None:
        """Play a lease's music and make the lease the newest.

        Args:
            lease: A lease that is held.
            tick: Where playing begins.
            loop: The range in ticks that repeats until the next stop.
            open_end: Whether time goes on after the music, as in a jam.
        """
        if not self.is_newest(lease):
            self.end_passing()
        self._held[lease] = replace(self._held.pop(lease), loop=loop)
        self._transport.on_lease_changed()
        self._transport.play_leased(tick, open_end=open_end)

    def show(self, lease: Lease, score: Score) -> None:
        """Change a lease's music; the player plays it if the lease is the newest."""
        if lease in self._held:
            self._held[lease] = replace(self._held[lease], score=score)

    def hear(self, lease: Lease, recording: Recording | None) -> None:
        """Play a sound file beside a lease's music, or none."""
        if lease in self._held:
            self._held[lease] = replace(self._held[lease], recording=recording)

    def join(self, lease: Lease, joining: Joining) -> bool:
        """Set how playback leads into a lease's music; return whether that is a change."""
        music = self._held.get(lease)
        if music is None or music.joining == joining:
            return False
        self._held[lease] = replace(music, joining=joining)
        return True

    def give_back(self, lease: Lease) -> None:
        """End a lease; the one before it, or the piece, is played again."""
        if self._held.pop(lease, None) is not None:
            self._transport.on_lease_changed()

    def release_loop(self) -> bool:
        """Remove the loop of the newest lease; return whether it had one."""
        newest, music = self.newest, self.music
        if newest is None or music is None or music.loop is None:
            return False
        self._held[newest] = replace(music, loop=None)
        return True

    def end_passing(self) -> None:
        """End the passing leases."""
        if not any(lease.passing for lease in self._held):
            return
        if self._transport.playing:
            # `stop` calls `on_stop`, which ends them.
            self._transport.stop()
        else:
            self.on_stop()

    def on_stop(self) -> None:
        """End the passing leases after the music stopped."""
        ending = [lease for lease in self._held if lease.passing]
        for lease in ending:
            music = self._held.pop(lease)
            if lease.foreign:
                self._transport.return_to(music.place)
        if ending:
            self._transport.on_lease_changed()
        for lease in ending:
            lease.ended()

    def regrid(self, regridding: Regridding) -> None:
        """Move places and loops to the new ticks of the piece; the holders show new music."""
        for lease, music in self._held.items():
            loop = music.loop
            if loop is not None and not lease.foreign:
                loop = (regridding.at(loop[0]), regridding.at(loop[1]))
            joining = music.joining.regridded(regridding)
            place = regridding.at(music.place)
            self._held[lease] = replace(music, place=place, loop=loop, joining=joining)

    def clear(self) -> None:
        """End all leases, because another piece was opened."""
        self._held.clear()
