"""The tempo while playing: as set, with another device's clock, or with the human in a jam."""

from engine.playback.clocks.clock_follower import TempoLock
from engine.playback.clocks.elastic import Elastic
from engine.playback.clocks.music_clock import MusicClock, playable_factor
from engine.playback.sending import pulses as clocks
from engine.playback.sending.agenda import NEVER
from engine.playback.sending.cursor import PlaybackCursor

# A larger error is a jump of the device that is followed, not a drift.
FARTHEST_S = 0.25


class Pace:
    """Converts clock time to music time while playing.

    Attributes:
        music_clock: The current conversion.
        factor: The tempo factor that was set.
        settles_s: Clock time at which catching up with the human ends.
    """

    def __init__(self) -> None:
        self.music_clock = MusicClock(0.0)
        self.factor = 1.0
        self.settles_s = NEVER
        self._lock = TempoLock()
        self._elastic = Elastic(0.0)
        self._pulse_s = 0.0  # music time of the last pulse of the followed clock

    def begin(self, *, clock_s: float, elapsed_s: float) -> None:
        """Set the music time at a clock time."""
        self.music_clock = MusicClock(clock_s, elapsed_s, self.factor)
        self._lock, self._pulse_s = TempoLock(), 0.0
        self._elastic.forget()
        self.settles_s = NEVER

    def set_factor(self, factor: float, now_s: float) -> float:
        """Set the tempo factor; return the nearest one that can be played."""
        self.factor = playable_factor(factor)
        self.music_clock = self.music_clock.with_factor(self.factor, now_s)
        self._elastic.forget()
        self.settles_s = NEVER
        return self.factor

    def wait(self, gap_s: float) -> None:
        """Stop the music for some seconds of the clock."""
        self.music_clock = self.music_clock.delayed(gap_s)

    def follow_pulse(
        self, cursor: PlaybackCursor, *, heard_s: float, bpm: float, now_s: float
    ) -> None:
        """Keep in step with another clock, one of whose pulses (24 a quarter) has arrived.

        Args:
            cursor: The place in the music that is played.
            heard_s: Clock time of sending what is heard together with the pulse.
            bpm: The clock's tempo; 0.0 if it is not known.
            now_s: The clock time now.
        """
        grid = cursor.schedule.score.ticks_per_quarter
        self._pulse_s = cursor.elapsed_after(self._pulse_s, grid / clocks.PULSES_A_QUARTER)
        written = cursor.schedule.tempo.bpm_at(int(cursor.tick_at(self._pulse_s)))
        rate = bpm / written if bpm > 0 else self.factor
        error_s = self._pulse_s - self.music_clock.elapsed_at(heard_s)
        factor = self._lock.factor(rate=rate, error_s=error_s)
        self.music_clock = self.music_clock.with_factor(playable_factor(factor), now_s)

    def follow_time(
        self,
        cursor: PlaybackCursor,
        *,
        music_s: float,
        heard_s: float,
        now_s: float,
        rate: float = 1.0,
    ) -> float:
        """Keep in step with another device's time.

        Args:
            cursor: The place in the music that is played.
            music_s: Seconds from the beginning of the piece that the device has reached.
            heard_s: Clock time of sending what is heard at that moment.
            now_s: The clock time now.
            rate: Seconds of music a second that the device plays; 1.0 is the written tempo.

        Returns:
            Seconds of music by which the music was behind the device. More than `FARTHEST_S` is a
            jump, which moves nothing.
        """
        due_s = cursor.elapsed_at(cursor.schedule.tempo.tick_at(music_s))
        error_s = due_s - self.music_clock.elapsed_at(heard_s)
        if abs(error_s) > FARTHEST_S:
            return error_s
        factor = self._lock.factor(rate=rate, error_s=error_s)
        self.music_clock = self.music_clock.with_factor(playable_factor(factor), now_s)
        return error_s

    def bend_by(self, share: float) -> None:
        """Let the human bend the tempo by up to this share; 0 keeps the tempo."""
        self._elastic = Elastic(share)

    def follow_note(self, *, tick: float, beat: int, beat_s: float, now_s: float) -> bool:
        """Adapt the tempo to a note of the human; return whether it changed.

        Args:
            tick: Place in the music at which the note was played.
            beat: Ticks of a beat.
            beat_s: Seconds of a beat at the written tempo.
            now_s: The clock time now.
        """
        bent = self._elastic.take(tick / beat, beat_s=beat_s / self.factor, at_s=now_s)
        if bent is None:
            return False
        self.settles_s = now_s + bent.for_s
        self._turn(bent.rate, now_s)
        return True

    def settle(self, now_s: float) -> None:
        """End catching up, and go on at the human's tempo."""
        self.settles_s = NEVER
        self._turn(self._elastic.rate, now_s)

    def _turn(self, rate: float, now_s: float) -> None:
        factor = playable_factor(self.factor * rate)
        self.music_clock = self.music_clock.with_factor(factor, now_s)
