"""Lets another device's MIDI clock, or the transport of JACK, start, move and stop the player."""

from collections import deque
from collections.abc import Callable

from engine.messages import (
    JACK_TRANSPORT,
    Command,
    ExternalClock,
    Message,
    Notice,
    Panic,
    Play,
    Seek,
    Stop,
)
from engine.playback import wire
from engine.playback.clocks.clock_follower import Begin, ClockFollower, ClockPulse, Halt, Locate
from engine.playback.clocks.jack_transport import JackTransport, TransportPlace
from engine.playback.clocks.pulse_line import FASTEST_BPM, SLOWEST_BPM
from engine.playback.clocks.time_code import CODE_S, TimeCode, TimeCodeReader, full_frame_of
from engine.playback.player.pace import FARTHEST_S
from engine.playback.player.player import Player
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.pulses import tick_of
from engine.sentence import said

_TOLD_EVERY_S = 0.5  # interval of reporting the tempo
_PULSES_LEAD_S = 1.0  # a device that sends pulses, too, is followed by them
_TIME_STOPS_S = 0.3  # time code that comes no more for this long has stopped
_GAP_S = 0.1  # a device that sent no time code for this long begins anew
_AGREES_S = 0.05  # two readings that differ so little are of one place
_LATEST_S = 1.0  # what a device played longer ago is not played late
# The transport's tempo is measured over so many of its places, a hundredth of a second apart.
_PLACES, _FEWEST_PLACES = 50, 10
_AWAITED_S = 2.0  # a clock that sends nothing for this long after `Play` is asked for in a sentence


