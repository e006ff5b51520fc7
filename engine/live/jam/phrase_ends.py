"""When somebody has finished a phrase: how long a silence must be before it is one's turn.

How long to wait is decided as the silence begins, by what is known then: the last note's length and
the last gap against the player's usual ones, the place in the bar, the pedal, and how much of the
model's expectation is a bar line or a rest. On recorded playing none of these tells a phrase's end
from a breath (`docs/experiments/2026-11-22-jam-live.md`), so that as shipped the silence alone
counts; a player or a model that shows it better has weights to say so with
(`scripts/research/phrase_ends.py --fit`). Pure; seconds come in with what was played.
"""

import math
from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

_LATELY = 24
_TOGETHER_S = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait, in beats: the exponential of a sum, within bounds.

    Attributes:
        bias: The logarithm of the beats where nothing else is known.
        long: For each doubling of the last note's length against the player's usual one.
        slowing: For each doubling of the last gap between onsets against the usual one.
        strong: Where the last note began on a bar line.
        expected: For the share of the model's expectation that is a bar line or a rest.
        pedal: While the pedal is down.
        least: Beats that are waited at least.
        most: Beats after which a silence is an end, whatever is known.
    """

    bias: float = math.log(1.9)
    long: float = 0.0
    slowing: float = 0.0
    strong: float = 0.0
    expected: float = 0.0
    pedal: float = 0.0
    least: float = 0.75
    most: float = 2.0

    def beats(
        self, *, longer: float, slower: float, strong: bool, expected: float, pedal: bool
    ) -> float:
        """Return how many beats of silence are an end.

        Args:
            longer: Doublings of the last note's length against the usual one.
            slower: Doublings of the last gap against the usual one.
            strong: Whether the last note began on a bar line.
            expected: 0 to 1, the model's.
            pedal: Whether it is down.
        """
        total = self.bias + self.long * longer + self.slowing * slower
        total += self.strong * strong + self.expected * expected + self.pedal * pedal
        # With the pedal down what was played still sounds: longer than the most may be right.
        most = self.most * (math.exp(self.pedal) if pedal else 1.0)
        return min(most, max(self.least, math.exp(total)))


IN_FREE_TIME = Patience(bias=math.log(2.0))
"""Where no beat is waited for: a silence of less than two beats is a breath."""


class PhraseEnds:
    """Hears one player's keys and pedal, and says when a phrase is over.

    Args:
        beat_s: Seconds of a beat, as written.
        patience: How long to wait.
    """

    def __init__(self, *, beat_s: float, patience: Patience | None = None) -> None:
        self.beat_s = beat_s
        self._patience = patience or Patience()
        self._down: dict[int, float] = {}
        self._pedal = False
        self._onsets: deque[float] = deque(maxlen=_LATELY)
        self._lengths: deque[float] = deque(maxlen=_LATELY)
        self._last_length_s = 0.0
        self._silent_since_s: float | None = None
        self._strong = False
        self._expected = 0.0
        self._over = True  # nothing was played yet: there is no phrase to end

    @property
    def asks_the_model(self) -> bool:
        """Whether what the model expects makes any difference."""
        return self._patience.expected != 0.0

    @property
    def silent_since_s(self) -> float | None:
        """When the last key went up; None while one is down or none was played."""
        return self._silent_since_s

    @property
    def due_s(self) -> float | None:
        """When the phrase is over if nothing more is played; None where none is open or silent."""
        if self._over or self._silent_since_s is None:
            return None
        beats = self._patience.beats(
            longer=_doublings(self._last_length_s, self._lengths),
            slower=_doublings(self._last_gap_s, self._gaps),
            strong=self._strong,
            expected=self._expected,
            pedal=self._pedal,
        )
        return self._silent_since_s + beats * self.beat_s

    def press(self, seconds: float, pitch: int, *, strong: bool = False) -> None:
        """Hear a key go down.

        Args:
            seconds: When.
            pitch: Which.
            strong: Whether that was on a bar line.
        """
        if not self._onsets or seconds - self._onsets[-1] > _TOGETHER_S:
            self._onsets.append(seconds)
        self._down[pitch] = seconds
        self._silent_since_s = None
        self._strong = strong
        self._expected = 0.0
        self._over = False

    def release(self, seconds: float, pitch: int) -> None:
        """Hear a key go up; one that was not down is passed over."""
        pressed = self._down.pop(pitch, None)
        if pressed is None:
            return
        self._last_length_s = seconds - pressed
        self._lengths.append(self._last_length_s)
        if not self._down:
            self._silent_since_s = seconds

    def move_pedal(self, *, down: bool) -> None:
        """Hear the sustain pedal."""
        self._pedal = down

    def expect(self, share: float) -> None:
        """Take the model's own expectation that a bar line, a rest or an end comes now, 0 to 1."""
        self._expected = share

    def take_as_over(self) -> None:
        """Begin afresh with the next key: the phrase was handed over."""
        self._over = True

    def release_all(self, seconds: float) -> None:
        """Let every key go, of a keyboard that is gone."""
        for pitch in list(self._down):
            self.release(seconds, pitch)
        self._pedal = False

    def ended(self, now_s: float, *, certain: bool = False) -> float | None:
        """Return how long it has been silent where a phrase is over by now, and take it as over.

        Args:
            now_s: Now.
            certain: Whether it is over only where nothing that is known could make it longer.
        """
        due_s, since_s = self.due_s, self._silent_since_s
        if due_s is None or since_s is None:
            return None
        if certain:
            due_s = max(due_s, since_s + self._patience.most * self.beat_s)
        if now_s < due_s:
            return None
        self._over = True
        return now_s - since_s

    @property
    def _gaps(self) -> list[float]:
        return [late - early for early, late in pairwise(self._onsets)]

    @property
    def _last_gap_s(self) -> float:
        gaps = self._gaps
        return gaps[-1] if gaps else 0.0


def _doublings(last_s: float, usual: deque[float] | list[float]) -> float:
    """Return how many doublings lie between what is usual and the last, from -3 to 3."""
    if not usual or last_s <= 0:
        return 0.0
    middle = max(1e-3, median(usual))
    return min(3.0, max(-3.0, math.log2(max(1e-3, last_s) / middle)))
