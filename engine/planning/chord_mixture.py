"""Says how likely each chord of the next bar is: by songs, and by what this piece does.

Songs say it three ways. A table counts chords after chords in the mode of the home. In a mode the
same chords are also read in the major key with the same notes, as a loop of D, C, G, D is one of V,
IV, I, V in G. And a step from one kind of chord to another is counted whatever the key, for a piece
that leaves its key, or whose home was not found. Chords that the piece has no tones for are less
likely, and the less so, the more foreign chords it has; so are chords that stay, in a piece whose
chords do not (experiment 2026-11-29-chord-mixture has where each number comes from).
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.harmony.keys import MODES, Key
from engine.planning.chord_model import ChordModel
from engine.planning.harmony import CHORDS, NONE, TONES, BarChords, raised


class Habit(NamedTuple):
    """Turns how often a piece does something into a factor on the odds that it does so next.

    Attributes:
        done, other: Bars that are added to those of the piece: a beta distribution over pieces.
        factor: Over the odds of both, because songs say already how likely it is.
    """

    done: float
    other: float
    factor: float

    def on_odds(self, done: int, other: int) -> float:
        """Return the factor after so many bars that did it, and that did not."""
        return self.factor * (self.done + done) / (self.other + other)


SONGS_SHARE, CHANGES_SHARE, CHORDS_SHARE = 0.53, 0.34, 0.13
"""Shares of the mixture: songs, the chords that followed this one in the prompt, all chords of the
prompt. Fitted by expectation maximization to 9,871 held-out bars of the starter's songs
(experiment 2026-11-26-chord-plan). Where the prompt never left this chord, songs say what
follows."""

STEPS_SHARE, SAME_NOTES_SHARE = 0.5, 0.5
"""Of what songs say, the share of steps in any key; of the rest in a mode, the share of the major
key with the same notes. By expectation maximization on 3,003 bars they are .42 to .58 and .7."""

NEW_TONE = 0.5
"""Nats off for each tone of a chord that no chord of the prompt has. 0.7 costs .01 nats a bar."""

FOREIGN = Habit(3.0, 8.0, 1.3)
"""Of chords with a tone outside the home's scale. After 16 bars without one their odds are a sixth
of what songs say, after 16 with nine they are those. A factor of 1.6 foresees .01 nats better, and
plans have as many foreign chords as before."""

FOREIGN_MIDDLES = Habit(3.0, 8.0, 8.0 / 3.0)
"""The same of chords in the middle of bars, which pass more often: as songs say, until the piece
has some of its own. It foresees real ones by .04 nats better (.01 to .07)."""

STAYS = Habit(8.0, 16.0, 1.5)
"""Of bars with the chord of the bar before. With it .32 of what is drawn after real bars stays, as
in real songs."""

Floats = NDArray[np.float64]


class ChordMixture:
    """The chances of chords after a prompt.

    Args:
        model: Counted in songs.
        key: The home of the prompt, that degrees are counted in.
        chords: Of the bars before those to come, at least one. One alone says neither which others
            follow nor how often it comes, so that songs alone say it.
    """

    def __init__(self, model: ChordModel, key: Key, chords: Sequence[BarChords]) -> None:
        self._steps = model.steps
        self._table = model.table(minor=key.minor)
        self._same_notes = model.table(minor=False) if key.mode else None
        self._above = raised(MODES[key.mode].above if key.mode else 0)
        self._is_alone = len(chords) == 1
        self._chords = _shares(np.bincount([bar.first for bar in chords], minlength=CHORDS))
        changes = _counted((before.middle, now.first) for before, now in pairwise(chords))
        self._after = {last: _shares(counts) for last, counts in changes.items()}
        self._middles = _counted(bar for bar in chords if bar.first != bar.middle)
        self._middle_rate = sum(bar.first != bar.middle for bar in chords) / len(chords)
        firsts = [bar.first for bar in chords]
        middles = [bar.middle for bar in chords if bar.first != bar.middle]
        self._fit = _fit(key, chords, FOREIGN, firsts)
        self._middle_fit = _fit(key, chords, FOREIGN_MIDDLES, middles)
        self._stays = _stays(chords)
        self._sums: dict[tuple[int, int, int], Floats] = {}
        self._middle_sums: dict[int, Floats] = {}

    def after(self, before: int, last: int, *, place: int) -> Floats:
        """Return the sums of the chances of all chords of the next bar, (CHORDS,).

        Args:
            before: The chord before the last one.
            last: The last chord.
            place: Of the bar to come, counted from the beginning of its phrase.
        """
        key = (before, last, place)
        if (known := self._sums.get(key)) is None:
            known = self._sums[key] = np.cumsum(self._chances(*key))
        return known

    def middle(self, first: int, rng: np.random.Generator) -> int:
        """Return the chord in the middle of a bar."""
        if first == NONE or rng.random() >= self._middle_rate:
            return first
        if (sums := self._middle_sums.get(first)) is None:
            sums = self._middle_sums[first] = sums_of(self._middle_chances(first))
        return drawn_from(sums, rng)

    def _chances(self, before: int, last: int, place: int) -> Floats:
        if self._is_alone:
            mixed = self._table.after(before, last, place=place).copy()
        else:
            songs = self._by_songs(before, last, place)
            followed = self._after.get(last, songs)
            mixed = SONGS_SHARE * songs + CHANGES_SHARE * followed + CHORDS_SHARE * self._chords
            mixed[last] *= self._stays
        mixed[NONE] = 0.0
        return mixed

    def _by_songs(self, before: int, last: int, place: int) -> Floats:
        """Return the chances that songs and the tones of the piece say, (CHORDS,)."""
        songs = self._table.after(before, last, place=place)
        if self._same_notes is not None:
            above = self._above
            there = int(above[before]), int(above[last])
            same_notes = self._same_notes.after(*there, place=place)
            songs = (1.0 - SAME_NOTES_SHARE) * songs + SAME_NOTES_SHARE * same_notes[above]
        steps = self._steps[last]
        if steps.any():
            songs = (1.0 - STEPS_SHARE) * songs + STEPS_SHARE * steps
        return _shares(songs * self._fit)

    def _middle_chances(self, first: int) -> Floats:
        """Return the chance of each chord in the middle of a bar after another, (CHORDS,)."""
        songs = _shares(self._table.middle(first) * self._middle_fit)
        counts = self._middles.get(first)
        chances = songs if counts is None else (songs + _shares(counts)) / 2
        chances[[first, NONE]] = 0.0
        return chances


def _fit(key: Key, chords: Sequence[BarChords], habit: Habit, done: Sequence[int]) -> Floats:
    """Return a factor on the chance of each chord by the tones of a piece, (CHORDS,).

    Args:
        key: Whose tones are not foreign.
        chords: Of the piece.
        habit: Says what foreign ones among some of these mean.
        done: These.
    """
    heard = frozenset[int]().union(*(TONES[number] for bar in chords for number in bar))
    scale = {(tone - key.tonic) % 12 for tone in key.pitch_classes}
    new = np.array([len(tones - heard) for tones in TONES])
    is_foreign = np.array([not tones <= scale for tones in TONES])
    found = [is_foreign[chord] for chord in done if chord != NONE]
    factor = habit.on_odds(sum(found), len(found) - sum(found))
    fit: Floats = np.exp(-NEW_TONE * new) * np.where(is_foreign, factor, 1.0)
    return fit


def _stays(chords: Sequence[BarChords]) -> float:
    """Return a factor on the chance of the last chord by how often a piece's chords stay."""
    pairs = [(before.middle, now.first) for before, now in pairwise(chords)]
    stays = [one == other for one, other in pairs if NONE not in (one, other)]
    return STAYS.on_odds(sum(stays), len(stays) - sum(stays))


def _counted(pairs: Iterable[tuple[int, int]]) -> dict[int, Floats]:
    """Return how often each chord follows another one, (CHORDS,) for each that one follows."""
    counts: dict[int, Floats] = {}
    for one, other in pairs:
        counts.setdefault(one, np.zeros(CHORDS))[other] += 1.0
    return counts


def _shares(counts: Floats | NDArray[np.int64]) -> Floats:
    shares: Floats = counts / counts.sum()
    return shares


def sums_of(chances: Floats) -> Floats:
    """Return the sum of the chances up to each, the last one 1.

    `Generator.choice` with these chances draws the same, and adds them up each time.
    """
    sums = np.cumsum(_shares(chances))
    whole: Floats = sums / sums[-1]
    return whole


def drawn_from(sums: Floats, rng: np.random.Generator) -> int:
    """Return the number that is drawn by the sums of chances, the last one 1."""
    return int(sums.searchsorted(rng.random(), side="right"))
