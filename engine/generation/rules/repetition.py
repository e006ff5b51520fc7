"""Bars that return, bars that a wish names, and bars that have come too often in a row.

Music is made of bars that return varied, most of all 4 and 8 bars later, and a small network does
not count bars. `BarLags` therefore raises each id that would say what the bar 4, 8 or 16 bars ago
said at this place. Unlike the copier, which follows runs of ids, it finds its place again after any
change. `RepeatedBar` does the opposite: it lowers the bar before when it has come in a row more
often than bars of the piece did.

Pages: docs/experiments/2026-11-22-phrases.md (lags), 2026-11-23-coming-back.md (returning phrases),
2026-11-25-standing.md (repeated bars).
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean

import numpy as np

from engine.generation.plan import Plan
from engine.generation.priors import LagNats, RepetitionPriors
from engine.generation.reading.prompt import audible
from engine.generation.rules.rule import Logits, Rule
from engine.generation.state.decoding import DecodingState
from engine.generation.state.form import returning_bar
from engine.generation.state.heard import NOTHING, Bar, Heard
from engine.generation.wishes import bars_alike, pattern_of
from engine.music.time import BarMap
from engine.tokens.vocabulary import TokenKind, Vocabulary

LAGS = (4, 8, 16)
"""Bars back. Not 1 and 2: a model that leans to the bar it has just said goes in circles."""

AT_LEAST = 2
"""Times in a row that a bar may come in any piece."""

MOST_NATS = 4.0
"""Against a bar that comes once more."""

WISHED_NATS: dict[TokenKind, float] = {
    TokenKind.PITCH: 1.5,
    TokenKind.DRUM: 5.1,
    TokenKind.POSITION: 1.5,
    TokenKind.PART: 1.2,
    TokenKind.VELOCITY: 2.1,
    TokenKind.DURATION: 3.3,
    TokenKind.BAR: 1.8,
}
"""For ids of a bar that the user wished back: what the user asks for is the same for all models."""

_OPEN = frozenset(
    {
        TokenKind.POSITION,
        TokenKind.CHORD,
        TokenKind.TEMPO,
        TokenKind.PEDAL,
        TokenKind.PEDAL_OFF,
    }
)
_PITCHES = frozenset({TokenKind.PITCH, TokenKind.DRUM})
_SOUND = frozenset({TokenKind.VELOCITY, TokenKind.DURATION})


class Place:
    """Says which ids would repeat a bar at the place where the music stands.

    Args:
        vocabulary: Of the ids.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.kinds = tuple(TokenKind(kind) for kind in vocabulary.kinds.tolist())
        self._bar_line = vocabulary.bar

    def said_by(self, bar: Bar, heard: Heard) -> Iterator[int]:
        """Yield the ids that say again what a bar said here."""
        parts = bar.get(heard.position, {})
        notes = parts.get(heard.part, {})
        drum = heard.pitch != NOTHING and self.kinds[heard.pitch] == TokenKind.DRUM
        ended = heard.kind == (TokenKind.VELOCITY if drum else TokenKind.DURATION)
        if (heard.kind in _PITCHES or heard.kind in _SOUND) and not ended:
            yield from notes.get(heard.pitch, [])[heard.kind == TokenKind.VELOCITY :][:1]
            return
        if ended or heard.kind in _OPEN:
            yield from (part for part in parts if self._may_play(part, heard, ended=ended))
        if ended or heard.kind in _OPEN or heard.kind == TokenKind.PART:
            yield from (pitch for pitch in notes if pitch > heard.pitch)
        if ended or heard.position == NOTHING:
            later = (position for position in bar if position > heard.position)
            yield min(later, default=self._bar_line)

    @staticmethod
    def _may_play(part: int, heard: Heard, *, ended: bool) -> bool:
        """Return whether a part may still come at this position; parts come in order."""
        if NOTHING in {part, heard.part}:
            return part != NOTHING
        return not ended or part > heard.part


