"""Detecting the end of a phrase: how much silence makes it the other's turn.

When a silence begins, `PhraseTimeout` computes how long it must last, from the last note's length
and gap against the player's median, the place in the bar, the pedal and the model's expectation.
On recorded playing none of these separates the end of a phrase from a breath
(experiment 2026-11-22-jam-live), so their coefficients are 0 and the silence alone
counts. Experiment 2026-11-22-jam-live fitted them.

A phrase that ends clearly is over sooner: it closes (`cadences`), or it is as long as the last one
that Segue answered. The silence must then only be longer than the player's breaths.

A player who rests inside phrases teaches it: where they play on soon after an end was found, that
silence was a rest of theirs, and the next one of this length ends nothing. Pure: times are
arguments.
"""

import math
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

_RECENT_NOTES = 24  # onsets and lengths in the medians
_OWN_RESTS = 4  # of the player that are remembered
_LONGEST_REST_BEATS = 4.0  # of the player inside a phrase; a longer silence was Segue's turn
_BEYOND_REST_BEATS = 0.25  # silence beyond the player's own rests that ends a phrase
_BREATHS = 8  # silences inside phrases that are remembered
_SHORTEST_BREATH_BEATS = 0.25  # of them; a shorter one is the end of a detached note
_BEYOND_BREATH_BEATS = 0.5  # silence beyond the player's breaths that ends a clear phrase
_SAME_LENGTH_BEATS = 0.25  # phrases that differ by less are of one length
_SHORTEST_PHRASE_BEATS = 4.0  # whose length says something of the next one
_TOGETHER_S = 0.06  # keys pressed within this time are one chord


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


class PhraseEnds:
    """Detects the ends of one player's phrases from keys and pedal.

    Args:
        beat_s: Seconds of a beat at the written tempo.
        patience: How much silence ends a phrase.
    """

    def __init__(self, *, beat_s: float, patience: PhraseTimeout | None = None) -> None:
        self.beat_s = beat_s
        self._patience = patience or PhraseTimeout()
        self._down: dict[Hashable, float] = {}
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
        """When the last key was released; None while a key is down or none was played."""
        return self._silent_since_s

    @property
    def due_s(self) -> float | None:
        """When the phrase ends if no key follows; None while a key is down or no phrase is open."""
        if self._over or self._silent_since_s is None:
            return None
        beats = self._patience.beats(
            longer=_doublings(self._last_length_s, self._lengths),
            slower=_doublings(self._last_gap_s, self._gaps),
            strong=self._strong,
            expected=self._expected,
            pedal=self._pedal,
        )
        silence_s = beats * self.beat_s
        if self.is_clear:
            silence_s = min(silence_s, self._clear_silence_s)
        if self._own_rests:
            silence_s = max(silence_s, max(self._own_rests) + _BEYOND_REST_BEATS * self.beat_s)
        return self._silent_since_s + silence_s

    @property
    def is_clear(self) -> bool:
        """Whether the phrase, if it is over, ends clearly: it closes or is as long as the last."""
        answered_s = self._answered_length_s
        if self._closes or answered_s is None:
            return self._closes
        long = answered_s >= _SHORTEST_PHRASE_BEATS * self.beat_s
        return long and abs(self._length_s - answered_s) < _SAME_LENGTH_BEATS * self.beat_s

    def press(self, seconds: float, key: Hashable, *, strong: bool = False) -> None:
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
        if not self._onsets or seconds - self._onsets[-1] > _TOGETHER_S:
            self._onsets.append(seconds)
        self._found = self._closes = False
        self._down[key] = seconds
        self._silent_since_s = None
        self._strong = strong
        self._expected = 0.0
        self._over = False

    def release(self, seconds: float, key: Hashable) -> None:
        """Add a key release; a key that was not down is ignored."""
        pressed = self._down.pop(key, None)
        if pressed is None:
            return
        self._last_length_s = seconds - pressed
        self._lengths.append(self._last_length_s)
        if not self._down:
            self._silent_since_s = seconds

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
        elif not self._over and silence_s >= _SHORTEST_BREATH_BEATS * self.beat_s:
            self._breaths.append(silence_s)

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
        due_s, since_s = self.due_s, self._silent_since_s
        if due_s is None or since_s is None:
            return None
        if certain:
            due_s = max(due_s, since_s + self._patience.most * self.beat_s)
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
        breath_s = max(self._breaths, default=0.0) + _BEYOND_BREATH_BEATS * self.beat_s
        return max(self._patience.clear * self.beat_s, breath_s)

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
