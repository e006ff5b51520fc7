"""Ranks the candidates that were drawn. Pure, no model.

The first candidate that was drawn is not the one that a listener would choose. Three measures count
against a candidate, each in standard deviations among all candidates, so that their units agree:

    likeness   the distance of its similarity with the prompt from that of real bars at its places;
               each bar is compared with the most similar bar of the prompt
    key        the distance of its share of notes in the key from the prompt's; it counts half
    standing   how much of each bar repeats the bar before, beyond what is usual in the prompt

A wish counts more than all three. Where other tracks stay, two more measures count: a rate of
clashes equal to theirs among each other (weight 1, as likeness has), and a density equal to theirs
(weight ½). The best are taken one by one. A candidate counts less if it resembles one that was
taken (maximal marginal relevance, Carbonell and Goldstein 1998) or has its planned chords
(experiment 2026-11-29-four-ideas). Where music follows, its likelihood alone counts.

The user's taste (`engine.taste`) decides the first half of the places; the others are taken
without it. If the offered ones would then differ less than without it, by more than a tenth, it
counts less (experiment 2026-11-26-taste).

The likelihood of a candidate itself does not count: the most likely ones are the dullest, and
further from real music than the one drawn first (experiment 2026-11-22-best-of).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist, fsum
from statistics import fmean, pstdev

from engine.form.passage_figures import (
    PROMPT_BARS,
    SILENCE,
    Onsets,
    likeness,
    mean_in_common,
    onsets_by_bar,
    own_likeness,
    rhythm_of,
    sounding,
    standing,
    struck_again,
)
from engine.harmony.keys import Key, estimate_key, share_in_key
from engine.request import PartNote, TrackRole
from engine.taste.taste import NO_TASTE, Taste, relative
from engine.taste.traits import NO_TRAITS, Traits
from engine.values.score import Note, Score
from engine.values.time import BarMap

_FAR, _OWN, _HALVED = 0.2, 0.6, 8  # `_usual_likeness`, fitted to 431 passages of real music

# How much the taste counts: all of it, or less, so that what is offered stays as varied.
_STRENGTHS = (1.0, 0.5, 0.25)
_LEAST_VARIETY = 0.9  # of the variety without the taste


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weight of each measure, for one standard deviation.

    Attributes:
        likeness: Of `Merit.likeness_gap`.
        key: Of `Merit.key_gap`.
        standing: Of `Merit.standing`.
        hammered: Of `Merit.hammered`.
        thinner: Of `Merit.thinner`.
        difference: Subtracted for the same notes as a candidate that was taken.
        chords: Subtracted for the planned chords of a candidate that was taken.
        wish: Of `Candidate.wish`.
        concord: Of `Candidate.concord`.
        density: Of `Candidate.density`.
        taste: Of one nat of the taste.
    """

    likeness: float = 1.0
    key: float = 0.5
    standing: float = 1.0
    hammered: float = 2.0
    thinner: float = 1.0
    difference: float = 2.0
    chords: float = 2.0
    wish: float = 2.0
    concord: float = 1.0
    density: float = 0.5
    taste: float = 4.0


