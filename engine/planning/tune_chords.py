"""Finds chords for a tune that stands alone, so that parts which are added to it have a plan.

A tune leaves open which chords are under it, so what looks for chords in its notes finds few. A
player knows how chords follow one another and takes those that suit the notes. So does the search
here: the chord model says how likely a chord is after those before it, the notes of the tune say
how well it suits, and the best beginnings are kept bar by bar
(experiment 2026-11-29-roles has where each number comes from).

Legend: N beginnings that are kept.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.harmony.chord_symbols import QUALITIES
from engine.harmony.chords import beats_in_bar
from engine.harmony.keys import Key
from engine.planning.chord_model import ChordModel, ChordTable
from engine.planning.harmony import CHORDS, NONE, BarChords, PlannedBar, key_of, middle_of
from engine.planning.phrases import PHRASE, first_bar_of
from engine.planning.planner import EVENLY
from engine.values.score import Note, Score
from engine.values.time import BarMap

ONE_LINE = 1.15
"""Notes that sound at once, the mean while any does, up to which music is a tune alone: a tune
whose notes overlap a little is one, a line with chords under it is not."""

KEPT, TRIED = 20, 5
"""Beginnings that are kept at each bar, and chords that each of them is tried with. 48 and 12 find
the same chords in five times the time."""

PRIOR = 1.5
"""Power of the chord model's chances. At 1 the plan follows each passing note."""

SUITS, FOREIGN = 1.0, 1.2
"""Nats for a beat of a tone of the chord, and against one of another tone."""

RICHER = 0.15
"""Nats that a tone counts less for each tone that a chord has above three: richer chords suit more
notes and say less."""

STRUCK = 2.0
"""Weight of a note that sounds where a half bar begins; of others it is 1."""

SPLIT, STAYS = 0.7, 0.5
"""Nats against a second chord in a bar, and against the chord that sounds already. The likeliest
plan stands still more than any song does; with these the root changes at .28 of the half bars."""

_SPREAD = 1.0  # nats of the tune's plans by which rows take another one less often
_LEAST = 1e-6  # chance of a chord that no song had

Floats = NDArray[np.float64]


def is_tune(score: Score) -> bool:
    """Return whether the pitched notes of a score are one line."""
    notes = [*score.pitched_notes()]
    edges = np.unique([(note.start, note.end) for note in notes])
    held = np.zeros(len(edges))
    for note in notes:
        held[np.searchsorted(edges, note.start)] += 1
        held[np.searchsorted(edges, note.end)] -= 1
    sounding, lengths = np.cumsum(held)[:-1], np.diff(edges)
    audible = lengths[sounding > 0].sum()
    return bool(audible) and bool((sounding * lengths).sum() <= ONE_LINE * audible)


class TunePlanner:
    """Plans chords that suit a tune.

    Args:
        model: Says how chords follow one another.
        tune: A score whose pitched notes are the tune.
        first: The first bar of the plan.
        past: The bar after its last.

    Attributes:
        key: That the degrees of a plan are counted in.
        first: The first bar of the plan.
    """

    def __init__(self, model: ChordModel, tune: Score, *, first: int, past: int) -> None:
        self.key = key_of(tune) or Key(0, minor=False)
        self.first = first
        self._tune, self._past = tune, past
        self._table = model.table(minor=self.key.minor)

    def plan(self, seed: int) -> tuple[PlannedBar, ...]:
        """Return each bar; the same seed gives the same plan."""
        values = np.array([plan.value for plan in self._plans])
        sums = np.cumsum(np.exp((values - values[0]) / _SPREAD))
        at = np.searchsorted(sums, sums[-1] * ((seed * EVENLY) % 1.0))
        return tuple(map(PlannedBar, self._plans[min(int(at), len(self._plans) - 1)].chords))

    @cached_property
    def _plans(self) -> tuple["_Begun", ...]:
        """The best plans, the likeliest first."""
        tonic = 12 * list(QUALITIES).index("min" if self.key.minor else "maj")
        plans: tuple[_Begun, ...] = (_Begun(0.0, (BarChords(tonic, tonic),) * 2),)
        origin = first_bar_of(self._tune)
        halves = _halves(self._tune, self.key, first=self.first, past=self._past)
        for bar, (front, back) in enumerate(halves, self.first):
            place = (bar - origin) % PHRASE
            grown = [
                longer
                for plan in plans
                for longer in _grown(plan, self._table, front, back, place=place)
            ]
            plans = _best(grown)
        return tuple(_Begun(plan.value, plan.chords[2:]) for plan in plans)


