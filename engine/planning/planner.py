"""Proposes plans of chords, and chooses those that move as real songs do after such a prompt.

Chords drawn from their likelihood stand still: a chord that sounds is mostly the likeliest one to
go on, and the song does not correct a wrong guess. The planner draws many plans and chooses one
with a weight by its motion: the density of its figures in real songs after a prompt with
the motion of this one, over their density among the plans that were drawn. A plan of more than
`PLANNED` bars is drawn part by part, and each part is chosen by its own motion: a plan that was
chosen by its beginning alone would stand still after it.

The rows of one request have seeds that follow each other. Their plans lie evenly among those that
were drawn, and no beginning has more than half of all weight, so that of four rows two or more
begin with other chords. A plan depends on its own seed alone: a take is made again without the
rows that were drawn beside it (experiment 2026-11-29-four-ideas).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from engine.form.alternative_plan import ReturningBars
from engine.ground.cancelling import look_up
from engine.harmony.chord_symbols import Chord
from engine.harmony.homes import home_between
from engine.harmony.keys import Key
from engine.planning.chord_mixture import ChordMixture, drawn_from, sums_of
from engine.planning.chord_model import ChordModel, Returns
from engine.planning.counting import PLANNED
from engine.planning.harmony import (
    NONE,
    BarChords,
    PlannedBar,
    chord_of,
    chords_of_bars,
    middle_of,
    number_of,
)
from engine.planning.motion import Motion, motion_of, motions_of
from engine.planning.phrases import BLOCK, PHRASE, first_bar_of
from engine.planning.returning import (
    RETURNING_SPREAD,
    lags_of,
    likeness_back,
    share_returning,
    shares_that_return,
)
from engine.planning.riffs import NO_RIFF, Riff
from engine.planning.sections import SectionBar, bars_of, is_riff
from engine.planning.theme import Theme
from engine.values.score import Score
from engine.values.time import BarMap

PROPOSED = 300
"""Plans that are drawn for some to be chosen, in 0.1 s of a core."""

FURTHER = 100
"""Ways to go on that are drawn for each further part of a plan, in 0.01 s of a core."""

NEAR = 0.5
"""Share of the spread of real songs within which the motion of a plan lies. Below 1 because a song
that stands still is real and no reason to let a plan stand still."""

HEARD = Motion(stay=0.8, roots=1.0, moves=1.18, closes=1.4)
"""The motion of a plan as multiples of what the chord finder finds in real songs.