# Other weights: experiment 2026-11-22-best-of, those of chords: 2026-11-29-four-ideas.
USUAL = Weights()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A continuation that was drawn.

    Attributes:
        notes: In the order they were drawn.
        fit: Mean log-likelihood of the music that follows; None if none does.
        wish: Its score for the wish; the same for all without a wish.
        concord: How far its share of clashes is from that of the other tracks with each other, 0 or
            below; the same for all without other tracks.
        density: How far its number of onsets is from that of the other tracks, 0 or below; the
            same for all without other tracks.
        traits: Compared by the taste; only differences between candidates have a meaning.
        chords: Number of the planned chord of each bar; empty without a plan.
    """

    notes: tuple[PartNote, ...]
    fit: float | None = None
    wish: float = 0.0
    concord: float = 0.0
    density: float = 0.0
    traits: Traits = NO_TRAITS
    chords: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Merit:
    """The merit of a candidate.

    Attributes:
        likeness: Of its notes and those of the most similar bar of the prompt, the share that
            both have; the mean over its bars.
        key: Share of its pitched notes in the prompt's key; 1 where there is none.
        likeness_gap: How far its likeness is from that of real bars at its places.
        key_gap: How far its share in the key is from the prompt's own.
        standing: Of its notes and those of the bar before, the share that both have, the mean
            over its bars; 0 where it is no more than in the prompt.
        hammered: Share of its pitched notes whose key its track strikes again within a quarter;
            0 where it is no more than in the prompt.
        thinner: Share of the pitched notes that sound at once in the prompt by which fewer sound;
            0 where as many do, or more.
        fit: As the candidate's.
    """

    likeness: float
    key: float
    likeness_gap: float = 0.0
    key_gap: float = 0.0
    standing: float = 0.0
    hammered: float = 0.0
    thinner: float = 0.0
    fit: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One of the best.

    Attributes:
        candidate: Which, counted from 0.
        merit: Its score in the ranking.
    """

    candidate: int
    merit: Merit


class ComparedPrompt:
    """The bars that candidates are compared with.

    Args:
        score: The piece.
        roles: One for each track.
        start: Tick at which the candidates begin.
        since: Tick before which the piece is forgotten.
        again: Last bars that say the bars before them again. They count once in the similarity of
            the prompt's bars with each other, so that new bars after them may be new.
    """

    def __init__(
        self,
        score: Score,
        roles: Sequence[TrackRole],
        *,
        start: int,
        since: int = 0,
        again: int = 0,
    ) -> None:
        self._bars = BarMap.of(score)
        self._quarter = score.ticks_per_quarter
        self._drums = frozenset(i for i, track in enumerate(score.tracks) if track.is_drum)
        self._first_bar = self._bars.bar_at(start)
        begin = max(since, self._bars.start_of(max(0, self._first_bar - PROMPT_BARS)))
        heard = [
            PartNote(index, note)
            for index, note in score.between(begin, start).notes()
            if roles[index] != "ignore"
        ]
        written = [part for part in heard if roles[part.track] == "write"]
        pitched = self._pitched(heard)
        self._key: Key | None = estimate_key(pitched)
        self._own_key = share_in_key(pitched, self._key)
        bars = self.bars_of(written)
        self._before = list(bars.values())
        once = [bar for number, bar in bars.items() if number < self._first_bar - again]
        self._own_likeness = own_likeness(once or self._before)
        self._last = bars.get(self._first_bar - 1, SILENCE)
        self._stands = standing(bars)
        self._hammers = self._struck_again(written)
        self._sounds = self._sounding(written, begin)
        self._start = start

    def merit_of(self, candidate: Candidate) -> Merit:
        """Return the merit of a candidate."""
        bars = self.bars_of(candidate.notes)
        like = likeness(bars.values(), self._before)
        key = share_in_key(self._pitched(candidate.notes), self._key)
        return Merit(
            likeness=like,
            key=key,
            likeness_gap=abs(like - self._usual_likeness(bars)),
            key_gap=abs(key - self._own_key),
            standing=self._standing(bars),
            hammered=max(0.0, self._struck_again(candidate.notes) - self._hammers),
            thinner=self._thinner(candidate.notes),
            fit=candidate.fit,
        )

    def _usual_likeness(self, bars: Iterable[int]) -> float:
        """Return how like the prompt real bars are: half of its own likeness is lost in eight."""
        left = [2.0 ** ((self._first_bar - bar) / _HALVED) for bar in bars]
        return _FAR + _OWN * self._own_likeness * fmean(left or [1.0])

    def rhythm_lost(self, candidate: Candidate) -> float:
        """Return how much less like the prompt's a rhythm is than its bars are to each other.

        Only the parts and places of onsets count. At least 0; 1 where nothing can be compared.
        """
        before = [rhythm_of(bar) for bar in self._before]
        bars = [rhythm_of(bar) for bar in self.bars_of(candidate.notes).values()]
        if not before or not bars:
            return 1.0
        return max(0.0, own_likeness(before) - likeness(bars, before))

    def bars_of(self, parts: Sequence[PartNote]) -> dict[int, Onsets]:
        """Return the onsets of each bar by the bar's number."""
        pairs = ((part.track, part.note) for part in parts)
        return onsets_by_bar(pairs, self._bars, ticks_per_quarter=self._quarter)

    def _standing(self, bars: Mapping[int, Onsets]) -> float:
        return max(0.0, standing({self._first_bar - 1: self._last, **bars}) - self._stands)

    def _struck_again(self, parts: Sequence[PartNote]) -> float:
        pitched = ((p.track, p.note) for p in parts if p.track not in self._drums)
        return struck_again(pitched, within=self._quarter)

    def _thinner(self, parts: Sequence[PartNote]) -> float:
        if not self._sounds:
            return 0.0
        return max(0.0, 1.0 - self._sounding(parts, self._start) / self._sounds)

    def _sounding(self, parts: Sequence[PartNote], start: int) -> float:
        """Return how many pitched notes sound at once from a tick to the last bar's end."""
        notes = self._pitched(parts)
        if not notes:
            return 0.0
        last = self._bars.bar_at(max(note.start for note in notes))
        return sounding(notes, start=start, end=self._bars.start_of(last + 1))

    def _pitched(self, parts: Sequence[PartNote]) -> list[Note]:
        return [part.note for part in parts if part.track not in self._drums]


