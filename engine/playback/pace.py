"""How fast the music goes: as told, with another device's pulses, or with who plays along."""

from engine.playback import clock as clocks
from engine.playback.agenda import NEVER
from engine.playback.cursor import Cursor
from engine.playback.elastic import Elastic
from engine.playback.following import Lock
from engine.playback.transport import Transport, playable_factor


class Pace:
    """Clock time to music time while playing.

    Attributes:
        transport: The line between the two.
        factor: How many times as fast as written it was told to go.
        settles_s: When a moment of catching up with who plays is over.
    """

    def __init__(self) -> None:
        self.transport = Transport(0.0)
        self.factor = 1.0
        self.settles_s = NEVER
        self._lock = Lock()
        self._elastic = Elastic(0.0)
        self._pulse_s = 0.0  # music time of the last pulse of a clock being followed

    def begin(self, *, clock_s: float, elapsed_s: float) -> None:
        """Let the music be at a time of its own at a clock time."""
        self.transport = Transport(clock_s, elapsed_s, self.factor)
        self._lock, self._pulse_s = Lock(), 0.0
        self._elastic.forget()
        self.settles_s = NEVER

    def set_factor(self, factor: float, now_s: float) -> float:
        """Go so many times as fast from now on; return what can be played of that."""
        self.factor = playable_factor(factor)
        self.transport = self.transport.with_factor(self.factor, now_s)
        self._elastic.forget()
        self.settles_s = NEVER
        return self.factor

    def wait(self, gap_s: float) -> None:
        """Take so many seconds of the clock for none of the music's."""
        self.transport = self.transport.delayed(gap_s)

    def follow_pulse(self, cursor: Cursor, *, heard_s: float, bpm: float, now_s: float) -> None:
        """Keep in step with a clock whose pulse came: a 24th of a quarter since the last one.

        Args:
            cursor: What is played.
            heard_s: The clock time at which what is heard with it was sent.
            bpm: Its tempo, or 0.0 if that is not known.
            now_s: Now.
        """
        grid = cursor.schedule.score.ticks_per_quarter
        self._pulse_s = cursor.elapsed_after(self._pulse_s, grid / clocks.PULSES_A_QUARTER)
        written = cursor.schedule.tempo.bpm_at(int(cursor.tick_at(self._pulse_s)))
        rate = bpm / written if bpm > 0 else self.factor
        error_s = self._pulse_s - self.transport.elapsed_at(heard_s)
        factor = self._lock.factor(rate=rate, error_s=error_s)
        self.transport = self.transport.with_factor(playable_factor(factor), now_s)

    def bend_by(self, share: float) -> None:
        """Let who plays move the tempo by so much of it, up or down; 0 keeps it."""
        self._elastic = Elastic(share)

    def follow_note(self, *, tick: float, beat: int, beat_s: float, now_s: float) -> bool:
        """Go with a note that was played; return whether the music goes otherwise now.

        Args:
            tick: Where it was heard.
            beat: Ticks of a beat.
            beat_s: Seconds of a beat as written.
            now_s: Now.
        """
        bent = self._elastic.take(tick / beat, beat_s=beat_s / self.factor)
        if bent is None:
            return False
        self.settles_s = now_s + bent.for_s
        self._turn(bent.rate, now_s)
        return True

    def settle(self, now_s: float) -> None:
        """Go on at the tempo of who plays, having caught up."""
        self.settles_s = NEVER
        self._turn(self._elastic.rate, now_s)

    def _turn(self, rate: float, now_s: float) -> None:
        factor = playable_factor(self.factor * rate)
        self.transport = self.transport.with_factor(factor, now_s)