The finder takes what passes inside a chord for no chord of its own. A listener hears it: bar by bar
real songs stay 3.1 bars on a root where the finder says 3.9, and music that is made after a plan
has nothing but the plan's chords. Ends of phrases close oftener than the half of them that do in
real songs, because a phrase that closes was asked for
(experiment 2026-11-26-plan-strengths)."""

USUAL = Motion(stay=2.0, roots=4.0, moves=0.7, closes=0.5)
"""The motion of a phrase of songs, for bars before which there is none."""

MOST_ALIKE = 0.5
"""Most of all weight that the plans with one beginning have. Four rows are never all in one half
(`EVENLY`), so they have two beginnings."""

MOST_RAISED = 10.0
"""How much more weight the other plans get at most for that. Where a song goes on in one way that
is twenty times as likely as all others together, most rows go on in that way."""

EVENLY = 0.41421356237309515
"""Multiples of it, less the whole part, fill 0 to 1 evenly: of four in a row, and around from 1 to
0, no two neighbours are .42 apart. `departures` decides by another number."""

EFFECTIVE = 8.0
"""Plans that share the weights at least, as an effective sample size (Kong 1992): one for each
alternative that is drawn. In a loop one plan of 269 had nearly all of the weight, so that rows did
not differ in anything (experiment 2026-11-29-chord-mixture)."""

_AS_IT_WAS = 0.5  # likeness of a piece's bars from which on they come again as they were
_BEGINNING = BLOCK  # bars that the plans of four rows differ in
_POWERS = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)  # by which weights are flattened
_SEED = 0  # of what is proposed; a row chooses among it by its own
_LISTENED = 8 * PHRASE  # bars before the start that a block may return from
_KEY_STREAM = 12  # keeps the choice of a key apart from other draws of a row
# The keys that a row may choose: those with at most three signs, which have the most music.
_MAJOR_TONICS, _MINOR_TONICS = (0, 7, 2, 9, 5, 10, 3), (9, 4, 11, 6, 2, 7, 0)
_IN_KEY = 2 * PHRASE  # bars before the start that tell the key

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPrompt:
    """The input of a plan.

    Attributes:
        key: Of the bars before the start: their home, and its mode.
        chords: Of the bars before the start, at least one, the last one right before it.
        place: Of the first bar to come, counted from the beginning of its phrase.
        is_riff: Whether its last phrase is one bar, or two, again and again.
        alike: How like its last bars are to those before them in their notes, 0 to 1.
        has_drums: Whether drums play in it.
        is_key_alone: Whether nothing sounds before the start, so that its chord is the tonic of the
            key signature.
        is_key_open: Whether there is no key signature either: each row chooses its key.
    """

    key: Key
    chords: tuple[BarChords, ...]
    place: int
    is_riff: bool = False
    alike: float = 0.0
    has_drums: bool = False
    is_key_alone: bool = False
    is_key_open: bool = False

    def minor(self) -> "PlanPrompt":
        """Return the prompt for the rows that choose a minor key."""
        return _tonic_alone(Key(self.key.tonic, minor=True), is_open=True)

    @property
    def closing(self) -> frozenset[int]:
        """The degrees that a phrase closes on, in semitones: the tonic, and what leads to it."""
        return frozenset({0, (self.key.cadence - self.key.tonic) % 12})

    @property
    def motion(self) -> Motion:
        """How the chords of its last phrase move; as usual where there are none."""
        if self.is_key_alone:
            return USUAL
        return motion_of([chord.first for chord in self.chords[-PHRASE:]])

    @property
    def nearness(self) -> float:
        """How nearly bars come again to which a plan returns: 1 in a piece of bars half alike."""
        return min(1.0, self.alike / _AS_IT_WAS)

    @property
    def has_harmony(self) -> bool:
        """Whether its last phrase has a chord."""
        return any(chord.first != NONE for chord in self.chords[-PHRASE:])

    @property
    def stands_still(self) -> bool:
        """Whether it is a riff, or has no harmony to go on with.

        A prompt on one root is no such case: real songs leave it after four bars, the median.
        """
        is_short = len(self.chords) < PHRASE // 2 and not self.is_key_alone
        return self.is_riff or is_short or not self.has_harmony


def plan_prompt(score: Score, *, start: int) -> PlanPrompt | None:
    """Return what a plan goes by; None where there is neither a note nor a key before the start.

    In an empty piece without a key each row chooses one (`chosen_key`).

    Args:
        score: The piece.
        start: Tick in the first bar to come.
    """
    bars = BarMap.of(score)
    bar = bars.bar_at(start)
    first = max(0, bar - _LISTENED)
    before = score.between(bars.start_of(first), bars.start_of(bar))
    key = home_between(before, bars.start_of(max(0, bar - _IN_KEY)), bars.start_of(bar))
    if key is None or bar == first:
        return _from_signature(score, start=start)
    return PlanPrompt(
        key=key,
        chords=chords_of_bars(before, key, first=first, past=bar),
        place=(bar - first_bar_of(score)) % PHRASE,
        is_riff=is_riff(score, first=max(first, bar - PHRASE), past=bar),
        alike=likeness_back(bars_of(score, first=max(first, bar - 2 * PHRASE), past=bar)),
        has_drums=any(track.is_drum and track.notes for track in before.tracks),
    )


def _from_signature(score: Score, *, start: int) -> PlanPrompt | None:
    """Return the tonic of the key signature, or of an open key; None where anything sounds."""
    signatures = [each for each in score.key_signatures if each.tick <= start]
    if any(track.notes for track in score.tracks):
        return None
    if not signatures:
        return _tonic_alone(Key(0, minor=False), is_open=True)
    return _tonic_alone(Key.of(signatures[-1]), is_open=False)


def _tonic_alone(key: Key, *, is_open: bool) -> PlanPrompt:
    tonic = number_of(Chord(0, key.tonic, "min" if key.minor else "maj", key.tonic), key)
    return PlanPrompt(
        key=key,
        chords=(BarChords(tonic, tonic),),
        place=0,
        is_key_alone=True,
        is_key_open=is_open,
    )


def chosen_key(seed: int) -> Key:
    """Return the key that a row chooses for a piece that has none; the same for the same seed."""
    tonics = dict(enumerate((*_MAJOR_TONICS, *_MINOR_TONICS)))
    number = int(np.random.default_rng((seed & 0xFFFFFFFF, _KEY_STREAM)).integers(len(tonics)))
    return Key(tonics[number], minor=number >= len(_MAJOR_TONICS))


class Planner:
    """Proposes plans once and chooses one for each seed.

    Args:
        model: Draws plans.
        prompt: The chords before them.
        bars: To plan, at least one.
        sections: The place of each bar in the form; empty where the request names none.
        theme: Says which bars return to the beginning of the piece; None where none do.
        riff_of: Returns the riff that the bass of the row with a seed goes on with.

    Attributes:
        key: That the degrees of a plan are counted in.
        alike: How nearly bars come again to which a plan returns, 0 to 1.
    """

    def __init__(
        self,
        model: ChordModel,
        prompt: PlanPrompt,
        *,
        bars: int,
        sections: Sequence[SectionBar] = (),
        theme: Theme | None = None,
        riff_of: Callable[[int], Riff] = lambda _seed: NO_RIFF,
    ) -> None:
        self._riff_of = riff_of
        self.key, self.alike = prompt.key, prompt.nearness
        self._model, self._prompt, self._bars = model, prompt, bars
        self._sections, self._theme = sections, theme
        self._table = ChordMixture(model, prompt.key, prompt.chords[-_IN_KEY:])
        self._returning = _Returning(model.returns, prompt)
        self._first = self._proposed(
            (), count=PROPOSED, rng=np.random.default_rng(_SEED), sections=sections
        )
        self._plans: dict[int, tuple[PlannedBar, ...]] = {}

    def plan(self, seed: int) -> tuple[PlannedBar, ...]:
        """Return each bar; the same seed gives the same plan."""
        if (known := self._plans.get(seed)) is None:
            rng = np.random.default_rng(seed)
            plan = self._first.plan_at((0.5 + seed * EVENLY) % 1.0)
            sections = self._theme.returning(seed) if self._theme else self._sections
            while len(plan) < self._bars:
                proposed = self._proposed(plan, count=FURTHER, rng=rng, sections=sections)
                plan = proposed.plan_at(rng.random())
            known = self._plans[seed] = tuple(
                _with_riff(plan[: self._bars], self._prompt.chords, self._riff_of(seed))
            )
        return known

    def _proposed(
        self,
        begun: tuple[PlannedBar, ...],
        *,
        count: int,
        rng: np.random.Generator,
        sections: Sequence[SectionBar],
    ) -> "_Proposed":
        """Return plans that go on with some bars, with their weights by the bars that are new."""
        done = len(begun)
        drawn = (
            _drawn(
                self._table,
                self._returning,
                self._prompt,
                sections,
                begun,
                bars=done + PLANNED,
                rng=rng,
            )
            for _ in range(count)
        )
        plans = tuple(sorted(set(drawn), key=_in_order))
        new = slice(done, done + PLANNED)
        chords = np.array([[bar.chords.first for bar in plan[new]] for plan in plans])
        place = (self._prompt.place + done) % PHRASE
        weights = _weights(self._model, self._prompt, chords, place=place)
        before = [*self._prompt.chords, *(bar.chords for bar in begun)]
        into_block = (len(before) - place) % BLOCK
        weights *= _weights_of_returns(before[into_block:], chords, share=self._returning.share)
        weights = _flattened(weights)
        if not begun:
            weights = _levelled(weights, self._beginnings(chords))
        return _Proposed(plans=plans, sums=np.cumsum(weights / weights.sum()))

    def _beginnings(self, chords: Ints) -> Ints:
        """Return a number for the beginning of each plan, (plans,), the same for the same chords.

        Args:
            chords: The first chord of each bar of each plan, (plans, PLANNED). A chord in the
                middle of a bar makes no other beginning.
        """
        numbers: dict[tuple[int, ...], int] = {}
        begun = map(tuple, chords[:, : min(self._bars, _BEGINNING)].tolist())
        return np.array([numbers.setdefault(first, len(numbers)) for first in begun])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proposed:
    """Plans to choose from.

    Attributes:
        plans: At least one.
        sums: The sum of the weights up to each, (plans,); the last one is 1.
    """

    plans: tuple[tuple[PlannedBar, ...], ...]
    sums: Floats

    def plan_at(self, share: float) -> tuple[PlannedBar, ...]:
        """Return the plan at a share of all weights, 0 to 1."""
        return self.plans[min(int(np.searchsorted(self.sums, share)), len(self.plans) - 1)]


class _Returning:
    """Decides at the beginning of a block which block before it returns.

    Args:
        returns: How often blocks return in songs.
        prompt: Whose blocks tell how often they do here.
    """

    def __init__(self, returns: Returns, prompt: PlanPrompt) -> None:
        # Blocks are counted from the first bar of the piece.
        into_block = (len(prompt.chords) - prompt.place) % BLOCK
        found = list(lags_of(prompt.chords[into_block:]))
        again = returns.again + np.count_nonzero(found)
        usual = float(again / (returns.again + returns.fresh + len(found)))
        self.share = share_returning(usual, prompt.alike, has_drums=prompt.has_drums)
        # For each number of blocks before it, the sums of the chances of the block that returns.
        lags = [np.array(returns.lags[:known]) for known in range(len(returns.lags) + 1)]
        self._sums = [sums_of(each) if each.any() else None for each in lags]

    def block(self, chords: Sequence[BarChords], rng: np.random.Generator) -> Sequence[PlannedBar]:
        """Return a block that returns; empty where a new one is drawn.

        Args:
            chords: Of all bars so far, up to the beginning of the block.
            rng: Draws.
        """
        if rng.random() >= self.share:
            return ()
        sums = self._sums[min(len(chords) // BLOCK, len(self._sums) - 1)]
        if sums is None:
            return ()
        back = BLOCK * (1 + drawn_from(sums, rng))
        block = chords[-back : len(chords) - back + BLOCK]
        if any(chord.first == NONE for chord in block):
            return ()
        return [PlannedBar(chord, back) for chord in block]


def _drawn(
    table: ChordMixture,
    returning: _Returning,
    prompt: PlanPrompt,
    sections: Sequence[SectionBar],
    begun: Sequence[PlannedBar],
    *,
    bars: int,
    rng: np.random.Generator,
) -> tuple[PlannedBar, ...]:
    """Return one plan that begins with some bars; each bar has a chord.

    It is longer than `bars` where its last block goes on after them.
    """
    look_up()
    plan = list(begun)
    chords = [*prompt.chords, *(bar.chords for bar in plan)]
    while len(plan) < bars:
        back, since = sections[len(plan)] if len(plan) < len(sections) else SectionBar()
        # Phrases of a new section are counted from its beginning.
        place = (prompt.place + len(plan) if since < 0 else since) % PHRASE
        drawn: Sequence[PlannedBar] = ()
        if 0 < back <= len(chords) and chords[-back].first != NONE:
            drawn = [PlannedBar(chords[-back], back)]
        elif place % BLOCK == 0:
            # A new section comes back to its own blocks alone.
            drawn = returning.block(chords if since < 0 else chords[len(chords) - since :], rng)
        if not drawn:
            sums = table.after(chords[-2:][0].middle, chords[-1].middle, place=place)
            first = int(np.searchsorted(sums, rng.random() * sums[-1]))
            drawn = [PlannedBar(BarChords(first, table.middle(first, rng)))]
        plan += drawn
        chords += [bar.chords for bar in drawn]
    return tuple(plan)


def _with_riff(
    plan: Sequence[PlannedBar], before: Sequence[BarChords], riff: Riff
) -> Iterator[PlannedBar]:
    """Yield a plan that begins with a riff; what returns has the chords of the bars it returns to.

    Args:
        plan: Of each bar to come.
        before: The chords before them.
        riff: The bars that it begins with.
    """
    chords = list(before)
    for at, (own, back) in enumerate(plan):
        lag = riff.period if at < riff.bars else back
        chords.append(chords[-lag] if 0 < lag <= len(chords) and riff.bars else own)
        yield PlannedBar(chords[-1], lag)


def _weights(
    model: ChordModel,
    prompt: PlanPrompt,
    proposed: Ints,
    *,
    place: int,
) -> Floats:
    """Return the weight of each of some plans by its motion, (plans,), not all 0.

    Args:
        model: Says how real songs move.
        prompt: How it moves, and where its phrases close.
        proposed: The first chord of each bar of the plans, (plans, PLANNED).
        place: Of their first bar, counted from the beginning of its phrase.
    """
    ends = range(PHRASE - 1 - place, PLANNED, PHRASE)
    found = motions_of(proposed, ends, prompt.closing)
    before = np.array([*prompt.motion[:3], 1.0])
    found_in_songs = np.array([before @ np.array(line.weights) for line in model.motion])
    wanted = np.array(HEARD) * found_in_songs
    spread = NEAR * np.array([line.spread for line in model.motion])
    return _likely(found, wanted, spread)


def _weights_of_returns(before: Sequence[BarChords], proposed: Ints, *, share: float) -> Floats:
    """Return the weight of each of some plans by the blocks that return, (plans,), not all 0.

    Args:
        before: The chords before the plans, from the beginning of a block.
        proposed: The first chord of each bar of the plans, (plans, PLANNED).
        share: Of the blocks that are expected to return.
    """
    found = shares_that_return([chord.first for chord in before], proposed)
    return _likely(found, share, NEAR * RETURNING_SPREAD)


def _likely(found: Floats, wanted: float | Floats, spread: float | Floats) -> Floats:
    """Return how much more likely figures are in real songs than among drawn plans.

    Args:
        found: The figures of each plan, (plans,) or (plans, figures).
        wanted: Their means in real songs.
        spread: Their standard deviations there.
    """
    # Plans that stand still are many, so figures that are drawn often are taken less often.
    drawn = np.maximum(found.std(axis=0), spread / 2)
    real = ((found - wanted) / spread) ** 2
    usual = ((found - found.mean(axis=0)) / drawn) ** 2
    logs = 0.5 * (np.minimum(usual, 9.0) - real)
    logs = logs if logs.ndim == 1 else logs.sum(axis=1)
    weights: Floats = np.exp(logs - logs.max())
    return weights


def _in_order(plan: Sequence[PlannedBar]) -> tuple[object, ...]:
    """Return a key by which plans lie beside those that begin with the same chords."""
    return tuple(bar.chords.first for bar in plan), tuple(plan)


def _flattened(weights: Floats) -> Floats:
    """Return a power of the weights of plans, (plans,), that leaves `EFFECTIVE` plans to choose."""
    powers = (weights**power for power in _POWERS)
    flat = next((each for each in powers if _effective(each) >= EFFECTIVE), None)
    return weights ** _POWERS[-1] if flat is None else flat


def _effective(weights: Floats) -> float:
    return float(weights.sum() ** 2 / (weights**2).sum())


def _levelled(weights: Floats, beginnings: Ints) -> Floats:
    """Return weights in which no beginning has more than `MOST_ALIKE` of all, (plans,).

    Args:
        weights: Of each plan, not all 0.
        beginnings: Of each plan, numbered from 0.
    """
    shares = np.bincount(beginnings, weights) / weights.sum()
    greatest = int(shares.argmax())
    others = 1.0 - shares[greatest]
    raised = min(1.0 - MOST_ALIKE, MOST_RAISED * others)
    if raised <= others:
        return weights
    is_greatest = beginnings == greatest
    factors = np.where(is_greatest, (1.0 - raised) / shares[greatest], raised / others)
    levelled: Floats = weights * factors
    return levelled


def chords_in(
    score: Score, plan: Sequence[PlannedBar], key: Key, *, first_bar: int
) -> tuple[Chord, ...]:
    """Return a plan as chords with their ticks, one at the beginning of each bar.

    Args:
        score: Whose bars they are.
        plan: The chords of each bar.
        key: That degrees are counted in.
        first_bar: The bar of the first.
    """
    bars = BarMap.of(score)
    found = []
    for bar, ((first, middle), _) in enumerate(plan, first_bar):
        found.append(chord_of(first, key, tick=bars.start_of(bar)))
        tick = middle_of(score, bars, bar)
        if middle != first and tick is not None:
            found.append(chord_of(middle, key, tick=tick))
    return tuple(found)


def returning_in(plan: Sequence[PlannedBar], *, first_bar: int) -> Iterator[ReturningBars]:
    """Yield the bars of a plan that return to earlier ones, as long runs as there are.

    Args:
        plan: With the distance that each bar returns.
        first_bar: The bar of the first.
    """
    bar = first_bar
    for back, run in groupby(plan, key=lambda planned: planned.back):
        bars = len(tuple(run))
        if back:
            yield ReturningBars(first=bar, bars=bars, source=bar - back)
        bar += bars