def best(
    prompt: ComparedPrompt,
    candidates: Sequence[Candidate],
    *,
    count: int,
    weights: Weights = USUAL,
    taste: Taste = NO_TASTE,
) -> tuple[Ranked, ...]:
    """Return the best candidates, the best of them first.

    Args:
        prompt: The score that they follow.
        candidates: Any number.
        count: Most candidates to return.
        weights: The weights of the measures.
        taste: The user's.
    """
    if not candidates:
        return ()
    merits = [prompt.merit_of(candidate) for candidate in candidates]
    worth = _worth(
        *_counted(merits, weights),
        (weights.wish, [candidate.wish for candidate in candidates]),
        (weights.concord, [candidate.concord for candidate in candidates]),
        (weights.density, [candidate.density for candidate in candidates]),
    )
    choosing = _Choosing(
        candidates=candidates,
        bars=[prompt.bars_of(candidate.notes) for candidate in candidates],
        traits=relative([candidate.traits for candidate in candidates]),
        weights=weights,
    )
    usual = choosing.taken(worth, count=count)
    scores = taste.scores([candidate.traits for candidate in candidates])
    liked = [weights.taste * score for score in scores]
    chosen = choosing.with_taste(worth, liked, usual) if any(liked) else usual
    return tuple(Ranked(candidate=index, merit=merits[index]) for index in chosen)


