"""Detecting the end of a phrase: how much silence makes it the other's turn.

When a silence begins, `PhraseTimeout` computes how long it must last, from the last note's length
and gap against the player's median, the place in the bar, the pedal and the model's expectation.
On recorded playing none of these separates the end of a phrase from a breath
(experiment 2026-11-22-jam-live), so their coefficients are 0 and the silence alone
counts. Experiment 2026-11-22-jam-live fitted them.

A phrase that ends clearly is over sooner: it closes (`cadences`), or it is as long as the last one
that Segue answered, or it ends in the last of four bars and the player's breaths are known, as
those of a sparse player are. The silence must then only be longer than the breaths, or reach past
the place where a rhythm of two bars that came twice would go on.

Where bars are known, an end that is not clear waits past the next strong beat, on which a player
who rests would play on. After four bars, or a multiple, it does not: there most phrases end. The
silence after detached notes begins where the next one would, not where the key was released.

A player who rests inside phrases teaches it: a rest, whether an end was found in it or not, is
remembered, and the next one of this length ends nothing.

A cable or a busy machine loses the release of a key now and then. A key that stays down while many
others come and go delays an end by a bar at most, and `lost` names it once the phrase is over. A
phrase also ends if keys are down and none has moved for bars. Pure: times are arguments.
"""

import math
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Generic, NamedTuple, TypeVar

AKey = TypeVar("AKey", bound=Hashable)

_RECENT_NOTES = 24  # onsets and lengths in the medians
_OWN_RESTS = 4  # of the player that are remembered
_LONGEST_REST_BEATS = 4.0  # of the player inside a phrase; a longer silence was Segue's turn
_BEYOND_REST_BEATS = 0.25  # silence beyond the player's own rests that ends a phrase
_BREATHS = 8  # silences inside phrases that are remembered
_SHORTEST_BREATH_BEATS = 0.25  # of them; a shorter one is the end of a detached note
_BEYOND_BREATH_BEATS = 0.5  # silence beyond the player's breaths that ends a clear phrase
_FOUR_BARS_BEATS = 0.25  # the same where it is four bars long, or a multiple
_RHYTHM_BARS, _FEWEST_OF_A_RHYTHM = 2, 3  # of a rhythm that comes again, and its onsets
_FEWEST_BREATHS = 3  # after which four bars end clearly
_USUAL_BEATS = 1.5  # silence at least where nothing but their number says that a phrase is over
_SAME_LENGTH_BEATS = 0.25  # phrases that differ by less are of one length
_SHORTEST_PHRASE_BEATS = 4.0  # whose length says something of the next one
_TOGETHER_S = 0.06  # keys pressed within this time are one chord
_DETACHED_BEATS = 1.1  # notes further apart are slow, not detached: they say nothing of a rest
_JUST_AFTER_BEATS = 0.15  # so late after a strong beat the player still plays on it
_PHRASE_BARS = 4  # after so many bars, or a multiple, most phrases end
_UPBEAT = 0.7  # share of a bar from which on a phrase begins with an upbeat to the next one
_STILL_BARS = 4  # without any movement, after which keys that are down are a last chord
_STILL_S = 12.0  # and so long at most: a slow player wonders, too
_OTHERS = 8  # keys that come and go while one is down: then perhaps no hand holds it
_CARRIED = 6  # of them, for which the whole turn of somebody else stands
_LEAST_BARS = 2  # for which a key that is lost was down
_LONGEST_BARS, _MOST_OTHERS = 8, 16  # then it is lost, although the phrase is not over


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseTimeout:
    """The silence that ends a phrase, in beats: the exponential of a weighted sum, clamped.

    Attributes:
        bias: Logarithm of the beats when everything else is 0.
        long: Weight of each doubling of the last note's length against the median.
        slowing: Weight of each doubling of the last gap between onsets against the median.
        strong: Added if the last note began on a bar line.
        expected: Weight of the model's probability of a bar line or a rest.
        pedal: Added while the pedal is down.
        least: Lower bound in beats.
        most: Upper bound in beats.
        clear: Lower bound in beats after a phrase that ends clearly.
    """

    bias: float = math.log(1.9)
    long: float = 0.0
    slowing: float = 0.0
    strong: float = 0.0
    expected: float = 0.0
    pedal: float = 0.0
    least: float = 0.75
    most: float = 2.0
    clear: float = 0.5

    def beats(
        self, *, longer: float, slower: float, strong: bool, expected: float, pedal: bool
    ) -> float:
        """Return how many beats of silence end the phrase.

        Args:
            longer: Doublings of the last note's length against the median.
            slower: Doublings of the last gap against the median.
            strong: Whether the last note began on a bar line.
            expected: The model's probability of a bar line or a rest, 0 to 1.
            pedal: Whether the pedal is down.
        """
        total = self.bias + self.long * longer + self.slowing * slower
        total += self.strong * strong + self.expected * expected + self.pedal * pedal
        # With the pedal down the notes still sound, so the upper bound is higher.
        most = self.most * (math.exp(self.pedal) if pedal else 1.0)
        return min(most, max(self.least, math.exp(total)))


