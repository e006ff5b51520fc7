"""Lets another device's MIDI clock start, move and stop the player."""

from collections.abc import Callable

from engine.messages import Command, ExternalClock, Message, Notice, Panic, Play, Stop
from engine.playback.agenda import NEVER
from engine.playback.clock import tick_of
from engine.playback.clock_follower import Begin, ClockFollower, ClockPulse, Halt, Locate
from engine.playback.player import Player
from engine.playback.pulse_line import FASTEST_BPM, SLOWEST_BPM

_TOLD_EVERY_S = 0.5  # interval of reporting the tempo
_AWAITED_S = 2.0  # a clock that sends nothing for this long after `Play` is asked for in a sentence


class OtherClock:
    """Connects the clock of an input with the player.

    Args:
        player: Follows the clock.
        emit: Takes events.
        clock: The player's clock, in seconds.

    Attributes:
        name: The input whose clock is followed, or empty.
        asks_s: Time of the next `miss`, for a clock that never sent anything; else `NEVER`.
    """

    def __init__(
        self, player: Player, emit: Callable[[Message], None], clock: Callable[[], float]
    ) -> None:
        self._player = player
        self._emit = emit
        self._clock = clock
        self._follower = ClockFollower()
        self._told_s = 0.0
        self._armed: Play | None = None
        self.asks_s = NEVER
        self._told_lost = False
        self.name = ""

    def follow(self, name: str) -> bool:
        """Follow the clock of an input; return whether that is a change."""
        if name == self.name:
            return False
        self.name, self._follower, self._armed = name, ClockFollower(), None
        self._told_s, self.asks_s, self._told_lost = 0.0, NEVER, False
        self._player.external = bool(name)
        return True

    def holds(self, command: Command) -> bool:
        """Keep a `Play` until the next pulse of the followed clock; return whether it is kept."""
        if isinstance(command, Play) and self.name:
            self._follower.arm()
            self._armed = command
            self.asks_s = self._clock() + _AWAITED_S
            return True
        if isinstance(command, Stop | Panic):
            self._follower.halt()
            self._armed, self.asks_s = None, NEVER
        return False

    def take(self, message: bytes, seconds: float, port: str) -> None:
        """Handle a message of a clock; other inputs than the followed one are ignored."""
        if not self.name or port != self.name:
            return
        happened = self._follower.take(message, seconds)
        self.asks_s = NEVER
        self._tell(seconds)
        self._tell_lost()
        if isinstance(happened, ClockPulse):
            self._player.follow_pulse(happened.at_s, happened.bpm)
        elif self._player.rests:
            if isinstance(happened, Begin):
                self._player.go_on(at_bar_line=happened.sixteenth is not None)
                self._emit(Notice(message=f"‘{self.name}’ keeps time again."))
        elif isinstance(happened, Halt) and self._may_rest:
            self._rest(f"‘{self.name}’ stopped; the music rests until it goes on.")
        else:
            self._obey(happened)

    def _obey(self, happened: Begin | Halt | Locate | None) -> None:
        player = self._player
        grid = player.ticks_per_quarter
        match happened:
            case Begin(None):
                here = round(player.audible_tick(self._clock()))
                armed, self._armed = self._armed or Play(tick=here), None
                player.play(armed.tick, open_end=armed.open_end, counted_in=False)
            case Begin(int(sixteenth)):
                self._armed = None
                player.play(round(tick_of(grid, sixteenth)), counted_in=False)
            case Locate(sixteenth):
                player.seek(round(tick_of(grid, sixteenth)))
            case Halt():
                player.stop()
            case None:
                pass

    @property
    def _may_rest(self) -> bool:
        return self._player.playing and self._player.partner.settings.rests

    def _rest(self, sentence: str) -> None:
        self._player.rest()
        self._emit(ExternalClock(bpm=0.0))
        self._emit(Notice(message=sentence))

    def _tell(self, seconds: float) -> None:
        if seconds >= self._told_s + _TOLD_EVERY_S and self._follower.bpm:
            self._told_s = seconds
            self._emit(ExternalClock(bpm=round(self._follower.bpm, 1)))

    def _tell_lost(self) -> None:
        was_lost, self._told_lost = self._told_lost, self._follower.is_lost
        if self._told_lost and not was_lost:
            message = (
                f"The clock of ‘{self.name}’ has no tempo from {SLOWEST_BPM:g} to {FASTEST_BPM:g}"
                " beats a minute; it cannot be followed."
            )
            self._emit(Notice(message=message))

    def miss(self) -> None:
        """Act if the followed clock is silent.

        If it has stopped sending, stop, or rest until it is back. If it never began, say that the
        music waits for it.
        """
        if self._clock() >= self.asks_s:
            self.asks_s = NEVER
            message = (
                f"No clock comes from ‘{self.name}’ yet; the music begins with its first pulse."
            )
            self._emit(Notice(message=message))
        if not self._follower.fell_silent(self._clock()):
            return
        if self._may_rest:
            self._rest(f"No more clock comes from ‘{self.name}’; the music rests until it is back.")
            self._follower.arm()
        else:
            self._player.stop()
            self._emit(ExternalClock(bpm=0.0))
            self._emit(Notice(message=f"No more clock comes from ‘{self.name}’; it stopped."))