def worth_underway(prompt: ComparedPrompt, candidates: Sequence[Candidate]) -> list[float]:
    """Return how good some bars of each candidate are, while more are to come.

    Adds a penalty to the usual ranking (weight 1, as likeness has): the candidate's rhythm differs
    from the prompt more than the prompt's bars differ among themselves. A figure of the
    accompaniment that is lost does not come back.

    Args:
        prompt: The score that they follow.
        candidates: At least one, with the notes of these bars.
    """
    counted = _counted([prompt.merit_of(candidate) for candidate in candidates], USUAL)
    lost = [prompt.rhythm_lost(candidate) for candidate in candidates]
    return _worth(*counted, (-USUAL.likeness, lost))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choosing:
    """Takes the best candidates one by one.

    Attributes:
        candidates: All of them.
        bars: The onsets of each, by bar.
        traits: How far those of each are from the mean.
        weights: The weights of the measures.
    """

    candidates: Sequence[Candidate]
    bars: Sequence[dict[int, Onsets]]
    traits: Sequence[Sequence[float]]
    weights: Weights

    def taken(
        self, worth: Sequence[float], *, count: int, first: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """Return indices of the best, the best first.

        Args:
            worth: Of each candidate.
            count: Most candidates to return.
            first: Candidates that were taken before.
        """
        taken = list(first)
        left = [index for index in range(len(self.candidates)) if index not in taken]

        def value(one: int) -> tuple[bool, bool, float]:
            # A silent candidate has no wrong note, and comes last; before it come doubles.
            nearest = _nearest(one, taken, self.bars)
            same = self.weights.difference * nearest + self.weights.chords * self._is_planned(
                one, taken
            )
            return bool(self.candidates[one].notes), nearest < 1.0, worth[one] - same

        while left and len(taken) < count:
            # Of equal candidates the first, in the order of seeds.
            index = max(left, key=value)
            left.remove(index)
            taken.append(index)
        return tuple(taken)

    def _is_planned(self, one: int, taken: Sequence[int]) -> bool:
        """Return whether a candidate's planned chords are those of one that was taken."""
        chords = self.candidates[one].chords
        return bool(chords) and any(self.candidates[other].chords == chords for other in taken)

    def with_taste(
        self, worth: Sequence[float], liked: Sequence[float], usual: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return indices of the best if the taste decides the first half of them.

        Args:
            worth: Of each candidate, without the taste.
            liked: Added to that by the taste.
            usual: The best without the taste.
        """
        led = (len(usual) + 1) // 2
        for strength in _STRENGTHS:
            own = [value + strength * like for value, like in zip(worth, liked, strict=True)]
            first = self.taken(own, count=led)
            chosen = self.taken(worth, count=len(usual), first=first)
            if self._is_as_varied(chosen, usual):
                return chosen
        # The same candidates in another order are as varied as before.
        return tuple(sorted(usual, key=lambda index: -liked[index]))

    def _is_as_varied(self, chosen: Sequence[int], usual: Sequence[int]) -> bool:
        return all(
            spread(chosen, between) >= _LEAST_VARIETY * spread(usual, between)
            for between in (self._unlike, self._apart)
        )

    def _unlike(self, one: int, other: int) -> float:
        return 1.0 - alike(self.bars[one], self.bars[other])

    def _apart(self, one: int, other: int) -> float:
        return dist(self.traits[one], self.traits[other])


def spread(chosen: Sequence[int], between: Callable[[int, int], float]) -> float:
    """Return the mean difference between each two of some candidates; 0 for a single one.

    Args:
        chosen: Their indices.
        between: Returns the difference of two.
    """
    pairs = list(combinations(chosen, 2))
    return fmean(between(*pair) for pair in pairs) if pairs else 0.0


def alike(one: dict[int, Onsets], other: dict[int, Onsets]) -> float:
    """Return the share of notes that two candidates have in common, 0 to 1."""
    numbers = one.keys() | other.keys()
    return mean_in_common((one.get(bar, SILENCE), other.get(bar, SILENCE)) for bar in numbers)


def _nearest(one: int, taken: Sequence[int], bars: Sequence[dict[int, Onsets]]) -> float:
    return max((alike(bars[one], bars[other]) for other in taken), default=0.0)


def _counted(merits: Sequence[Merit], weights: Weights) -> list[tuple[float, list[float]]]:
    """Return the measures that count for merits: the weight, and the measure of each."""
    if any(merit.fit is not None for merit in merits):
        return [(1.0, [merit.fit or 0.0 for merit in merits])]
    return [
        (-weights.likeness, [merit.likeness_gap for merit in merits]),
        (-weights.key, [merit.key_gap for merit in merits]),
        (-weights.standing, [merit.standing for merit in merits]),
        (-weights.hammered, [merit.hammered for merit in merits]),
        (-weights.thinner, [merit.thinner for merit in merits]),
    ]


def _worth(*measures: tuple[float, Sequence[float]]) -> list[float]:
    """Return the weighted sum of measures, each in its standard deviations, of each candidate."""
    weighed = [[weight * each for each in _deviations(values)] for weight, values in measures]
    return [fsum(each) for each in zip(*weighed, strict=True)]


def _deviations(values: Sequence[float]) -> list[float]:
    """Return by how many standard deviations each value is above the mean; 0 where all agree."""
    middle, spread = fmean(values), pstdev(values)
    return [(value - middle) / spread if spread else 0.0 for value in values]