class _Begun(NamedTuple):
    """The beginning of a plan, and its worth in nats."""

    value: float
    chords: tuple[BarChords, ...]


def _grown(
    plan: _Begun, table: ChordTable, front: Floats, back: Floats, *, place: int
) -> Iterator[_Begun]:
    """Yield a beginning with one bar more, for the chords that suit the bar best.

    Args:
        plan: The beginning.
        table: How chords follow one another.
        front: How well each chord suits the first half of the bar, (CHORDS,).
        back: How well it suits the second one, (CHORDS,).
        place: Of the bar in its phrase.
    """
    before, last = plan.chords[-2].middle, plan.chords[-1].middle
    begun = plan.value + PRIOR * np.log(table.after(before, last, place=place) + _LEAST)
    begun[last] -= STAYS
    begun[NONE] = -np.inf
    for chord in np.argsort(-(begun + front + back))[:TRIED].tolist():
        whole = float(begun[chord] + front[chord] + back[chord])
        yield _Begun(whole, (*plan.chords, BarChords(chord, chord)))
        middles = np.log(table.middle(chord) + _LEAST) + back
        middles[[chord, NONE]] = -np.inf
        middle = int(middles.argmax())
        split = float(begun[chord] + front[chord] + middles[middle]) - SPLIT
        yield _Begun(split, (*plan.chords, BarChords(chord, middle)))


def _best(plans: Sequence[_Begun]) -> tuple[_Begun, ...]:
    """Return the best plans; of those that end with the same bars one goes on."""
    found: dict[tuple[BarChords, ...], _Begun] = {}
    for plan in sorted(plans, key=lambda each: -each.value):
        found.setdefault(plan.chords[-2:], plan)
        if len(found) == KEPT:
            break
    return tuple(found.values())


def _halves(tune: Score, key: Key, *, first: int, past: int) -> Iterator[tuple[Floats, Floats]]:
    """Yield how well each chord suits the first and the second half of each bar, (CHORDS,)."""
    bars, fits, notes = BarMap.of(tune), _fits(), [*tune.pitched_notes()]
    for bar in range(first, past):
        begin, end = bars.start_of(bar), bars.start_of(bar + 1)
        meter = bars.signature_at(begin)
        beats = beats_in_bar(meter.numerator, meter.denominator, tune.ticks_per_quarter)
        middle = middle_of(tune, bars, bar)
        half = end if middle is None else middle
        here = [note for note in notes if note.start < end and note.end > begin]
        beat = (end - begin) / len(beats)
        front, back = (
            fits @ _heard(here, key, *span, beat=beat) for span in ((begin, half), (half, end))
        )
        yield front, back


def _heard(notes: Sequence[Note], key: Key, begin: int, end: int, *, beat: float) -> Floats:
    """Return the weight of each degree between two ticks, (12,).

    Four beats of a note say twice as much as one.
    """
    heard = np.zeros(12)
    for note in notes:
        held = min(note.end, end) - max(note.start, begin)
        if held > 0:
            struck = STRUCK if note.start <= begin else 1.0
            heard[(note.pitch - key.tonic) % 12] += struck * (held / beat) ** 0.5
    return heard


def _fits() -> Floats:
    """Return the nats of a beat of each degree for each chord, (CHORDS, 12)."""
    fits = np.full((CHORDS, 12), -FOREIGN)
    fits[NONE] = 0.0
    for number, steps in enumerate(QUALITIES.values()):
        for root in range(12):
            tones = [(root + step) % 12 for step in steps]
            fits[12 * number + root, tones] = SUITS - RICHER * (len(steps) - 3)
    return fits
