"""Lets another device's MIDI clock start, move and stop the player."""

from collections.abc import Callable

from engine.messages import Command, ExternalClock, Message, Notice, Panic, Play, Stop
from engine.playback import wire
from engine.playback.agenda import NEVER
from engine.playback.clock import tick_of
from engine.playback.clock_follower import Begin, ClockFollower, ClockPulse, Halt, Locate
from engine.playback.player import Player
from engine.playback.pulse_line import FASTEST_BPM, SLOWEST_BPM
from engine.playback.time_code import TimeCode, TimeCodeReader

_TOLD_EVERY_S = 0.5  # interval of reporting the tempo
_PULSES_LEAD_S = 1.0  # a device that sends pulses, too, is followed by them
_TIME_STOPS_S = 0.3  # time code that comes no more for this long has stopped
_JUMPED_S = 0.25  # a larger error is a jump of the device, not a drift
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
        self._forget_time()
        self.name = ""

    def follow(self, name: str) -> bool:
        """Follow the clock of an input; return whether that is a change."""
        if name == self.name:
            return False
        self.name, self._follower, self._armed = name, ClockFollower(), None
        self._told_s, self.asks_s, self._told_lost = 0.0, NEVER, False
        self._forget_time()
        self._player.external = bool(name)
        return True

    def _forget_time(self) -> None:
        self._time_code = TimeCodeReader()
        self._pulse_s = self._time_s = -NEVER
        # By time code: whether it moves the music, and whether the user stopped that.
        self._timed = self._time_ignored = False

    def holds(self, command: Command) -> bool:
        """Keep a `Play` until the next pulse of the followed clock; return whether it is kept.

        While the other device plays, it is kept until that device's next bar line, which is where
        the piece has one.
        """
        if isinstance(command, Play) and self.name:
            pulse = self._follower.next_pulse
            self._follower.arm(0 if pulse is None else self._player.bar_line_from(pulse))
            self._armed = command
            self._time_ignored = False
            self.asks_s = self._clock() + _AWAITED_S
            return True
        if isinstance(command, Stop | Panic):
            self._time_ignored, self._timed = self._timed, False
            self._follower.halt()
            self._armed, self.asks_s = None, NEVER
        return False

    def take(self, message: bytes, seconds: float, port: str) -> None:
        """Handle a message of a clock; other inputs than the followed one are ignored."""
        if not self.name or port != self.name:
            return
        self.asks_s = NEVER
        if message[0] == wire.QUARTER_FRAME:
            self._take_time(message, seconds)
            return
        if message[0] == wire.PULSE:
            self._pulse_s = seconds
        happened = self._follower.take(message, seconds)
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

    def _take_time(self, message: bytes, seconds: float) -> None:
        code = self._time_code.take(message, seconds)
        self._time_s = seconds
        jams = self._player.partner.settings.rests
        if code is None or jams or seconds - self._pulse_s < _PULSES_LEAD_S:
            return
        if self._timed and self._player.playing:
            if abs(self._player.follow_time(code.place_s, code.at_s)) > _JUMPED_S:
                self._play_at(code)
            self._tell_tempo(seconds)
        elif not self._time_ignored:
            self._play_at(code)

    def _play_at(self, code: TimeCode) -> None:
        """Play from where the device is by now."""
        now_s = self._clock()
        armed, self._armed, self._timed = self._armed, None, True
        tick = self._player.tempo.tick_at(code.place_s + max(0.0, now_s - code.at_s))
        open_end = armed.open_end if armed else False
        self._player.play(round(tick), open_end=open_end, counted_in=False)

    def _tell_tempo(self, seconds: float) -> None:
        """Report the tempo of the piece, which is played by the time of the device."""
        if seconds >= self._told_s + _TOLD_EVERY_S:
            self._told_s = seconds
            tick = self._player.audible_tick(self._clock())
            self._emit(ExternalClock(bpm=round(self._player.tempo.bpm_at(tick), 1)))

    def _miss_time(self) -> None:
        """Stop with the device: it sends no time code while it stands."""
        if self._clock() - self._time_s <= _TIME_STOPS_S:
            return
        self._time_ignored = False
        if self._timed:
            self._timed = False
            self._player.stop()
            self._emit(ExternalClock(bpm=0.0))

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
        self._miss_time()
        if not self._follower.fell_silent(self._clock()):
            return
        if self._may_rest:
            self._rest(f"No more clock comes from ‘{self.name}’; the music rests until it is back.")
            self._follower.arm()
        else:
            self._player.stop()
            self._emit(ExternalClock(bpm=0.0))
            self._emit(Notice(message=f"No more clock comes from ‘{self.name}’; it stopped."))
