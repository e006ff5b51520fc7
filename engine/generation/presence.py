"""Nobody leaves by accident: parts that play go on playing, bars stay as full as they were.

A model that was trained on drummers alone takes a band for one as soon as it hears drums; one that
draws a bar line early leaves a bar thin. So a part that plays in at least half of the prompt's last
bars and not yet in this one is likelier, and so is one that has played less than it usually has by
then: a walking bass walks on. Who has lacked in the bars before, too, is the likelier the more he
lacked: a band that has lost its bass says so in all that the model hears, which then finds a bass
ever less likely. The bar line is the less likely the more such parts lack and the fewer notes there
are. That wanes towards the end of the bar: who comes in then comes in wrong, and what a bar lacks
by then would be struck all at once; the piece itself does not end with a thin bar. Who was silent
comes in where a phrase begins, and hardly anywhere else. Measured in docs/experiments (drummers
alone in copies of a band: 3 of 16 without, 0 of 8 with it; `2026-11-23-registers.md`,
`2026-11-23-bands.md`; entries, `2026-11-25-standing.md`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from torch import Tensor

from engine.generation.draft import Draft
from engine.generation.form import PHRASE
from engine.generation.processors import Processor
from engine.music.score import Note, Score
from engine.music.time import BarMap
from engine.tokens.grammar import Place
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.vocabulary import TokenKind, Vocabulary

BARS = 8
"""Of the prompt, the last: what plays is what plays now, not in an introduction."""

BOLDEST = 1.0
"""Above this temperature, the upper half of adventurousness, anybody may leave."""

LACKED_NATS = 4.0
"""For each bar that a part lacked of late, on top."""
KEPT = 0.7
"""Of what it lacked, from bar to bar: who lacked long is forgiven after some bars."""

_PART_NATS = 2.0
# Against a part that was silent; without it three times as many came in, most of them for a note.
_ENTRY_NATS = 1.0
PHRASE_NATS = 2.0
"""For a part that was silent, where a phrase of eight bars begins: there most come in."""
_BAR_NATS = 2.0
_USUAL_SHARE = 0.5
_AT_A_TIME = 0.25  # of a bar's notes: who is so many behind is missing, a beat of a walking bass
_INSIDE_A_NOTE = frozenset({Place.PART, Place.PITCH, Place.DRUM, Place.VELOCITY})


@dataclass(frozen=True, slots=True)
class Usual:
    """How the bars before a continuation were.

    Attributes:
        parts: That are written and play in at least half of the bars.
        notes: Of a bar, in all tracks, the median of the bars that have any.
        each: The same of each of the parts.
        steady: How sure it is that each of the parts sounds in a bar: 1 for who did in every one
            since it came in, 0 for who did in half of them.
        silent: Parts that are written and began no note in these bars.
    """

    parts: frozenset[int]
    notes: float
    each: Mapping[int, float] = field(default_factory=dict)
    steady: Mapping[int, float] = field(default_factory=dict)
    silent: frozenset[int] = frozenset()


def usual_of(
    score: Score, parts: Parts, written: Iterable[int], *, start: int, since: int = 0
) -> Usual:
    """Return how the last bars before a tick were.

    Args:
        score: The piece.
        parts: Which track is which part.
        written: The parts that are written.
        start: Tick at which the continuation begins.
        since: Tick before which the piece is forgotten.
    """
    bars = BarMap.of(score)
    lately = bars_before(bars, start=start, since=since)
    heard = {
        part: _heard(notes, bars, bars.start_of(lately.start), start)
        for part, notes in parts.notes_of(score.tracks).items()
    }
    enough = max(1, _USUAL_SHARE * len(lately))
    usual = {p: heard[p] for p in written if p in heard and len(heard[p].begun) >= enough}
    full = sum((each.begun for each in heard.values()), Counter[int]())
    return Usual(
        frozenset(usual),
        median(full.values()) if full else 0.0,
        {part: float(median(each.begun.values())) for part, each in usual.items()},
        {part: how_steady(each.sounding, lately.stop - 1) for part, each in usual.items()},
        frozenset(p for p in written if p in heard and not heard[p].begun),
    )


def bars_before(bars: BarMap, *, start: int, since: int = 0) -> range:
    """Return the last bars before a tick: `BARS` at most, none that is forgotten.

    Args:
        bars: Of the piece.
        start: Tick at which the continuation begins; its bar is the last where it is inside one.
        since: Tick before which the piece is forgotten.
    """
    past = bars.bar_at(max(0, start - 1)) + 1
    return range(max(bars.bar_at(since), past - BARS), past)


class _Heard(NamedTuple):
    """What a part did in some bars: how many notes it began in each, and where it sounded."""

    begun: Counter[int]
    sounding: frozenset[int]


def _heard(notes: Iterable[Note], bars: BarMap, begin: int, end: int) -> _Heard:
    begun: Counter[int] = Counter()
    sounding: set[int] = set()
    for note in notes:
        if note.end > begin and note.start < end:
            bar = bars.bar_at(max(begin, note.start))
            sounding.update(range(bar, bars.bar_at(min(end, note.end) - 1) + 1))
            begun[bar] += note.start >= begin
    return _Heard(+begun, frozenset(sounding))


def how_steady(sounding: AbstractSet[int], last: int) -> float:
    """Return how sure it is that a part sounds in a bar, from those in which it did.

    Who came in late is as sure as if it had been there before: a canon goes on in all its voices.
    """
    share = len(sounding) / (last + 1 - min(sounding))
    return max(0.0, share - _USUAL_SHARE) / (1.0 - _USUAL_SHARE)


class Presence(Processor):
    """Leans to parts that are missing in this bar, and against its end while it is thin.

    Args:
        usual: How the bars before were.
        vocabulary: Of the ids.
        begun: Ids of the bar that has begun.
        fullness: Of each bar, in what is usual; of all that follow, that of the last.
        first_bar: Bar of the piece that the first of them is for.
        phrases_from: Bar of the piece from which phrases are counted.
    """

    def __init__(
        self,
        usual: Usual,
        vocabulary: Vocabulary,
        begun: Sequence[int] = (),
        *,
        fullness: Sequence[float] = (1.0,),
        first_bar: int = 0,
        phrases_from: int = 0,
    ) -> None:
        self._usual, self._phrases_from = usual, phrases_from
        self._fullness, self._first_bar = fullness, first_bar
        self._vocabulary = vocabulary
        self._kinds: list[int] = vocabulary.kinds.tolist()
        self._part = NO_PART
        self._heard: Mapping[int, int] = {}
        self._heard_before: Mapping[int, int] = {}  # in the bar before
        self._lacked: Mapping[int, float] = {}  # by part: bars, those long ago for less
        self._notes = 0
        self._bars = 0  # that were begun
        for token in begun:
            self.accept(token)

    def process(self, logits: Tensor, draft: Draft) -> Tensor:
        """Lean to who is missing, and against an end that leaves them out."""
        if not self._usual.notes or draft.state.place in _INSIDE_A_NOTE:
            return logits
        logits = logits.clone()
        fullness = self._fullness_of(draft.bar.piece_bar - self._first_bar)
        passed, lacking = draft.share_of_bar, 0.0
        left = 1.0 - passed
        for part in self._usual.parts:
            notes, heard = self._wanted(part, fullness), self._heard.get(part, 0)
            if not heard and draft.voices.held(part, draft.tick):
                continue  # what sounds on is not missing: the last note of a line may be long
            sure = self._usual.steady.get(part, 1.0)
            nats = _PART_NATS + LACKED_NATS * self._lacked.get(part, 0.0) * left
            logits[self._vocabulary.first_part + part] += (
                sure * nats * how_late(heard, notes, passed)
            )
            lacking += sure * max(0.0, 1.0 - heard / notes)
        entry = self._entry(draft.bar.piece_bar, fullness)
        for part in self._usual.silent - self._heard.keys():
            enters = part not in self._heard_before
            logits[self._vocabulary.first_part + part] += entry if enters else _PART_NATS
        lacking /= max(1, len(self._usual.parts))
        full = min(1.0, max(-1.0, self._notes / (self._usual.notes * fullness) - 1.0))
        over = full - lacking
        logits[self._vocabulary.bar] += _BAR_NATS * (over if over > 0 else over * left)
        logits[self._vocabulary.end] += _BAR_NATS * over
        return logits

    def accept(self, token: int) -> None:
        """Hear an id."""
        kind = self._kinds[token]
        if kind == TokenKind.BAR:
            self._lacked = dict(self._lacking()) if self._bars else {}
            self._heard_before = self._heard
            self._heard, self._notes, self._bars = {}, 0, self._bars + 1
        elif kind == TokenKind.PART:
            self._part = token - self._vocabulary.first_part
        elif kind in {TokenKind.PITCH, TokenKind.DRUM}:
            self._heard = {**self._heard, self._part: self._heard.get(self._part, 0) + 1}
            self._notes += 1

    def branch(self) -> "Presence":
        """Return one that has heard the same and goes on by itself."""
        return copy(self)  # what it knows is replaced, never written to

    def _lacking(self) -> Iterator[tuple[int, float]]:
        """Yield how much each part has lacked of late, now that a bar is over."""
        fullness = self._fullness_of(self._bars - 1)
        for part in self._usual.parts:
            share = self._heard.get(part, 0) / self._wanted(part, fullness)
            yield part, KEPT * self._lacked.get(part, 0.0) + max(0.0, 1.0 - share)

    def _entry(self, bar: int, fullness: float) -> float:
        """Return what is added for a part that comes in."""
        if (bar - self._phrases_from) % PHRASE == 0:
            return PHRASE_NATS
        return -_ENTRY_NATS if fullness <= 1.0 else 0.0

    def _fullness_of(self, bar: int) -> float:
        return self._fullness[min(bar, len(self._fullness) - 1)]

    def _wanted(self, part: int, fullness: float) -> float:
        """Return how many notes of a part a bar should have."""
        return max(1.0, self._usual.each.get(part, 1.0) * min(1.0, fullness))


def how_late(heard: int, notes: float, passed: float) -> float:
    """Return how much a part is missing, 0 to 1: wholly where it has not played yet.

    Args:
        heard: Its notes in this bar.
        notes: Those of a usual bar.
        passed: How much of the bar has passed.
    """
    if not heard:
        return 1.0
    return min(1.0, max(0.0, notes * passed - heard) / max(1.0, _AT_A_TIME * notes))