class OtherClock:
    """Connects the clock of an input with the player.

    Args:
        player: Follows the clock.
        emit: Takes events.
        clock: The player's clock, in seconds.
        move_transport: Has the transport of JACK do something, if it is followed.

    Attributes:
        name: The input whose clock is followed, or empty.
        asks_s: Time of the next `miss`, for a clock that never sent anything; else `NEVER`.
    """

    def __init__(
        self,
        player: Player,
        emit: Callable[[Message], None],
        clock: Callable[[], float],
        *,
        move_transport: Callable[[Callable[[JackTransport], None]], None] = lambda _: None,
    ) -> None:
        self._move_transport = move_transport
        self._player = player
        self._emit = emit
        self._clock = clock
        self._follower = ClockFollower()
        self._told_s = 0.0
        self._armed: Play | None = None
        self.asks_s = NEVER
        self._told_lost = self._told_second = False
        self._forget_time()
        self.name = ""

    def follow(self, name: str) -> bool:
        """Follow the clock of an input; return whether that is a change."""
        if name == self.name:
            return False
        self.name, self._follower, self._armed = name, ClockFollower(), None
        self._told_s, self.asks_s = 0.0, NEVER
        self._told_lost = self._told_second = False
        self._forget_time()
        self._player.external = bool(name)
        return True

    def _forget_time(self) -> None:
        self._time_code = TimeCodeReader()
        self._pulse_s = self._time_s = -NEVER
        # By time code: whether it moves the music, and whether the user stopped that.
        self._timed = self._time_ignored = False
        # When the device began to send, whether the music has joined it since, and a reading that
        # says that it jumped.
        self._sends_since_s, self._joined = -NEVER, False
        self._doubted: TimeCode | None = None
        # Where the transport stood last, in seconds of music, and when.
        self._stood_s = self._stood_at_s = -NEVER
        # Places of the transport: (seconds of music, clock time).
        self._places: deque[tuple[float, float]] = deque(maxlen=_PLACES)

    def holds(self, command: Command) -> bool:
        """Keep a `Play` until the next pulse of the followed clock; return whether it is kept.

        While the other device plays, it is kept until that device's next bar line, which is where
        the piece has one.
        """
        if self.name == JACK_TRANSPORT:
            return self._lead_transport(command)
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

    def _lead_transport(self, command: Command) -> bool:
        """Have all programs of JACK do what the user asks for; the music follows them."""
        tempo = self._player.tempo
        match command:
            case Play(tick=tick):
                self._armed = command
                place_s = tempo.seconds_at(tick)
                self._move_transport(lambda transport: transport.start(place_s))
                return True
            case Seek(tick=tick):
                place_s = tempo.seconds_at(tick)
                self._move_transport(lambda transport: transport.locate(place_s))
                # While it moves, the music goes there with it.
                return self._timed
            case Stop() | Panic():
                self._armed, self._timed = None, False
                self._move_transport(lambda transport: transport.stop())
        return False

    def take_transport(self, place: TransportPlace) -> None:
        """Follow the transport of JACK; where a program knows bars, by bars, else by seconds."""
        player, jams = self._player, self._player.partner.settings.rests
        if self.name != JACK_TRANSPORT or jams:
            place.ready()
            return
        if place.at_s < self._stood_at_s:
            return  # from before it was moved
        music_s = player.tempo.seconds_at(self._tick_of(place))
        if not place.rolls:
            self._places.clear()
            self._stood_s, self._stood_at_s = music_s, place.at_s
            self._stand(place)
            place.ready()
            return
        self._time_s = place.at_s
        self._places.append((music_s, place.at_s))
        rate = self._rate()
        code = TimeCode(music_s, place.at_s, anew=True)
        if self._timed and player.playing:
            self._go_along(code, rate)
        else:
            self._play_at(code, since_s=self._stood_s)
        self._tell_tempo(place.at_s, rate)

    def _stand(self, place: TransportPlace) -> None:
        """Be where the transport stands, or where it is about to move from."""
        player, tick = self._player, round(self._tick_of(place))
        if place.starts:
            self._time_s = NEVER  # others may need longer to be ready
            player.rest(tick)
        elif self._timed or player.rests:
            self._timed = False
            player.stop()
            self._emit(ExternalClock(bpm=0.0))
        if self._armed is None and not player.playing and not player.rests:
            player.seek(tick)

    def _tick_of(self, place: TransportPlace) -> float:
        if place.beat is None:
            return self._player.tempo.tick_at(place.place_s)
        return self._player.tick_of_beat(place.beat.bar, place.beat.quarters)

    def _rate(self) -> float:
        """Return how many seconds of music the transport plays a second, as far as is known."""
        (first_s, began_s), (last_s, ended_s) = self._places[0], self._places[-1]
        if len(self._places) < _FEWEST_PLACES or ended_s <= began_s:
            return 1.0
        return (last_s - first_s) / (ended_s - began_s)

    def take(self, message: bytes, seconds: float, port: str) -> None:
        """Handle a message of a clock; other inputs than the followed one are ignored."""
        if not self.name or port != self.name:
            return
        if message[0] == wire.SYSEX:
            self._locate(full_frame_of(message), seconds)
            return
        self.asks_s = NEVER
        if message[0] == wire.QUARTER_FRAME:
            self._take_time(message, seconds)
            return
        if message[0] == wire.PULSE:
            self._pulse_s = seconds
        elif message[0] == wire.START:
            self._tell_second_start(seconds)
        happened = self._follower.take(message, seconds)
        self._tell(seconds)
        self._tell_lost()
        if isinstance(happened, ClockPulse):
            self._player.follow_pulse(happened.at_s, happened.bpm)
        elif self._player.rests:
            if isinstance(happened, Begin):
                self._player.go_on(at_bar_line=happened.sixteenth is not None)
                self._emit(Notice(message=said("‘{name}’ keeps time again.", name=self.name)))
        elif isinstance(happened, Halt) and self._may_rest:
            self._rest(said("‘{name}’ stopped; the music rests until it goes on.", name=self.name))
        else:
            self._obey(happened)

    def _take_time(self, message: bytes, seconds: float) -> None:
        code = self._time_code.take(message, seconds)
        if seconds - self._time_s > _GAP_S:
            self._sends_since_s, self._joined = seconds, False
        self._time_s = seconds
        jams = self._player.partner.settings.rests
        if code is None or jams or seconds - self._pulse_s < _PULSES_LEAD_S:
            return
        if self._timed and self._player.playing:
            self._go_along(code)
            self._tell_tempo(seconds)
        elif not self._time_ignored:
            self._play_at(code, since_s=self._began_at(code))

    def _locate(self, place_s: float | None, seconds: float) -> None:
        """Go where a device stands that says so; while the music moves, other messages do.

        Args:
            place_s: Seconds of music; None for a message that says nothing of a place.
            seconds: Time of arrival.
        """
        player = self._player
        moves = player.playing or player.rests or seconds - self._pulse_s < _PULSES_LEAD_S
        if place_s is None or moves or player.partner.settings.rests:
            return
        tick = round(player.tempo.tick_at(place_s))
        # Two programs that send each other their places come to an end.
        if self._armed is None and tick != player.audible_tick(self._clock()):
            player.seek(tick)

    def _began_at(self, code: TimeCode) -> float:
        """Return the place at which a device began that has sent nothing before, in seconds."""
        return code.place_s - max(0.0, code.at_s - self._sends_since_s)

    def _go_along(self, code: TimeCode, rate: float = 1.0) -> None:
        """Keep in step with a device; go where it jumped once two readings say so."""
        if abs(self._player.follow_time(code.place_s, code.at_s, rate=rate)) <= FARTHEST_S:
            self._doubted, self._joined = None, True
            return
        before, self._doubted = self._doubted, code
        if not self._joined:
            self._play_at(code, since_s=self._began_at(code))
        elif before is not None and _agree(before, code):
            # One that goes on in the middle of a code was there before the code began.
            since_s = before.place_s - (0.0 if before.anew else CODE_S)
            self._places.clear()
            self._play_at(code, since_s=since_s)

    def _play_at(self, code: TimeCode, *, since_s: float) -> None:
        """Play from where the device is by now, and what it has begun.

        Args:
            code: Where it was.
            since_s: The place from which it moves, in seconds of music.
        """
        now_s = self._clock()
        armed, self._armed, self._timed = self._armed, None, True
        self._doubted, self._joined = None, True
        tempo, place_s = self._player.tempo, code.place_s + max(0.0, now_s - code.at_s)
        is_late = 0.0 <= place_s - since_s <= _LATEST_S
        since = int(tempo.tick_at(max(0.0, since_s))) if is_late else None
        open_end = armed.open_end if armed else False
        tick = round(tempo.tick_at(place_s))
        self._player.play(tick, since=since, open_end=open_end, counted_in=False)

    def _tell_tempo(self, seconds: float, rate: float = 1.0) -> None:
        """Report the tempo of the piece, which is played by the time of the device."""
        if seconds >= self._told_s + _TOLD_EVERY_S:
            self._told_s = seconds
            tick = self._player.audible_tick(self._clock())
            self._emit(ExternalClock(bpm=round(self._player.tempo.bpm_at(tick) * rate, 1)))

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
                # A recording that waits for this goes on after the last note of the piece.
                open_end = self._armed is not None and self._armed.open_end
                self._armed = None
                tick = round(tick_of(grid, sixteenth))
                player.play(tick, open_end=open_end, counted_in=False)
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

    def _tell_second_start(self, seconds: float) -> None:
        """Report, once, a start of a device that plays: two programs may send to the same port."""
        ticks = seconds - self._pulse_s < _PULSES_LEAD_S
        if self._follower.next_pulse is None or not ticks or self._told_second:
            return
        self._told_second = True
        message = said(
            "‘{name}’ started again while it played. If two programs send a clock to it, "
            "disconnect one of them.",
            name=self.name,
        )
        self._emit(Notice(message=message))

    def _tell_lost(self) -> None:
        was_lost, self._told_lost = self._told_lost, self._follower.is_lost
        if self._told_lost and not was_lost:
            message = said(
                "The clock of ‘{name}’ has no tempo from {slowest_bpm:g} to {fastest_bpm:g} "
                "beats a minute; it cannot be followed.",
                name=self.name,
                slowest_bpm=SLOWEST_BPM,
                fastest_bpm=FASTEST_BPM,
            )
            self._emit(Notice(message=message))

    def miss(self) -> None:
        """Act if the followed clock is silent.

        If it has stopped sending, stop, or rest until it is back. If it never began, say that the
        music waits for it.
        """
        if self._clock() >= self.asks_s:
            self.asks_s = NEVER
            message = said(
                "No clock comes from ‘{name}’ yet; the music begins with its first pulse.",
                name=self.name,
            )
            self._emit(Notice(message=message))
        self._miss_time()
        if not self._follower.fell_silent(self._clock()):
            return
        if self._may_rest:
            self._rest(
                said(
                    "No more clock comes from ‘{name}’; the music rests until it is back.",
                    name=self.name,
                )
            )
            self._follower.arm()
        else:
            self._player.stop()
            self._emit(ExternalClock(bpm=0.0))
            self._emit(
                Notice(
                    message=said("No more clock comes from ‘{name}’; it stopped.", name=self.name)
                )
            )


def _agree(before: TimeCode, after: TimeCode) -> bool:
    """Return whether a device that was at one place came to another by playing on."""
    moved_s = after.place_s - before.place_s
    return abs(moved_s - (after.at_s - before.at_s)) < _AGREES_S