class BarLags(Rule):
    """Leans to what the bars 4, 8 and 16 bars ago said here, and to bars of the piece that return.

    Args:
        priors: The strengths.
        vocabulary: Of the ids.
        piece: The last bars of the piece, which return in turn.
        factor: On all nats.
    """

    def __init__(
        self,
        priors: RepetitionPriors,
        vocabulary: Vocabulary,
        *,
        piece: Sequence[Bar] = (),
        factor: float = 1.0,
    ) -> None:
        self._place, self._piece, self._factor = Place(vocabulary), piece, factor
        self._nats = nats_by_kind(priors.lags)
        self._returning = {
            kind: (*nats[:-1], priors.returning * fmean(nats[:-1]))
            for kind, nats in self._nats.items()
        }

    @classmethod
    def of(cls, plan: Plan) -> "BarLags | None":
        """Return the rule for a request that goes on.

        In what is read before a gap other bars stand before it than in the piece.
        """
        if plan.request.fill or plan.priors.repetition.lags.is_off or not plan.echo:
            return None
        return cls(
            plan.priors.repetition,
            plan.vocabulary,
            piece=plan.heard.whole_bars,
            factor=math.sqrt(plan.echo),
        )

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the nats of all ids that would repeat a bar."""
        for token, nats in self.leaning(state.heard, bars=state.bars_before).items():
            logits[token] += nats

    def leaning(self, heard: Heard, *, bars: int = 0) -> dict[int, float]:
        """Return the nats of the ids that would repeat a bar.

        Args:
            heard: Where the music stands.
            bars: Bars that were written before this one.
        """
        returning = returning_bar(bars, self._piece)
        table = self._nats if returning is None else self._returning
        nats: dict[int, float] = defaultdict(float)
        for token, lag in self.repeats(heard, returning):
            nats[token] += self._factor * table[self._place.kinds[token]][lag]
        return nats

    def repeats(self, heard: Heard, returning: Bar | None = None) -> Iterator[tuple[int, int]]:
        """Yield each id that would repeat an earlier bar here, and the index of its lag.

        Args:
            heard: Where the music stands.
            returning: A bar that takes the place of the one of the longest lag.
        """
        for index, lag in enumerate(LAGS):
            bar = heard.bars[-1 - lag] if lag < len(heard.bars) else None
            if returning is not None and lag == LAGS[-1]:
                bar = returning
            for token in () if bar is None else self._place.said_by(bar, heard):
                yield token, index


def nats_by_kind(lags: LagNats) -> dict[TokenKind, tuple[float, ...]]:
    """Return the nats of each lag by what an id says."""
    return {kind: getattr(lags, kind.name.lower()) for kind in _LAGGED}


_LAGGED = (
    TokenKind.PITCH,
    TokenKind.DRUM,
    TokenKind.POSITION,
    TokenKind.PART,
    TokenKind.VELOCITY,
    TokenKind.DURATION,
    TokenKind.BAR,
)


class WishedBars(Rule):
    """Leans to the bars that a wish names, one after the other.

    Args:
        pattern: The bars, at least one.
        vocabulary: Of the ids.
        bars: Written bars that lean to the pattern; it begins again after its last bar.
        before: Bars of the same wish before these.
    """

    def __init__(
        self,
        pattern: Sequence[Bar],
        vocabulary: Vocabulary,
        *,
        bars: int,
        before: int = 0,
    ) -> None:
        self._pattern, self._count, self._before = pattern, bars, before
        self._place = Place(vocabulary)

    @classmethod
    def of(cls, plan: Plan) -> "WishedBars | None":
        """Return the rule for a wish that names bars."""
        bars = bars_alike(plan.request, plan.span)
        first, end = pattern_of(plan.score, plan.request, plan.span)
        if not bars or first == end:
            return None
        places = BarMap.of(plan.score)
        begin, stop = places.bar_at(first), places.bars_until(end)
        music = audible(plan.score, plan.request.roles, until=end)
        encoded = plan.tokenizer.encode(music, bars=stop, parts=plan.parts)
        # Read from the beginning: a bar does not name a part that plays on from the bar before.
        ids = encoded.ids[: [*encoded.bars, len(encoded.ids)][stop]]
        written = int(np.sum(encoded.ids[encoded.bars[begin] : len(ids)] == plan.vocabulary.bar))
        return cls(
            tuple(Heard(plan.vocabulary, ids.tolist()).bars)[-written:],
            plan.vocabulary,
            bars=bars,
            before=plan.span.before,
        )

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Add the nats of all ids that say what the pattern says here."""
        if state.bars_before >= self._count:
            return
        bar = self._pattern[(self._before + state.bars_before) % len(self._pattern)]
        for token in self._place.said_by(bar, state.heard):
            logits[token] += WISHED_NATS[self._place.kinds[token]]


class RepeatedBar(Rule):
    """Lowers the pitches of the bar before when it has come too often in a row.

    Drums are free: a beat goes on.

    Args:
        nats: For each bar too many.
        usual: Times in a row that a bar came in the piece.
    """

    def __init__(self, nats: float, usual: int) -> None:
        self._nats, self._usual = nats, max(AT_LEAST, usual)

    @classmethod
    def of(cls, plan: Plan) -> "RepeatedBar | None":
        """Return the rule for a request that goes on and does not ask for loops."""
        nats = plan.priors.repetition.same_bar
        if plan.is_bold or plan.request.fill or plan.wants_loops or not nats:
            return None
        return cls(nats, plan.heard.longest_run)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        """Lower what would be the same bar once more."""
        heard = state.heard
        over = heard.run - self._usual + 1
        if over <= 0:
            return
        nats = np.float32(min(MOST_NATS, self._nats * over))
        for position, part, pitch in heard.onsets_before:
            if position == heard.position and part == heard.part:
                logits[pitch] -= nats
