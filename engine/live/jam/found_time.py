"""Beats of a human who plays without a click, as bars of the jam.

The player's ticks go by evenly and know no beat. The memory's ticks follow the human: what is
played lies on the beats that are found in it, and so does what Segue answers. Pure: the caller
gives the ticks of all events.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.beats.following import BeatFollower, HeardBeats
from engine.beats.notes import Floats
from engine.live.jam.bar_grid import BarGrid

# Beats of a phrase from which on they are used, and the certainty that they need: after 8 s random
# onsets reach 0.45, and all but one of 15 songs of POP909 more than 0.5.
_FEWEST_BEATS, _LEAST_CERTAINTY = 4, 0.5
# Seconds of silence after which another phrase begins.
_PHRASE_S = 4.0
# Seconds of silence after which nothing new is known: the beat goes on as it was.
_SILENT_S = 0.6
# Notes that were played stay where they are while no beat moves by more than this share of a beat.
_STEADY_BEATS = 1 / 16
# The tempo is that of so many of the last beats.
_TEMPO_BEATS = 9
# A beat that is so early (share of a beat) is still that beat.
_EARLY_BEATS = 0.25
# Share of a beat that may be left of it where Segue begins at once.
_LEFT = 0.1


@dataclass(frozen=True, slots=True)
class TickMap:
    """Ticks of the player and of the memory at the same times, rising.

    Attributes:
        player: Ticks of the player.
        music: Ticks of the memory, as many.
        rate: Ticks of the memory for each tick of the player, after the last pair.
    """

    player: tuple[float, ...] = (0.0,)
    music: tuple[float, ...] = (0.0,)
    rate: float = 1.0

    def music_at(self, tick: float) -> float:
        """Return the memory's tick at a tick of the player."""
        return _between(tick, self.player, self.music, after=self.rate)

    def player_at(self, tick: float) -> float:
        """Return the player's tick at a tick of the memory."""
        return _between(tick, self.music, self.player, after=1 / self.rate)

    def through(self, player: Sequence[float], music: Sequence[float], rate: float) -> "TickMap":
        """Return a map that is the same before some pairs of ticks, and goes on with them."""
        kept = min(bisect_left(self.player, player[0]), bisect_left(self.music, music[0]))
        return TickMap((*self.player[:kept], *player), (*self.music[:kept], *music), rate)


def _between(
    tick: float, known: tuple[float, ...], wanted: tuple[float, ...], *, after: float
) -> float:
    if tick <= known[0]:
        return wanted[0] + tick - known[0]
    if tick >= known[-1]:
        return wanted[-1] + (tick - known[-1]) * after
    return float(np.interp(tick, known, wanted))


class FoundTime:
    """Follows the human's beats.

    Args:
        grid: Bars of the memory; the player's ticks are seconds at its tempo.

    Attributes:
        map: The player's ticks and the memory's.
        found: Whether beats were found yet; the two are the same until then.
    """

    def __init__(self, grid: BarGrid) -> None:
        self._grid = grid
        self._tick_s = grid.seconds(1)
        self._follower = BeatFollower()
        self._begin = self._last = 0.0
        self._placed = False
        self._fresh = True
        self.map = TickMap()
        self.found = False

    @property
    def beat(self) -> int:
        """Ticks of a beat of the memory; in 6/8 a dotted quarter."""
        return self._grid.felt_beat

    @property
    def since(self) -> float:
        """Tick of the player at which the phrase began."""
        return self._begin

    def press(
        self, tick: float, key: Hashable, *, pitch: int, velocity: int, drum: bool = False
    ) -> None:
        """Hear a key of the human.

        Args:
            tick: The player's.
            key: The key.
            pitch: MIDI pitch, or a drum's number.
            velocity: 1 to 127.
            drum: Whether it is a drum stroke.
        """
        if self._fresh or (tick - self._last) * self._tick_s > _PHRASE_S:
            self._begin, self._placed, self._fresh = tick, False, False
        self._last = tick
        self._follower.press(
            tick * self._tick_s, key, pitch=pitch, velocity=max(1, velocity), drum=drum
        )

    def release(self, tick: float, key: Hashable) -> None:
        """Hear that a key was released."""
        self._follower.release(tick * self._tick_s, key)

    def end_phrase(self) -> None:
        """Let the next key begin another phrase, as after a turn of Segue."""
        self._fresh = True

    def forget(self, tick: float) -> None:
        """Forget the beats from a tick of the player on: the music goes back."""
        kept = max(1, bisect_left(self.map.player, tick))
        self.map = TickMap(self.map.player[:kept], self.map.music[:kept], self.map.rate)
        self._follower.forget()
        self._fresh = True

    def follow(self, tick: float) -> bool:
        """Follow the beats up to a tick of the player.

        Returns:
            Whether the beats of this phrase lie elsewhere than before, with what was played.
        """
        if (tick - self._last) * self._tick_s > _SILENT_S:
            return False
        heard = self._follower.heard(tick * self._tick_s)
        if heard is None or heard.certainty < _LEAST_CERTAINTY:
            return False
        at = heard.seconds / self._tick_s
        at = at[at >= self._begin - heard.beat_s / self._tick_s / 2]
        if len(at) < _FEWEST_BEATS:
            return False
        # The tempo of the answer must last longer than until the next beat.
        beat_ticks = float(np.median(np.diff(at[-_TEMPO_BEATS:])))
        rate = self.beat / beat_ticks
        first = self._first_place(at, heard, rate)
        music = first + self.beat * np.arange(len(at), dtype=np.float64)
        next_at = heard.next_s / self._tick_s
        beats_on = max(1, round((next_at - at[-1]) / beat_ticks))
        ahead = [float(next_at)], [float(music[-1]) + beats_on * self.beat]
        moved = max(
            abs(self.map.music_at(float(old)) - new) for old, new in zip(at, music, strict=True)
        )
        if self._placed and moved <= self.beat * _STEADY_BEATS:
            self.map = self.map.through(*ahead, rate)
            return False
        self.map = self.map.through([*at.tolist(), *ahead[0]], [*music.tolist(), *ahead[1]], rate)
        self._placed = self.found = True
        return True

    def _first_place(self, at: Floats, heard: HeardBeats, rate: float) -> float:
        """Return the memory's tick of the first beat of this phrase."""
        expected = self.map.music_at(float(at[0])) / self.beat
        if self._placed or (self.found and abs(expected - round(expected)) <= _EARLY_BEATS):
            return float(round(expected) * self.beat)
        begin = self.map.music_at(self._begin) + (float(at[0]) - self._begin) * rate
        first = np.ceil(begin / self.beat - _EARLY_BEATS) * self.beat
        down = heard.down[len(heard.down) - len(at) :]
        if down.any():
            first += -(first + self.beat * int(np.argmax(down))) % self._grid.bar
        return float(first)

    def begin_turn(self, tick: float, *, start: int) -> int:
        """Let Segue begin where the player does; return the memory's tick of it.

        It is a whole number of beats from where the answer was drawn, so that the beat goes on
        from there.

        Args:
            tick: The player's.
            start: Where the answer was drawn to begin.
        """
        if not self.found:
            return round(tick)
        beats = np.ceil((self.map.music_at(tick) - start) / self.beat - _LEFT)
        place = start + int(beats) * self.beat
        self.map = self.map.through([float(tick)], [float(place)], self.map.rate)
        return place