FREE_TIME_TIMEOUT = PhraseTimeout(bias=math.log(2.0), clear=2.0)
"""For jams without a beat: a silence of less than two beats is a breath, and no end is clear."""


class StrongBeats(NamedTuple):
    """Where bars and their strong beats are.

    Attributes:
        line_s: Time of a bar line.
        bar_s: Length of a bar.
        step_s: From one strong beat to the next.
    """

    line_s: float
    bar_s: float
    step_s: float

    def next_at(self, seconds: float) -> float:
        """Return the first strong beat at or after a time."""
        return self.line_s + math.ceil((seconds - self.line_s) / self.step_s) * self.step_s

    def bar_at(self, seconds: float) -> float:
        """Return the place of a time in bars after the line."""
        return (seconds - self.line_s) / self.bar_s


@dataclass(slots=True)
class _DownKey:
    """A key that is down: since when, and how many others have come and gone since."""

    since_s: float
    others: int = 0


class PhraseEnds(Generic[AKey]):
    """Detects the ends of one player's phrases from keys and pedal.

    Args:
        beat_s: Seconds of a beat at the written tempo.
        bar_beats: Beats of a bar.
        patience: How much silence ends a phrase.

    Attributes:
        beat_s: As given; it may change.
        strong: Where bars are; None while nobody knows.
    """

    def __init__(
        self, *, beat_s: float, bar_beats: float = 4.0, patience: PhraseTimeout | None = None
    ) -> None:
        self.beat_s = beat_s
        self.strong: StrongBeats | None = None
        self._bar_beats = bar_beats
        self._patience = patience or PhraseTimeout()
        self._down: dict[AKey, _DownKey] = {}
        self._moved_s = 0.0  # when a key moved last
        self._pedal = False
        self._onsets: deque[float] = deque(maxlen=_RECENT_NOTES)
        self._lengths: deque[float] = deque(maxlen=_RECENT_NOTES)
        self._last_length_s = 0.0
        self._silent_since_s: float | None = None
        self._strong = False
        self._expected = 0.0
        self._over = True  # nothing was played yet
        self._found = False  # whether a silence ended the last phrase
        self._own_rests: deque[float] = deque(maxlen=_OWN_RESTS)
        self._breaths: deque[float] = deque(maxlen=_BREATHS)
        self._began_s = 0.0  # when the phrase began
        self._closes = False
        self._answered_length_s: float | None = None  # of the last phrase that Segue answered

    @property
    def asks_the_model(self) -> bool:
        """Whether the model's expectation has any weight."""
        return self._patience.expected != 0.0

    @property
    def silent_since_s(self) -> float | None:
        """When the last key was released; None while a hand holds one or none was played."""
        return self._silent_since_s

    @property
    def due_s(self) -> float | None:
        """When the phrase ends if no key moves any more; None while no phrase is open."""
        if self._over:
            return None
        since_s, bar_s = self._silent_since_s, self._bar_s
        if since_s is None:
            return self._moved_s + min(_STILL_BARS * bar_s, _STILL_S)
        if not self._down:
            return self._due_after(since_s)
        # A key under a tune may be held while the tune rests: then the wait is longer.
        oldest_s = min(down.since_s for down in self._down.values())
        return max(self._due_after(since_s), since_s + bar_s, oldest_s + _LEAST_BARS * bar_s)

    def _due_after(self, since_s: float) -> float:
        """Return when a phrase ends after which all keys were up at a time."""
        beats = self._patience.beats(
            longer=_doublings(self._last_length_s, self._lengths),
            slower=_doublings(self._last_gap_s, self._gaps),
            strong=self._strong,
            expected=self._expected,
            pedal=self._pedal,
        )
        silence_s, beyond_s = beats * self.beat_s, _BEYOND_REST_BEATS * self.beat_s
        if not self._says_its_end:
            silence_s = self._past_strong_beat(since_s, silence_s)
            silence_s = max(silence_s, max(self._breaths, default=0.0) + beyond_s)
        if self.is_clear:
            silence_s = min(silence_s, self._clear_silence_s)
        if self._own_rests:
            silence_s = max(silence_s, max(self._own_rests) + beyond_s)
        return since_s + silence_s

    def _past_strong_beat(self, since_s: float, silence_s: float) -> float:
        """Return a silence that lasts past the strong beat on which the player may play on."""
        over_s = self._rest_from(since_s) + silence_s
        strong = self.strong
        if strong is None or self._ends_where_phrases_do(strong):
            return over_s - since_s
        just_after_s = _JUST_AFTER_BEATS * self.beat_s
        past_s = strong.next_at(over_s - just_after_s) + just_after_s
        # In bars of three the next one may be far.
        most_s = over_s + self._patience.most / 2 * self.beat_s + just_after_s
        return min(past_s, most_s) - since_s

    def _rest_from(self, since_s: float) -> float:
        """Return when the rest began: after detached notes, where the next one would."""
        usual_s = median(self._gaps) if self._gaps else 0.0
        if usual_s > _DETACHED_BEATS * self.beat_s:
            return since_s
        return max(since_s, self._onsets[-1] + usual_s)

    def _ends_where_phrases_do(self, strong: StrongBeats) -> bool:
        """Return whether the last note lies in the last of four bars, or of a multiple."""
        near_s = _JUST_AFTER_BEATS * self.beat_s
        first, into = divmod(strong.bar_at(self._began_s + near_s), 1.0)
        first += into > _UPBEAT
        last = math.floor(strong.bar_at(self._onsets[-1] + near_s))
        bars = last - first + 1
        return bars > 0 and bars % _PHRASE_BARS == 0

    @property
    def _bar_s(self) -> float:
        return self._bar_beats * self.beat_s

    @property
    def is_clear(self) -> bool:
        """Whether the phrase, if it is over, ends clearly.

        It closes, is as long as the last one, or has four bars of a player whose breaths are known.
        """
        return self._says_its_end or self._is_usual

    @property
    def _is_usual(self) -> bool:
        if self.strong is None or len(self._breaths) < _FEWEST_BREATHS:
            return False
        return self._ends_where_phrases_do(self.strong)

    @property
    def _says_its_end(self) -> bool:
        answered_s = self._answered_length_s
        if self._closes or answered_s is None:
            return self._closes
        long = answered_s >= _SHORTEST_PHRASE_BEATS * self.beat_s
        return long and abs(self._length_s - answered_s) < _SAME_LENGTH_BEATS * self.beat_s

    def press(self, seconds: float, key: AKey, *, strong: bool = False) -> None:
        """Add a key press.

        Args:
            seconds: Time of the press.
            key: The key.
            strong: Whether the press was on a bar line.
        """
        if self._silent_since_s is not None:
            self._learn(seconds - self._silent_since_s)
        if self._over:
            self._began_s = seconds
            for down in self._down.values():
                down.others = max(down.others, _CARRIED)
        if not self._onsets or seconds - self._onsets[-1] > _TOGETHER_S:
            self._onsets.append(seconds)
        self._found = self._closes = False
        self._down[key] = _DownKey(seconds)
        self._moved_s = seconds
        self._silent_since_s = None
        self._strong = strong
        self._expected = 0.0
        self._over = False

    def release(self, seconds: float, key: AKey) -> None:
        """Add a key release; a key that was not down is ignored."""
        released = self._down.pop(key, None)
        if released is None:
            return
        self._moved_s = seconds
        self._last_length_s = seconds - released.since_s
        self._lengths.append(self._last_length_s)
        for down in self._down.values():
            down.others += down.since_s < released.since_s
        if all(down.others >= _OTHERS for down in self._down.values()):
            self._silent_since_s = seconds

    def holds(self, key: AKey) -> bool:
        """Return whether a key is down."""
        return key in self._down

    def lost(self, now_s: float) -> tuple[AKey, ...]:
        """Return the keys whose release was lost; `forget` them."""
        is_over = self._over and self._found

        def is_lost(down: _DownKey) -> bool:
            bars = (now_s - down.since_s) / self._bar_s
            if bars >= _LONGEST_BARS and down.others >= _MOST_OTHERS:
                return True
            return is_over and bars >= _LEAST_BARS and down.others >= _OTHERS

        return tuple(key for key, down in self._down.items() if is_lost(down))

    def forget(self, key: AKey) -> None:
        """Forget a key that is down: it is no part of what is played."""
        self._down.pop(key, None)
        if not self._down and self._silent_since_s is None:
            self._silent_since_s = self._moved_s

    def move_pedal(self, *, down: bool) -> None:
        """Set the sustain pedal."""
        self._pedal = down

    def close_phrase(self, *, closes: bool) -> None:
        """Set whether the last notes close the phrase; the next key takes it back."""
        self._closes = closes

    def expect(self, share: float) -> None:
        """Set the model's probability of a bar line, a rest or the end, 0 to 1."""
        self._expected = share

    def end_phrase(self) -> None:
        """End the phrase; the next key begins a new one."""
        self._over = True

    def _learn(self, silence_s: float) -> None:
        """Remember what a silence was, now that the player plays on: a turn, a rest or a breath."""
        if self._over and silence_s > _LONGEST_REST_BEATS * self.beat_s:
            self._answered_length_s = self._length_s
            if self._found and self._own_rests:
                self._own_rests.popleft()
        elif self._found:
            self._own_rests.append(silence_s)
        elif not self._over and self._is_breath(silence_s):
            self._breaths.append(silence_s)

    def _is_breath(self, silence_s: float) -> bool:
        beats = silence_s / self.beat_s
        return _SHORTEST_BREATH_BEATS <= beats <= _LONGEST_REST_BEATS

    def release_all(self, seconds: float) -> None:
        """Release every key and the pedal, as when a keyboard is unplugged."""
        for key in list(self._down):
            self.release(seconds, key)
        self._pedal = False

    def silence_s(self, now_s: float, *, certain: bool = False) -> float | None:
        """Return the seconds of silence and end the phrase, if it is over by now; else None.

        Args:
            now_s: The time now.
            certain: Whether to wait for the upper bound of the silence.
        """
        due_s = self.due_s
        if due_s is None:
            return None
        since_s = self._moved_s if self._silent_since_s is None else self._silent_since_s
        if certain and self._onsets:
            due_s = max(due_s, self._rest_from(since_s) + self._patience.most * self.beat_s)
        if now_s < due_s:
            return None
        self._over = self._found = True
        return now_s - since_s

    @property
    def _length_s(self) -> float:
        """Seconds from the first onset of the phrase to its last one."""
        return self._onsets[-1] - self._began_s

    @property
    def _clear_silence_s(self) -> float:
        beyond = _FOUR_BARS_BEATS if self._is_usual else _BEYOND_BREATH_BEATS
        breath_s = max(self._breaths, default=0.0) + beyond * self.beat_s
        if self._says_its_end:
            return max(self._patience.clear * self.beat_s, breath_s)
        # A player who does not go on where the rhythm would does not breathe.
        missed_s = self._awaited_s + _FOUR_BARS_BEATS * self.beat_s - (self._silent_since_s or 0.0)
        return max(_USUAL_BEATS * self.beat_s, min(breath_s, missed_s))

    @property
    def _awaited_s(self) -> float:
        """When the player would play on in a rhythm of two bars that came twice; else infinite."""
        cycle_s, near_s = _RHYTHM_BARS * self._bar_s, _JUST_AFTER_BEATS * self.beat_s
        last_s = self._onsets[-1] + near_s
        later = [at for at in self._onsets if last_s - cycle_s < at]
        first = [at for at in self._onsets if last_s - 2 * cycle_s < at <= last_s - cycle_s]
        if len(first) != len(later) or len(first) < _FEWEST_OF_A_RHYTHM:
            return math.inf
        alike = all(abs(b - a - cycle_s) < near_s for a, b in zip(first, later, strict=True))
        return later[0] + cycle_s if alike else math.inf

    @property
    def _gaps(self) -> list[float]:
        return [late - early for early, late in pairwise(self._onsets)]

    @property
    def _last_gap_s(self) -> float:
        gaps = self._gaps
        return gaps[-1] if gaps else 0.0


def _doublings(last_s: float, usual: deque[float] | list[float]) -> float:
    """Return log2 of the last value against the median, clamped to -3 to 3; 0 without values."""
    if not usual or last_s <= 0:
        return 0.0
    middle = max(1e-3, median(usual))
    return min(3.0, max(-3.0, math.log2(max(1e-3, last_s) / middle)))
